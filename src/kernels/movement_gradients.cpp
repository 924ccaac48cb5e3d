#include <typeformer/kernels/gradients.hpp>

#include "ranges.hpp"
#include "table.hpp"

/// The backward passes of what only moves elements: the same movements, which add where they arrive.
namespace typeformer::kernels {
namespace {

/// A transposition goes by squares of this many: 16 floats are a cache line, and so each line is fetched once.
constexpr std::size_t side = 16;

/// Columns of a table that a task takes: all rows in their order, so entries that repeat are summed in that order.
constexpr std::size_t strip = 64;

/// y[c·rows + r] += x[r·columns + c] for columns [first, last).
template <class T>
void add_transposed(std::size_t rows, std::size_t columns, std::size_t first, std::size_t last, const T* x, T* y) {
  for (std::size_t top = 0; top < rows; top += side) {
    const std::size_t bottom = std::min(rows, top + side);
    for (std::size_t c = first; c < last; ++c) {
      for (std::size_t r = top; r < bottom; ++r) y[c * rows + r] += x[r * columns + c];
    }
  }
}

}  // namespace

template <class T>
void add_scaled(std::size_t size, T scale, const T* x, T* y, threads& threads) {
  const auto kernel = chosen_table<T>().elementwise.add_scaled;
  for_each_range(size, task_elements, threads, [=](std::size_t first, std::size_t last) {
    kernel(last - first, scale, x + first, y + first, y + first);
  });
}

// Strips of the width, not rows, are shared: two rows may add to one entry. How many entries there are plays no part.
template <class T>
void add_gather_gradient(std::size_t rows, std::size_t width, T scale, const std::int32_t* index, const T* dy,
                         T* dtable, threads& threads) {
  const auto kernel = chosen_table<T>().elementwise.add_scaled;
  for_each_range(width, strip, threads, [=](std::size_t first, std::size_t last) {
    for (std::size_t row = 0; row < rows; ++row) {
      T* const entry = dtable + static_cast<std::size_t>(index[row]) * width + first;
      kernel(last - first, scale, dy + row * width + first, entry, entry);
    }
  });
}

template <class T>
void add_permute_gradient(std::size_t outer, std::size_t a, std::size_t b, std::size_t inner, const T* x, T* y,
                   threads& threads) {
  if (a == 0 || inner == 0) return;
  if (a == 1 || b == 1) return add_scaled(outer * a * b * inner, T(1), x, y, threads);
  if (inner == 1) {
    const std::size_t strips = (b + side - 1) / side;
    for_each_range(outer * strips, task_rows(a * side), threads, [=](std::size_t first, std::size_t last) {
      for (std::size_t task = first; task < last; ++task) {
        const std::size_t start = task / strips * a * b, column = task % strips * side;
        add_transposed(a, b, column, std::min(b, column + side), x + start, y + start);
      }
    });
    return;
  }
  const auto kernel = chosen_table<T>().elementwise.add_scaled;
  for_each_range(outer * b, task_rows(a * inner), threads, [=](std::size_t first, std::size_t last) {
    for (std::size_t row = first; row < last; ++row) {
      const T* const from = x + (row / b * a * b + row % b) * inner;
      T* const to = y + row * a * inner;
      for (std::size_t i = 0; i < a; ++i) kernel(inner, 1, from + i * b * inner, to + i * inner, to + i * inner);
    }
  });
}

template <class T>
void add_copied_rows(std::size_t rows, std::size_t columns, const T* x, std::size_t x_stride, T* y,
                     std::size_t y_stride, threads& threads) {
  if (columns == 0) return;
  const auto kernel = chosen_table<T>().elementwise.add_scaled;
  for_each_range(rows, task_rows(columns), threads, [=](std::size_t first, std::size_t last) {
    for (std::size_t row = first; row < last; ++row) {
      T* const to = y + row * y_stride;
      kernel(columns, 1, x + row * x_stride, to, to);
    }
  });
}

template void add_scaled(std::size_t, float, const float*, float*, threads&);
template void add_scaled(std::size_t, double, const double*, double*, threads&);
template void add_gather_gradient(std::size_t, std::size_t, float, const std::int32_t*, const float*, float*, threads&);
template void add_gather_gradient(std::size_t, std::size_t, double, const std::int32_t*, const double*, double*,
                                  threads&);
template void add_permute_gradient(std::size_t, std::size_t, std::size_t, std::size_t, const float*, float*, threads&);
template void add_permute_gradient(std::size_t, std::size_t, std::size_t, std::size_t, const double*, double*, threads&);
template void add_copied_rows(std::size_t, std::size_t, const float*, std::size_t, float*, std::size_t, threads&);
template void add_copied_rows(std::size_t, std::size_t, const double*, std::size_t, double*, std::size_t, threads&);

}  // namespace typeformer::kernels
