#pragma once
#include <cstddef>

#include <typeformer/kernels/product.hpp>

namespace typeformer::kernels {

/// Rows whose sums are kept in registers together.
inline constexpr std::size_t tile_rows = 6;

/// Rows of x that a block of a product has at most, and steps of a sum before it is put by.
inline constexpr std::size_t product_block_rows = 144;
inline constexpr std::size_t product_block_steps = 512;

template <class T>
struct product_functions {
  /// Rows [first_row, last_row), at most product_block_rows, and panels [first_panel, last_panel) of the product.
  void (*block)(const product_problem<T>& problem, std::size_t first_row, std::size_t last_row, std::size_t first_panel,
                std::size_t last_panel, void* scratch);
};

}  // namespace typeformer::kernels
