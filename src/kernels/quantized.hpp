#pragma once
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <typeformer/kernels/quantized.hpp>

#include "simd.hpp"

/// Panels of words (include/typeformer/kernels/quantized.hpp) in products: for one row they are widened in registers,
/// for more into scratch, which the micro-kernel then reads. Both give the same sums, to the last bit.
namespace typeformer::kernels {

template <class Arch>
using word_batch = batch<Arch, std::uint32_t>;

template <quantized Stored>
inline constexpr std::size_t words_of_row = panel_columns / Stored::columns;

/// Stored::get<I> of each word.
template <class Arch, quantized Stored, std::size_t I>
[[gnu::always_inline]] inline batch<Arch, float> widened(word_batch<Arch> words) {
  using V = batch<Arch, float>;
  using integers = batch<Arch, std::int32_t>;
  if constexpr (Stored::scaled && multiplied_as_stored<Stored>) {
    const auto byte = words >> static_cast<int>(8 * I) & word_batch<Arch>(0xffu);
    return xsimd::to_float(xsimd::bitwise_cast<integers>(byte) - integers(128));
  } else if constexpr (Stored::scaled) {
    const auto moved = I == 3 ? words : words << static_cast<int>(24 - 8 * I);
    return xsimd::to_float(xsimd::bitwise_cast<integers>(moved));
  } else {
    return xsimd::bitwise_cast<V>(I ? words & word_batch<Arch>(0xffff'0000u) : words << 16);
  }
}

/// Calls f(i, column) for the numbers of a word.
template <quantized Stored, class F, std::size_t... I>
[[gnu::always_inline]] inline void for_each_number(F f, std::index_sequence<I...>) {
  (f(std::integral_constant<std::size_t, I>{}), ...);
}
template <quantized Stored, class F>
[[gnu::always_inline]] inline void for_each_number(F f) {
  for_each_number<Stored>(f, std::make_index_sequence<Stored::columns * Stored::steps>{});
}

/// `steps` rows of a panel as floats, 64 in a row.
template <class Arch, quantized Stored>
void widen(const Stored* from, std::size_t steps, float* to) {
  constexpr std::size_t size = word_batch<Arch>::size, words = words_of_row<Stored>;
  for (std::size_t step = 0; step < steps; ++step, from += words, to += panel_columns)
#pragma GCC unroll 8
    for (std::size_t i = 0; i < words; i += size) {
      const auto some = word_batch<Arch>::load_unaligned(&from[i].word);
      for_each_number<Stored>([&](auto number) __attribute__((always_inline)) {
        store(widened<Arch, Stored, number>(some), to + number * words + i);
      });
    }
}

/// sums[n] += Σ x[k]·b[k, n] for the 64 columns of a panel, each sum by itself and in order of the steps.
template <class Arch, quantized Stored>
void add_row(const float* x, const Stored* b, std::size_t steps, float* sums) {
  using V = batch<Arch, float>;
  constexpr std::size_t size = V::size, words = words_of_row<Stored>, numbers = Stored::columns;
  // Eight sums: the words, what they are widened to and x take some of 16 registers, too.
  constexpr std::size_t at_once = words / size < 8 / numbers ? words / size : 8 / numbers;
#pragma GCC unroll 1
  for (std::size_t first = 0; first < words; first += at_once * size) {
    V total[at_once][numbers];
#pragma GCC unroll 4
    for (std::size_t i = 0; i < at_once; ++i) {
#pragma GCC unroll 4
      for (std::size_t j = 0; j < numbers; ++j) total[i][j] = V(0.F);
    }
    const Stored* from = steps > 0 ? b + first : b;  // null where there are no steps
#pragma GCC unroll 2
    for (std::size_t step = 0; step < steps; ++step, from += words) {
      const V factor(x[step]);
#pragma GCC unroll 4
      for (std::size_t i = 0; i < at_once; ++i) {
        const auto some = word_batch<Arch>::load_unaligned(&from[i * size].word);
        for_each_number<Stored>([&](auto number) __attribute__((always_inline)) {
          total[i][number] = fma(factor, widened<Arch, Stored, number>(some), total[i][number]);
        });
      }
    }
#pragma GCC unroll 4
    for (std::size_t i = 0; i < at_once; ++i) {
#pragma GCC unroll 4
      for (std::size_t j = 0; j < numbers; ++j) {
        float* const to = sums + j * words + first + i * size;
        store(load<V>(to) + total[i][j], to);
      }
    }
  }
}

}  // namespace typeformer::kernels
