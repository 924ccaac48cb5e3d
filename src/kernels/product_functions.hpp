#pragma once
#include <cstddef>

#include <typeformer/kernels/quantized.hpp>
#include <typeformer/kernels/product.hpp>

namespace typeformer::kernels {

/// Rows whose sums are kept in registers together.
inline constexpr std::size_t tile_rows = 6;

/// Rows of x that a block of a product has at most, and steps of a sum before it is put by.
inline constexpr std::size_t product_block_rows = 144;
inline constexpr std::size_t product_block_steps = 512;

/// Rows of dw that a block has at most whose part of dy is copied to a thread's scratch, behind a panel's part of x.
/// Eight fewer than fit: copied rows that are 512 bytes apart would share few places of the first cache.
template <class T>
inline constexpr std::size_t copied_block_rows =
    threads::scratch_bytes / (product_block_steps * sizeof(T)) - panel_columns - 8;

/// dw += dyᵀ·x with dy [rows, outs], x [rows, ins] and dw [outs, ins].
template <class T>
struct weight_gradient_problem {
  std::size_t rows, ins;
  const T* dy;
  std::size_t dy_stride;  // 0 where each row of dy is the same
  const T* x;
  T* dw;
};

/// Rows [first_row, last_row), at most product_block_rows, and panels [first_panel, last_panel) of a product.
template <class T, class Stored = T>
using product_block = void (*)(const product_problem<T, Stored>& problem, std::size_t first_row, std::size_t last_row,
                               std::size_t first_panel, std::size_t last_panel, void* scratch);

template <class T>
struct product_functions {
  product_block<T> block;
  /// Rows [first_out, last_out) and panels [first_panel, last_panel) of dw. With scratch, at most copied_block_rows.
  void (*weight_gradient)(const weight_gradient_problem<T>& problem, std::size_t first_out, std::size_t last_out,
                          std::size_t first_panel, std::size_t last_panel, void* scratch);
};

/// With matrices of fewer bits: for float.
template <class T>
struct quantized_functions {};
template <>
struct quantized_functions<float> {
  product_block<float, bf16_pair> bf16;
  product_block<float, int8_quad> int8;
};

}  // namespace typeformer::kernels
