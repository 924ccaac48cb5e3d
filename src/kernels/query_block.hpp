#pragma once
#include <cstddef>

#include <typeformer/kernels/attention.hpp>
#include <typeformer/kernels/ceil_div.hpp>

#include "blocking.hpp"
#include "micro_kernel.hpp"
#include "simd_math.hpp"
#include "sweep.hpp"

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

  // Row i attends to keys unseen(i) … seen(i) − 1; neither is less than in the row before.

  [[gnu::always_inline]] std::size_t seen(std::size_t i) const {
    if (!p_.mask.causal) return keys_;
    const std::ptrdiff_t end = static_cast<std::ptrdiff_t>(first_ + i) + p_.mask.offset + 1;
    return end <= 0 ? 0 : smaller(static_cast<std::size_t>(end), keys_);
  }
  [[gnu::always_inline]] std::size_t unseen(std::size_t i) const {
    if (!p_.mask.causal) return 0;
    const std::ptrdiff_t first = static_cast<std::ptrdiff_t>(first_ + i) + p_.mask.offset + 1 - p_.mask.window;
    return first <= 0 ? 0 : smaller(static_cast<std::size_t>(first), keys_);
  }

  // Rows first_seeing(key) … past_seeing(key) − 1 attend to this key, one of the first keys_.

  [[gnu::always_inline]] std::size_t first_seeing(std::size_t key) const {
    if (!p_.mask.causal) return 0;
    const std::ptrdiff_t row = static_cast<std::ptrdiff_t>(key) - p_.mask.offset - static_cast<std::ptrdiff_t>(first_);
    return row <= 0 ? 0 : smaller(static_cast<std::size_t>(row), rows_);
  }
  [[gnu::always_inline]] std::size_t past_seeing(std::size_t key) const {
    if (!p_.mask.causal) return rows_;
    const std::ptrdiff_t row =
        static_cast<std::ptrdiff_t>(key) - p_.mask.offset - static_cast<std::ptrdiff_t>(first_) + p_.mask.window;
    return row <= 0 ? 0 : smaller(static_cast<std::size_t>(row), rows_);
  }

  [[gnu::always_inline]] bool has_window() const { return p_.mask.window != unbounded_window; }
  /// Where the first block of keys begins, at a panel: none of the rows attends to an earlier key.
  [[gnu::always_inline]] std::size_t first_key() const { return unseen(0) / panel_columns * panel_columns; }

  /// Keys of the block at `key` that row i attends to: from the first of these numbers to before the second, counted
  /// from `key`, for a row whose keys do not all lie before it.
  [[gnu::always_inline]] std::size_t unseen_of(std::size_t i, std::size_t key) const {
    const std::size_t first = unseen(i);
    return first <= key ? 0 : smaller(first - key, block_keys);
  }
  [[gnu::always_inline]] std::size_t seen_of(std::size_t i, std::size_t key) const {
    return smaller(seen(i) - key, block_keys);
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
        if (seen(end - 1) <= key + panel || unseen(i) >= key + panel + columns) continue;
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
  /// y counts as 0, and all rows attend to the first of the keys.
  void add_rows(const T* weights, const T* b, std::size_t b_stride, std::size_t columns, T scale, std::size_t key,
                std::size_t count, std::size_t from, bool fresh, T* y, std::size_t y_stride) const {
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
    const even_blocks tiles(rows_ - from, mr);
    for (std::size_t t = 0; t < tiles.blocks; ++t)
      add_tile(
          from + tiles.first(t), from + tiles.first(t + 1),
          [&](std::size_t i) { return smaller(unseen_of(i, key), count); },
          [&](std::size_t i) { return smaller(seen_of(i, key), count); }, add);
  }

  /// y += scale · weightsᵀ · b for y's row 0 at `key` and weights [rows, count]: each key takes the rows that attend to
  /// it.
  void add_columns(const T* weights, const T* b, std::size_t b_stride, std::size_t columns, T scale, std::size_t key,
                   std::size_t count, T* y, std::size_t y_stride) const {
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
    const even_blocks tiles(count, mr);
    for (std::size_t t = 0; t < tiles.blocks; ++t)
      add_tile(
          tiles.first(t), tiles.first(t + 1), [&](std::size_t j) { return first_seeing(key + j); },
          [&](std::size_t j) { return past_seeing(key + j); }, add);
  }

  /// x[j] += factor · terms[distance of key j] for the keys of the block that row i attends to.
  void add_by_distance(std::size_t i, std::size_t key, std::size_t count, const T* terms, T factor, T* x) const {
    using V = batch<Arch, T>;
    const keys_by_distance keys = by_distance(i, key, count);
    const auto add_to_all = [=](std::size_t first, std::size_t last, T term) __attribute__((always_inline)) {
      T* const to = x + first;
      sweep<V>(last - first, [=](std::size_t j, std::size_t n) __attribute__((always_inline)) {
        store_some(load_some<V>(to + j, n) + V(term), to + j, n);
      });
    };
    add_to_all(keys.begin, keys.near, factor * terms[0]);
    if (keys.near < keys.far) {
      T* const to = x + keys.near;
      const T* const from = terms + (keys.shift + static_cast<std::ptrdiff_t>(keys.near));
      sweep<V>(keys.far - keys.near, [=](std::size_t j, std::size_t n) __attribute__((always_inline)) {
        store_some(fma(V(factor), load_some<V>(from + j, n), load_some<V>(to + j, n)), to + j, n);
      });
    }
    add_to_all(keys.far, keys.end, factor * terms[2 * p_.distances.largest]);
  }

  /// sums[distance of key j] += x[j] for the same keys.
  void sum_by_distance(std::size_t i, std::size_t key, std::size_t count, const T* x, T* sums) const {
    using V = batch<Arch, T>;
    const keys_by_distance keys = by_distance(i, key, count);
    const auto sum_of = [=](std::size_t first, std::size_t last) __attribute__((always_inline)) {
      const T* const from = x + first;
      return sum_over<V>(last - first, [=](std::size_t j, std::size_t n)
                                           __attribute__((always_inline)) { return load_some<V>(from + j, n); });
    };
    if (keys.begin < keys.near) sums[0] += sum_of(keys.begin, keys.near);
    if (keys.near < keys.far) {
      const T* const from = x + keys.near;
      T* const to = sums + (keys.shift + static_cast<std::ptrdiff_t>(keys.near));
      sweep<V>(keys.far - keys.near, [=](std::size_t j, std::size_t n) __attribute__((always_inline)) {
        store_some(load_some<V>(to + j, n) + load_some<V>(from + j, n), to + j, n);
      });
    }
    if (keys.far < keys.end) sums[2 * p_.distances.largest] += sum_of(keys.far, keys.end);
  }

 private:
  /// Of keys begin … end − 1 of a block those before `near` lie as far before row i as is told apart, or farther, and
  /// those from `far` on so far behind it. Between them key j has the element shift + j of those by distance.
  struct keys_by_distance {
    std::size_t begin, near, far, end;
    std::ptrdiff_t shift;
  };
  [[gnu::always_inline]] keys_by_distance by_distance(std::size_t i, std::size_t key, std::size_t count) const {
    const std::size_t end = smaller(seen(i) - key, count), begin = smaller(unseen_of(i, key), end);
    const auto largest = static_cast<std::ptrdiff_t>(p_.distances.largest);
    const std::ptrdiff_t shift =
        static_cast<std::ptrdiff_t>(key) - static_cast<std::ptrdiff_t>(first_ + i) - p_.distances.offset + largest;
    const auto within = [=](std::ptrdiff_t j) {
      return j <= static_cast<std::ptrdiff_t>(begin) ? begin : smaller(static_cast<std::size_t>(j), end);
    };
    return {begin, within(-shift), within(2 * largest - shift), end, shift};
  }

  /// Items first … last − 1 sum over steps begin(i) … end(i) − 1, neither of which falls from item to item. The steps
  /// that all of them have are one product; each adds those before and behind these by itself.
  template <class Begin, class End, class Add>
  [[gnu::always_inline]] static void add_tile(std::size_t first, std::size_t last, const Begin& begin, const End& end,
                                              const Add& add) {
    const std::size_t shared = begin(last - 1), shared_end = end(first) > shared ? end(first) : shared;
    const auto add_one = [&](std::size_t i, std::size_t from, std::size_t to) __attribute__((always_inline)) {
      if (from < to) add(i, 1, from, to);
    };
    if (shared < shared_end) add(first, last - first, shared, shared_end);
    for (std::size_t i = first; i + 1 < last; ++i) add_one(i, begin(i), smaller(shared, end(i)));
    for (std::size_t i = first + 1; i < last; ++i) add_one(i, begin(i) > shared_end ? begin(i) : shared_end, end(i));
  }
};

}  // namespace typeformer::kernels
