#pragma once
#include <algorithm>
#include <cstddef>

#include "blocking.hpp"
#include "dot_product.hpp"
#include "micro_kernel.hpp"
#include "table.hpp"

namespace typeformer::kernels {

template <class T>
[[gnu::always_inline]] inline void pack_rows(const T* from, std::size_t stride, std::size_t rows, std::size_t columns,
                                             T* to) {
  for (std::size_t row = 0; row < rows; ++row) std::copy_n(from + row * stride, columns, to + row * columns);
}

/// Adds the products of KC rows of dy and x, then of the next. Such a part of x stays in L2 while all outputs go over
/// it. A micro-tile reads MR neighbours of dy at each step, and each panel reads them all again. So with `scratch` dy
/// is packed there, which takes a tenth of a panel's time with AVX-512. Where micro-tiles are narrower than a panel,
/// they read x several times, and x is packed, too.
template <class Arch, class T>
void multiply_transposed(const weight_gradient_problem<T>& p, std::size_t first_out, std::size_t last_out,
                         std::size_t first_panel, std::size_t last_panel, void* scratch) {
  constexpr bool narrow_tiles = nr<Arch, T> < panel_columns;
  const std::size_t outs = last_out - first_out;
  const even_blocks tiles(outs, mr);
  T* const packed_x = static_cast<T*>(scratch);
  T* const packed_dy = scratch ? packed_x + kc * panel_columns : nullptr;
  for (std::size_t row = 0; row < p.rows; row += kc) {
    const std::size_t steps = p.rows - row < kc ? p.rows - row : kc;
    const T* dy = p.dy + row * p.dy_stride + first_out;
    std::size_t dy_stride = p.dy_stride;
    if (scratch) {
      pack_rows(dy, dy_stride, steps, outs, packed_dy);
      dy = packed_dy;
      dy_stride = outs;
    }
    for (std::size_t panel = first_panel; panel < last_panel; ++panel) {
      const std::size_t column = panel * panel_columns;
      const std::size_t columns = p.ins - column < panel_columns ? p.ins - column : panel_columns;
      panel_part<T> x{steps, p.x + row * p.ins + column, p.ins, (p.rows - row) * p.ins - column};
      if (narrow_tiles && scratch) {
        pack_rows(x.data, x.stride, steps, columns, packed_x);
        x = {steps, packed_x, columns, steps * columns};
      }
      for (std::size_t t = 0; t < tiles.blocks; ++t) {
        T* const dw = p.dw + (first_out + tiles.first(t)) * p.ins + column;
        multiply<Arch>(micro_tile<T>{.steps = steps,
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

/// The same of dy and x rounded to bf16, each packed in panels of 64 columns: a micro-tile reads MR neighbours of dy's
/// words at each step.
template <class Arch>
void multiply_transposed_bf16(const weight_gradient_problem<float>& p, std::size_t first_out, std::size_t last_out,
                              std::size_t first_panel, std::size_t last_panel, void* scratch, dot_kernel kernel) {
  using V = batch<Arch, float>;
  constexpr std::size_t words = bf16_gradient_rows / bf16_step_pair::steps;
  struct operands {
    bf16_step_pair x[words][panel_columns];
    bf16_step_pair dy[bf16_gradient_outputs / panel_columns][words][panel_columns];
    float sums[mr][panel_columns];
  };
  static_assert(sizeof(operands) <= threads::scratch_bytes);
  auto& own = *static_cast<operands*>(scratch);
  for (std::size_t row = 0; row < p.rows; row += bf16_gradient_rows) {
    const std::size_t steps = std::min(bf16_gradient_rows, p.rows - row);
    for (std::size_t out = first_out, i = 0; out < last_out; out += panel_columns, ++i)
      pack_bf16_panel<Arch>(p.dy + row * p.dy_stride + out, p.dy_stride, 1, steps,
                            std::min(panel_columns, last_out - out), own.dy[i][0]);
    for (std::size_t panel = first_panel; panel < last_panel; ++panel) {
      const std::size_t column = panel * panel_columns, columns = std::min(panel_columns, p.ins - column);
      pack_bf16_panel<Arch>(p.x + row * p.ins + column, p.ins, 1, steps, columns, own.x[0]);
      for (std::size_t out = first_out, i = 0; out < last_out; out += panel_columns, ++i) {
        const even_blocks tiles(std::min(panel_columns, last_out - out), mr);
        for (std::size_t t = 0; t < tiles.blocks; ++t) {
          const std::size_t first = tiles.first(t), outs = tiles.first(t + 1) - first;
          kernel({.groups = word_rows<bf16_step_pair>(steps),
                  .x = &own.dy[i][0][first].word,
                  .x_stride = 1,
                  .x_step = panel_columns,
                  .x_sums = nullptr,
                  .w = &own.x[0][0].word,
                  .sums = own.sums,
                  .add = false},
                 outs);
          for (std::size_t j = 0; j < outs; ++j) {
            const float* const sums = own.sums[j];
            float* const dw = p.dw + (out + first + j) * p.ins + column;
            sweep<V>(columns, [=](std::size_t n, std::size_t count) __attribute__((always_inline)) {
              store_some(load_some<V>(dw + n, count) + load<V>(sums + n), dw + n, count);
            });
          }
        }
      }
    }
  }
}

}  // namespace typeformer::kernels
