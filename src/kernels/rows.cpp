#include <cmath>
#include <cstring>

#include <typeformer/kernels/quantized.hpp>
#include <typeformer/kernels/rows.hpp>

#include "processors.hpp"
#include "ranges.hpp"
#include "table.hpp"

namespace typeformer::kernels::inline v0_1 {

template <class T>
void softmax(std::size_t rows, std::size_t columns, const T* x, T* y, threads& threads) {
  const auto kernel = chosen_table<T>().rows.softmax;
  for_each_range(rows, task_rows(columns), threads, [=](std::size_t first, std::size_t last) {
    kernel(last - first, columns, x + first * columns, y + first * columns);
  });
}

template <class T>
void add_softmax_gradient(std::size_t rows, std::size_t columns, const T* y, const T* dy, T* dx, threads& threads) {
  const auto kernel = chosen_table<T>().rows.softmax_gradient;
  for_each_range(rows, task_rows(columns), threads, [=](std::size_t first, std::size_t last) {
    const std::size_t start = first * columns;
    kernel(last - first, columns, y + start, dy + start, dx + start);
  });
}

template <class T>
log_sum_exp log_sum_exp_of(std::size_t columns, const T* x) {
  T largest;
  const double sum = chosen_table<T>().rows.sum_of_powers(columns, x, &largest);
  return {static_cast<double>(largest), std::log(sum)};
}

template <class T>
void argmax(std::size_t rows, std::size_t columns, const T* x, std::int32_t* index, threads& threads) {
  const auto kernel = chosen_table<T>().rows.argmax;
  for_each_range(rows, task_rows(columns), threads, [=](std::size_t first, std::size_t last) {
    kernel(last - first, columns, x + first * columns, index + first);
  });
}

/// Overlapping passes take 38 µs for 512 rows of 512, where rows one by one take 41. Beyond caches it depends: a Zen
/// 4's own prefetching goes on where a row's last pass ended, and 32768 rows take 4.7 ms one by one, else 6.6; an
/// Emerald Rapids takes 11.7 and 8.5 ms.
template <class T>
void layer_norm(const layer_norm_problem<T>& problem, threads& threads) {
  const auto kernel = chosen_table<T>().rows.layer_norm;
  constexpr std::size_t cached = (4 << 20) / sizeof(T);
  const bool overlaps = problem.rows * problem.columns <= cached || is_of_intel();
  for_each_range(problem.rows, task_rows(problem.columns), threads, [&, kernel](std::size_t first, std::size_t last) {
    kernel(problem, first, last, overlaps);
    if constexpr (std::is_same_v<T, float>) {
      if (problem.y_rounded)
        chosen_table<T>().quantized.round_rows(last - first, problem.columns, problem.y + first * problem.columns,
                                               problem.y_rounded + first * rounded_row_words(problem.columns));
    }
  });
}

// The workspace holds dgain's part of each block of rows and then dbias's. They are added up in the blocks' order,
// for some columns by each task: so every sum has one order, whatever thread takes which task.
template <class T>
void add_layer_norm_gradient(const layer_norm_problem<T>& problem, const T* dy, T* dx, T* dresidual, T* dgain, T* dbias,
                             T* workspace, threads& threads) {
  const std::size_t columns = problem.columns;
  if (columns == 0) return;
  const std::size_t blocks = ceil_div(problem.rows, layer_norm_gradient_rows);
  const auto part_of = [=](T* sums, std::size_t half, std::size_t block) {
    return sums ? workspace + (2 * block + half) * columns : nullptr;
  };
  const auto kernel = chosen_table<T>().rows.layer_norm_gradient;
  const std::size_t grain = std::max<std::size_t>(1, task_rows(columns) / layer_norm_gradient_rows);
  for_each_range(blocks, grain, threads, [=](std::size_t first_block, std::size_t last_block) {
    for (std::size_t block = first_block; block < last_block; ++block) {
      T *const gain_part = part_of(dgain, 0, block), *const bias_part = part_of(dbias, 1, block);
      if (gain_part) std::memset(gain_part, 0, columns * sizeof(T));
      if (bias_part) std::memset(bias_part, 0, columns * sizeof(T));
      const std::size_t first = block * layer_norm_gradient_rows;
      kernel(problem, first, std::min(problem.rows, first + layer_norm_gradient_rows), dy, dx, dresidual, gain_part,
             bias_part);
    }
  });
  if (!dgain && !dbias) return;
  const auto add = chosen_table<T>().elementwise.add_scaled;
  const auto add_parts = [=](T* sums, std::size_t half, std::size_t first, std::size_t last) {
    if (!sums) return;
    for (std::size_t block = 0; block < blocks; ++block) {
      add(last - first, 1, part_of(sums, half, block) + first, sums + first, sums + first);
    }
  };
  for_each_range(columns, task_rows(blocks), threads, [=](std::size_t first, std::size_t last) {
    add_parts(dgain, 0, first, last);
    add_parts(dbias, 1, first, last);
  });
}

template void softmax(std::size_t, std::size_t, const float*, float*, threads&);
template void softmax(std::size_t, std::size_t, const double*, double*, threads&);
template log_sum_exp log_sum_exp_of(std::size_t, const float*);
template log_sum_exp log_sum_exp_of(std::size_t, const double*);
template void argmax(std::size_t, std::size_t, const float*, std::int32_t*, threads&);
template void argmax(std::size_t, std::size_t, const double*, std::int32_t*, threads&);
template void layer_norm(const layer_norm_problem<float>&, threads&);
template void layer_norm(const layer_norm_problem<double>&, threads&);
template void add_softmax_gradient(std::size_t, std::size_t, const float*, const float*, float*, threads&);
template void add_softmax_gradient(std::size_t, std::size_t, const double*, const double*, double*, threads&);
template void add_layer_norm_gradient(const layer_norm_problem<float>&, const float*, float*, float*, float*, float*,
                                      float*, threads&);
template void add_layer_norm_gradient(const layer_norm_problem<double>&, const double*, double*, double*, double*,
                                      double*, double*, threads&);

}  // namespace typeformer::kernels::inline v0_1
