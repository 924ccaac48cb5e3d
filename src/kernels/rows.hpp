#pragma once
#include <algorithm>
#include <iterator>

#include "simd_math.hpp"
#include "sweep.hpp"
#include "table.hpp"

namespace typeformer::kernels {

/// Calls begin(row), go_on(row) and finish(row) for the rows from first to last. Where `behind` is 1, each call is a
/// row behind the one before: so a row's horizontal sum, and what is computed of it, some 80 cycles, pass during work
/// on its neighbours.
template <std::size_t behind, class Begin, class GoOn, class Finish>
[[gnu::always_inline]] inline void for_each_row(std::size_t first, std::size_t last, Begin begin, GoOn go_on,
                                                Finish finish) {
  for (std::size_t step = first; step < last + 2 * behind; ++step) {
    if (step < last) begin(step);
    if (step >= first + behind && step - behind < last) go_on(step - behind);
    if (step >= first + 2 * behind) finish(step - 2 * behind);
  }
}

/// A number of each row under way in for_each_row.
template <class T>
class number_of_rows {
 public:
  T& operator[](std::size_t row) { return numbers_[row % std::size(numbers_)]; }

 private:
  T numbers_[4] = {};  // of three rows; a power of two
};

/// Three rows of this size stay in L1, beside those that are written.
template <class T>
inline constexpr std::size_t short_row = 4096 / sizeof(T);

/// y = e^(x − top), and Σ y.
template <class Batch>
[[gnu::always_inline]] inline element_of<Batch> powers_of_row(std::size_t columns, const element_of<Batch>* x,
                                                              element_of<Batch> top, element_of<Batch>* y) {
  constexpr element_of<Batch> lowest = minus_infinity<Batch>;
  const Batch shift(top == lowest ? element_of<Batch>(0) : top);  // -∞ less -∞ would be NaN
  return sum_over<Batch>(columns, [=](std::size_t i, std::size_t count) __attribute__((always_inline)) {
    const Batch power = math::exp_not_positive(load_some<Batch>(x + i, count, lowest) - shift);
    store_some(power, y + i, count);
    return power;
  });
}

template <class Batch, std::size_t behind>
void softmax_rows(std::size_t rows, std::size_t columns, const element_of<Batch>* x, element_of<Batch>* y) {
  using element = element_of<Batch>;
  number_of_rows<element> top, total;
  for_each_row<behind>(
      0, rows,
      [&](std::size_t row) __attribute__((always_inline)) {
        const element* const scores = x + row * columns;
        top[row] = largest_over<Batch>(columns, [=](std::size_t i, std::size_t count) __attribute__((always_inline)) {
          return load_some<Batch>(scores + i, count, minus_infinity<Batch>);
        });
      },
      [&](std::size_t row) __attribute__((always_inline)) {
        total[row] = powers_of_row<Batch>(columns, x + row * columns, top[row], y + row * columns);
      },
      [&](std::size_t row) __attribute__((always_inline)) {
        element* const powers = y + row * columns;
        const Batch factor(total[row] == 0 ? element(0) : 1 / total[row]);
        sweep<Batch>(columns, [=](std::size_t i, std::size_t count) __attribute__((always_inline)) {
          store_some(factor * load_some<Batch>(powers + i, count), powers + i, count);
        });
      });
}

template <class Batch>
void softmax_rows(std::size_t rows, std::size_t columns, const element_of<Batch>* x, element_of<Batch>* y) {
  if (columns <= short_row<element_of<Batch>>) {
    softmax_rows<Batch, 1>(rows, columns, x, y);
  } else {
    softmax_rows<Batch, 0>(rows, columns, x, y);
  }
}

template <class Batch>
void add_softmax_gradient_rows(std::size_t rows, std::size_t columns, const element_of<Batch>* y,
                               const element_of<Batch>* dy, element_of<Batch>* dx) {
  for (std::size_t row = 0; row < rows; ++row, y += columns, dy += columns, dx += columns) {
    const auto products = [=](std::size_t i, std::size_t count) __attribute__((always_inline)) {
      return load_some<Batch>(y + i, count) * load_some<Batch>(dy + i, count);
    };
    const Batch total(sum_over<Batch>(columns, products));
    sweep<Batch>(columns, [=](std::size_t i, std::size_t count) __attribute__((always_inline)) {
      const Batch difference = load_some<Batch>(dy + i, count) - total;
      store_some(fma(load_some<Batch>(y + i, count), difference, load_some<Batch>(dx + i, count)), dx + i, count);
    });
  }
}

/// No comparison holds for NaN, so NaN is never the largest. Among NaN alone none is found: index 0.
template <class Batch>
std::int32_t first_largest(std::size_t columns, const element_of<Batch>* x) {
  const auto elements = [=](std::size_t i, std::size_t count) __attribute__((always_inline)) {
    return load_some<Batch>(x + i, count, minus_infinity<Batch>);
  };
  const auto larger = [](Batch a, Batch b) __attribute__((always_inline)) { return xsimd::select(b > a, b, a); };
  const element_of<Batch> top = largest(accumulate(columns, Batch(minus_infinity<Batch>), elements, larger));
  std::size_t i = 0;
  while (i + Batch::size <= columns && !xsimd::any(load<Batch>(x + i) == Batch(top))) i += Batch::size;
  for (; i < columns; ++i) {
    if (x[i] == top) return static_cast<std::int32_t>(i);
  }
  return 0;
}

/// Terms are taken to double a block at a time, in which the exponentials are computed.
template <class Arch, class T>
double sum_of_powers(std::size_t columns, const T* x, T* largest) {
  using V = batch<Arch, T>;
  using wide = batch<Arch, double>;
  const T top = largest_over<V>(columns, [=](std::size_t i, std::size_t count) __attribute__((always_inline)) {
    return load_some<V>(x + i, count, minus_infinity<V>);
  });
  *largest = top;
  constexpr std::size_t block = 512;
  double terms[block], sum = 0;
  for (std::size_t first = 0; first < columns; first += block) {
    const std::size_t size = std::min(block, columns - first);
    for (std::size_t i = 0; i < size; ++i) terms[i] = static_cast<double>(x[first + i]) - static_cast<double>(top);
    sum += sum_over<wide>(size, [&](std::size_t i, std::size_t count) __attribute__((always_inline)) {
      return math::exp_not_positive(load_some<wide>(terms + i, count, minus_infinity<wide>));
    });
  }
  return sum;
}

template <class Batch>
void argmax_rows(std::size_t rows, std::size_t columns, const element_of<Batch>* x, std::int32_t* index) {
  for (std::size_t row = 0; row < rows; ++row) index[row] = first_largest<Batch>(columns, x + row * columns);
}

template <class Batch>
[[gnu::always_inline]] inline element_of<Batch> mean_of_row(std::size_t columns, const element_of<Batch>* x) {
  const auto elements = [=](std::size_t i, std::size_t count)
                            __attribute__((always_inline)) { return load_some<Batch>(x + i, count); };
  return sum_over<Batch>(columns, elements) / static_cast<element_of<Batch>>(columns);
}

/// Meanwhile it prefetches a row that will be read, if one is given.
template <class Batch>
[[gnu::always_inline]] inline element_of<Batch> variance_of_row(std::size_t columns, const element_of<Batch>* x,
                                                                element_of<Batch> mean,
                                                                const element_of<Batch>* prefetched) {
  const auto squares = [=](std::size_t i, std::size_t count) __attribute__((always_inline)) {
    const Batch deviation = load_some<Batch>(x + i, count, mean) - Batch(mean);
    if (prefetched) __builtin_prefetch(prefetched + i, 0, 3);
    return deviation * deviation;
  };
  return sum_over<Batch>(columns, squares) / static_cast<element_of<Batch>>(columns);
}

/// Meanwhile it prefetches the next row of y.
template <class Batch>
[[gnu::always_inline]] inline void normalize_row(const layer_norm_problem<element_of<Batch>>& problem,
                                                 const element_of<Batch>* x, element_of<Batch> mean, Batch variance,
                                                 element_of<Batch>* y) {
  using element = element_of<Batch>;
  const Batch epsilon(problem.epsilon);
  const Batch deviation = problem.placement == epsilon_placement::inside_root ? xsimd::sqrt(variance + epsilon)
                                                                              : xsimd::sqrt(variance) + epsilon;
  const Batch factor = Batch(element(1)) / deviation;
  const element *const gain = problem.gain, *const bias = problem.bias, *const next = y + problem.columns;
  sweep<Batch>(problem.columns, [=](std::size_t i, std::size_t count) __attribute__((always_inline)) {
    Batch normal = (load_some<Batch>(x + i, count) - Batch(mean)) * factor;
    if (gain) normal = normal * load_some<Batch>(gain + i, count);
    if (bias) normal = normal + load_some<Batch>(bias + i, count);
    store_some(normal, y + i, count);
    __builtin_prefetch(next + i, 1, 2);  // behind the store: before it, it takes a fifth longer
  });
}

/// x + residual goes to y first, so that the later passes read one array.
template <class Batch, std::size_t behind>
void layer_norm_rows(const layer_norm_problem<element_of<Batch>>& problem, std::size_t first, std::size_t last) {
  using element = element_of<Batch>;
  const std::size_t columns = problem.columns;
  element* const y = problem.y;
  const element* const z = problem.residual ? y : problem.x;
  number_of_rows<element> mean, variance;
  for_each_row<behind>(
      first, last,
      [&](std::size_t row) __attribute__((always_inline)) {
        if (problem.residual) {
          const element *const x = problem.x + row * columns, *const residual = problem.residual + row * columns;
          element* const sums = y + row * columns;
          sweep<Batch>(columns, [=](std::size_t i, std::size_t count) __attribute__((always_inline)) {
            store_some(load_some<Batch>(x + i, count) + load_some<Batch>(residual + i, count), sums + i, count);
          });
        }
        mean[row] = mean_of_row<Batch>(columns, z + row * columns);
      },
      [&](std::size_t row) __attribute__((always_inline)) {
        const element* const after_next = behind ? problem.x + (row + 2) * columns : nullptr;
        variance[row] = variance_of_row<Batch>(columns, z + row * columns, mean[row], after_next);
      },
      [&](std::size_t row) __attribute__((always_inline)) {
        normalize_row<Batch>(problem, z + row * columns, mean[row], Batch(variance[row]), y + row * columns);
      });
}

template <class Batch>
void layer_norm_rows(const layer_norm_problem<element_of<Batch>>& problem, std::size_t first, std::size_t last,
                     bool overlaps) {
  if (overlaps && problem.columns <= short_row<element_of<Batch>>) {
    layer_norm_rows<Batch, 1>(problem, first, last);
  } else {
    layer_norm_rows<Batch, 0>(problem, first, last);
  }
}

/// Adds x·y to the elements from `to` on, where that is not null: always as one fma, whatever else is null.
template <class Batch>
[[gnu::always_inline]] inline void add_product(element_of<Batch>* to, std::size_t i, std::size_t count, Batch x,
                                               Batch y) {
  if (to) store_some(fma(x, y, load_some<Batch>(to + i, count)), to + i, count);
}

/// One row. With n = (z − μ) / s, where s is the deviation that divides, and g = dy · gain,
/// dz = (g − mean(g) − n · mean(g·n) · r) / s with r = 1 for s = √(σ² + ε) and r = s/σ for s = σ + ε.
/// Where σ = 0, all n are 0, and n · mean(g·n) · r tends to 0: it is left out there.
template <class Batch>
void add_layer_norm_gradient_row(const layer_norm_problem<element_of<Batch>>& problem, std::size_t row,
                                 const element_of<Batch>* dy, element_of<Batch>* dx, element_of<Batch>* dresidual,
                                 element_of<Batch>* dgain, element_of<Batch>* dbias) {
  using element = element_of<Batch>;
  const std::size_t columns = problem.columns, start = row * columns;
  const auto size = static_cast<element>(columns);
  const Batch none(element(0));
  const element *x = problem.x + start, *gain = problem.gain;
  const element* residual = problem.residual ? problem.residual + start : nullptr;
  dy += start;
  if (dx) dx += start;
  if (dresidual) dresidual += start;

  const auto z = [=](std::size_t i, std::size_t count, element fill) __attribute__((always_inline)) {
    const Batch own = load_some<Batch>(x + i, count, fill);
    return residual ? own + load_some<Batch>(residual + i, count) : own;
  };
  const auto elements = [=](std::size_t i, std::size_t count)
                            __attribute__((always_inline)) { return z(i, count, element(0)); };
  const element mean = sum_over<Batch>(columns, elements) / size;
  const auto squares = [=](std::size_t i, std::size_t count) __attribute__((always_inline)) {
    const Batch difference = z(i, count, mean) - Batch(mean);
    return difference * difference;
  };
  const Batch variance(sum_over<Batch>(columns, squares) / size), epsilon(problem.epsilon);
  const Batch deviation = xsimd::sqrt(variance);
  const bool inside = problem.placement == epsilon_placement::inside_root;
  const Batch divisor = inside ? xsimd::sqrt(variance + epsilon) : deviation + epsilon;
  const Batch factor = Batch(element(1)) / divisor;

  const auto normal = [=](std::size_t i, std::size_t count)
                          __attribute__((always_inline)) { return (z(i, count, mean) - Batch(mean)) * factor; };
  const auto gained = [=](std::size_t i, std::size_t count) __attribute__((always_inline)) {
    const Batch given = load_some<Batch>(dy + i, count);
    return gain ? given * load_some<Batch>(gain + i, count) : given;
  };
  const auto products = [=](std::size_t i, std::size_t count)
                            __attribute__((always_inline)) { return gained(i, count) * normal(i, count); };
  const Batch mean_gained(sum_over<Batch>(columns, gained) / size);
  Batch mean_product(sum_over<Batch>(columns, products) / size);
  if (!inside) mean_product = xsimd::select(deviation == none, none, mean_product * (divisor / deviation));

  sweep<Batch>(columns, [=](std::size_t i, std::size_t count) __attribute__((always_inline)) {
    const Batch n = normal(i, count), given = load_some<Batch>(dy + i, count);
    const Batch lowered = gain ? fma(given, load_some<Batch>(gain + i, count), -mean_gained) : given - mean_gained;
    const Batch difference = fma(-n, mean_product, lowered);
    add_product(dx, i, count, difference, factor);
    add_product(dresidual, i, count, difference, factor);
    add_product(dgain, i, count, given, n);
    add_product(dbias, i, count, given, Batch(element(1)));
  });
}

template <class Batch>
void add_layer_norm_gradient_rows(const layer_norm_problem<element_of<Batch>>& problem, std::size_t first,
                                  std::size_t last, const element_of<Batch>* dy, element_of<Batch>* dx,
                                  element_of<Batch>* dresidual, element_of<Batch>* dgain, element_of<Batch>* dbias) {
  for (std::size_t row = first; row < last; ++row) {
    add_layer_norm_gradient_row<Batch>(problem, row, dy, dx, dresidual, dgain, dbias);
  }
}

template <class Arch, class T>
constexpr row_functions<T> rows_for() {
  using vector = batch<Arch, T>;
  return {.softmax = softmax_rows<vector>,
          .softmax_gradient = add_softmax_gradient_rows<vector>,
          .sum_of_powers = sum_of_powers<Arch, T>,
          .argmax = argmax_rows<vector>,
          .layer_norm = layer_norm_rows<vector>,
          .layer_norm_gradient = add_layer_norm_gradient_rows<vector>};
}

}  // namespace typeformer::kernels
