#include <typeformer/kernels/gradients.hpp>

#include "ranges.hpp"
#include "table.hpp"

namespace typeformer::kernels {

template <class T>
void add_activation_gradient(std::size_t size, activation function, const T* x, const T* dy, T* dx, threads& threads) {
  const auto kernel = chosen_table<T>().activation_gradient.add;
  for_each_range(size, task_elements, threads, [=](std::size_t first, std::size_t last) {
    kernel(last - first, function, x + first, dy + first, dx + first);
  });
}

template void add_activation_gradient(std::size_t, activation, const float*, const float*, float*, threads&);
template void add_activation_gradient(std::size_t, activation, const double*, const double*, double*, threads&);

}  // namespace typeformer::kernels
