#include <typeformer/kernels/dropout.hpp>

#include "ranges.hpp"
#include "table.hpp"

namespace typeformer::kernels::inline v0_1 {
namespace {

template <class T>
dropout_problem<T> problem_of(double rate, std::uint64_t key) {
  return {key, static_cast<std::uint64_t>(rate * 4294967296.0), static_cast<T>(1 / (1 - rate))};
}

}  // namespace

template <class T>
void dropout(std::size_t size, double rate, std::uint64_t key, const T* x, T* y, threads& threads) {
  const auto kernel = chosen_table<T>().dropout.dropout;
  for_each_range(size, task_elements, threads, [=, p = problem_of<T>(rate, key)](std::size_t first, std::size_t last) {
    kernel(p, first, last - first, x + first, y + first);
  });
}

template <class T>
void add_dropout_gradient(std::size_t size, double rate, std::uint64_t key, const T* dy, T* dx, threads& threads) {
  const auto kernel = chosen_table<T>().dropout.add_gradient;
  for_each_range(size, task_elements, threads, [=, p = problem_of<T>(rate, key)](std::size_t first, std::size_t last) {
    kernel(p, first, last - first, dy + first, dx + first);
  });
}

template void dropout(std::size_t, double, std::uint64_t, const float*, float*, threads&);
template void dropout(std::size_t, double, std::uint64_t, const double*, double*, threads&);
template void add_dropout_gradient(std::size_t, double, std::uint64_t, const float*, float*, threads&);
template void add_dropout_gradient(std::size_t, double, std::uint64_t, const double*, double*, threads&);

}  // namespace typeformer::kernels::inline v0_1
