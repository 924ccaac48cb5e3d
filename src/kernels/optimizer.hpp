#pragma once
#include <type_traits>

#include "simd.hpp"
#include "sweep.hpp"
#include "table.hpp"

namespace typeformer::kernels {

template <class Batch>
void adam_elements(const adam_factors<element_of<Batch>>& factors, std::size_t size, const element_of<Batch>* gradient,
                   element_of<Batch>* moment, element_of<Batch>* second_moment, element_of<Batch>* weight) {
  sweep<Batch>(size, [=](std::size_t i, std::size_t count) __attribute__((always_inline)) {
    const Batch g = Batch(factors.gradient_scale) * load_some<Batch>(gradient + i, count);
    const Batch m = fma(Batch(factors.beta1), load_some<Batch>(moment + i, count), Batch(factors.rest1) * g);
    const Batch v = fma(Batch(factors.beta2), load_some<Batch>(second_moment + i, count), Batch(factors.rest2) * g * g);
    const Batch root = xsimd::sqrt(Batch(factors.second_moment_scale) * v) + Batch(factors.epsilon);
    const Batch w = load_some<Batch>(weight + i, count);
    const Batch direction = fma(Batch(factors.decay), w, Batch(factors.moment_scale) * m / root);
    store_some(m, moment + i, count);
    store_some(v, second_moment + i, count);
    store_some(fma(Batch(-factors.rate), direction, w), weight + i, count);
  });
}

/// The first `count` ≤ size elements as doubles, the others 0. Reads nothing beyond them.
template <class Doubles, class T>
[[gnu::always_inline]] inline Doubles load_doubles(const T* from, std::size_t count) {
  if constexpr (std::is_same_v<T, double>) {
    return load_some<Doubles>(from, count);
  } else {
    using floats [[gnu::vector_size(Doubles::size * sizeof(T))]] = T;
    floats elements{};
    if (count == Doubles::size) {
      __builtin_memcpy(&elements, from, sizeof elements);
    } else {
      for (std::size_t i = 0; i < count; ++i) elements[i] = from[i];
    }
    return Doubles(__builtin_convertvector(elements, typename Doubles::register_type));
  }
}

/// In double: a float's square neither overflows nor is rounded there.
template <class Arch, class T>
double sum_of_squared_elements(std::size_t size, const T* x) {
  using doubles = batch<Arch, double>;
  const auto squares = [=](std::size_t i, std::size_t count) __attribute__((always_inline)) {
    const doubles elements = load_doubles<doubles>(x + i, count);
    return elements * elements;
  };
  return sum_over<doubles>(size, squares);
}

template <class Batch>
void update_average_elements(std::size_t size, element_of<Batch> decay, const element_of<Batch>* x,
                             element_of<Batch>* average) {
  const Batch rest(1 - decay);
  sweep<Batch>(size, [=](std::size_t i, std::size_t count) __attribute__((always_inline)) {
    const Batch added = rest * load_some<Batch>(x + i, count);
    store_some(fma(Batch(decay), load_some<Batch>(average + i, count), added), average + i, count);
  });
}

template <class Arch, class T>
constexpr optimizer_functions<T> optimizer_for() {
  using vector = batch<Arch, T>;
  return {.adam = adam_elements<vector>,
          .sum_of_squares = sum_of_squared_elements<Arch, T>,
          .update_average = update_average_elements<vector>};
}

}  // namespace typeformer::kernels
