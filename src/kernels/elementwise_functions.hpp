#pragma once
#include <cstddef>

#include <typeformer/kernels/activation.hpp>

namespace typeformer::kernels {

template <class T>
struct elementwise_functions {
  void (*activate)(std::size_t size, activation function, const T* x, T* y);
  void (*scale)(std::size_t size, T scale, const T* x, T* y);
  /// z = scale · x + y. With a scale of 1 this is the sum, rounded once.
  void (*add_scaled)(std::size_t size, T scale, const T* x, const T* y, T* z);
  /// y = e^x, and 2^x for x ≤ 0: what softmax and attention are made of, here so that a test can hold their errors
  /// alone.
  void (*exp)(std::size_t size, const T* x, T* y);
  void (*exp2_not_positive)(std::size_t size, const T* x, T* y);
};

}  // namespace typeformer::kernels
