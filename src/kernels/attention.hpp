#pragma once
#include <algorithm>
#include <cstddef>
#include <type_traits>

#include "attention_gradient.hpp"
#include "bf16_attention.hpp"
#include "one_query.hpp"
#include "query_block.hpp"
#include "simd_math.hpp"
#include "sweep.hpp"
#include "table.hpp"

namespace typeformer::kernels {

/// FlashAttention (Dao et al. 2022) for some queries of one head: block by block of keys it computes scores, their
/// online softmax (Milakov and Gimelshein 2018), and the weighted sum of values in y. The online softmax takes powers
/// of 2 of scores less the maximum so far, and sums them. Where a block has a larger maximum, y and the sum are
/// rescaled; at the end y is divided by the sum. Only keys that a query attends to are summed: what is masked may be
/// anything, NaN too.
template <class Arch, class T>
class attention_block : query_block<Arch, T, attention_block_keys<T>> {
  using V = batch<Arch, T>;
  using base = query_block<Arch, T, attention_block_keys<T>>;
  using base::block_keys, base::score_stride, base::p_, base::rows_, base::keys_;
  using base::seen, base::seen_of, base::smaller, base::unseen_of, base::whole_vectors;
  static constexpr T lowest = minus_infinity<V>;
  static constexpr std::size_t rows_together = 8;
  static_assert(attention_block_queries * (score_stride + V::size + 1) * sizeof(T) <= threads::scratch_bytes);

  T *scores_, *sums_, *maxima_;  // sums_: a vector for each row, whose elements are summed at the end
  const T* by_distance_;         // of the first row
  T* y_;

 public:
  [[gnu::always_inline]] attention_block(const attention_problem<T>& problem, std::size_t row, std::size_t head,
                                         std::size_t first, std::size_t last, std::size_t keys, void* scratch)
      : base(problem, first, last, keys),
        scores_(static_cast<T*>(scratch)),
        sums_(scores_ + attention_block_queries * score_stride),
        maxima_(sums_ + attention_block_queries * V::size),
        by_distance_(head_of(problem.distances.scores, problem.distances.strides, row, head) +
                     first * problem.distances.strides.row),
        y_(head_of(problem.y, problem.y_strides, row, head) + first * problem.y_strides.row) {}

  void run(const T* q, const T* k, const T* v, const T* packed) {
    for (std::size_t i = 0; i < rows_; ++i) {
      maxima_[i] = lowest;
      store(V(T(0)), sums(i));
    }
    // Under a window, rows of the first block may attend to later keys alone. Weights by distance are summed.
    if (this->has_window() || p_.distances.yields_weights)
      for (std::size_t i = 0; i < rows_; ++i) clear(i);
    const std::size_t first = this->first_key(), keys = seen(rows_ - 1);
    std::size_t from = 0;  // the first row that attends to a key of this block or a later one
    for (std::size_t key = first; key < keys; key += block_keys) {
      while (seen(from) <= key) ++from;
      const std::size_t count = smaller(keys - key, block_keys);
      if (packed) {
        this->multiply_panels(q, p_.q_strides.row, packed, p_.width, this->score_scale(), key, count, from, scores_);
      } else {
        score_rows(q, k, key, from);
      }
      if (by_distance_)
        for (std::size_t i = from; i < rows_; ++i)
          this->add_by_distance(i, key, count, by_distance_ + i * p_.distances.strides.row,
                                static_cast<T>(math::log_2_e), scores(i));
      for (std::size_t i = from; i < rows_; i += rows_together)
        online_softmax(i, smaller(i + rows_together, rows_), key, count, key == first);
      if (p_.distances.yields_weights)
        for (std::size_t i = from; i < rows_; ++i)
          this->sum_by_distance(i, key, count, scores(i), y(i) + p_.value_width);
      for (std::size_t column = 0; column < p_.value_width; column += panel_columns) {
        const std::size_t columns = smaller(p_.value_width - column, panel_columns);
        const T* const from_key =
            packed ? packed + keys_ * (p_.width + column) + key * columns : v + key * p_.v_strides.row + column;
        this->add_rows(scores_, from_key, packed ? columns : p_.v_strides.row, columns, 1, key, count, from,
                       key == first && !this->has_window(), y_ + column, p_.y_strides.row);
      }
    }
    for (std::size_t i = 0; i < rows_; ++i) divide(i);
  }

 private:
  [[gnu::always_inline]] T* y(std::size_t i) const { return y_ + i * p_.y_strides.row; }
  [[gnu::always_inline]] T* scores(std::size_t i) const { return scores_ + i * score_stride; }
  [[gnu::always_inline]] T* sums(std::size_t i) const { return sums_ + i * V::size; }

