#pragma once
#include <cstddef>
#include <cstdint>

#include "simd_math.hpp"
#include "sweep.hpp"
#include "table.hpp"

namespace typeformer::kernels {

/// Each position's bucket in one round: bit c says on which side of the hyperplane of column c it lies. Products and
/// sums are of doubles: so the order of a sum does not depend on the width of vectors, and products of floats are
/// exact.
template <class Arch, class T>
void lsh_hash(const lsh_head<T>& h, const double* directions, std::size_t stride, std::size_t bits,
              std::uint32_t* bucket) {
  using V = batch<Arch, double>;
  constexpr std::size_t together = 4;  // independent sums
  for (std::size_t first = 0; first < h.positions; first += together) {
    const T* rows[together];
    std::uint32_t hashes[together] = {};
    for (std::size_t r = 0; r < together; ++r) rows[r] = h.x + (first + r < h.positions ? first + r : first) * h.width;
    sweep<V>(bits, [&](std::size_t c, std::size_t n) __attribute__((always_inline)) {
      V sums[together] = {V(0.), V(0.), V(0.), V(0.)};
      for (std::size_t j = 0; j < h.width; ++j) {
        const V factor = load_some<V>(directions + j * stride + c, n);
        for (std::size_t r = 0; r < together; ++r) sums[r] = fma(V(static_cast<double>(rows[r][j])), factor, sums[r]);
      }
      for (std::size_t r = 0; r < together; ++r) {
        alignas(V) double projected[V::size];
        store(sums[r], projected);
        for (std::size_t i = 0; i < n; ++i) hashes[r] |= std::uint32_t{projected[i] < 0} << (c + i);
      }
    });
    for (std::size_t r = 0; r < together && first + r < h.positions; ++r) bucket[first + r] = hashes[r];
  }
}

/// Attention within buckets for one head of a row, query by query: an online softmax (Milakov and Gimelshein 2018) over
/// the keys of one round after the other. Weights are powers of 2 of scores less the largest so far.
template <class Arch, class T>
class lsh_attention_of_head {
  using V = batch<Arch, T>;
  static constexpr T lowest = minus_infinity<V>;
  const lsh_head<T>& h_;
  const T factor_;  // of scores, so that weights are powers of 2

 public:
  [[gnu::always_inline]] explicit lsh_attention_of_head(const lsh_head<T>& head)
      : h_(head), factor_(head.scale * static_cast<T>(math::log_2_e)) {}

  void attend() const {
    start();
    for (std::size_t i = 0; i < h_.positions; ++i) multiply(h_.y + i * h_.value_width, 0);
    for_each_query([this](std::size_t i, std::size_t count) __attribute__((always_inline)) {
      find_scores(i, count);
      const T factor = online_softmax(i, count);
      T* const y = h_.y + i * h_.value_width;
      if (factor != 1) multiply(y, factor);
      add_rows(h_.v, h_.value_width, count, h_.weights, y);
    });
    for (std::size_t i = 0; i < h_.positions; ++i) {
      T* const y = h_.y + i * h_.value_width;
      if (h_.total[i] != 0) {
        multiply(y, 1 / h_.total[i]);
      } else if (h_.sees_itself) {
        add(1, h_.v + i * h_.value_width, h_.value_width, y);
      }
    }
  }

  /// With p the weights and dp = dy·vᵀ, the scores' derivative is p · (dp − Σ y·dy), as in attention_gradient.hpp. Of
  /// the score s = scale · x_i·x_j / |x_j|, that by x_j is scale · x_i / |x_j| − s · x_j / |x_j|².
  void add_gradient() const {
    start();
    for_each_query([this](std::size_t i, std::size_t count) __attribute__((always_inline)) {
      find_scores(i, count);
      online_softmax(i, count);
    });
    for (std::size_t i = 0; i < h_.positions; ++i) {
      if (h_.total[i] != 0) {
        h_.total[i] = 1 / h_.total[i];
      } else if (h_.sees_itself) {
        add(1, h_.dy + i * h_.value_width, h_.value_width, h_.dv + i * h_.value_width);
      }
    }
    for_each_query([this](std::size_t i, std::size_t count) __attribute__((always_inline)) { add_query(i, count); });
    for (std::size_t j = 0; j < h_.positions; ++j)
      add(-h_.slopes[j], h_.x + j * h_.width, h_.width, h_.dx + j * h_.width);
  }

