#pragma once
#include <algorithm>
#include <cstddef>

#include "activation.hpp"
#include "blocking.hpp"
#include "dot_product.hpp"
#include "micro_kernel.hpp"
#include "quantized.hpp"
#include "sweep.hpp"
#include "table.hpp"
#include "weight_gradient.hpp"

namespace typeformer::kernels {

/// y = f(x) + residual for a micro-tile.
template <class Arch, class Function, class T>
void activate_tile(std::size_t rows, std::size_t columns, const T* x, const T* residual, std::size_t residual_stride,
                   T* y, std::size_t y_stride) {
  using V = batch<Arch, T>;
  for (std::size_t i = 0; i < rows; ++i, x += panel_columns, y += y_stride) {
    const T* const added = residual ? residual + i * residual_stride : nullptr;
    sweep<V>(columns, [=](std::size_t j, std::size_t n) __attribute__((always_inline)) {
      V z = Function::value(load_some<V>(x + j, n));
      if (added) z += load_some<V>(added + j, n);
      store_some(z, y + j, n);
    });
  }
}

/// Null for activation::none, and for relu, which a tile takes itself, without a second pass.
template <class Arch, class T>
auto activate_tile_for(activation function) {
  using none = math::vectors_of_activation<activation::none>;
  using relu = math::vectors_of_activation<activation::relu>;
  decltype(&activate_tile<Arch, none, T>) activate = nullptr;
  with_activation(function, [&](auto f) __attribute__((always_inline)) {
    if constexpr (!std::is_same_v<decltype(f), none> && !std::is_same_v<decltype(f), relu>)
      activate = activate_tile<Arch, decltype(f), T>;
  });
  return activate;
}

template <class Arch, class T>
[[gnu::always_inline]] inline panel_part<T> part_of(const product_problem<T>& p, std::size_t, std::size_t,
                                                    std::size_t panel, std::size_t step, std::size_t steps,
                                                    std::size_t columns, T*) {
  const T* const from = p.w.panels + panel * panel_columns * p.inner + step * columns;
  return {steps, from, columns, (p.inner - step) * columns, reinterpret_cast<const std::byte*>(from + steps * columns)};
}

/// For one row the sums are computed here, and the part has no steps. For more rows the part is widened behind the
/// sums.
template <class Arch, quantized Stored>
[[gnu::always_inline]] inline panel_part<float> part_of(const product_problem<float, Stored>& p, std::size_t first_row,
                                                        std::size_t rows, std::size_t panel, std::size_t step,
                                                        std::size_t steps, std::size_t, float* sums) {
  constexpr std::size_t words = words_of_row<Stored>;
  const Stored* const from = p.w.panels + (panel * p.inner + step) * words;
  if (rows == 1) {
    if (step == 0) std::fill_n(sums, panel_columns, 0.F);
    add_row<Arch>(p.x + first_row * p.x_stride + step, from, steps, sums);
    return {0, sums, panel_columns, 0};
  }
  float* const wide = sums + mc * panel_columns;
  widen<Arch>(from, steps, wide);
  return {steps, wide, panel_columns, steps * panel_columns, reinterpret_cast<const std::byte*>(from + steps * words)};
}

template <class Stored>
inline constexpr std::size_t bytes_of_number = sizeof(Stored);
template <quantized Stored>
inline constexpr std::size_t bytes_of_number<Stored> = sizeof(Stored) / Stored::columns;

/// One panel, or several for one row, in blocks of KC steps whose part of b stays in L2 while all rows go over it.
/// Between blocks the sums are in scratch, not in y, which may be the residual.
template <class Arch, std::size_t Panels, class T, class Stored>
void multiply_panels(const product_problem<T, Stored>& p, std::size_t first_row, std::size_t rows, std::size_t panel,
                     T* sums) {
  static_assert(Panels <= mr);  // so many columns as rows × columns of `activated`
  const auto multiply_tile = [](const micro_tile<T>& tile, std::size_t count) __attribute__((always_inline)) {
    if constexpr (Panels == 1) {
      multiply<Arch>(tile, count);
    } else {
      multiply_row_of_panels<Arch>(tile);
    }
  };
  const auto activate = activate_tile_for<Arch, T>(p.function);
  const std::size_t column = panel * panel_columns;
  const std::size_t columns = std::min(p.columns - column, Panels * panel_columns);
  const std::size_t panel_width = std::min(columns, panel_columns);
  const even_blocks tiles(rows, mr);
  const bool fetches = are_beyond_l2<T>(p.rows, p.y_stride);
  constexpr std::size_t ahead = std::min(bytes_of_number<Stored>, most_prefetched_bytes<Arch, T>);
  alignas(64) T activated[mr * panel_columns];
  for (std::size_t step = 0;; step += kc) {
    const bool last = p.inner - step <= kc;
    const std::size_t steps = last ? p.inner - step : kc;
    const panel_part<T> b = part_of<Arch>(p, first_row, rows, panel, step, steps, panel_width, sums);
    const bool summed = b.steps < steps, adds = step || summed;
    // What all tiles share is set once: to set it for each takes a hundredth of the time of one of 128 steps.
    micro_tile<T> tile{.steps = b.steps,
                       .columns = columns,
                       .a = nullptr,
                       .a_stride = p.x_stride,
                       .b = b.data,
                       .b_stride = b.stride,
                       .b_size = b.size,
                       .y = nullptr,
                       .y_stride = last && !activate ? p.y_stride : panel_columns,
                       .previous_stride = panel_columns,
                       .residual_stride = p.residual_stride,
                       .prefetched_column = ahead * steps,
                       .prefetched_step = ahead * nr<Arch, T>,
                       .panel_stride = Panels > 1 ? panel_columns * p.inner : 0};
    if (last) {
      tile.scale = p.scale;
      tile.column_scales = p.w.column_scales ? p.w.column_scales + column : nullptr;
      tile.bias = p.bias ? p.bias + column : nullptr;
      tile.rectifies = p.function == activation::relu;
    }
    // Prefetches the next block, so that memory's time passes during the products and not before them. A single tile
    // that goes over a panel once is no slower than memory.
    const bool prefetches = (tiles.blocks > 1 || ahead > 1) && (!last || column + columns < p.columns);
    const std::size_t prefetching_tiles = prefetches ? bytes_of_number<Stored> / ahead : 0;
    for (std::size_t t = 0; t < tiles.blocks; ++t) {
      const std::size_t from = tiles.first(t), count = tiles.first(t + 1) - from, row = first_row + from;
      T* const partial = sums + from * panel_columns;
      if (steps) tile.a = p.x + row * p.x_stride + step;
      tile.prefetched = t < prefetching_tiles ? b.next + t * ahead * columns * steps : nullptr;
      if (adds) tile.previous = partial;
      if (!last) {
        tile.y = partial;
        if (!summed) multiply_tile(tile, count);
      } else {
        T* const y = p.y + row * p.y_stride + column;
        if (fetches && count > 2) prefetch_tile(y, p.y_stride, count, columns);
        const T* const residual = p.residual ? p.residual + row * p.residual_stride + column : nullptr;
        if (activate) {
          tile.y = activated;
          multiply_tile(tile, count);
          activate(count, columns, activated, residual, p.residual_stride, y, p.y_stride);
        } else {
          tile.y = y;
          tile.residual = residual;
          multiply_tile(tile, count);
        }
      }
    }
    if (last) return;
  }
}

template <class Arch, class T, class Stored>
void multiply_block(const product_problem<T, Stored>& p, std::size_t first_row, std::size_t last_row,
                    std::size_t first_panel, std::size_t last_panel, void* scratch) {
  const std::size_t rows = last_row - first_row;
  T* const sums = static_cast<T*>(scratch);
  std::size_t panel = first_panel;
  if constexpr (constexpr std::size_t several = panels_at_once<Arch, T>; several > 1 && std::is_same_v<T, Stored>) {
    const std::size_t last_whole = std::min(last_panel, p.columns / panel_columns);
    if (rows == 1)
      for (; panel + several <= last_whole; panel += several)
        multiply_panels<Arch, several>(p, first_row, 1, panel, sums);
  }
  for (; panel < last_panel; ++panel) multiply_panels<Arch, 1>(p, first_row, rows, panel, sums);
}

template <class Arch, class T>
constexpr product_functions<T> product_for() {
  static_assert(mc * panel_columns * sizeof(T) <= threads::scratch_bytes);
  return {.block = multiply_block<Arch, T, T>, .weight_gradient = multiply_transposed<Arch, T>};
}

template <class Arch, class T>
constexpr quantized_functions<T> quantized_for() {
  if constexpr (std::is_same_v<T, float>) {
    static_assert((mc + kc) * panel_columns * sizeof(T) <= threads::scratch_bytes);
    return {.bf16 = multiply_block<Arch, T, bf16_pair>,
            .int8 = multiply_block<Arch, T, int8_quad>,
            .bf16_dots = multiply_dot_block<Arch, bf16_step_pair>,
            .int8_dots = multiply_dot_block<Arch, int8_step_quad>,
            .bf16_weight_gradient = multiply_transposed_bf16<Arch>,
            .pack_bf16_panel = pack_bf16_panel<Arch>,
            .round_rows = round_rows<Arch>};
  } else {
    return {};
  }
}

}  // namespace typeformer::kernels
