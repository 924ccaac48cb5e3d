#pragma once
#include <algorithm>
#include <cstddef>

#include "query_block.hpp"
#include "simd_math.hpp"
#include "sweep.hpp"

namespace typeformer::kernels {

/// Attention of one query to keys that are one block, as in a step of decoding: all scores are there before the
/// softmax, so none is rescaled, and the weighted sums of values stay in registers. What is masked may be anything, NaN
/// too.
///
/// A vector holds scores of several heads, for a few keys each: decoding has fewer keys than a vector has elements.
/// With AVX-512 on a Zen 4, 6 keys of width 32 take 36 ns a head; head by head they took 85, in which sums and maxima
/// across a vector waited for each other.
template <class Arch, class T>
class one_query : query_block<Arch, T, attention_block_keys<T>> {
  using V = batch<Arch, T>;
  using base = query_block<Arch, T, attention_block_keys<T>>;
  using base::p_, base::smaller;
  static constexpr std::size_t size = V::size;
  static constexpr std::size_t together = size > 4 ? size / 4 : 1;
  /// Where a row's keys and values are no more than this, those of the next row are prefetched to L2, from which they
  /// would go before they are read if they were many: of 64 rows, 40 keys take from L3 290 ns a head, 550 without.
  static constexpr std::size_t prefetched_bytes = 256 << 10;
  static_assert(attention_heads_together % together == 0);
  static_assert((base::block_keys * together + size) * sizeof(T) <= threads::scratch_bytes);

  std::size_t first_, count_;  // keys that the query attends to
  std::ptrdiff_t ahead_;       // rows of keys from this row's to the next one's
  const T *q_, *k_, *v_;
  T *y_, *scores_;

 public:
  [[gnu::always_inline]] one_query(const attention_problem<T>& p, std::size_t row, std::size_t query, std::size_t keys,
                                   void* scratch)
      : base(p, query, query + 1, keys),
        first_(this->unseen(0)),
        count_(this->seen(0) > first_ ? this->seen(0) - first_ : 0),
        ahead_(row + 1 < p.batch ? static_cast<std::ptrdiff_t>(p.key_row(row + 1) - p.key_row(row)) : 0),
        q_(p.q + row * p.q_strides.batch + query * p.q_strides.row),
        k_(p.k + p.key_row(row) * p.k_strides.batch + first_ * p.k_strides.row),
        v_(p.v + p.key_row(row) * p.v_strides.batch + first_ * p.v_strides.row),
        y_(p.y + row * p.y_strides.batch + query * p.y_strides.row),
        scores_(static_cast<T*>(scratch)) {}

  /// The query's heads `first` … last − 1.
  void run(std::size_t first, std::size_t last) const {
    if (count_ == 0) {
      for (; first < last; ++first) std::fill_n(y(first), p_.value_width, T(0));
      return;
    }
    const std::size_t bytes = p_.key_heads() * count_ * (p_.width + p_.value_width) * sizeof(T);
    if (p_.queries == 1 && ahead_ != 0 && bytes <= prefetched_bytes) {
      run<true>(first, last);
    } else {
      run<false>(first, last);
    }
  }

 private:
  [[gnu::always_inline]] T* y(std::size_t head) const { return y_ + head * p_.y_strides.head; }
  [[gnu::always_inline]] const T* v(std::size_t head) const { return v_ + head / p_.group * p_.v_strides.head; }

  template <bool Prefetches>
  [[gnu::always_inline]] void run(std::size_t first, std::size_t last) const {
    for (; first + together <= last; first += together) answer<together, Prefetches>(first, together);
    if constexpr (together > 1) {
      // Heads that are left take a vector's room for `together`, or one each for the more keys.
      const std::size_t left = last - first;
      if (left * ceil_div(count_, size) < ceil_div(count_, size / together)) {
        for (; first < last; ++first) answer<1, Prefetches>(first, 1);
      } else if (left > 0) {
        answer<together, Prefetches>(first, left);
      }
    }
  }

