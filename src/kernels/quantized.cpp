#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <typeformer/io/float_conversion.hpp>
#include <typeformer/kernels/quantized.hpp>

namespace typeformer::kernels {
namespace {

/// The columns that share words.
using neighbours = std::array<float, 4>;

bf16_pair stored(const neighbours& x, const neighbours&, bf16_pair) {
  return {static_cast<std::uint32_t>(narrowed<bfloat16>(x[0]) | narrowed<bfloat16>(x[1]) << 16)};
}

/// Packs the numbers from the lowest on: so the bytes below are known when a number is rounded.
int8_quad stored(const neighbours& x, const neighbours& scales, int8_quad) {
  constexpr double fraction = 1 << 24;
  std::uint32_t word = 0;
  for (unsigned i = 0; i < int8_quad::columns; ++i) {
    const double step = scales[i] * fraction;
    if (!(step > 0) || !std::isfinite(x[i])) continue;
    const double below = static_cast<double>(word) / static_cast<double>(std::uint64_t{1} << 8 * i);
    const double rounded = std::clamp(std::nearbyint(x[i] / step - below), -128., 127.);
    word |= static_cast<std::uint32_t>(static_cast<std::int32_t>(rounded) & 0xff) << 8 * i;
  }
  return {word};
}

/// The scale with which the column's largest element is 127 steps.
float scale_of(const float* column, std::size_t stride, std::size_t size) {
  float largest = 0;
  for (std::size_t k = 0; k < size; ++k) {
    const float magnitude = std::fabs(column[k * stride]);
    if (!std::isfinite(magnitude)) return std::numeric_limits<float>::quiet_NaN();
    largest = std::max(largest, magnitude);
  }
  return largest / (127.F * (1 << 24));
}

}  // namespace

template <class Stored>
void pack(const float* w, std::size_t row_stride, std::size_t column_stride, std::size_t inner, std::size_t columns,
          Stored* panels, float* scales, threads& threads) {
  constexpr std::size_t words = panel_columns / Stored::columns;
  threads.for_each(ceil_div(columns, panel_columns), [=](std::size_t panel, void*) {
    const std::size_t first = panel * panel_columns, width = std::min(panel_columns, columns - first);
    if constexpr (Stored::scaled)
      for (std::size_t n = 0; n < panel_columns; ++n)
        scales[first + n] = n < width && inner > 0 ? scale_of(w + (first + n) * column_stride, row_stride, inner) : 0;
    for (std::size_t k = 0; k < inner; ++k)
      for (std::size_t i = 0; i < words; ++i) {
        neighbours x{}, steps{};
        for (std::size_t j = 0; j < Stored::columns; ++j) {
          const std::size_t n = i + j * words;
          if (n < width) x[j] = w[k * row_stride + (first + n) * column_stride];
          if constexpr (Stored::scaled) steps[j] = scales[first + n];
        }
        panels[(panel * inner + k) * words + i] = stored(x, steps, Stored{});
      }
  });
}

template void pack(const float*, std::size_t, std::size_t, std::size_t, std::size_t, bf16_pair*, float*, threads&);
template void pack(const float*, std::size_t, std::size_t, std::size_t, std::size_t, int8_quad*, float*, threads&);

}  // namespace typeformer::kernels
