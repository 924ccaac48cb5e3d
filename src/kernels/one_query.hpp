#pragma once
#include <algorithm>
#include <cstddef>

#include "query_block.hpp"
#include "simd_math.hpp"
#include "sweep.hpp"

namespace typeformer::kernels {

/// Attention of one query to keys that are one block, as in a step of decoding: all scores are there before the
/// softmax, so none is rescaled, and the weighted sum of values stays in registers. What is masked may be anything, NaN
/// too.
template <class Arch, class T>
class one_query : query_block<Arch, T, attention_block_keys<T>> {
  using V = batch<Arch, T>;
  using base = query_block<Arch, T, attention_block_keys<T>>;
  using base::p_, base::smaller, base::whole_vectors;
  static constexpr std::size_t columns_together = 4 * V::size;

 public:
  /// Whether a query is answered here.
  [[gnu::always_inline]] static bool takes(const attention_problem<T>& p, std::size_t queries, std::size_t keys,
                                           const T* packed) {
    return queries == 1 && keys <= base::block_keys && !packed && !p.distances.scores && p.columns() == p.value_width;
  }

  [[gnu::always_inline]] one_query(const attention_problem<T>& problem, std::size_t query, std::size_t keys)
      : base(problem, query, query + 1, keys) {}

  void run(const T* q, const T* k, const T* v, T* scores, T* y) const {
    const std::size_t first = this->unseen(0), end = this->seen(0);
    const std::size_t count = first < end ? end - first : 0;
    const T total = count ? take_powers(score(q, k + first * p_.k_strides.row, count, scores), count, scores) : T(0);
    if (total == 0) {
      std::fill_n(y, p_.value_width, T(0));
    } else {
      weigh(v + first * p_.v_strides.row, count, scores, V(1 / total), y);
    }
  }

 private:
  /// The scores, −∞ behind them to the end of a vector, and the largest of them. As many keys at a time as a vector has
  /// elements; where fewer are left, the last one again.
  [[gnu::always_inline]] T score(const T* q, const T* k, std::size_t count, T* scores) const {
    constexpr std::size_t together = V::size;
    const std::size_t stride = p_.k_strides.row;
    const V scale(this->score_scale());
    V top(minus_infinity<V>);
    for (std::size_t j = 0; j < count; j += together) {
      const T* rows[together];
      V sums[together];
      for (std::size_t i = 0; i < together; ++i) {
        rows[i] = k + smaller(j + i, count - 1) * stride;
        sums[i] = V(T(0));
      }
      sweep<V>(p_.width, [&](std::size_t x, std::size_t n) __attribute__((always_inline)) {
        const V factor = load_some<V>(q + x, n);
        for (std::size_t i = 0; i < together; ++i) sums[i] = fma(factor, load_some<V>(rows[i] + x, n), sums[i]);
      });
      const V all = sums_of(sums) * scale;
      store(all, scores + j);
      top = xsimd::max(top, all);  // one that is there twice changes nothing
    }
    store(V(minus_infinity<V>), scores + count);
    return largest(top);
  }

  /// Powers of 2 of the scores in their place, and their sum.
  [[gnu::always_inline]] static T take_powers(T top, std::size_t count, T* scores) {
    const V shift(top == minus_infinity<V> ? T(0) : top);  // −∞ less −∞ would be NaN
    return sum(accumulate(
        whole_vectors(count), V(T(0)),
        [=](std::size_t j, std::size_t) __attribute__((always_inline)) {
          const V power = math::exp2_not_positive(load<V>(scores + j) - shift);
          store(power, scores + j);
          return power;
        },
        plus{}));
  }

  [[gnu::always_inline]] void weigh(const T* v, std::size_t count, const T* weights, V inverse, T* y) const {
    const std::size_t stride = p_.v_strides.row;
    std::size_t column = 0;
    for (; column + columns_together <= p_.value_width; column += columns_together) {
      V a(T(0)), b(T(0)), c(T(0)), d(T(0));
      for (std::size_t j = 0; j < count; ++j) {
        const V weight(weights[j]);
        const T* const row = v + j * stride + column;
        a = fma(weight, load<V>(row), a);
        b = fma(weight, load<V>(row + V::size), b);
        c = fma(weight, load<V>(row + 2 * V::size), c);
        d = fma(weight, load<V>(row + 3 * V::size), d);
      }
      store(a * inverse, y + column);
      store(b * inverse, y + column + V::size);
      store(c * inverse, y + column + 2 * V::size);
      store(d * inverse, y + column + 3 * V::size);
    }
    sweep<V>(p_.value_width - column, [=](std::size_t x, std::size_t n) __attribute__((always_inline)) {
      V a(T(0));
      for (std::size_t j = 0; j < count; ++j) a = fma(V(weights[j]), load_some<V>(v + j * stride + column + x, n), a);
      store_some(a * inverse, y + column + x, n);
    });
  }
};

}  // namespace typeformer::kernels
