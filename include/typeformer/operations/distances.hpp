#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <string_view>

#include <typeformer/operations/operation.hpp>

/// Biases that attention adds to its scores by the distance j − i of a key from a query, the same for all queries of a
/// head. Each says how large distances may become (`largest`), and fills a row of 2·largest + 1 numbers for each head.
namespace typeformer {

/// −slope_h·|j − i|. The slopes are 2^(−8/H), 2^(−16/H) … 2^−8 for H heads, a power of two; of other numbers those of
/// the next smaller power, and then every second one of the next larger.
///
/// source   Press et al. 2022 (ALiBi), section 3 and its code
struct linear_distances {
  static constexpr std::string_view formula = "softmax(q kᵀ s − m_h |j − i|) v";

  /// The slope of one of so many heads, at most 1.
  static double slope(std::size_t head, std::size_t heads) {
    const std::size_t power = std::bit_floor(heads);
    const double exponent = head < power ? static_cast<double>(head + 1) / static_cast<double>(power)
                                         : static_cast<double>(2 * (head - power) + 1) / static_cast<double>(2 * power);
    return std::exp2(-8 * exponent);
  }

  /// Queries are at positions of the keys.
  static constexpr std::size_t largest(std::size_t queries, std::size_t keys) { return std::max(queries, keys); }

  /// The biases of one head by distance: row[c] of the distance c − largest, for −largest … largest.
  template <class T>
  static void fill(std::size_t heads, std::size_t head, std::size_t largest, absent, T* row) {
    const double m = slope(head, heads);
    for (std::size_t c = 0; c <= largest; ++c)
      row[largest - c] = row[largest + c] = static_cast<T>(-m * static_cast<double>(c));
  }
  /// There are no trained numbers.
  template <class T>
  static void add_gradient(std::size_t, std::size_t, std::size_t, const T*, absent) {}
};

/// A trained number for each head and bucket of distances. Half of the buckets have one distance each; those of the
/// others grow as its logarithm, up to MaxDistance, from which on all share the last. Under a causal mask they are
/// buckets of earlier keys, else half of them are of later keys.
///
/// shapes   the numbers [Bucket·Head], those of a bucket's heads side by side
/// source   Raffel et al. 2020 (T5), section 2.1 and its code
template <std::size_t Buckets, std::size_t MaxDistance, bool IsCausal>
struct bucketed_distances {
  static constexpr std::string_view formula = "softmax(q kᵀ s + b_{h, bucket(j − i)}) v";

  /// The index of the bucket of j − i.
  static std::size_t bucket(std::ptrdiff_t distance) {
    constexpr std::size_t buckets = IsCausal ? Buckets : Buckets / 2, exact = buckets / 2;
    const std::size_t first = !IsCausal && distance > 0 ? buckets : 0;
    const std::size_t size = distance <= 0 ? static_cast<std::size_t>(-distance)
                             : IsCausal    ? 0
                                           : static_cast<std::size_t>(distance);
    if (size < exact) return first + size;
    const double part = std::log(static_cast<double>(size) / static_cast<double>(exact)) /
                        std::log(static_cast<double>(MaxDistance) / static_cast<double>(exact));
    // What is a bucket's first distance exactly must not fall below it by rounding.
    const double further = part * static_cast<double>(buckets - exact) + 1e-6;
    return first + std::min(buckets - 1, exact + static_cast<std::size_t>(further));
  }

  /// Beyond MaxDistance all are in one bucket, which has one bias.
  static constexpr std::size_t largest(std::size_t queries, std::size_t keys) {
    return std::min(MaxDistance, std::max(queries, keys));
  }

  /// The biases of one head by distance: row[c] of the distance c − largest, for −largest … largest.
  template <class T, class Numbers>
  static void fill(std::size_t heads, std::size_t head, std::size_t largest, const Numbers& numbers, T* row) {
    for (std::size_t c = 0; c <= 2 * largest; ++c) row[c] = numbers.data[place(c, largest) * heads + head];
  }
  /// Adds to the numbers' gradient what fill has read: the derivatives `drow` by a head's row.
  template <class T, class Numbers>
  static void add_gradient(std::size_t heads, std::size_t head, std::size_t largest, const T* drow,
                           const Numbers& numbers) {
    for (std::size_t c = 0; c <= 2 * largest; ++c) numbers.gradient[place(c, largest) * heads + head] += drow[c];
  }

 private:
  static std::size_t place(std::size_t c, std::size_t largest) {
    static const auto buckets = [] {
      std::array<std::size_t, 2 * MaxDistance + 1> all;
      for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = bucket(static_cast<std::ptrdiff_t>(i) - static_cast<std::ptrdiff_t>(MaxDistance));
      return all;
    }();
    return buckets[c + MaxDistance - largest];
  }
};

}  // namespace typeformer