  /// Answers `heads` ≤ Heads heads. Where they are fewer, the last one several times.
  template <std::size_t Heads, bool Prefetches>
  void answer(std::size_t head, std::size_t heads) const {
    score<Heads, Prefetches>(head, heads);
    const V total = take_powers<Heads>();
    alignas(V) T totals[size];
    store(total, totals);
    for (std::size_t h = 0; h < heads; ++h)
      if (totals[h] == 0) return weigh_each<Heads>(head, heads, totals);
    if (p_.value_width == size) {
      weigh<Heads, 1, Prefetches>(head, heads, total);
    } else if (p_.value_width == 2 * size) {
      weigh<Heads, 2, Prefetches>(head, heads, total);
    } else if (p_.value_width == 4 * size) {
      weigh<Heads, 4, Prefetches>(head, heads, total);
    } else {
      weigh_each<Heads>(head, heads, totals);
    }
  }

  /// Scores [count, Heads], and −∞ behind them to the end of a vector. Where fewer keys than a vector's are left, the
  /// last one again.
  template <std::size_t Heads, bool Prefetches>
  [[gnu::always_inline]] void score(std::size_t head, std::size_t heads) const {
    constexpr std::size_t keys = size / Heads;
    const std::size_t k_stride = p_.k_strides.row;
    const std::ptrdiff_t k_ahead = ahead_ * static_cast<std::ptrdiff_t>(p_.k_strides.batch);
    const V scale(this->score_scale());
    for (std::size_t j = 0; j < count_; j += keys) {
      const T* rows[keys];
#pragma GCC unroll 16
      for (std::size_t r = 0; r < keys; ++r) rows[r] = k_ + smaller(j + r, count_ - 1) * k_stride;
      V sums[size];
#pragma GCC unroll 16
      for (std::size_t h = 0; h < Heads; ++h) {
        const std::size_t own = head + smaller(h, heads - 1), offset = own / p_.group * p_.k_strides.head;
        const T* const query = q_ + own * p_.q_strides.head;
        V of_keys[keys];
#pragma GCC unroll 16
        for (std::size_t r = 0; r < keys; ++r) of_keys[r] = V(T(0));
        sweep<V>(p_.width, [&](std::size_t x, std::size_t n) __attribute__((always_inline)) {
          const V factor = load_some<V>(query + x, n);
#pragma GCC unroll 16
          for (std::size_t r = 0; r < keys; ++r) {
            const T* const from = rows[r] + (offset + x);
            of_keys[r] = fma(factor, load_some<V>(from, n), of_keys[r]);
            if constexpr (Prefetches) __builtin_prefetch(from + k_ahead, 0, 2);
          }
        });
#pragma GCC unroll 16
        for (std::size_t r = 0; r < keys; ++r) sums[r * Heads + h] = of_keys[r];
      }
      store(sums_of(sums) * scale, scores_ + j * Heads);
    }
    store(V(minus_infinity<V>), scores_ + count_ * Heads);
  }

  /// Powers of 2 of the scores in their place. Element i of the result is the sum of those of head i modulo Heads.
  template <std::size_t Heads>
  [[gnu::always_inline]] V take_powers() const {
    const std::size_t whole = ceil_div(count_ * Heads, size) * size;
    T* const scores = scores_;
    const V top = over_keys<Heads>(
        accumulate(
            whole, V(minus_infinity<V>),
            [=](std::size_t j, std::size_t) __attribute__((always_inline)) { return load<V>(scores + j); }, maximum{}),
        maximum{});
    const V shift = xsimd::select(top == V(minus_infinity<V>), V(T(0)), top);  // −∞ less −∞ would be NaN
    return over_keys<Heads>(accumulate(
                                whole, V(T(0)),
                                [=](std::size_t j, std::size_t) __attribute__((always_inline)) {
                                  const V power = math::exp2_not_positive(load<V>(scores + j) - shift);
                                  store(power, scores + j);
                                  return power;
                                },
                                plus{}),
                            plus{});
  }

