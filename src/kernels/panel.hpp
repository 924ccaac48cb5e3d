#pragma once
#include <algorithm>
#include <cstddef>

namespace typeformer::kernels {

/// Stores rows [first, last) of one panel of `width` columns whose element (k, n) is w[k·row_stride + n·column_stride].
template <class T>
void pack_panel(const T* w, std::size_t row_stride, std::size_t column_stride, std::size_t first, std::size_t last,
                std::size_t width, T* panel) {
  if (column_stride == 1) {
    for (std::size_t k = first; k < last; ++k) std::copy_n(w + k * row_stride, width, panel + k * width);
    return;
  }
  // Blocks of 16 rows: what is read from one line of w and the lines that it goes to fit the first cache together.
  constexpr std::size_t block = 16;
  for (std::size_t k = first; k < last; k += block) {
    const std::size_t end = std::min(last, k + block);
    for (std::size_t n = 0; n < width; ++n)
      for (std::size_t i = k; i < end; ++i) panel[i * width + n] = w[i * row_stride + n * column_stride];
  }
}

}  // namespace typeformer::kernels