 private:
  void start() const {
    for (std::size_t i = 0; i < h_.positions; ++i) {
      const T* const x = h_.x + i * h_.width;
      const T square = sum_over<V>(h_.width, [=](std::size_t j, std::size_t n) __attribute__((always_inline)) {
        const V some = load_some<V>(x + j, n);
        return some * some;
      });
      h_.inverse_norms[i] = square == 0 ? 0 : 1 / square_root(V(square)).get(0);
      h_.maxima[i] = lowest;
      h_.total[i] = h_.slopes[i] = 0;
    }
  }

  /// Calls f(i, count) for each round and each query i that has `count` > 0 keys in it which no earlier round has:
  /// those are h_.keys.
  template <class F>
  [[gnu::always_inline]] void for_each_query(F f) const {
    for (std::size_t round = 0; round < h_.rounds; ++round) {
      const std::uint32_t *const order = h_.order + round * h_.stride, *const pieces = h_.pieces + round * h_.stride;
      std::size_t before = 0, first = 0;  // where the piece before begins, if it is of the same bucket; where this one
      while (first < h_.positions) {
        const std::uint32_t piece = pieces[order[first]];
        std::size_t last = first;
        while (last < h_.positions && pieces[order[last]] == piece) ++last;
        if (first > 0 && piece - pieces[order[first - 1]] > 1) before = first;
        for (std::size_t at = first; at < last; ++at) {
          const std::size_t count = find_keys(order[at], order, before, last, round);
          if (count > 0) f(order[at], count);
        }
        before = first;
        first = last;
      }
    }
  }

  std::size_t find_keys(std::size_t i, const std::uint32_t* order, std::size_t first, std::size_t last,
                        std::size_t round) const {
    const auto query = static_cast<std::ptrdiff_t>(i);
    std::size_t count = 0;
    for (std::size_t at = first; at < last; ++at) {
      const std::size_t j = order[at];
      const auto key = static_cast<std::ptrdiff_t>(j);
      bool is_seen = key != query && key <= query + h_.last_offset && key >= query + h_.first_offset;
      for (std::size_t r = 0; r < round; ++r)
        is_seen &= h_.pieces[r * h_.stride + i] - h_.pieces[r * h_.stride + j] > 1;
      h_.keys[count] = static_cast<std::uint32_t>(j);
      count += is_seen;
    }
    return count;
  }

  void find_scores(std::size_t i, std::size_t count) const {
    find_products(h_.x + i * h_.width, h_.x, h_.width, count, h_.weights);
    for (std::size_t k = 0; k < count; ++k) h_.weights[k] *= factor_ * h_.inverse_norms[h_.keys[k]];
  }

  /// Replaces scores by powers; what the sums so far must be multiplied by.
  T online_softmax(std::size_t i, std::size_t count) const {
    T* const x = h_.weights;
    const T found = largest_over<V>(count, [=](std::size_t k, std::size_t n) __attribute__((always_inline)) {
      return load_some<V>(x + k, n, lowest);
    });
    const T before = h_.maxima[i], top = found > before ? found : before;
    const V shift(top == lowest ? T(0) : top);  // -∞ less -∞ would be NaN
    const T total = sum_over<V>(count, [=](std::size_t k, std::size_t n) __attribute__((always_inline)) {
      const V power = math::exp2_not_positive(load_some<V>(x + k, n, lowest) - shift);
      store_some(power, x + k, n);
      return power;
    });
    const T factor = top == before ? T(1) : math::exp2_not_positive(V(before) - shift).get(0);
    h_.total[i] = h_.total[i] * factor + total;
    h_.maxima[i] = top;
    return factor;
  }

  void add_query(std::size_t i, std::size_t count) const {
    const T *const x = h_.x + i * h_.width, *const dy = h_.dy + i * h_.value_width,
                   *const y = h_.y + i * h_.value_width;
    const T delta = sum_over<V>(h_.value_width, [=](std::size_t j, std::size_t n) __attribute__((always_inline)) {
      return load_some<V>(y + j, n) * load_some<V>(dy + j, n);
    });
    find_scores(i, count);
    find_products(dy, h_.v, h_.value_width, count, h_.derivatives);
    const T top = h_.maxima[i] == lowest ? T(0) : h_.maxima[i], factor = h_.total[i];
    T *const weights = h_.weights, *const derivatives = h_.derivatives;
    for (std::size_t k = 0; k < count; ++k) h_.scores[k] = weights[k];
    sweep<V>(count, [=](std::size_t k, std::size_t n) __attribute__((always_inline)) {
      const V p = math::exp2_not_positive(load_some<V>(weights + k, n) - V(top)) * V(factor);
      store_some(p, weights + k, n);
      store_some(p * (load_some<V>(derivatives + k, n) - V(delta)), derivatives + k, n);
    });
    add_to_rows(h_.dv, h_.value_width, count, weights, dy);
    for (std::size_t k = 0; k < count; ++k) {
      const T inverse = h_.inverse_norms[h_.keys[k]];
      h_.slopes[h_.keys[k]] += derivatives[k] * h_.scores[k] * inverse * inverse / static_cast<T>(math::log_2_e);
      derivatives[k] *= h_.scale * inverse;
    }
    add_rows(h_.x, h_.width, count, derivatives, h_.dx + i * h_.width);
    add_to_rows(h_.dx, h_.width, count, derivatives, x);
  }

