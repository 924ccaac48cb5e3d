#pragma once
#include "elementwise_functions.hpp"
#include "simd_math.hpp"
#include "sweep.hpp"

namespace typeformer::kernels {

template <activation F, class Batch>
void activate_elements(std::size_t size, const element_of<Batch>* x, element_of<Batch>* y) {
  sweep<Batch>(size, [=](std::size_t i, std::size_t count) __attribute__((always_inline)) {
    store_some(math::apply<F>(load_some<Batch>(x + i, count)), y + i, count);
  });
}

template <class Batch>
void activate_any(std::size_t size, activation function, const element_of<Batch>* x, element_of<Batch>* y) {
  switch (function) {
    case activation::none:
      return activate_elements<activation::none, Batch>(size, x, y);
    case activation::relu:
      return activate_elements<activation::relu, Batch>(size, x, y);
    case activation::gelu_erf:
      return activate_elements<activation::gelu_erf, Batch>(size, x, y);
    case activation::gelu_tanh:
      return activate_elements<activation::gelu_tanh, Batch>(size, x, y);
    case activation::gelu_quick:
      return activate_elements<activation::gelu_quick, Batch>(size, x, y);
    case activation::swish:
      return activate_elements<activation::swish, Batch>(size, x, y);
    case activation::sigmoid:
      return activate_elements<activation::sigmoid, Batch>(size, x, y);
    case activation::tanh:
      return activate_elements<activation::tanh, Batch>(size, x, y);
  }
}

template <class Batch>
void scale_elements(std::size_t size, element_of<Batch> scale, const element_of<Batch>* x, element_of<Batch>* y) {
  sweep<Batch>(size, [=](std::size_t i, std::size_t count) __attribute__((always_inline)) {
    store_some(Batch(scale) * load_some<Batch>(x + i, count), y + i, count);
  });
}

template <class Batch>
void add_scaled_elements(std::size_t size, element_of<Batch> scale, const element_of<Batch>* x,
                         const element_of<Batch>* y, element_of<Batch>* z) {
  sweep<Batch>(size, [=](std::size_t i, std::size_t count) __attribute__((always_inline)) {
    store_some(fma(Batch(scale), load_some<Batch>(x + i, count), load_some<Batch>(y + i, count)), z + i, count);
  });
}

template <class Batch>
void exp_elements(std::size_t size, const element_of<Batch>* x, element_of<Batch>* y) {
  sweep<Batch>(size, [=](std::size_t i, std::size_t count) __attribute__((always_inline)) {
    store_some(math::exp(load_some<Batch>(x + i, count)), y + i, count);
  });
}

template <class Batch>
void exp2_elements(std::size_t size, const element_of<Batch>* x, element_of<Batch>* y) {
  sweep<Batch>(size, [=](std::size_t i, std::size_t count) __attribute__((always_inline)) {
    store_some(math::exp2_not_positive(load_some<Batch>(x + i, count)), y + i, count);
  });
}

template <class Arch, class T>
constexpr elementwise_functions<T> elementwise_for() {
  using vector = batch<Arch, T>;
  return {activate_any<vector>, scale_elements<vector>, add_scaled_elements<vector>, exp_elements<vector>,
          exp2_elements<vector>};
}

}  // namespace typeformer::kernels
