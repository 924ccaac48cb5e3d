#include <algorithm>

#include <typeformer/error.hpp>
#include <typeformer/kernels/elementwise_program.hpp>
#include <typeformer/kernels/reduce.hpp>

#include "ranges.hpp"
#include "strides.hpp"
#include "table.hpp"

// A unit is what a kernel reduces at once: a piece of the innermost reduced dimension, for one index of the outer ones.
// The units of an element are combined in pairs, and these in pairs, so that a long sum rounds a few times only.
namespace typeformer::kernels::inline v0_1 {
namespace {

/// Elements of y that a task reduces at once.
constexpr std::size_t slice_elements = 512;

/// Elements of a row, and rows of columns, in a unit: at most 128 additions in each element of a vector.
constexpr std::size_t unit_columns = 1024, unit_rows = 128;

/// Partial results of y at most, where its elements are too few to share among threads.
constexpr std::size_t most_partial = 8192;

/// Tasks that are enough for any number of threads.
constexpr std::size_t enough_tasks = 64;

struct offsets {
  std::size_t x, y;
};

/// Nested loops over x and y.
struct loops {
  struct loop {
    std::size_t extent, x_stride, y_stride;
  } all[max_rank];
  std::size_t rank = 0;

  std::size_t size() const {
    std::size_t size = 1;
    for (std::size_t d = 0; d < rank; ++d) size *= all[d].extent;
    return size;
  }
  offsets at(std::size_t index) const {
    offsets found{0, 0};
    for (std::size_t d = rank; d-- > 0; index /= all[d].extent) {
      const std::size_t i = index % all[d].extent;
      found.x += i * all[d].x_stride;
      found.y += i * all[d].y_stride;
    }
    return found;
  }
};

/// A reduction as loops around units.
struct plan {
  loops kept, reduced;
  bool has_rows = false;                                // n is the innermost dimension, and not the columns
  std::size_t n = 1, stride = 0;                        // of a unit: elements of a row, or rows and what is between two
  std::size_t columns = 1, x_stride = 1, y_stride = 1;  // elements of y that units reduce at once

  explicit plan(const reduction& shape) {
    const dimensions y = merged(shape.extents, shape.strides);
    std::size_t inner = 1, d = y.rank;  // inner: elements of the dimensions from d on
    if (d > 0 && y.all[d - 1].stride == 0) {
      has_rows = true;
      n = inner = y.all[--d].extent;
      x_stride = n;
    }
    if (d > 0) {
      columns = y.all[d - 1].extent;
      y_stride = y.all[d - 1].stride;
      inner *= columns;
      --d;
    }
    if (!has_rows && d > 0 && y.all[d - 1].stride == 0) {
      n = y.all[--d].extent;
      stride = inner;
      inner *= n;
    }
    for (std::size_t outer = 0; outer < d; ++outer) {
      std::size_t x_step = inner;
      for (std::size_t between = outer + 1; between < d; ++between) x_step *= y.all[between].extent;
      loops& to = y.all[outer].stride == 0 ? reduced : kept;
      to.all[to.rank++] = {y.all[outer].extent, x_step, y.all[outer].stride};
    }
  }

