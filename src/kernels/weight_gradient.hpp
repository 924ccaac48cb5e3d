#pragma once
#include <algorithm>
#include <cstddef>
#include <cstring>

#include "blocking.hpp"
#include "dot_product.hpp"
#include "micro_kernel.hpp"
#include "table.hpp"

namespace typeformer::kernels {

/// Rows of dy and x, packed: of dy the neighbours that a micro-tile reads at a step, at most MR, in a place of eight,
/// which a vector or two copy. Two rows more than are used keep tiles from starting in the same set of L1.
template <class T>
struct packed_gradient_operands {
  T x[gradient_rows<T>][panel_columns];
  T dy[gradient_tiles][gradient_rows<T> + 2][gradient_tile_width];
};

/// How many rows ahead a packing loop prefetches: each is of another page, where the processor does not.
inline constexpr std::size_t prefetched_rows = 8;

template <class Arch, class T>
[[gnu::always_inline]] inline void pack_x(const T* from, std::size_t stride, std::size_t rows, std::size_t columns,
                                          packed_gradient_operands<T>& to) {
  using V = batch<Arch, T>;
  for (std::size_t row = 0; row < rows; ++row, from += stride)
    sweep<V>(columns, [=, to = to.x[row]](std::size_t i, std::size_t count)
                          __attribute__((always_inline)) { store_some(load_some<V>(from + i, count), to + i, count); });
}

/// Fetches to L2 a tile's share of the rows that are packed next. Each row is of another page, where the processor does
/// not.
template <class T>
[[gnu::always_inline]] inline void prefetch_share(const T* from, std::size_t stride, std::size_t rows,
                                                  std::size_t columns, std::size_t tile, std::size_t tiles) {
  for (std::size_t row = rows * tile / tiles; row < rows * (tile + 1) / tiles; ++row)
    for (std::size_t i = 0; i < columns; i += line_bytes / sizeof(T)) __builtin_prefetch(from + row * stride + i, 0, 2);
}

/// A tile's place takes what follows the tile in its row of dy, too.
template <class T>
[[gnu::always_inline]] inline void pack_dy(const T* from, std::size_t stride, std::size_t rows, even_blocks tiles,
                                           packed_gradient_operands<T>& to) {
  std::size_t firsts[gradient_tiles];
  for (std::size_t t = 0; t < tiles.blocks; ++t) firsts[t] = tiles.first(t);
  for (std::size_t row = 0; row + 1 < rows; ++row, from += stride)
    for (std::size_t t = 0; t < tiles.blocks; ++t) {
      __builtin_prefetch(from + prefetched_rows * stride + firsts[t]);
      std::memcpy(to.dy[t][row], from + firsts[t], sizeof to.dy[t][row]);  // copy_n() calls a function for 32 bytes
    }
  // The last row may end where the array does.
  for (std::size_t t = 0; t < tiles.blocks; ++t)
    std::copy(from + firsts[t], from + tiles.first(t + 1), to.dy[t][rows - 1]);
}

/// Adds the products of some rows of dy and x, then of the next. Such a part of x stays in L2 while all outputs go over
/// it. With `scratch` both are packed there: a micro-tile reads MR neighbours of dy at each step, each step of another
/// page, which takes half as long as a panel; and where x's rows are a page apart or more, its lines share few sets of
/// the caches. With AVX-512 an Emerald Rapids takes a twentieth less time so for rows of 1024 or 2048 numbers, and as
/// long for 512.
template <class Arch, class T>
void multiply_transposed(const weight_gradient_problem<T>& p, std::size_t first_out, std::size_t last_out,
                         std::size_t first_panel, std::size_t last_panel, void* scratch) {
  static_assert(sizeof(packed_gradient_operands<T>) <= threads::scratch_bytes);
  const even_blocks tiles(last_out - first_out, mr);
  auto* const packed = static_cast<packed_gradient_operands<T>*>(scratch);
  const std::size_t most_steps = packed ? gradient_rows<T> : kc;
  for (std::size_t row = 0; row < p.rows; row += most_steps) {
    const std::size_t steps = std::min(most_steps, p.rows - row);
    const std::size_t next_steps = std::min(most_steps, p.rows - row - steps);
    const T* const dy = p.dy + row * p.dy_stride + first_out;
    if (packed) pack_dy(dy, p.dy_stride, steps, tiles, *packed);
    for (std::size_t panel = first_panel; panel < last_panel; ++panel) {
      const std::size_t column = panel * panel_columns;
      const std::size_t columns = std::min(panel_columns, p.ins - column);
      const T* const x_rows = p.x + row * p.ins + column;
      panel_part<T> x{steps, x_rows, p.ins, (p.rows - row) * p.ins - column};
      if (packed) {
        pack_x<Arch>(x.data, x.stride, steps, columns, *packed);
        x = {steps, packed->x[0], panel_columns, steps * panel_columns};
      }
      for (std::size_t t = 0; t < tiles.blocks; ++t) {
        const std::size_t first = tiles.first(t), count = tiles.first(t + 1) - first;
        T* const dw = p.dw + (first_out + first) * p.ins + column;
        prefetch_tile(dw, p.ins, count, columns);
        const micro_tile<T> tile{.steps = steps,
                                 .columns = columns,
                                 .a = packed ? packed->dy[t][0] : dy + first,
                                 .a_stride = 1,
                                 .b = x.data,
                                 .b_stride = x.stride,
                                 .b_size = x.size,
                                 .y = dw,
                                 .y_stride = p.ins,
                                 .residual = dw,
                                 .residual_stride = p.ins,
                                 .a_step = packed ? gradient_tile_width : p.dy_stride};
        if (packed) {
          if (panel + 1 < last_panel)
            prefetch_share(x_rows + panel_columns, p.ins, steps, panel_columns, t, tiles.blocks);
          if (next_steps > 0)
            prefetch_share(dy + steps * p.dy_stride, p.dy_stride, next_steps, last_out - first_out,
                           (panel - first_panel) * tiles.blocks + t, (last_panel - first_panel) * tiles.blocks);
        }
        multiply<Arch>(tile, count);
      }
    }
  }
}

/// The left operand of a gradient of weights in bf16: dy's words of bf16_step_pair, as kernels of vectors read them, MR
/// neighbours at each step.
template <class Arch>
class bf16_outputs_of_vectors {
  static constexpr std::size_t words = bf16_gradient_rows / bf16_step_pair::steps;
  bf16_step_pair dy_[bf16_gradient_outputs / panel_columns][words][panel_columns];