  /// y[k] = x · rows[keys[k]]. Four at a time: their sums are independent.
  void find_products(const T* x, const T* rows, std::size_t width, std::size_t count, T* y) const {
    const std::uint32_t* const keys = h_.keys;
    std::size_t k = 0;
    for (; k + 4 <= count; k += 4) {
      const T *const ra = rows + keys[k] * width, *const rb = rows + keys[k + 1] * width;
      const T *const rc = rows + keys[k + 2] * width, *const rd = rows + keys[k + 3] * width;
      V a(T(0)), b(T(0)), c(T(0)), d(T(0));
      sweep<V>(width, [&](std::size_t j, std::size_t n) __attribute__((always_inline)) {
        const V factor = load_some<V>(x + j, n);
        a = fma(factor, load_some<V>(ra + j, n), a);
        b = fma(factor, load_some<V>(rb + j, n), b);
        c = fma(factor, load_some<V>(rc + j, n), c);
        d = fma(factor, load_some<V>(rd + j, n), d);
      });
      y[k] = sum(a);
      y[k + 1] = sum(b);
      y[k + 2] = sum(c);
      y[k + 3] = sum(d);
    }
    for (; k < count; ++k) {
      const T* const row = rows + keys[k] * width;
      V a(T(0));
      sweep<V>(width, [&](std::size_t j, std::size_t n) __attribute__((always_inline)) {
        a = fma(load_some<V>(x + j, n), load_some<V>(row + j, n), a);
      });
      y[k] = sum(a);
    }
  }

  /// y += Σ factors[k] · rows[keys[k]]
  void add_rows(const T* rows, std::size_t width, std::size_t count, const T* factors, T* y) const {
    const std::uint32_t* const keys = h_.keys;
    sweep<V>(width, [=](std::size_t j, std::size_t n) __attribute__((always_inline)) {
      V all = load_some<V>(y + j, n);
      for (std::size_t k = 0; k < count; ++k)
        all = fma(V(factors[k]), load_some<V>(rows + keys[k] * width + j, n), all);
      store_some(all, y + j, n);
    });
  }

  /// rows[keys[k]] += factors[k] · x
  void add_to_rows(T* rows, std::size_t width, std::size_t count, const T* factors, const T* x) const {
    for (std::size_t k = 0; k < count; ++k) add(factors[k], x, width, rows + h_.keys[k] * width);
  }

  /// y += factor · x
  void add(T factor, const T* x, std::size_t width, T* y) const {
    sweep<V>(width, [=](std::size_t j, std::size_t n) __attribute__((always_inline)) {
      store_some(fma(V(factor), load_some<V>(x + j, n), load_some<V>(y + j, n)), y + j, n);
    });
  }
  /// y *= factor; 0 also of NaN where the factor is 0.
  void multiply(T* y, T factor) const {
    sweep<V>(h_.value_width, [=](std::size_t j, std::size_t n) __attribute__((always_inline)) {
      store_some(factor == 0 ? V(T(0)) : V(factor) * load_some<V>(y + j, n), y + j, n);
    });
  }
};

template <class Arch, class T>
void lsh_attend(const lsh_head<T>& head) {
  lsh_attention_of_head<Arch, T>(head).attend();
}
template <class Arch, class T>
void lsh_attend_backward(const lsh_head<T>& head) {
  lsh_attention_of_head<Arch, T>(head).add_gradient();
}

template <class Arch, class T>
constexpr lsh_attention_functions<T> lsh_attention_for() {
  return {.hash = lsh_hash<Arch, T>, .attend = lsh_attend<Arch, T>, .gradient = lsh_attend_backward<Arch, T>};
}

}  // namespace typeformer::kernels
