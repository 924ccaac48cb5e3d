#pragma once
#include <cstddef>

namespace typeformer::kernels {

/// adam_step, with what depends on the step alone worked out in double.
template <class T>
struct adam_factors {
  T gradient_scale, beta1, rest1, beta2, rest2;  // rest = 1 − β
  T moment_scale, second_moment_scale;           // 1 / (1 − βᵗ)
  T epsilon, rate, decay;
};

template <class T>
struct optimizer_functions {
  void (*adam)(const adam_factors<T>& factors, std::size_t size, const T* gradient, T* moment, T* second_moment,
               T* weight);
  double (*sum_of_squares)(std::size_t size, const T* x);
  void (*update_average)(std::size_t size, T decay, const T* x, T* average);
};

}  // namespace typeformer::kernels
