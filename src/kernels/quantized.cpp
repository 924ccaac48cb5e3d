#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <type_traits>

#include <typeformer/io/float_conversion.hpp>
#include <typeformer/kernels/quantized.hpp>

#include "table.hpp"

namespace typeformer::kernels::inline v0_1 {
namespace {

/// Numbers that share a word, and each one's scale.
using neighbours = std::array<float, 4>;

std::uint32_t word_of(const neighbours& x, const neighbours&, bf16_pair) {
  return static_cast<std::uint32_t>(narrowed<bfloat16>(x[0]) | narrowed<bfloat16>(x[1]) << 16);
}
std::uint32_t word_of(const neighbours& x, const neighbours& scales, bf16_step_pair) {
  return word_of(x, scales, bf16_pair{});
}

/// Packs the numbers from the lowest on: so the bytes below are known when a number is rounded.
std::uint32_t word_of(const neighbours& x, const neighbours& scales, int8_quad) {
  constexpr double fraction = 1 << 24;
  std::uint32_t word = 0;
  for (unsigned i = 0; i < int8_quad::columns; ++i) {
    const double step = scales[i] * fraction;
    if (!(step > 0) || !std::isfinite(x[i])) continue;
    const double below = static_cast<double>(word) / static_cast<double>(std::uint64_t{1} << 8 * i);
    const double rounded = std::clamp(std::nearbyint(x[i] / step - below), -128., 127.);
    word |= static_cast<std::uint32_t>(static_cast<std::int32_t>(rounded) & 0xff) << 8 * i;
  }
  return word;
}

std::uint32_t word_of(const neighbours& x, const neighbours& scales, int8_step_quad) {
  std::uint32_t word = 0;
  for (unsigned i = 0; i < int8_step_quad::steps; ++i) {
    const bool counts = scales[i] > 0 && std::isfinite(x[i]);
    const double rounded = counts ? std::nearbyint(static_cast<double>(x[i]) / scales[i]) : 0;
    word |= static_cast<std::uint32_t>(std::clamp(rounded, -127., 127.) + 128) << 8 * i;
  }
  return word;
}

/// What the numbers of a word count: a step, or its fraction.
template <class Stored>
constexpr float units_a_step = 1;
template <>
constexpr float units_a_step<int8_quad> = 1 << 24;

/// The scale with which the column's largest element is 127 steps.
template <class Stored>
float scale_of(const float* column, std::size_t stride, std::size_t size) {
  float largest = 0;
  for (std::size_t k = 0; k < size; ++k) {
    const float magnitude = std::fabs(column[k * stride]);
    if (!std::isfinite(magnitude)) return std::numeric_limits<float>::quiet_NaN();
    largest = std::max(largest, magnitude);
  }
  return largest / (127.F * units_a_step<Stored>);
}

}  // namespace

template <class Stored>
void pack(const float* w, std::size_t row_stride, std::size_t column_stride, std::size_t inner, std::size_t columns,
          Stored* panels, float* scales, threads& threads) {
  constexpr std::size_t words = panel_columns / Stored::columns, steps = Stored::steps;
  const std::size_t rows = word_rows<Stored>(inner);
  threads.for_each(ceil_div(columns, panel_columns), [=](std::size_t panel, void*) {
    const std::size_t first = panel * panel_columns, width = std::min(panel_columns, columns - first);
    if constexpr (std::is_same_v<Stored, bf16_step_pair>)
      if (rows > 0 && (row_stride == 1 || column_stride == 1))
        return chosen_table<float>().quantized.pack_bf16_panel(w + first * column_stride, row_stride, column_stride,
                                                               inner, width, panels + panel * rows * panel_columns);
    if constexpr (Stored::scaled)
      for (std::size_t n = 0; n < panel_columns; ++n)
        scales[first + n] =
            n < width && inner > 0 ? scale_of<Stored>(w + (first + n) * column_stride, row_stride, inner) : 0;
    for (std::size_t row = 0; row < rows; ++row)
      for (std::size_t i = 0; i < words; ++i) {
        neighbours x{}, scale{};
        for (std::size_t j = 0; j < Stored::columns * steps; ++j) {
          const std::size_t n = i + j / steps * words, k = step_at<Stored>({row, j % steps});
          if (n < width && k < inner) x[j] = w[k * row_stride + (first + n) * column_stride];
          if constexpr (Stored::scaled) scale[j] = scales[first + n];
        }
        panels[(panel * rows + row) * words + i] = {word_of(x, scale, Stored{})};
      }
  });
}

template void pack(const float*, std::size_t, std::size_t, std::size_t, std::size_t, bf16_pair*, float*, threads&);
template void pack(const float*, std::size_t, std::size_t, std::size_t, std::size_t, int8_quad*, float*, threads&);
template void pack(const float*, std::size_t, std::size_t, std::size_t, std::size_t, bf16_step_pair*, float*, threads&);
template void pack(const float*, std::size_t, std::size_t, std::size_t, std::size_t, int8_step_quad*, float*, threads&);

}  // namespace typeformer::kernels::inline v0_1
