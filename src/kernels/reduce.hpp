#pragma once
#include <typeformer/kernels/reduce.hpp>

#include "simd.hpp"
#include "sweep.hpp"
#include "table.hpp"

/// Reductions of blocks: of rows, each to one element, and of columns, all at once. A Reduce combines, and starts with
/// what changes nothing.
namespace typeformer::kernels {

struct sum_of {
  template <class Batch>
  static constexpr element_of<Batch> start = 0;
  using combine = plus;
};
struct maximum_of {
  template <class Batch>
  static constexpr element_of<Batch> start = minus_infinity<Batch>;
  using combine = maximum_or_nan;
};

/// Which elements of a vector are among the first `count`.
template <class Batch>
[[gnu::always_inline]] inline auto first_elements(std::size_t count) {
  alignas(Batch) element_of<Batch> number[Batch::size];
  for (std::size_t i = 0; i < Batch::size; ++i) number[i] = static_cast<element_of<Batch>>(i);
  return Batch::load_aligned(number) < Batch(static_cast<element_of<Batch>>(count));
}

/// A row's last vector, where it has fewer elements, is loaded with what follows, and that is masked: rows of 8 floats
/// took seven times as long when the vector was put together in memory. It still is in the last rows, beyond which
/// nothing may be read.
template <class Reduce, class Batch>
void reduce_rows(std::size_t rows, std::size_t n, std::size_t stride, const element_of<Batch>* x,
                 element_of<Batch>* y) {
  constexpr std::size_t step = Batch::size;
  const Batch start(Reduce::template start<Batch>);
  const typename Reduce::combine combine;
  const std::size_t rest = n % step, full = n - rest;
  const auto is_element = first_elements<Batch>(rest);
  std::size_t left = rows == 0 ? 0 : (rows - 1) * stride + n;  // elements from x on
  for (std::size_t row = 0; row < rows; ++row, x += stride, left -= stride) {
    const auto elements = [=](std::size_t i, std::size_t count)
                              __attribute__((always_inline)) { return load_some<Batch>(x + i, count); };
    Batch sums = accumulate(full, start, elements, combine);
    if (rest > 0) {
      const Batch last = full + step <= left ? xsimd::select(is_element, load<Batch>(x + full), start)
                                             : load_first<Batch>(x + full, rest, Reduce::template start<Batch>);
      sums = combine(sums, last);
    }
    y[row] = reduce<step / 2>(sums, combine);
  }
}

/// z = x and y combined, each with each.
template <class Reduce, class Batch>
void combine_elements(std::size_t size, const element_of<Batch>* x, const element_of<Batch>* y, element_of<Batch>* z) {
  const typename Reduce::combine combine;
  sweep<Batch>(size, [=](std::size_t i, std::size_t count) __attribute__((always_inline)) {
    store_some(combine(load_some<Batch>(x + i, count), load_some<Batch>(y + i, count)), z + i, count);
  });
}

template <class Reduce, class Batch>
void reduce_few_columns(std::size_t n, std::size_t columns, std::size_t stride, const element_of<Batch>* x,
                        element_of<Batch>* y) {
  using element = element_of<Batch>;
  for (std::size_t c = 0; c < columns; ++c) {
    element sum = Reduce::template start<Batch>;
    for (std::size_t i = 0; i < n; ++i) sum = typename Reduce::combine{}(sum, x[i * stride + c]);
    y[c] = sum;
  }
}

/// A vector of columns, in a register.
template <class Reduce, class Batch>
[[gnu::always_inline]] inline Batch reduce_one_strip(std::size_t n, std::size_t stride, std::size_t count,
                                                     const element_of<Batch>* x) {
  const typename Reduce::combine combine;
  Batch sums(Reduce::template start<Batch>);
  // What follows the columns is read and not stored, but for the last rows: reduce_rows() says why.
  std::size_t left = n == 0 ? 0 : (n - 1) * stride + count;
  for (; n > 0 && Batch::size <= left; --n, x += stride, left -= stride) sums = combine(sums, load<Batch>(x));
  for (; n > 0; --n, x += stride) sums = combine(sums, load_first<Batch>(x, count));
  return sums;
}

/// Four rows at once are added to y, in L1, in the order that they have in memory. A few columns after the others, in
/// registers, took up to twice as long where rows are a page long.
template <class Reduce, class Batch>
void reduce_wide_columns(std::size_t n, std::size_t columns, std::size_t stride, const element_of<Batch>* x,
                         element_of<Batch>* y) {
  constexpr std::size_t step = Batch::size;
  const typename Reduce::combine combine;
  const std::size_t rest = columns % step, full = columns - rest;
  if (rest > 0) store_first(reduce_one_strip<Reduce, Batch>(n, stride, rest, x + full), y + full, rest);
  if (full == 0) return;
  for (std::size_t c = 0; c < full; c += step) store(Batch(Reduce::template start<Batch>), y + c);
  for (; n >= 4; n -= 4, x += 4 * stride) {
    for (std::size_t c = 0; c < full; c += step) {
      const Batch low = combine(load<Batch>(x + c), load<Batch>(x + stride + c));
      const Batch high = combine(load<Batch>(x + 2 * stride + c), load<Batch>(x + 3 * stride + c));
      store(combine(load<Batch>(y + c), combine(low, high)), y + c);
    }
  }
  for (; n > 0; --n, x += stride) {
    for (std::size_t c = 0; c < full; c += step) store(combine(load<Batch>(y + c), load<Batch>(x + c)), y + c);
  }
}

/// Few columns would leave most of a vector empty: where they are contiguous, some rows are taken as one. Few rows are
/// combined one element after the other.
template <class Reduce, class Batch>
void reduce_columns(std::size_t n, std::size_t columns, std::size_t stride, const element_of<Batch>* x,
                    element_of<Batch>* y) {
  using element = element_of<Batch>;
  constexpr std::size_t most = narrow_columns;
  const std::size_t together = columns < most && columns == stride ? most / columns : 1, groups = n / together;
  if (together > 1 && groups > 1) {
    element sums[most], rest[most];
    const std::size_t width = together * columns;
    reduce_wide_columns<Reduce, Batch>(groups, width, width, x, sums);
    reduce_few_columns<Reduce, Batch>(n - groups * together, columns, columns, x + groups * width, rest);
    reduce_few_columns<Reduce, Batch>(together, columns, columns, sums, y);
    combine_elements<Reduce, Batch>(columns, y, rest, y);
  } else if (columns < Batch::size) {
    reduce_few_columns<Reduce, Batch>(n, columns, stride, x, y);
  } else {
    reduce_wide_columns<Reduce, Batch>(n, columns, stride, x, y);
  }
}

/// Where x[i · stride + c] is the largest, top[c], for each column: the first. With a `top` that is NaN, the first NaN.
/// A vector of columns at a time, until each is found; most are found once, so what a find costs matters little.
template <class Batch>
void find_in_columns(std::size_t columns, std::size_t stride, const element_of<Batch>* x, const element_of<Batch>* top,
                     std::int32_t* index) {
  using element = element_of<Batch>;
  constexpr std::size_t step = Batch::size;
  for (std::size_t c = 0; c < columns; c += step) {
    const std::size_t count = columns - c < step ? columns - c : step;
    bool is_found[step] = {};
    alignas(Batch) element wanted[step];
    load_some<Batch>(top + c, count, __builtin_nanf("")).store_aligned(wanted);
    Batch sought = Batch::load_aligned(wanted);
    const element* from = x + c;
    std::size_t left = count;
    for (std::size_t i = 0; left > 0; ++i, from += stride) {
      const Batch row = load_some<Batch>(from, count);
      if (!xsimd::any(row == sought) && !xsimd::any(xsimd::isnan(row))) continue;
      for (std::size_t k = 0; k < count; ++k) {
        if (is_found[k] || (from[k] == from[k] && from[k] != wanted[k])) continue;
        is_found[k] = true;
        wanted[k] = __builtin_nanf("");  // equals nothing
        index[c + k] = static_cast<std::int32_t>(i);
        --left;
      }
      sought = Batch::load_aligned(wanted);
    }
  }
}

/// The same in each row, rows of n elements.
template <class Batch>
void find_in_rows(std::size_t rows, std::size_t n, const element_of<Batch>* x, const element_of<Batch>* top,
                  std::int32_t* index) {
  constexpr std::size_t step = Batch::size;
  for (std::size_t row = 0; row < rows; ++row, x += n) {
    const Batch sought(top[row]);
    std::size_t i = 0;
    for (; i + step <= n; i += step) {
      const Batch part = load<Batch>(x + i);
      if (xsimd::any(part == sought) || xsimd::any(xsimd::isnan(part))) break;
    }
    while (x[i] == x[i] && x[i] != top[row]) ++i;
    index[row] = static_cast<std::int32_t>(i);
  }
}

template <class Reduce, class Batch>
constexpr reduction_functions<element_of<Batch>> reduction_for() {
  return {.rows = reduce_rows<Reduce, Batch>,
          .columns = reduce_columns<Reduce, Batch>,
          .combine = combine_elements<Reduce, Batch>,
          .start = Reduce::template start<Batch>};
}

template <class Arch, class T>
constexpr reduce_functions<T> reduce_for() {
  using vector = batch<Arch, T>;
  return {.sum = reduction_for<sum_of, vector>(),
          .maximum = reduction_for<maximum_of, vector>(),
          .find_in_columns = find_in_columns<vector>,
          .find_in_rows = find_in_rows<vector>};
}

}  // namespace typeformer::kernels
