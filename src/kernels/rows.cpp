#include <typeformer/kernels/rows.hpp>

#include "ranges.hpp"
#include "table.hpp"

namespace typeformer::kernels {

template <class T>
void softmax(std::size_t rows, std::size_t columns, const T* x, T* y, threads& threads) {
  const auto kernel = chosen_table<T>().rows.softmax;
  for_each_range(rows, task_rows(columns), threads, [=](std::size_t first, std::size_t last) {
    kernel(last - first, columns, x + first * columns, y + first * columns);
  });
}

template <class T>
void argmax(std::size_t rows, std::size_t columns, const T* x, std::int32_t* index, threads& threads) {
  const auto kernel = chosen_table<T>().rows.argmax;
  for_each_range(rows, task_rows(columns), threads, [=](std::size_t first, std::size_t last) {
    kernel(last - first, columns, x + first * columns, index + first);
  });
}

template <class T>
void layer_norm(const layer_norm_problem<T>& problem, threads& threads) {
  const auto kernel = chosen_table<T>().rows.layer_norm;
  for_each_range(problem.rows, task_rows(problem.columns), threads,
                 [&, kernel](std::size_t first, std::size_t last) { kernel(problem, first, last); });
}

template void softmax(std::size_t, std::size_t, const float*, float*, threads&);
template void softmax(std::size_t, std::size_t, const double*, double*, threads&);
template void argmax(std::size_t, std::size_t, const float*, std::int32_t*, threads&);
template void argmax(std::size_t, std::size_t, const double*, std::int32_t*, threads&);
template void layer_norm(const layer_norm_problem<float>&, threads&);
template void layer_norm(const layer_norm_problem<double>&, threads&);

}  // namespace typeformer::kernels
