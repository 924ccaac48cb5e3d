#pragma once
#include <cstddef>

#include <typeformer/kernels/attention.hpp>
#include <typeformer/kernels/ceil_div.hpp>

#include "blocking.hpp"
#include "micro_kernel.hpp"
#include "simd_math.hpp"

namespace typeformer::kernels {

/// The part of an array that one head has in one row of the batch.
template <class P>
[[gnu::always_inline]] inline P* head_of(P* array, const head_strides& strides, std::size_t row, std::size_t head) {
  return array + row * strides.batch + head * strides.head;
}

/// Some queries of one head over blocks of keys: which keys each attends to, and the products that attention and its
/// gradient share. What is masked enters no sum, so it may be anything, NaN too.
template <class Arch, class T, std::size_t BlockKeys>
class query_block {
 protected:
  static constexpr std::size_t block_keys = BlockKeys;
  // A vector longer than a block of keys. Rows whose stride is a power of two would map to few L1 sets.
  static constexpr std::size_t score_stride = block_keys + 16;
  static_assert(batch<Arch, T>::size <= 16);

  const attention_problem<T>& p_;
  std::size_t first_, rows_, keys_;

  [[gnu::always_inline]] query_block(const attention_problem<T>& problem, std::size_t first, std::size_t last,
                                     std::size_t keys)
      : p_(problem), first_(first), rows_(last - first), keys_(keys) {}

  /// Scores are scaled so that weights are powers of 2, not of e.
  [[gnu::always_inline]] T score_scale() const { return p_.scale * static_cast<T>(math::log_2_e); }

  [[gnu::always_inline]] static std::size_t whole_vectors(std::size_t count) {
    constexpr std::size_t size = batch<Arch, T>::size;
    return ceil_div(count, size) * size;
  }

  [[gnu::always_inline]] static std::size_t smaller(std::size_t a, std::size_t b) { return a < b ? a : b; }

  /// How many keys row i attends to; no fewer than the row before.
  [[gnu::always_inline]] std::size_t seen(std::size_t i) const {
    if (!p_.mask.causal) return keys_;
    const std::ptrdiff_t end = static_cast<std::ptrdiff_t>(first_ + i) + p_.mask.offset + 1;
    return end <= 0 ? 0 : smaller(static_cast<std::size_t>(end), keys_);
  }

  /// The first row that attends to this key, one of the first keys_, or else rows_.
  [[gnu::always_inline]] std::size_t first_seeing(std::size_t key) const {
    if (!p_.mask.causal) return 0;
    const std::ptrdiff_t row = static_cast<std::ptrdiff_t>(key) - p_.mask.offset - static_cast<std::ptrdiff_t>(first_);
    return row <= 0 ? 0 : smaller(static_cast<std::size_t>(row), rows_);
  }

  /// y[i, j] = scale · (a's row i) · (column key + j of `panels` [width, keys_]) for rows from `from` and j < count,
  /// where row i attends to key + j; elsewhere y is left as it is, or is anything.
  void multiply_panels(const T* a, std::size_t a_stride, const T* panels, std::size_t width, T scale, std::size_t key,
                       std::size_t count, std::size_t from, T* y) const {
    const even_blocks tiles(rows_ - from, mr);
    for (std::size_t panel = 0; panel < count; panel += panel_columns) {
      const std::size_t columns = smaller(keys_ - key - panel, panel_columns);
      for (std::size_t t = 0; t < tiles.blocks; ++t) {
        const std::size_t i = from + tiles.first(t), end = from + tiles.first(t + 1);
        if (seen(end - 1) <= key + panel) continue;
        multiply<Arch>(micro_tile<T>{.steps = width,
                                     .columns = columns,
                                     .a = a + i * a_stride,
                                     .a_stride = a_stride,
                                     .b = panels + (key + panel) * width,
                                     .b_stride = columns,
                                     .b_size = width * columns,
                                     .y = y + i * score_stride + panel,
                                     .y_stride = score_stride,
                                     .scale = scale},
                       end - i);
      }
    }
  }

  /// y += scale · weights · b for rows from `from`, with b's row 0 at `key` and weights [rows, count]. Where `fresh`,
  /// y counts as 0. Rows of a tile may attend to more keys than its first row: each adds these by itself.
  void add_rows(const T* weights, const T* b, std::size_t b_stride, std::size_t columns, T scale, std::size_t key,
                std::size_t count, std::size_t from, bool fresh, T* y, std::size_t y_stride) const {
    const even_blocks tiles(rows_ - from, mr);
    const auto add = [&](std::size_t i, std::size_t rows, std::size_t j, std::size_t end) {
      T* const to = y + i * y_stride;
      multiply<Arch>(micro_tile<T>{.steps = end - j,
                                   .columns = columns,
                                   .a = weights + i * score_stride + j,
                                   .a_stride = score_stride,
                                   .b = b + j * b_stride,
                                   .b_stride = b_stride,
                                   .b_size = (keys_ - key - j - 1) * b_stride + columns,
                                   .y = to,
                                   .y_stride = y_stride,
                                   .scale = scale,
                                   .residual = fresh && j == 0 ? nullptr : to,
                                   .residual_stride = y_stride},
                     rows);
    };
    for (std::size_t t = 0; t < tiles.blocks; ++t) {
      const std::size_t first = from + tiles.first(t), last = from + tiles.first(t + 1);
      const std::size_t shared = smaller(seen(first) - key, count);
      add(first, last - first, 0, shared);
      for (std::size_t i = first + 1; i < last; ++i) {
        const std::size_t end = smaller(seen(i) - key, count);
        if (end > shared) add(i, 1, shared, end);
      }
    }
  }

  /// y += scale · weightsᵀ · b for y's row 0 at `key` and weights [rows, count]: each key takes the rows that attend to
  /// it. More rows may attend to a key of a tile than to the tile's last key: the key adds these by itself.
  void add_columns(const T* weights, const T* b, std::size_t b_stride, std::size_t columns, T scale, std::size_t key,
                   std::size_t count, T* y, std::size_t y_stride) const {
    const even_blocks tiles(count, mr);
    const auto add = [&](std::size_t j, std::size_t keys, std::size_t i, std::size_t end) {
      T* const to = y + j * y_stride;
      multiply<Arch>(micro_tile<T>{.steps = end - i,
                                   .columns = columns,
                                   .a = weights + i * score_stride + j,
                                   .a_stride = 1,
                                   .b = b + i * b_stride,
                                   .b_stride = b_stride,
                                   .b_size = (rows_ - i - 1) * b_stride + columns,
                                   .y = to,
                                   .y_stride = y_stride,
                                   .scale = scale,
                                   .residual = to,
                                   .residual_stride = y_stride,
                                   .a_step = score_stride},
                     keys);
    };
    for (std::size_t t = 0; t < tiles.blocks; ++t) {
      const std::size_t first = tiles.first(t), last = tiles.first(t + 1);
      const std::size_t shared = first_seeing(key + last - 1);
      if (shared < rows_) add(first, last - first, shared, rows_);
      for (std::size_t j = first; j + 1 < last; ++j) {
        const std::size_t row = first_seeing(key + j);
        if (row < shared) add(j, 1, row, shared);
      }
    }
  }
};

}  // namespace typeformer::kernels
