#pragma once
#include <algorithm>
#include <cstddef>

#include "product_functions.hpp"
#include "tile.hpp"

namespace typeformer::kernels {

template <class T>
void copy_rows(const T* from, std::size_t stride, std::size_t rows, std::size_t columns, T* to) {
  for (std::size_t row = 0; row < rows; ++row) std::copy_n(from + row * stride, columns, to + row * columns);
}

/// Adds the products of one block of rows after the other: its part of x stays in the second cache while all outputs
/// pass. A tile reads six neighbours of dy at each step, and each panel reads them all again: from a copy in `scratch`,
/// where they are near each other, if there is one. A copy takes a tenth of a panel's time with AVX-512. Where tiles
/// are narrower than a panel, they read x several times, and from a copy, too.
template <class Arch, class T>
void multiply_transposed(const weight_gradient_problem<T>& p, std::size_t first_out, std::size_t last_out,
                         std::size_t first_panel, std::size_t last_panel, void* scratch) {
  constexpr bool quantized_tiles = whole_tile_columns<Arch, T> < tile_columns;
  const std::size_t outs = last_out - first_out;
  const row_cut tiles(outs, tile_rows);
  T* const x_copy = static_cast<T*>(scratch);
  T* const dy_copy = x_copy + product_block_steps * tile_columns;
  for (std::size_t row = 0; row < p.rows; row += product_block_steps) {
    const std::size_t steps = p.rows - row < product_block_steps ? p.rows - row : product_block_steps;
    const T* dy = p.dy + row * p.dy_stride + first_out;
    std::size_t dy_stride = p.dy_stride;
    if (scratch) {
      copy_rows(dy, dy_stride, steps, outs, dy_copy);
      dy = dy_copy;
      dy_stride = outs;
    }
    for (std::size_t panel = first_panel; panel < last_panel; ++panel) {
      const std::size_t column = panel * tile_columns;
      const std::size_t columns = p.ins - column < tile_columns ? p.ins - column : tile_columns;
      panel_part<T> x{steps, p.x + row * p.ins + column, p.ins, (p.rows - row) * p.ins - column};
      if (quantized_tiles && scratch) {
        copy_rows(x.data, x.stride, steps, columns, x_copy);
        x = {steps, x_copy, columns, steps * columns};
      }
      for (std::size_t t = 0; t < tiles.blocks; ++t) {
        T* const dw = p.dw + (first_out + tiles.first(t)) * p.ins + column;
        multiply<Arch>(tile_problem<T>{.steps = steps,
                                       .columns = columns,
                                       .a = dy + tiles.first(t),
                                       .a_stride = 1,
                                       .b = x.data,
                                       .b_stride = x.stride,
                                       .b_size = x.size,
                                       .y = dw,
                                       .y_stride = p.ins,
                                       .residual = dw,
                                       .residual_stride = p.ins,
                                       .a_step = dy_stride},
                       tiles.first(t + 1) - tiles.first(t));
      }
    }
  }
}

}  // namespace typeformer::kernels
