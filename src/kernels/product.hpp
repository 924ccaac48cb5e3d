#pragma once
#include <algorithm>
#include <cstddef>

#include "quantized.hpp"
#include "product_functions.hpp"
#include "simd_math.hpp"
#include "sweep.hpp"
#include "tile.hpp"
#include "weight_gradient.hpp"

namespace typeformer::kernels {

/// y = f(x) + residual for a tile of one panel
template <class Arch, activation F, class T>
void activate_tile(std::size_t rows, std::size_t columns, const T* x, const T* residual, std::size_t residual_stride,
                   T* y, std::size_t y_stride) {
  using V = batch<Arch, T>;
  for (std::size_t i = 0; i < rows; ++i, x += tile_columns, y += y_stride) {
    const T* const added = residual ? residual + i * residual_stride : nullptr;
    sweep<V>(columns, [=](std::size_t j, std::size_t n) __attribute__((always_inline)) {
      V z = math::apply<F>(load_some<V>(x + j, n));
      if (added) z += load_some<V>(added + j, n);
      store_some(z, y + j, n);
    });
  }
}

template <class Arch, class T>
constexpr auto activate_tile_for(activation function) -> decltype(&activate_tile<Arch, activation::relu, T>) {
  switch (function) {
    case activation::none:
      break;
    case activation::relu:
      return activate_tile<Arch, activation::relu, T>;
    case activation::gelu_erf:
      return activate_tile<Arch, activation::gelu_erf, T>;
    case activation::gelu_tanh:
      return activate_tile<Arch, activation::gelu_tanh, T>;
    case activation::gelu_quick:
      return activate_tile<Arch, activation::gelu_quick, T>;
    case activation::swish:
      return activate_tile<Arch, activation::swish, T>;
    case activation::sigmoid:
      return activate_tile<Arch, activation::sigmoid, T>;
    case activation::tanh:
      return activate_tile<Arch, activation::tanh, T>;
  }
  return nullptr;
}

template <class Arch, class T>
[[gnu::always_inline]] inline panel_part<T> part_of(const product_problem<T>& p, std::size_t, std::size_t,
                                                    std::size_t panel, std::size_t step, std::size_t steps,
                                                    std::size_t columns, T*) {
  const T* const from = p.w.panels + panel * tile_columns * p.inner + step * columns;
  return {steps, from, columns, (p.inner - step) * columns, reinterpret_cast<const std::byte*>(from + steps * columns)};
}

/// One row's sums are taken at once, and its part has no steps. For more rows the part is widened behind the sums.
template <class Arch, quantized Stored>
[[gnu::always_inline]] inline panel_part<float> part_of(const product_problem<float, Stored>& p, std::size_t first_row,
                                                        std::size_t rows, std::size_t panel, std::size_t step,
                                                        std::size_t steps, std::size_t, float* sums) {
  constexpr std::size_t words = words_of_row<Stored>;
  const Stored* const from = p.w.panels + (panel * p.inner + step) * words;
  if (rows == 1) {
    if (step == 0) std::fill_n(sums, tile_columns, 0.F);
    add_row<Arch>(p.x + first_row * p.x_stride + step, from, steps, sums);
    return {0, sums, tile_columns, 0};
  }
  float* const wide = sums + product_block_rows * tile_columns;
  widen<Arch>(from, steps, wide);
  return {steps, wide, tile_columns, steps * tile_columns, reinterpret_cast<const std::byte*>(from + steps * words)};
}

template <class Stored>
inline constexpr std::size_t bytes_of_number = sizeof(Stored);
template <quantized Stored>
inline constexpr std::size_t bytes_of_number<Stored> = sizeof(Stored) / Stored::columns;

/// One panel: the steps in blocks whose part of b stays in the second cache while all rows pass; the sums of several
/// blocks wait in scratch, not in y, which may be the residual.
template <class Arch, class T, class Stored>
void multiply_panel(const product_problem<T, Stored>& p, std::size_t first_row, std::size_t rows, std::size_t panel,
                    T* sums) {
  const auto activate = activate_tile_for<Arch, T>(p.function);
  const std::size_t column = panel * tile_columns;
  const std::size_t columns = p.columns - column < tile_columns ? p.columns - column : tile_columns;
  const row_cut tiles(rows, tile_rows);
  constexpr std::size_t ahead = std::min(bytes_of_number<Stored>, most_ahead_bytes<Arch, T>);
  alignas(64) T activated[tile_rows * tile_columns];
  for (std::size_t step = 0;; step += product_block_steps) {
    const bool last = p.inner - step <= product_block_steps;
    const std::size_t steps = last ? p.inner - step : product_block_steps;
    const panel_part<T> b = part_of<Arch>(p, first_row, rows, panel, step, steps, columns, sums);
    const bool summed = b.steps < steps;
    for (std::size_t t = 0; t < tiles.blocks; ++t) {
      const std::size_t from = tiles.first(t), count = tiles.first(t + 1) - from, row = first_row + from;
      tile_problem<T> tile{.steps = b.steps,
                           .columns = columns,
                           .a = steps ? p.x + row * p.x_stride + step : nullptr,
                           .a_stride = p.x_stride,
                           .b = b.data,
                           .b_stride = b.stride,
                           .b_size = b.size,
                           .y = sums + from * tile_columns,
                           .y_stride = tile_columns};
      // Memory's time passes during the products instead of before them. A single tile that goes over a panel once is
      // no slower than memory.
      if ((tiles.blocks > 1 || ahead > 1) && t < bytes_of_number<Stored> / ahead &&
          (!last || column + columns < p.columns)) {
        tile.ahead = b.next + t * ahead * columns * steps;
        tile.ahead_bytes = ahead;
      }
      if (step || summed) {
        tile.previous = tile.y;
        tile.previous_stride = tile_columns;
      }
      if (!last) {
        if (!summed) multiply<Arch>(tile, count);
        continue;
      }
      tile.scale = p.scale;
      tile.column_scales = p.w.column_scales ? p.w.column_scales + column : nullptr;
      tile.bias = p.bias ? p.bias + column : nullptr;
      T* y = p.y + row * p.y_stride + column;
      const T* residual = p.residual ? p.residual + row * p.residual_stride + column : nullptr;
      if (activate) {
        tile.y = activated;
        multiply<Arch>(tile, count);
        activate(count, columns, activated, residual, p.residual_stride, y, p.y_stride);
      } else {
        tile.y = y;
        tile.y_stride = p.y_stride;
        tile.residual = residual;
        tile.residual_stride = p.residual_stride;
        multiply<Arch>(tile, count);
      }
    }
    if (last) return;
  }
}

template <class Arch, class T, class Stored>
void multiply_block(const product_problem<T, Stored>& p, std::size_t first_row, std::size_t last_row,
                    std::size_t first_panel, std::size_t last_panel, void* scratch) {
  for (std::size_t panel = first_panel; panel < last_panel; ++panel)
    multiply_panel<Arch>(p, first_row, last_row - first_row, panel, static_cast<T*>(scratch));
}

template <class Arch, class T>
constexpr product_functions<T> product_for() {
  static_assert(product_block_rows * tile_columns * sizeof(T) <= threads::scratch_bytes);
  return {.block = multiply_block<Arch, T, T>, .weight_gradient = multiply_transposed<Arch, T>};
}

template <class Arch, class T>
constexpr quantized_functions<T> quantized_for() {
  if constexpr (std::is_same_v<T, float>) {
    static_assert((product_block_rows + product_block_steps) * tile_columns * sizeof(T) <= threads::scratch_bytes);
    return {.bf16 = multiply_block<Arch, T, bf16_pair>, .int8 = multiply_block<Arch, T, int8_quad>};
  } else {
    return {};
  }
}

}  // namespace typeformer::kernels
