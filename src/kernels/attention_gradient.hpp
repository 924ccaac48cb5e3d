#pragma once
#include <algorithm>
#include <cstddef>

#include "query_block.hpp"
#include "simd_math.hpp"
#include "sweep.hpp"
#include "table.hpp"

namespace typeformer::kernels {

/// The backward pass of FlashAttention (Dao et al. 2022) for some queries of one head. With p = softmax(scale · q·kᵀ)
/// and dp = dy·vᵀ, the scores' derivative is p · (dp − Σ y·dy), since Σ p·dp over a query's keys is Σ y·dy over its
/// outputs. A first pass over blocks of keys finds each query's maximum and sum of powers by an online softmax. A
/// second pass computes p and dp, and sums. It starts with the last block, whose scores are still in L2.
template <class Arch, class T>
class attention_gradient_block : query_block<Arch, T, attention_gradient_block_keys<T>> {
  using V = batch<Arch, T>;
  using base = query_block<Arch, T, attention_gradient_block_keys<T>>;
  using base::block_keys, base::score_stride, base::p_, base::first_, base::rows_, base::keys_;
  using base::seen, base::seen_of, base::smaller, base::unseen_of, base::whole_vectors;
  static constexpr T lowest = minus_infinity<V>;
  static_assert(attention_block_queries * (2 * score_stride + 3) * sizeof(T) <= threads::scratch_bytes);

  T *weights_, *slopes_;         // [rows][score_stride]: scores or p; dp or the scores' derivatives
  T *maxima_, *sums_, *deltas_;  // [rows]: the maximum; the sum of powers, 1 / it at the end; Σ y·dy
  const T *q_, *k_, *y_, *dy_;
  T *dq_, *dk_, *dv_;
  const T* by_distance_;  // of the first row, and its derivative
  T* dby_distance_;
  std::size_t dby_distance_row_;

 public:
  [[gnu::always_inline]] attention_gradient_block(const attention_problem<T>& p, const attention_derivatives<T>& d,
                                                  std::size_t row, std::size_t head, std::size_t first,
                                                  std::size_t last, std::size_t keys, void* scratch)
      : base(p, first, last, keys),
        weights_(static_cast<T*>(scratch)),
        slopes_(weights_ + attention_block_queries * score_stride),
        maxima_(slopes_ + attention_block_queries * score_stride),
        sums_(maxima_ + attention_block_queries),
        deltas_(sums_ + attention_block_queries),
        q_(head_of(p.q, p.q_strides, row, head) + first * p.q_strides.row),
        k_(head_of(p.k, p.k_strides, row, head / p.group)),
        y_(head_of<const T>(p.y, p.y_strides, row, head) + first * p.y_strides.row),
        dy_(head_of(d.dy, p.y_strides, row, head) + first * p.y_strides.row),
        dq_(head_of(d.dq, p.q_strides, row, head) + first * p.q_strides.row),
        dk_(head_of(d.dk, p.k_strides, row, head / p.group)),
        dv_(head_of(d.dv, p.v_strides, row, head / p.group)),
        by_distance_(head_of(p.distances.scores, p.distances.strides, row, head) + first * p.distances.strides.row),
        dby_distance_(head_of(d.distances.scores, d.distances.strides, row, head) + first * d.distances.strides.row),
        dby_distance_row_(d.distances.strides.row) {}

  void run(const T* packed) const {
    const std::size_t keys = seen(rows_ - 1);
    const std::size_t first = this->first_key();
    if (keys <= first) return;
    for (std::size_t i = 0; i < rows_; ++i) {
      maxima_[i] = lowest;
      sums_[i] = 0;
    }
    const std::size_t last = first + (keys - 1 - first) / block_keys * block_keys;
    for (std::size_t key = first; key <= last; key += block_keys) {
      find_scores(packed, key, keys);
      for (std::size_t i = this->first_seeing(key); i < rows_; ++i) online_softmax(i, seen_of(i, key));
    }
    for (std::size_t i = 0; i < rows_; ++i) finish(i);
    for (std::size_t key = last;; key -= block_keys) {
      if (key != last) find_scores(packed, key, keys);
      add_block(packed, key, keys);
      if (key == first) return;
    }
  }

 private:
  /// Scores of keys that a row does not attend to are -∞, whose power is 0; so is the vector behind them, and the last
  /// vector can be whole.
  void find_scores(const T* packed, std::size_t key, std::size_t keys) const {
    const std::size_t from = this->first_seeing(key), count = smaller(keys - key, block_keys);
    this->multiply_panels(q_, p_.q_strides.row, packed, p_.width, this->score_scale(), key, count, from, weights_);
    for (std::size_t i = from; i < rows_; ++i) {
      T* const x = weights_ + i * score_stride;
      if (by_distance_)
        this->add_by_distance(i, key, count, by_distance_ + i * p_.distances.strides.row, static_cast<T>(math::log_2_e),
                              x);
      std::fill_n(x, smaller(unseen_of(i, key), count), lowest);
      store(V(lowest), x + seen_of(i, key));
    }
  }

