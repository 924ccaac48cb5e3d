#pragma once
#include <cstddef>

#include <typeformer/kernels/activation.hpp>

namespace typeformer::kernels {

template <class T>
struct activation_gradient_functions {
  /// dx += f′(x) · dy
  void (*add)(std::size_t size, activation function, const T* x, const T* dy, T* dx);
};

}  // namespace typeformer::kernels
