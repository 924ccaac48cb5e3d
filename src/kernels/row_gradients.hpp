#pragma once
#include "row_gradient_functions.hpp"
#include "simd.hpp"
#include "sweep.hpp"

namespace typeformer::kernels {

template <class Batch>
void add_softmax_gradient_rows(std::size_t rows, std::size_t columns, const element_of<Batch>* y,
                               const element_of<Batch>* dy, element_of<Batch>* dx) {
  const auto sum_of = [](Batch a, Batch b) __attribute__((always_inline)) { return a + b; };
  for (std::size_t row = 0; row < rows; ++row, y += columns, dy += columns, dx += columns) {
    const auto products = [=](std::size_t i, std::size_t count) __attribute__((always_inline)) {
      return load_some<Batch>(y + i, count) * load_some<Batch>(dy + i, count);
    };
    const Batch total(sum(accumulate(columns, Batch(element_of<Batch>(0)), products, sum_of)));
    sweep<Batch>(columns, [=](std::size_t i, std::size_t count) __attribute__((always_inline)) {
      const Batch difference = load_some<Batch>(dy + i, count) - total;
      store_some(fma(load_some<Batch>(y + i, count), difference, load_some<Batch>(dx + i, count)), dx + i, count);
    });
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
/// Where σ = 0, all n are 0 and the term they stand in tends to 0: it is left out there, as is then the derivative.
template <class Batch>
void add_layer_norm_gradient_row(const layer_norm_problem<element_of<Batch>>& problem, std::size_t row,
                                 const element_of<Batch>* dy, element_of<Batch>* dx, element_of<Batch>* dresidual,
                                 element_of<Batch>* dgain, element_of<Batch>* dbias) {
  using element = element_of<Batch>;
  const std::size_t columns = problem.columns, start = row * columns;
  const auto size = static_cast<element>(columns);
  const Batch none(element(0));
  const auto sum_of = [](Batch a, Batch b) __attribute__((always_inline)) { return a + b; };
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
  const element mean = sum(accumulate(columns, none, elements, sum_of)) / size;
  const auto squares = [=](std::size_t i, std::size_t count) __attribute__((always_inline)) {
    const Batch difference = z(i, count, mean) - Batch(mean);
    return difference * difference;
  };
  const Batch variance(sum(accumulate(columns, none, squares, sum_of)) / size), epsilon(problem.epsilon);
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
  const Batch mean_gained(sum(accumulate(columns, none, gained, sum_of)) / size);
  Batch mean_product(sum(accumulate(columns, none, products, sum_of)) / size);
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
constexpr row_gradient_functions<T> row_gradients_for() {
  using vector = batch<Arch, T>;
  return {add_softmax_gradient_rows<vector>, add_layer_norm_gradient_rows<vector>};
}

}  // namespace typeformer::kernels
