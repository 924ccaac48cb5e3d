#pragma once
#include <cstddef>
#include <cstdint>

#include <typeformer/kernels/rows.hpp>

namespace typeformer::kernels {

template <class T>
struct row_functions {
  void (*softmax)(std::size_t rows, std::size_t columns, const T* x, T* y);
  void (*argmax)(std::size_t rows, std::size_t columns, const T* x, std::int32_t* index);
  /// Rows [first, last) of the problem.
  void (*layer_norm)(const layer_norm_problem<T>& problem, std::size_t first, std::size_t last);
};

}  // namespace typeformer::kernels
