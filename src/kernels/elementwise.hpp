#pragma once
#include "activation.hpp"
#include "simd_math.hpp"
#include "sweep.hpp"
#include "table.hpp"

namespace typeformer::kernels {

template <class Function, class Batch>
void activate_elements(std::size_t size, const element_of<Batch>* x, element_of<Batch>* y) {
  sweep<Batch>(size, [=](std::size_t i, std::size_t count) __attribute__((always_inline)) {
    store_some(Function::value(load_some<Batch>(x + i, count)), y + i, count);
  });
}

template <class Function, class Batch>
void add_derivatives(std::size_t size, const element_of<Batch>* x, const element_of<Batch>* dy, element_of<Batch>* dx) {
  sweep<Batch>(size, [=](std::size_t i, std::size_t count) __attribute__((always_inline)) {
    const Batch slope = Function::derivative(load_some<Batch>(x + i, count));
    store_some(fma(slope, load_some<Batch>(dy + i, count), load_some<Batch>(dx + i, count)), dx + i, count);
  });
}

template <class Batch>
void activate_any(std::size_t size, activation function, const element_of<Batch>* x, element_of<Batch>* y) {
  with_activation(function, [=](auto f) { activate_elements<decltype(f), Batch>(size, x, y); });
}

template <class Batch>
void add_any_derivatives(std::size_t size, activation function, const element_of<Batch>* x, const element_of<Batch>* dy,
                         element_of<Batch>* dx) {
  with_activation(function, [=](auto f) { add_derivatives<decltype(f), Batch>(size, x, dy, dx); });
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
void exp_elements_not_positive(std::size_t size, const element_of<Batch>* x, element_of<Batch>* y) {
  sweep<Batch>(size, [=](std::size_t i, std::size_t count) __attribute__((always_inline)) {
    store_some(math::exp_not_positive(load_some<Batch>(x + i, count)), y + i, count);
  });
}

template <class Batch>
void exp2_elements_not_positive(std::size_t size, const element_of<Batch>* x, element_of<Batch>* y) {
  sweep<Batch>(size, [=](std::size_t i, std::size_t count) __attribute__((always_inline)) {
    store_some(math::exp2_not_positive(load_some<Batch>(x + i, count)), y + i, count);
  });
}

template <class Arch, class T>
constexpr elementwise_functions<T> elementwise_for() {
  using vector = batch<Arch, T>;
  return {.activate = activate_any<vector>,
          .activation_gradient = add_any_derivatives<vector>,
          .scale = scale_elements<vector>,
          .add_scaled = add_scaled_elements<vector>,
          .exp = exp_elements<vector>,
          .exp_not_positive = exp_elements_not_positive<vector>,
          .exp2_not_positive = exp2_elements_not_positive<vector>};
}

}  // namespace typeformer::kernels
