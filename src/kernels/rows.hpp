#pragma once
#include "row_functions.hpp"
#include "simd_math.hpp"
#include "sweep.hpp"

namespace typeformer::kernels {

template <class Batch>
void softmax_rows(std::size_t rows, std::size_t columns, const element_of<Batch>* x, element_of<Batch>* y) {
  using element = element_of<Batch>;
  constexpr element lowest = -__builtin_huge_valf();
  const auto sum_of = [](Batch a, Batch b) __attribute__((always_inline)) { return a + b; };
  const auto larger = [](Batch a, Batch b) __attribute__((always_inline)) { return xsimd::max(a, b); };
  for (std::size_t row = 0; row < rows; ++row, x += columns, y += columns) {
    const auto scores = [=](std::size_t i, std::size_t count)
                            __attribute__((always_inline)) { return load_some<Batch>(x + i, count, lowest); };
    const element top = largest(accumulate(columns, Batch(lowest), scores, larger));
    const Batch shift(top == lowest ? element(0) : top);  // -∞ less -∞ would be NaN
    const auto powers = [=](std::size_t i, std::size_t count) __attribute__((always_inline)) {
      const Batch power = math::exp(scores(i, count) - shift);
      store_some(power, y + i, count);
      return power;
    };
    const element total = sum(accumulate(columns, Batch(element(0)), powers, sum_of));
    const Batch factor(total == 0 ? element(0) : 1 / total);
    sweep<Batch>(columns, [=](std::size_t i, std::size_t count) __attribute__((always_inline)) {
      store_some(factor * load_some<Batch>(y + i, count), y + i, count);
    });
  }
}

/// No comparison holds for NaN, so it is never the largest, and among NaN alone none is found: index 0.
template <class Batch>
std::int32_t first_largest(std::size_t columns, const element_of<Batch>* x) {
  const auto elements = [=](std::size_t i, std::size_t count) __attribute__((always_inline)) {
    return load_some<Batch>(x + i, count, -__builtin_huge_valf());
  };
  const auto larger = [](Batch a, Batch b) __attribute__((always_inline)) { return xsimd::select(b > a, b, a); };
  const element_of<Batch> top = largest(accumulate(columns, Batch(-__builtin_huge_valf()), elements, larger));
  std::size_t i = 0;
  while (i + Batch::size <= columns && !xsimd::any(load<Batch>(x + i) == Batch(top))) i += Batch::size;
  for (; i < columns; ++i) {
    if (x[i] == top) return static_cast<std::int32_t>(i);
  }
  return 0;
}

template <class Batch>
void argmax_rows(std::size_t rows, std::size_t columns, const element_of<Batch>* x, std::int32_t* index) {
  for (std::size_t row = 0; row < rows; ++row) index[row] = first_largest<Batch>(columns, x + row * columns);
}

/// One row. x + residual goes to y first, so that the later passes read one array.
template <class Batch>
void layer_norm_row(const layer_norm_problem<element_of<Batch>>& problem, std::size_t row) {
  using element = element_of<Batch>;
  const std::size_t columns = problem.columns;
  const auto size = static_cast<element>(columns);
  const auto sum_of = [](Batch a, Batch b) __attribute__((always_inline)) { return a + b; };
  const element *x = problem.x + row * columns, *z = x;
  element* y = problem.y + row * columns;
  if (problem.residual) {
    const element* residual = problem.residual + row * columns;
    sweep<Batch>(columns, [=](std::size_t i, std::size_t count) __attribute__((always_inline)) {
      store_some(load_some<Batch>(x + i, count) + load_some<Batch>(residual + i, count), y + i, count);
    });
    z = y;
  }
  const auto elements = [=](std::size_t i, std::size_t count)
                            __attribute__((always_inline)) { return load_some<Batch>(z + i, count); };
  const element mean = sum(accumulate(columns, Batch(element(0)), elements, sum_of)) / size;
  const auto squares = [=](std::size_t i, std::size_t count) __attribute__((always_inline)) {
    const Batch deviation = load_some<Batch>(z + i, count, mean) - Batch(mean);
    return deviation * deviation;
  };
  const Batch variance(sum(accumulate(columns, Batch(element(0)), squares, sum_of)) / size);
  const Batch epsilon(problem.epsilon);
  const Batch deviation = problem.placement == epsilon_placement::inside_root ? xsimd::sqrt(variance + epsilon)
                                                                              : xsimd::sqrt(variance) + epsilon;
  const Batch factor = Batch(element(1)) / deviation;
  const element *gain = problem.gain, *bias = problem.bias;
  sweep<Batch>(columns, [=](std::size_t i, std::size_t count) __attribute__((always_inline)) {
    Batch normal = (load_some<Batch>(z + i, count) - Batch(mean)) * factor;
    if (gain) normal = normal * load_some<Batch>(gain + i, count);
    if (bias) normal = normal + load_some<Batch>(bias + i, count);
    store_some(normal, y + i, count);
  });
}

template <class Batch>
void layer_norm_rows(const layer_norm_problem<element_of<Batch>>& problem, std::size_t first, std::size_t last) {
  for (std::size_t row = first; row < last; ++row) layer_norm_row<Batch>(problem, row);
}

template <class Arch, class T>
constexpr row_functions<T> rows_for() {
  using vector = batch<Arch, T>;
  return {softmax_rows<vector>, argmax_rows<vector>, layer_norm_rows<vector>};
}

}  // namespace typeformer::kernels