 public:
  static constexpr std::size_t tile_rows = mr, stride = 1, step = panel_columns;
  static dot_kernel kernel(const dot_kernels& kernels) { return kernels.rows; }

  /// Packs outputs [64·i, 64·i + width).
  void take(std::size_t i, const float* dy, std::size_t dy_stride, std::size_t steps, std::size_t width) {
    pack_bf16_panel<Arch>(dy, dy_stride, 1, steps, width, dy_[i][0]);
  }
  /// The first word of output 64·i + out.
  const std::uint32_t* word_of(std::size_t i, std::size_t out) const { return &dy_[i][0][out].word; }
};

/// The same as kernels of matrices read it: an output's words are a row.
template <class Arch>
class bf16_outputs_of_matrices {
  static constexpr std::size_t words = bf16_gradient_rows / bf16_step_pair::steps;

 public:
  static constexpr std::size_t tile_rows = matrix_tile_rows, stride = words + word_block, step = 1;
  static dot_kernel kernel(const dot_kernels& kernels) { return kernels.matrix.multiply; }

  void take(std::size_t i, const float* dy, std::size_t dy_stride, std::size_t steps, std::size_t width) {
    bf16_step_pair block[word_block][panel_columns];
    constexpr std::size_t block_steps = word_block * bf16_step_pair::steps;
    for (std::size_t row = 0, word = 0; row < steps; row += block_steps, word += word_block) {
      pack_bf16_panel<Arch>(dy + row * dy_stride, dy_stride, 1, std::min(block_steps, steps - row), width, block[0]);
      for (std::size_t n = 0; n < panel_columns; n += 4)
        for (std::size_t k = 0; k < word_block; k += 4)
          transpose_4_by_4(&block[k][n].word, panel_columns, &dy_[i][n][word + k], stride);
    }
  }
  const std::uint32_t* word_of(std::size_t i, std::size_t out) const { return dy_[i][out]; }

 private:
  std::uint32_t dy_[bf16_gradient_outputs / panel_columns][panel_columns][stride];
};

/// dw += dyᵀ·x of dy and x rounded to bf16 and packed.
template <class Arch, class Outputs>
void multiply_bf16_outputs(const weight_gradient_problem<float>& p, std::size_t first_out, std::size_t last_out,
                           std::size_t first_panel, std::size_t last_panel, void* scratch, const dot_kernels& kernels) {
  using V = batch<Arch, float>;
  constexpr std::size_t words = bf16_gradient_rows / bf16_step_pair::steps;
  struct operands {
    bf16_step_pair x[words][panel_columns];
    Outputs dy;
    float sums[Outputs::tile_rows][panel_columns];
  };
  static_assert(sizeof(operands) <= threads::scratch_bytes);
  auto& own = *static_cast<operands*>(scratch);
  const dot_kernel kernel = Outputs::kernel(kernels);
  for (std::size_t row = 0; row < p.rows; row += bf16_gradient_rows) {
    const std::size_t steps = std::min(bf16_gradient_rows, p.rows - row);
    for (std::size_t out = first_out, i = 0; out < last_out; out += panel_columns, ++i)
      own.dy.take(i, p.dy + row * p.dy_stride + out, p.dy_stride, steps, std::min(panel_columns, last_out - out));
    for (std::size_t panel = first_panel; panel < last_panel; ++panel) {
      const std::size_t column = panel * panel_columns, columns = std::min(panel_columns, p.ins - column);
      pack_bf16_panel<Arch>(p.x + row * p.ins + column, p.ins, 1, steps, columns, own.x[0]);
      for (std::size_t out = first_out, i = 0; out < last_out; out += panel_columns, ++i) {
        const std::size_t all = std::min(panel_columns, last_out - out);
        const even_blocks tiles(all, Outputs::tile_rows);
        for (std::size_t t = 0; t < tiles.blocks; ++t) {
          const std::size_t first = tiles.first(t), outs = tiles.first(t + 1) - first;
          kernel({.groups = word_rows<bf16_step_pair>(steps),
                  .x = own.dy.word_of(i, first),
                  .x_stride = Outputs::stride,
                  .x_step = Outputs::step,
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

template <class Arch>
void multiply_transposed_bf16(const weight_gradient_problem<float>& p, std::size_t first_out, std::size_t last_out,
                              std::size_t first_panel, std::size_t last_panel, void* scratch,
                              const dot_kernels& kernels) {
  if (!kernels.matrix.multiply)
    return multiply_bf16_outputs<Arch, bf16_outputs_of_vectors<Arch>>(p, first_out, last_out, first_panel, last_panel,
                                                                      scratch, kernels);
  kernels.matrix.begin();
  multiply_bf16_outputs<Arch, bf16_outputs_of_matrices<Arch>>(p, first_out, last_out, first_panel, last_panel, scratch,
                                                              kernels);
  kernels.matrix.end();
}

}  // namespace typeformer::kernels
