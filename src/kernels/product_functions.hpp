#pragma once
#include <cstddef>

#include <typeformer/kernels/product.hpp>

namespace typeformer::kernels {

/// Rows whose sums are kept in registers together.
inline constexpr std::size_t tile_rows = 6;

/// Rows of x that a block of a product has at most, and steps of a sum before it is put by.
inline constexpr std::size_t product_block_rows = 144;
inline constexpr std::size_t product_block_steps = 512;

/// dw += dyᵀ·x with dy [rows, outs], x [rows, ins] and dw [outs, ins].
template <class T>
struct weight_gradient_problem {
  std::size_t rows, ins;
  const T* dy;
  std::size_t dy_stride;  // 0 where each row of dy is the same
  const T* x;
  T* dw;
};

template <class T>
struct product_functions {
  /// Rows [first_row, last_row), at most product_block_rows, and panels [first_panel, last_panel) of the product.
  void (*block)(const product_problem<T>& problem, std::size_t first_row, std::size_t last_row, std::size_t first_panel,
                std::size_t last_panel, void* scratch);
  /// Rows [first_out, last_out) and panels [first_panel, last_panel) of dw.
  void (*weight_gradient)(const weight_gradient_problem<T>& problem, std::size_t first_out, std::size_t last_out,
                          std::size_t first_panel, std::size_t last_panel);
};

}  // namespace typeformer::kernels
