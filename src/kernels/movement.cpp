#include <algorithm>
#include <cstring>
#include <utility>

#include <typeformer/kernels/ceil_div.hpp>
#include <typeformer/kernels/elementwise.hpp>
#include <typeformer/kernels/movement.hpp>
#include <typeformer/kernels/quantized.hpp>

#include "ranges.hpp"
#include "table.hpp"

namespace typeformer::kernels::inline v0_1 {
namespace {

/// The side of the squares that a transposition goes over: 16 floats are a cache line, so each line is fetched once.
constexpr std::size_t side = 16;

/// Columns of a table in a task, which takes all rows in their order: so entries that repeat are summed in that order.
constexpr std::size_t strip_columns = 64;

/// y[c·rows + r] = x[r·columns + c] for columns [first, last).
template <class T>
void transpose(std::size_t rows, std::size_t columns, std::size_t first, std::size_t last, const T* x, T* y) {
  for (std::size_t top = 0; top < rows; top += side) {
    const std::size_t bottom = std::min(rows, top + side);
    for (std::size_t c = first; c < last; ++c) {
      for (std::size_t r = top; r < bottom; ++r) y[c * rows + r] = x[r * columns + c];
    }
  }
}

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

template <class T>
void copy_column(packed_matrix<T> table, std::size_t inner, std::size_t columns, std::size_t column, T scale, T* to) {
  const std::size_t start = offset_in_panels(0, column, inner, columns);
  const std::size_t step = offset_in_panels(1, column, inner, columns) - start;
  for (std::size_t k = 0; k < inner; ++k) to[k] = scale * table.panels[start + k * step];
}

template <quantized Stored, std::size_t... I>
float number_of(Stored word, std::size_t which, std::index_sequence<I...>) {
  const float all[]{word.template get<I>()...};
  return all[which];
}

template <quantized Stored>
void copy_column(packed_matrix<float, Stored> table, std::size_t inner, std::size_t, std::size_t column, float scale,
                 float* to) {
  constexpr std::size_t words = panel_columns / Stored::columns, steps = Stored::steps;
  const std::size_t in_panel = column % panel_columns, rows = word_rows<Stored>(inner);
  const Stored* const from = table.panels + column / panel_columns * rows * words + in_panel % words;
  const float factor = Stored::scaled ? scale * table.column_scales[column] : scale;
  for (std::size_t k = 0; k < inner; ++k) {
    const auto [row, number] = place_of_step<Stored>(k);
    to[k] = factor * number_of(from[row * words], in_panel / words * steps + number,
                               std::make_index_sequence<Stored::columns * steps>{});
  }
}

}  // namespace

template <class T>
void set_zero(std::size_t count, T* y, threads& threads) {
  for_each_range(count, task_elements, threads,
                 [=](std::size_t first, std::size_t last) { std::fill(y + first, y + last, T{0}); });
}

template <class T>
void copy(std::size_t count, const T* x, T* y, threads& threads) {
  for_each_range(count, task_elements, threads,
                 [=](std::size_t first, std::size_t last) { std::copy(x + first, x + last, y + first); });
}

template <class T>
void permute(std::size_t outer, std::size_t a, std::size_t b, std::size_t inner, const T* x, T* y, threads& threads) {
  if (outer == 0 || a == 0 || b == 0 || inner == 0) return;
  if (a == 1 || b == 1) return copy(outer * a * b * inner, x, y, threads);
  if (inner == 1) {
    const std::size_t strips = ceil_div(b, side);
    for_each_range(outer * strips, task_rows(a * side), threads, [=](std::size_t first, std::size_t last) {
      for (std::size_t strip = first; strip < last; ++strip) {
        const std::size_t start = strip / strips * a * b, column = strip % strips * side;
        transpose(a, b, column, std::min(b, column + side), x + start, y + start);
      }
    });
    return;
  }
  for_each_range(outer * b, task_rows(a * inner), threads, [=](std::size_t first, std::size_t last) {
    for (std::size_t row = first; row < last; ++row) {
      const T* from = x + (row / b * a * b + row % b) * inner;
      T* to = y + row * a * inner;
      for (std::size_t i = 0; i < a; ++i) std::memcpy(to + i * inner, from + i * b * inner, inner * sizeof(T));
    }
  });
}

template <class T>
void add_permute_gradient(std::size_t outer, std::size_t a, std::size_t b, std::size_t inner, const T* x, T* y,
                          threads& threads) {
  if (a == 0 || inner == 0) return;
  if (a == 1 || b == 1) return add_scaled(outer * a * b * inner, T(1), x, y, threads);
  if (inner == 1) {
    const std::size_t strips = ceil_div(b, side);
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
void copy_rows(std::size_t rows, std::size_t columns, const T* x, std::size_t x_stride, T* y, std::size_t y_stride,
               threads& threads) {
  if (columns == 0) return;
  if (rows == 1 || (x_stride == columns && y_stride == columns)) return copy(rows * columns, x, y, threads);
  for_each_range(rows, task_rows(columns), threads, [=](std::size_t first, std::size_t last) {
    for (std::size_t row = first; row < last; ++row) {
      std::memcpy(y + row * y_stride, x + row * x_stride, columns * sizeof(T));
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

template <class T, class Stored>
void gather(std::size_t rows, std::size_t inner, std::size_t columns, T scale, packed_matrix<T, Stored> table,
            const std::int32_t* index, T* y, threads& threads) {
  for_each_range(rows, task_rows(inner), threads, [=](std::size_t first, std::size_t last) {
    for (std::size_t row = first; row < last; ++row)
      copy_column(table, inner, columns, static_cast<std::size_t>(index[row]), scale, y + row * inner);
  });
}

// A task has a strip of columns, not some rows: two rows may add to one entry. The number of entries plays no part.
template <class T>
void add_gather_gradient(std::size_t rows, std::size_t width, T scale, const std::int32_t* index, const T* dy,
                         T* dtable, threads& threads) {
  const auto kernel = chosen_table<T>().elementwise.add_scaled;
  for_each_range(width, strip_columns, threads, [=](std::size_t first, std::size_t last) {
    for (std::size_t row = 0; row < rows; ++row) {
      T* const entry = dtable + static_cast<std::size_t>(index[row]) * width + first;
      kernel(last - first, scale, dy + row * width + first, entry, entry);
    }
  });
}

template void set_zero(std::size_t, float*, threads&);
template void set_zero(std::size_t, double*, threads&);
template void copy(std::size_t, const float*, float*, threads&);
template void copy(std::size_t, const double*, double*, threads&);
template void permute(std::size_t, std::size_t, std::size_t, std::size_t, const float*, float*, threads&);
template void permute(std::size_t, std::size_t, std::size_t, std::size_t, const double*, double*, threads&);
template void copy_rows(std::size_t, std::size_t, const float*, std::size_t, float*, std::size_t, threads&);
template void copy_rows(std::size_t, std::size_t, const double*, std::size_t, double*, std::size_t, threads&);
template void gather(std::size_t, std::size_t, std::size_t, float, packed_matrix<float>, const std::int32_t*, float*,
                     threads&);
template void gather(std::size_t, std::size_t, std::size_t, double, packed_matrix<double>, const std::int32_t*, double*,
                     threads&);
template void gather(std::size_t, std::size_t, std::size_t, float, packed_matrix<float, bf16_pair>, const std::int32_t*,
                     float*, threads&);
template void gather(std::size_t, std::size_t, std::size_t, float, packed_matrix<float, int8_quad>, const std::int32_t*,
                     float*, threads&);
template void gather(std::size_t, std::size_t, std::size_t, float, packed_matrix<float, bf16_step_pair>,
                     const std::int32_t*, float*, threads&);
template void gather(std::size_t, std::size_t, std::size_t, float, packed_matrix<float, int8_step_quad>,
                     const std::int32_t*, float*, threads&);
template void add_gather_gradient(std::size_t, std::size_t, float, const std::int32_t*, const float*, float*, threads&);
template void add_gather_gradient(std::size_t, std::size_t, double, const std::int32_t*, const double*, double*,
                                  threads&);
template void add_permute_gradient(std::size_t, std::size_t, std::size_t, std::size_t, const float*, float*, threads&);
template void add_permute_gradient(std::size_t, std::size_t, std::size_t, std::size_t, const double*, double*,
                                   threads&);
template void add_copied_rows(std::size_t, std::size_t, const float*, std::size_t, float*, std::size_t, threads&);
template void add_copied_rows(std::size_t, std::size_t, const double*, std::size_t, double*, std::size_t, threads&);

}  // namespace typeformer::kernels::inline v0_1