  /// Combines elements whose indices are equal modulo Heads.
  template <std::size_t Heads, std::size_t Step = size / 2, class F>
  [[gnu::always_inline]] static V over_keys(V x, F combine) {
    if constexpr (Step < Heads || Step == 0) {
      return x;
    } else {
      return over_keys<Heads, Step / 2>(combine(x, rotated<Step>(x, std::make_index_sequence<size>{})), combine);
    }
  }

  /// The weighted sums of heads whose values are Vectors vectors.
  template <std::size_t Heads, std::size_t Vectors, bool Prefetches>
  [[gnu::always_inline]] void weigh(std::size_t head, std::size_t heads, V total) const {
    alignas(V) T inverses[size];
    store(quotient(V(T(1)), total), inverses);
    const std::size_t stride = p_.v_strides.row;
    const std::ptrdiff_t v_ahead = ahead_ * static_cast<std::ptrdiff_t>(p_.v_strides.batch);
    const T *values[Heads], *weights = scores_;
    V sums[Heads][Vectors];
#pragma GCC unroll 16
    for (std::size_t h = 0; h < Heads; ++h) {
      values[h] = v(head + smaller(h, heads - 1));
#pragma GCC unroll 16
      for (std::size_t x = 0; x < Vectors; ++x) sums[h][x] = V(T(0));
    }
    for (std::size_t j = 0, row = 0; j < count_; ++j, row += stride, weights += Heads) {
#pragma GCC unroll 16
      for (std::size_t h = 0; h < Heads; ++h) {
        const V weight(weights[h]);
#pragma GCC unroll 16
        for (std::size_t x = 0; x < Vectors; ++x) {
          const T* const from = values[h] + row + x * size;
          sums[h][x] = fma(weight, load<V>(from), sums[h][x]);
          if constexpr (Prefetches) __builtin_prefetch(from + v_ahead, 0, 2);
        }
      }
    }
#pragma GCC unroll 16
    for (std::size_t h = 0; h < Heads; ++h) {
      T* const to = y(head + smaller(h, heads - 1));
#pragma GCC unroll 16
      for (std::size_t x = 0; x < Vectors; ++x) store(sums[h][x] * V(inverses[h]), to + x * size);
    }
  }

  /// The same of heads of any width, one after the other, and zeros where the weights are.
  template <std::size_t Heads>
  void weigh_each(std::size_t head, std::size_t heads, const T* totals) const {
    for (std::size_t h = 0; h < heads; ++h) {
      if (totals[h] == 0)
        std::fill_n(y(head + h), p_.value_width, T(0));
      else
        weigh_one<Heads>(scores_ + h, v(head + h), V(1 / totals[h]), y(head + h));
    }
  }

  template <std::size_t Heads>
  [[gnu::always_inline]] void weigh_one(const T* weights, const T* v, V inverse, T* y) const {
    constexpr std::size_t columns = 4 * size;
    const std::size_t stride = p_.v_strides.row, count = count_;
    std::size_t column = 0;
    for (; column + columns <= p_.value_width; column += columns) {
      V a(T(0)), b(T(0)), c(T(0)), d(T(0));
      for (std::size_t j = 0; j < count; ++j) {
        const V weight(weights[j * Heads]);
        const T* const row = v + j * stride + column;
        a = fma(weight, load<V>(row), a);
        b = fma(weight, load<V>(row + size), b);
        c = fma(weight, load<V>(row + 2 * size), c);
        d = fma(weight, load<V>(row + 3 * size), d);
      }
      store(a * inverse, y + column);
      store(b * inverse, y + column + size);
      store(c * inverse, y + column + 2 * size);
      store(d * inverse, y + column + 3 * size);
    }
    sweep<V>(p_.value_width - column, [=](std::size_t x, std::size_t n) __attribute__((always_inline)) {
      V a(T(0));
      for (std::size_t j = 0; j < count; ++j)
        a = fma(V(weights[j * Heads]), load_some<V>(v + j * stride + column + x, n), a);
      store_some(a * inverse, y + column + x, n);
    });
  }
};

}  // namespace typeformer::kernels