  /// For few queries, without packed keys. Four keys at a time: their sums are independent.
  void score_rows(const T* q, const T* k, std::size_t key, std::size_t from) const {
    const std::size_t stride = p_.k_strides.row;
    const T scale = this->score_scale();
    k += key * stride;
    for (std::size_t i = from; i < rows_; ++i) {
      const T* query = q + i * p_.q_strides.row;
      T* y = scores(i);
      const std::size_t count = seen_of(i, key);
      std::size_t j = unseen_of(i, key);
      for (; j + 4 <= count; j += 4) {
        V a(T(0)), b(T(0)), c(T(0)), d(T(0));
        const T* row = k + j * stride;
        sweep<V>(p_.width, [&](std::size_t x, std::size_t n) __attribute__((always_inline)) {
          const V factor = load_some<V>(query + x, n);
          a = fma(factor, load_some<V>(row + x, n), a);
          b = fma(factor, load_some<V>(row + stride + x, n), b);
          c = fma(factor, load_some<V>(row + 2 * stride + x, n), c);
          d = fma(factor, load_some<V>(row + 3 * stride + x, n), d);
        });
        y[j] = sum(a) * scale;
        y[j + 1] = sum(b) * scale;
        y[j + 2] = sum(c) * scale;
        y[j + 3] = sum(d) * scale;
      }
      for (; j < count; ++j) {
        V a(T(0));
        const T* row = k + j * stride;
        sweep<V>(p_.width, [&](std::size_t x, std::size_t n) __attribute__((always_inline)) {
          a = fma(load_some<V>(query + x, n), load_some<V>(row + x, n), a);
        });
        y[j] = sum(a) * scale;
      }
    }
  }

  /// The step of the online softmax: replaces scores of some rows by powers, and rescales sums so far to the new
  /// maxima. These are found for all of the rows first: so no row waits for the horizontal maximum of its vectors.
  void online_softmax(std::size_t first, std::size_t last, std::size_t key, std::size_t count, bool first_keys) const {
    T before[rows_together];
    for (std::size_t i = first; i < last; ++i) {
      before[i - first] = maxima_[i];
      std::fill_n(scores(i), smaller(unseen_of(i, key), count), lowest);
      find_maximum(i, smaller(seen(i) - key, count));
    }
    for (std::size_t i = first; i < last; ++i)
      take_powers(i, smaller(seen(i) - key, count), before[i - first], first_keys);
  }

  [[gnu::always_inline]] void find_maximum(std::size_t i, std::size_t count) const {
    T* x = scores(i);
    store(V(lowest), x + count);  // so that the last vector can be whole: its other powers are 0
    const T found =
        largest_over<V>(whole_vectors(count),
                        [=](std::size_t j, std::size_t) __attribute__((always_inline)) { return load<V>(x + j); });
    if (found > maxima_[i]) maxima_[i] = found;
  }

  [[gnu::always_inline]] void take_powers(std::size_t i, std::size_t count, T before, bool first_keys) const {
    T* x = scores(i);
    const T top = maxima_[i];
    const V shift(top == lowest ? T(0) : top);  // -∞ less -∞ would be NaN
    V total = accumulate(
        whole_vectors(count), V(T(0)),
        [=](std::size_t j, std::size_t) __attribute__((always_inline)) {
          const V power = math::exp2_not_positive(load<V>(x + j) - shift);
          store(power, x + j);
          return power;
        },
        plus{});
    if (!first_keys) {
      V earlier = load<V>(sums(i));
      if (top != before) {
        const V factor = math::exp2_not_positive(V(before) - shift);
        earlier *= factor;
        multiply_row(i, factor);
      }
      total += earlier;
    }
    store(total, sums(i));
  }

  void multiply_row(std::size_t i, V factor) const {
    T* row = y(i);
    sweep<V>(p_.columns(), [=](std::size_t j, std::size_t n) __attribute__((always_inline)) {
      store_some(factor * load_some<V>(row + j, n), row + j, n);
    });
  }

  void divide(std::size_t i) const {
    const T total = sum(load<V>(sums(i)));
    if (total != 0) return multiply_row(i, V(1 / total));
    clear(i);
  }
  void clear(std::size_t i) const { std::fill_n(y(i), p_.columns(), T(0)); }
};

template <class Arch, class T>
void attend(const attention_problem<T>& p, std::size_t row, std::size_t head, std::size_t first, std::size_t last,
            std::size_t keys, const T* packed, void* scratch) {
  attention_block<Arch, T> block(p, row, head, first, last, keys, scratch);
  if (keys == 0) return block.run(nullptr, nullptr, nullptr, nullptr);
  const std::size_t own = p.key_row(row);
  block.run(head_of(p.q, p.q_strides, row, head) + first * p.q_strides.row,
            head_of(p.k, p.k_strides, own, head / p.group), head_of(p.v, p.v_strides, own, head / p.group), packed);
}

template <class Arch, class T>
void attend_singly(const attention_problem<T>& p, std::size_t row, std::size_t query, std::size_t first,
                   std::size_t last, std::size_t keys, void* scratch) {
  one_query<Arch, T>(p, row, query, keys, scratch).run(first, last);
}

template <class Arch, class T>
constexpr attention_functions<T> attention_for() {
  attention_functions<T> functions{.block = attend<Arch, T>,
                                   .bf16_block = nullptr,
                                   .query = attend_singly<Arch, T>,
                                   .gradient = attend_backward<Arch, T>};
  if constexpr (std::is_same_v<T, float>) functions.bf16_block = attend_in_bf16<Arch>;
  return functions;
}

}  // namespace typeformer::kernels
