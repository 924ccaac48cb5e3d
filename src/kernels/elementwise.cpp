#include <typeformer/kernels/elementwise.hpp>

#include "ranges.hpp"
#include "table.hpp"

namespace typeformer::kernels::inline v0_1 {

template <class T>
void activate(std::size_t size, activation function, const T* x, T* y, threads& threads) {
  const auto kernel = chosen_table<T>().elementwise.activate;
  for_each_range(size, task_elements, threads,
                 [=](std::size_t first, std::size_t last) { kernel(last - first, function, x + first, y + first); });
}

template <class T>
void add_activation_gradient(std::size_t size, activation function, const T* x, const T* dy, T* dx, threads& threads) {
  const auto kernel = chosen_table<T>().elementwise.activation_gradient;
  for_each_range(size, task_elements, threads, [=](std::size_t first, std::size_t last) {
    kernel(last - first, function, x + first, dy + first, dx + first);
  });
}

template <class T>
void scale(std::size_t size, T scale, const T* x, T* y, threads& threads) {
  const auto kernel = chosen_table<T>().elementwise.scale;
  for_each_range(size, task_elements, threads,
                 [=](std::size_t first, std::size_t last) { kernel(last - first, scale, x + first, y + first); });
}

template <class T>
void add(std::size_t size, const T* x, const T* y, T* z, threads& threads) {
  const auto kernel = chosen_table<T>().elementwise.add_scaled;
  for_each_range(size, task_elements, threads, [=](std::size_t first, std::size_t last) {
    kernel(last - first, 1, x + first, y + first, z + first);
  });
}

template <class T>
void add_scaled(std::size_t size, T scale, const T* x, T* y, threads& threads) {
  const auto kernel = chosen_table<T>().elementwise.add_scaled;
  for_each_range(size, task_elements, threads, [=](std::size_t first, std::size_t last) {
    kernel(last - first, scale, x + first, y + first, y + first);
  });
}

template <class T>
void add_rows(std::size_t rows, std::size_t columns, T scale, const T* x, std::size_t period, const T* row, T* z,
              threads& threads) {
  const auto kernel = chosen_table<T>().elementwise.add_scaled;
  for_each_range(rows, task_rows(columns), threads, [=](std::size_t first, std::size_t last) {
    while (first < last) {
      // Rows are contiguous until the period ends.
      const std::size_t added = first % period;
      const std::size_t count = std::min(last - first, period - added);
      kernel(count * columns, scale, x + first * columns, row + added * columns, z + first * columns);
      first += count;
    }
  });
}

template void activate(std::size_t, activation, const float*, float*, threads&);
template void activate(std::size_t, activation, const double*, double*, threads&);
template void add_activation_gradient(std::size_t, activation, const float*, const float*, float*, threads&);
template void add_activation_gradient(std::size_t, activation, const double*, const double*, double*, threads&);
template void scale(std::size_t, float, const float*, float*, threads&);
template void scale(std::size_t, double, const double*, double*, threads&);
template void add(std::size_t, const float*, const float*, float*, threads&);
template void add(std::size_t, const double*, const double*, double*, threads&);
template void add_scaled(std::size_t, float, const float*, float*, threads&);
template void add_scaled(std::size_t, double, const double*, double*, threads&);
template void add_rows(std::size_t, std::size_t, float, const float*, std::size_t, const float*, float*, threads&);
template void add_rows(std::size_t, std::size_t, double, const double*, std::size_t, const double*, double*, threads&);

}  // namespace typeformer::kernels::inline v0_1
