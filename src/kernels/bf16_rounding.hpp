#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include <typeformer/kernels/quantized.hpp>

#include "panel.hpp"
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

/// Packs a panel (quantized_functions::pack_bf16_panel in table.hpp).
template <class Arch>
void pack_bf16_panel(const float* w, std::size_t row_stride, std::size_t column_stride, std::size_t inner,
                     std::size_t width, bf16_step_pair* panel) {
  using V = batch<Arch, float>;
  const std::size_t rows = word_rows<bf16_step_pair>(inner);
  if (column_stride == 1) {
    const float nothing[panel_columns] = {};
    for (std::size_t row = 0; row < rows; ++row, panel += panel_columns) {
      const std::size_t k = step_at<bf16_step_pair>({row, 0});
      const float* const low = k < inner ? w + k * row_stride : nothing;
      const float* const high = k + word_block < inner ? w + (k + word_block) * row_stride : nothing;
      if (width == panel_columns) {
#pragma GCC unroll 4
        for (std::size_t n = 0; n < panel_columns; n += V::size)
          bf16_words<Arch>(load<V>(low + n), load<V>(high + n)).store_unaligned(&panel[n].word);
      } else {
        std::fill_n(panel, panel_columns, bf16_step_pair{0});
        sweep<V>(width, [=](std::size_t n, std::size_t count) __attribute__((always_inline)) {
          bf16_words<Arch>(load_some<V>(low + n, count), load_some<V>(high + n, count)).store_unaligned(&panel[n].word);
        });
      }
    }
    return;
  }
  // The words of a column are made of neighbouring floats; then blocks of words are transposed in L1.
  constexpr std::size_t block = word_block * bf16_step_pair::steps;
  std::uint32_t words[panel_columns][word_block] = {};
  for (std::size_t k = 0; k < inner; k += block, panel += word_block * panel_columns) {
    float padded[block] = {};
    for (std::size_t n = 0; n < width; ++n) {
      const float* from = w + n * column_stride + k;
      if (inner - k < block) from = std::copy_n(from, inner - k, padded) - (inner - k);
      for (std::size_t i = 0; i < word_block; i += V::size)
        bf16_words<Arch>(load<V>(from + i), load<V>(from + word_block + i)).store_unaligned(words[n] + i);
    }
    for (std::size_t n = 0; n < panel_columns; n += 4)
      for (std::size_t i = 0; i < word_block; i += 4)
        transpose_4_by_4(words[n] + i, word_block, &panel[i * panel_columns + n].word, panel_columns);
  }
}

}  // namespace typeformer::kernels
