#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>

#include <typeformer/kernels/quantized.hpp>

#include "quantized.hpp"
#include "sweep.hpp"

/// Floats as words of two numbers in bfloat16 (typeformer/kernels/quantized.hpp).
namespace typeformer::kernels {

/// The bits of x rounded to bfloat16, ties to even, in the upper half of words, and others below; NaN stays NaN.
template <class Arch>
[[gnu::always_inline]] inline word_batch<Arch> bf16_bits(batch<Arch, float> x) {
  using words = word_batch<Arch>;
  using V = batch<Arch, float>;
  const words bits = xsimd::bitwise_cast<words>(x);
  const words rounded = bits + words(0x7fffu) + ((bits >> 16) & words(1u));
  const V nan(std::numeric_limits<float>::quiet_NaN());
  return xsimd::bitwise_cast<words>(xsimd::select(x != x, nan, xsimd::bitwise_cast<V>(rounded)));
}

/// Words of a step in the lower half and another in the upper.
template <class Arch>
[[gnu::always_inline]] inline word_batch<Arch> bf16_words(batch<Arch, float> low, batch<Arch, float> high) {
  return bf16_bits<Arch>(low) >> 16 | (bf16_bits<Arch>(high) & word_batch<Arch>(0xffff'0000u));
}

/// Writes a row of words of x(i, count), which are `count` numbers from number i on. Words that are not full are filled
/// up with zeros.
template <class Arch, class X>
[[gnu::always_inline]] inline void round_row(std::size_t columns, bf16_step_pair* to, X x) {
  using V = batch<Arch, float>;
  constexpr std::size_t block = word_block * bf16_step_pair::steps;
  std::size_t i = 0;
  for (; columns - i >= block; i += block, to += word_block)
    for (std::size_t n = 0; n < word_block; n += V::size)
      bf16_words<Arch>(x(i + n, V::size), x(i + word_block + n, V::size)).store_unaligned(&to[n].word);
  if (i == columns) return;
  float padded[block] = {};
  sweep<V>(columns - i, [&](std::size_t n, std::size_t count)
                            __attribute__((always_inline)) { store_some(x(i + n, count), padded + n, count); });
  for (std::size_t n = 0; n < word_block; n += V::size)
    bf16_words<Arch>(load<V>(padded + n), load<V>(padded + word_block + n)).store_unaligned(&to[n].word);
}

template <class Arch>
void round_rows(std::size_t rows, std::size_t columns, const float* x, bf16_step_pair* to) {
  using V = batch<Arch, float>;
  for (std::size_t row = 0; row < rows; ++row, x += columns, to += rounded_row_words(columns))
    round_row<Arch>(columns, to, [=](std::size_t i, std::size_t count) __attribute__((always_inline)) {
      return load_some<V>(x + i, count);
    });
}

}  // namespace typeformer::kernels
