#pragma once
#include <algorithm>
#include <cstddef>

namespace typeformer::kernels {

// Inlined always, since kernels that are compiled for each instruction set pack, too.

/// y[i·y_stride + j] = x[j·x_stride + i] for i and j below 4.
template <class T>
[[gnu::always_inline]] inline void transpose_4_by_4(const T* x, std::size_t x_stride, T* y, std::size_t y_stride) {
  using vector [[gnu::vector_size(4 * sizeof(T)), gnu::aligned(alignof(T)), gnu::may_alias]] = T;
  const vector a = *reinterpret_cast<const vector*>(x), b = *reinterpret_cast<const vector*>(x + x_stride);
  const vector c = *reinterpret_cast<const vector*>(x + 2 * x_stride);
  const vector d = *reinterpret_cast<const vector*>(x + 3 * x_stride);
  const vector ab = __builtin_shufflevector(a, b, 0, 4, 1, 5), cd = __builtin_shufflevector(c, d, 0, 4, 1, 5);
  const vector ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7), cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  *reinterpret_cast<vector*>(y) = __builtin_shufflevector(ab, cd, 0, 1, 4, 5);
  *reinterpret_cast<vector*>(y + y_stride) = __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
  *reinterpret_cast<vector*>(y + 2 * y_stride) = __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5);
  *reinterpret_cast<vector*>(y + 3 * y_stride) = __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7);
}

/// Packs rows [first, last) of one panel of `width` columns whose element (k, n) is w[k·row_stride + n·column_stride].
template <class T>
[[gnu::always_inline]] inline void pack_panel(const T* w, std::size_t row_stride, std::size_t column_stride,
                                              std::size_t first, std::size_t last, std::size_t width, T* panel) {
  if (column_stride == 1) {
    for (std::size_t k = first; k < last; ++k) std::copy_n(w + k * row_stride, width, panel + k * width);
    return;
  }
  // Blocks of 16 rows: the cache lines that are read and those that are written fit L1 together.
  constexpr std::size_t block = 16;
  for (std::size_t k = first; k < last; k += block) {
    const std::size_t end = k + block < last ? k + block : last;
    std::size_t n = 0;
    if (row_stride == 1 && end - k == block)
      for (; n + 4 <= width; n += 4)
        for (std::size_t i = k; i < end; i += 4)
          transpose_4_by_4(w + i + n * column_stride, column_stride, panel + i * width + n, width);
    for (; n < width; ++n)
      for (std::size_t i = k; i < end; ++i) panel[i * width + n] = w[i * row_stride + n * column_stride];
  }
}

}  // namespace typeformer::kernels
