#pragma once
#include <cstddef>

#include <typeformer/kernels/loss.hpp>

namespace typeformer::kernels {

template <class T>
struct loss_functions {
  /// Rows [first, last) of the problem; losses[row] takes each one's.
  void (*cross_entropy)(const cross_entropy_problem<T>& problem, std::size_t first, std::size_t last, double* losses);
};

}  // namespace typeformer::kernels
