#include <typeformer/kernels/dropout.hpp>

#include "ranges.hpp"

namespace typeformer::kernels {
namespace {

/// Calls f(i, factor): 1 / (1 − rate) where element i stays, 0 where it is dropped.
template <class T, class F>
void for_each_element(std::size_t size, double rate, std::uint64_t key, threads& workers, F f) {
  const auto dropped_below = static_cast<std::uint64_t>(rate * 4294967296.0);
  const T kept = static_cast<T>(1 / (1 - rate));
  for_each_range(size, task_elements, workers, [=](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) f(i, counted_random(key, i) >> 32 < dropped_below ? T{0} : kept);
  });
}

}  // namespace

template <class T>
void dropout(std::size_t size, double rate, std::uint64_t key, const T* x, T* y, threads& workers) {
  for_each_element<T>(size, rate, key, workers,
                      [=](std::size_t i, T factor) { y[i] = factor == 0 ? T{0} : factor * x[i]; });
}

template <class T>
void add_dropout_gradient(std::size_t size, double rate, std::uint64_t key, const T* dy, T* dx, threads& workers) {
  for_each_element<T>(size, rate, key, workers, [=](std::size_t i, T factor) {
    if (factor != 0) dx[i] += factor * dy[i];
  });
}

template void dropout(std::size_t, double, std::uint64_t, const float*, float*, threads&);
template void dropout(std::size_t, double, std::uint64_t, const double*, double*, threads&);
template void add_dropout_gradient(std::size_t, double, std::uint64_t, const float*, float*, threads&);
template void add_dropout_gradient(std::size_t, double, std::uint64_t, const double*, double*, threads&);

}  // namespace typeformer::kernels
