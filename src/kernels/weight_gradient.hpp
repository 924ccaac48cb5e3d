#pragma once
#include <cstddef>

#include "product_functions.hpp"
#include "tile.hpp"

namespace typeformer::kernels {

/// Adds to one panel of dw the products of one block of rows after the other: its part of x stays in the second cache
/// while all outputs pass. Neither dy nor x is packed; a tile reads six neighbours of dy at each step.
template <class Arch, class T>
void multiply_transposed(const weight_gradient_problem<T>& p, std::size_t first_out, std::size_t last_out,
                         std::size_t first_panel, std::size_t last_panel) {
  const row_cut tiles(last_out - first_out, tile_rows);
  for (std::size_t panel = first_panel; panel < last_panel; ++panel) {
    const std::size_t column = panel * tile_columns;
    const std::size_t columns = p.ins - column < tile_columns ? p.ins - column : tile_columns;
    for (std::size_t row = 0; row < p.rows; row += product_block_steps) {
      const std::size_t steps = p.rows - row < product_block_steps ? p.rows - row : product_block_steps;
      for (std::size_t t = 0; t < tiles.blocks; ++t) {
        const std::size_t out = first_out + tiles.first(t);
        T* const dw = p.dw + out * p.ins + column;
        multiply<Arch>(tile_problem<T>{.steps = steps,
                                       .columns = columns,
                                       .a = p.dy + row * p.dy_stride + out,
                                       .a_stride = 1,
                                       .b = p.x + row * p.ins + column,
                                       .b_stride = p.ins,
                                       .b_size = (p.rows - row) * p.ins - column,
                                       .y = dw,
                                       .y_stride = p.ins,
                                       .residual = dw,
                                       .residual_stride = p.ins,
                                       .a_step = p.dy_stride},
                       tiles.first(t + 1) - tiles.first(t));
      }
    }
  }
}

}  // namespace typeformer::kernels