  void online_softmax(std::size_t i, std::size_t count) const {
    const T* const x = weights_ + i * score_stride;
    const std::size_t size = whole_vectors(count);
    const T found = largest_over<V>(
        size, [=](std::size_t j, std::size_t) __attribute__((always_inline)) { return load<V>(x + j); });
    const T before = maxima_[i], top = found > before ? found : before;
    const V shift(top == lowest ? T(0) : top);  // -∞ less -∞ would be NaN
    const T total = sum_over<V>(size, [=](std::size_t j, std::size_t) __attribute__((always_inline)) {
      return math::exp2_not_positive(load<V>(x + j) - shift);
    });
    sums_[i] = sums_[i] * math::exp2_not_positive(V(before) - shift).get(0) + total;
    maxima_[i] = top;
  }

  void finish(std::size_t i) const {
    if (maxima_[i] == lowest) maxima_[i] = 0;
    if (sums_[i] != 0) sums_[i] = 1 / sums_[i];
    const T *const y = y_ + i * p_.y_strides.row, *const dy = dy_ + i * p_.y_strides.row;
    deltas_[i] = sum_over<V>(p_.columns(), [=](std::size_t j, std::size_t n) __attribute__((always_inline)) {
      return load_some<V>(y + j, n) * load_some<V>(dy + j, n);
    });
  }

  void add_block(const T* packed, std::size_t key, std::size_t keys) const {
    const std::size_t from = this->first_seeing(key), count = smaller(keys - key, block_keys);
    const std::size_t y_row = p_.y_strides.row, q_row = p_.q_strides.row, k_row = p_.k_strides.row;
    const std::size_t v_row = p_.v_strides.row;
    this->multiply_panels(dy_, y_row, packed + keys_ * p_.width, p_.value_width, 1, key, count, from, slopes_);
    if (p_.distances.yields_weights)
      for (std::size_t i = from; i < rows_; ++i)
        this->add_by_distance(i, key, count, dy_ + i * y_row + p_.value_width, 1, slopes_ + i * score_stride);
    for (std::size_t i = from; i < rows_; ++i) derive(i, seen_of(i, key));
    if (dby_distance_)
      for (std::size_t i = from; i < rows_; ++i)
        this->sum_by_distance(i, key, count, slopes_ + i * score_stride, dby_distance_ + i * dby_distance_row_);
    for (std::size_t column = 0; column < p_.value_width; column += panel_columns) {
      const std::size_t columns = smaller(p_.value_width - column, panel_columns);
      this->add_columns(weights_, dy_ + column, y_row, columns, 1, key, count, dv_ + key * v_row + column, v_row);
    }
    for (std::size_t column = 0; column < p_.width; column += panel_columns) {
      const std::size_t columns = smaller(p_.width - column, panel_columns);
      this->add_columns(slopes_, q_ + column, q_row, columns, p_.scale, key, count, dk_ + key * k_row + column, k_row);
      this->add_rows(slopes_, k_ + key * k_row + column, k_row, columns, p_.scale, key, count, from, false,
                     dq_ + column, q_row);
    }
  }

  /// In row i, replaces scores by p, and dp by the scores' derivatives.
  void derive(std::size_t i, std::size_t count) const {
    T *const x = weights_ + i * score_stride, *const z = slopes_ + i * score_stride;
    const V top(maxima_[i]), factor(sums_[i]), delta(deltas_[i]);
    sweep<V>(count, [=](std::size_t j, std::size_t n) __attribute__((always_inline)) {
      const V p = math::exp2_not_positive(load<V>(x + j) - top) * factor;
      store(p, x + j);
      store_some(p * (load_some<V>(z + j, n) - delta), z + j, n);
    });
  }
};

/// Blocks of queries one after the other: so one task sums each key's derivative, in one order.
template <class Arch, class T>
void attend_backward(const attention_problem<T>& p, const attention_derivatives<T>& d, std::size_t row,
                     std::size_t head, std::size_t keys, const T* packed, void* scratch) {
  const even_blocks blocks(p.queries, attention_block_queries);
  for (std::size_t b = 0; b < blocks.blocks; ++b)
    attention_gradient_block<Arch, T>(p, d, row, head, blocks.first(b), blocks.first(b + 1), keys, scratch).run(packed);
}

}  // namespace typeformer::kernels
