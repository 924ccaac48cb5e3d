#pragma once
#include <cstddef>

#include <typeformer/kernels/rows.hpp>

namespace typeformer::kernels {

template <class T>
struct row_gradient_functions {
  void (*softmax)(std::size_t rows, std::size_t columns, const T* y, const T* dy, T* dx);
  /// Rows [first, last) of the problem; dgain and dbias are those rows' parts. dx, dresidual, dgain and dbias may each
  /// be null.
  void (*layer_norm)(const layer_norm_problem<T>& problem, std::size_t first, std::size_t last, const T* dy, T* dx,
                     T* dresidual, T* dgain, T* dbias);
};

}  // namespace typeformer::kernels