  /// What n is cut into, for units.
  std::size_t piece() const {
    if (has_rows) return unit_columns;
    return unit_rows * std::max<std::size_t>(1, stride == columns ? narrow_columns / columns : 1);
  }
};

void check(const reduction& shape) {
  if (shape.extents.size() > max_rank) throw error("a reduction has more than 8 extents");
  if (shape.strides.size() != shape.extents.size()) {
    throw error("a reduction has another number of strides than extents");
  }
}

bool has_results(const reduction& shape) {
  for (std::size_t d = 0; d < shape.extents.size(); ++d) {
    if (shape.strides[d] != 0 && shape.extents[d] == 0) return false;
  }
  return true;
}

/// Reduces units [first, last) of the columns from `column` on to scratch, as a counter in binary counts: the n-th
/// level holds what 2ⁿ units yield.
template <class T>
const T* reduce_units(const plan& of, const reduction_functions<T>& kernels, std::size_t first, std::size_t last,
                      std::size_t columns, const T* x, T* scratch) {
  const std::size_t piece = of.piece(), pieces = ceil_div(of.n, piece);
  std::size_t levels = 0;
  const auto combine = [&] {
    --levels;
    T* const to = scratch + (levels - 1) * slice_elements;
    kernels.combine(columns, to, to + slice_elements, to);
  };
  if (first == last) std::fill_n(scratch, columns, kernels.start);
  for (std::size_t unit = first; unit < last; ++unit) {
    const std::size_t start = unit % pieces * piece, n = std::min(piece, of.n - start);
    const T* const from = x + of.reduced.at(unit / pieces).x;
    T* const to = scratch + levels++ * slice_elements;
    if (of.has_rows) {
      kernels.rows(columns, n, of.x_stride, from + start, to);
    } else {
      kernels.columns(n, columns, of.stride, from + start * of.stride, to);
    }
    for (std::size_t count = unit - first; count & 1; count >>= 1) combine();
  }
  while (levels > 1) combine();
  return scratch;
}

/// Calls finish(count, reduced, y_offset, y_stride) for all elements of y.
template <class T, class Finish>
void reduce_all(const reduction& shape, const reduction_functions<T>& kernels, const T* x, threads& threads,
                Finish finish) {
  static_assert(64 * slice_elements * sizeof(T) <= threads::scratch_bytes);
  check(shape);
  if (!has_results(shape)) return;
  const plan of(shape);
  const std::size_t kept = of.kept.size(), slices = ceil_div(of.columns, slice_elements), outputs = kept * of.columns;
  const std::size_t piece = of.piece(), units = of.reduced.size() * ceil_div(of.n, piece);
  const std::size_t unit_work = std::min(piece, std::max<std::size_t>(1, of.n)) * std::min(slice_elements, of.columns);

  std::size_t grain = units;  // units of a task
  if (kept * slices < enough_tasks && outputs * 2 <= most_partial) {
    grain = std::min(units, std::max(ceil_div(task_elements, unit_work), ceil_div(units, most_partial / outputs)));
  }
  const std::size_t chunks = units == 0 ? 1 : ceil_div(units, grain);
  alignas(64) T partial[most_partial];
  for_each_grouped(
      kept * slices * chunks, grain * unit_work, task_elements, threads, [&](std::size_t task, void* scratch) {
        const std::size_t chunk = task % chunks, slice = task / chunks % slices;
        const std::size_t k = task / chunks / slices, first = slice * slice_elements;
        const std::size_t columns = std::min(slice_elements, of.columns - first);
        const offsets start = of.kept.at(k);
        const T* const sums = reduce_units(of, kernels, chunk * grain, std::min(units, (chunk + 1) * grain), columns,
                                           x + start.x + first * of.x_stride, static_cast<T*>(scratch));
        if (chunks == 1) {
          finish(columns, sums, start.y + first * of.y_stride, of.y_stride);
        } else {
          std::copy_n(sums, columns, partial + chunk * outputs + k * of.columns + first);
        }
      });
  if (chunks == 1) return;
  for (std::size_t step = 1; step < chunks; step *= 2) {
    for (std::size_t chunk = 0; chunk + step < chunks; chunk += 2 * step) {
      T* const to = partial + chunk * outputs;
      kernels.combine(outputs, to, to + step * outputs, to);
    }
  }
  for (std::size_t k = 0; k < kept; ++k) {
    finish(of.columns, partial + k * of.columns, of.kept.at(k).y, of.y_stride);
  }
}

/// Calls found(first, count, index) with where the largest elements are, for elements [first, first + count) of y.
template <class T, class Found>
void find_largest(std::size_t outer, std::size_t n, std::size_t inner, const T* x, threads& threads, Found found) {
  const auto& kernels = chosen_table<T>().reduce;
  const bool has_rows = inner == 1;
  const std::size_t columns = has_rows ? outer : inner, slices = ceil_div(columns, slice_elements);
  const std::size_t repeats = has_rows ? 1 : outer;
  for_each_grouped(repeats * slices, n * std::min(columns, slice_elements), task_elements, threads,
                   [&, has_rows](std::size_t task, void*) {
                     const std::size_t first = task % slices * slice_elements, o = task / slices;
                     const std::size_t count = std::min(slice_elements, columns - first);
                     T top[slice_elements];
                     std::int32_t index[slice_elements];
                     if (has_rows) {
                       kernels.maximum.rows(count, n, n, x + first * n, top);
                       kernels.find_in_rows(count, n, x + first * n, top, index);
                     } else {
                       const T* const from = x + o * n * inner + first;
                       kernels.maximum.columns(n, count, inner, from, top);
                       kernels.find_in_columns(count, inner, from, top, index);
                     }
                     found(o * columns + first, count, index);
                   });
}

}  // namespace

template <class T>
void reduce_sum(const reduction& shape, T scale, const T* x, T* y, threads& threads) {
  const auto& table = chosen_table<T>();
  const auto scaled = table.elementwise.scale;
  reduce_all(shape, table.reduce.sum, x, threads,
             [=](std::size_t count, const T* sums, std::size_t offset, std::size_t stride) {
               if (stride == 1) return scaled(count, scale, sums, y + offset);
               for (std::size_t i = 0; i < count; ++i) y[offset + i * stride] = scale * sums[i];
             });
}

template <class T>
void add_sum(const reduction& shape, T scale, const T* x, T* y, threads& threads) {
  const auto& table = chosen_table<T>();
  const auto add_scaled = table.elementwise.add_scaled;
  reduce_all(shape, table.reduce.sum, x, threads,
             [=](std::size_t count, const T* sums, std::size_t offset, std::size_t stride) {
               if (stride == 1) return add_scaled(count, scale, sums, y + offset, y + offset);
               for (std::size_t i = 0; i < count; ++i) y[offset + i * stride] += scale * sums[i];
             });
}

template <class T>
void add_sum_gradient(const reduction& shape, T scale, const T* dy, T* dx, threads& threads) {
  check(shape);
  elementwise_program program;
  const auto slope = program.load(0);
  const bool is_scaled = scale != 1;
  program.add(0, is_scaled
                     ? program.apply(binary_function::multiply, slope, program.constant(static_cast<double>(scale)))
                     : slope);
  const strided_operand<T> operands[] = {{dy, shape.strides}};
  T* const results[] = {dx};
  evaluate<T>(program, shape.extents, operands, results, threads);
}

template <class T>
void reduce_max(const reduction& shape, const T* x, T* y, threads& threads) {
  reduce_all(shape, chosen_table<T>().reduce.maximum, x, threads,
             [=](std::size_t count, const T* largest, std::size_t offset, std::size_t stride) {
               for (std::size_t i = 0; i < count; ++i) y[offset + i * stride] = largest[i];
             });
}

template <class T>
void reduce_argmax(std::size_t outer, std::size_t n, std::size_t inner, const T* x, std::int32_t* index,
                   threads& threads) {
  find_largest(outer, n, inner, x, threads, [=](std::size_t first, std::size_t count, const std::int32_t* found) {
    std::copy_n(found, count, index + first);
  });
}

template <class T>
void add_max_gradient(std::size_t outer, std::size_t n, std::size_t inner, const T* x, const T* dy, T* dx,
                      threads& threads) {
  find_largest(outer, n, inner, x, threads, [=](std::size_t first, std::size_t count, const std::int32_t* found) {
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t o = (first + i) / inner, k = (first + i) % inner;
      dx[(o * n + static_cast<std::size_t>(found[i])) * inner + k] += dy[first + i];
    }
  });
}

template void reduce_sum(const reduction&, float, const float*, float*, threads&);
template void reduce_sum(const reduction&, double, const double*, double*, threads&);
template void add_sum(const reduction&, float, const float*, float*, threads&);
template void add_sum(const reduction&, double, const double*, double*, threads&);
template void add_sum_gradient(const reduction&, float, const float*, float*, threads&);
template void add_sum_gradient(const reduction&, double, const double*, double*, threads&);
template void reduce_max(const reduction&, const float*, float*, threads&);
template void reduce_max(const reduction&, const double*, double*, threads&);
template void reduce_argmax(std::size_t, std::size_t, std::size_t, const float*, std::int32_t*, threads&);
template void reduce_argmax(std::size_t, std::size_t, std::size_t, const double*, std::int32_t*, threads&);
template void add_max_gradient(std::size_t, std::size_t, std::size_t, const float*, const float*, float*, threads&);
template void add_max_gradient(std::size_t, std::size_t, std::size_t, const double*, const double*, double*, threads&);

}  // namespace typeformer::kernels::inline v0_1
