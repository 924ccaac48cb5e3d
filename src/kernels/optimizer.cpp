#include <array>
#include <cmath>

#include <typeformer/kernels/optimizer.hpp>

#include "ranges.hpp"
#include "table.hpp"

namespace typeformer::kernels::inline v0_1 {
namespace {

/// Blocks of task_elements whose sums are kept on the stack, to be added in their order: some 4 million elements.
constexpr std::size_t blocks_at_once = 256;

template <class T>
adam_factors<T> factors_of(const adam_step& step) {
  const auto scale = [&](double beta) {
    return static_cast<T>(1 / (1 - std::pow(beta, static_cast<double>(step.step))));
  };
  return {.gradient_scale = static_cast<T>(step.gradient_scale),
          .beta1 = static_cast<T>(step.beta1),
          .rest1 = static_cast<T>(1 - step.beta1),
          .beta2 = static_cast<T>(step.beta2),
          .rest2 = static_cast<T>(1 - step.beta2),
          .moment_scale = scale(step.beta1),
          .second_moment_scale = scale(step.beta2),
          .epsilon = static_cast<T>(step.epsilon),
          .rate = static_cast<T>(step.rate),
          .decay = static_cast<T>(step.decay)};
}

}  // namespace

template <class T>
void adam(const adam_step& step, std::size_t size, const T* gradient, T* moment, T* second_moment, T* weight,
          threads& threads) {
  const auto kernel = chosen_table<T>().optimizer.adam;
  for_each_range(size, task_elements, threads, [=, factors = factors_of<T>(step)](std::size_t first, std::size_t last) {
    kernel(factors, last - first, gradient + first, moment + first, second_moment + first, weight + first);
  });
}

template <class T>
double sum_of_squares(std::size_t size, const T* x, threads& threads) {
  const auto kernel = chosen_table<T>().optimizer.sum_of_squares;
  std::array<double, blocks_at_once> sums;
  double total = 0;
  while (size > 0) {
    const std::size_t count = std::min(size, blocks_at_once * task_elements);
    for_each_range(count, task_elements, threads, [=, &sums](std::size_t first, std::size_t last) {
      sums[first / task_elements] = kernel(last - first, x + first);
    });
    for (std::size_t first = 0; first < count; first += task_elements) total += sums[first / task_elements];
    x += count;
    size -= count;
  }
  return total;
}

template <class T>
void update_average(std::size_t size, T decay, const T* x, T* average, threads& threads) {
  const auto kernel = chosen_table<T>().optimizer.update_average;
  for_each_range(size, task_elements, threads,
                 [=](std::size_t first, std::size_t last) { kernel(last - first, decay, x + first, average + first); });
}

template void adam(const adam_step&, std::size_t, const float*, float*, float*, float*, threads&);
template void adam(const adam_step&, std::size_t, const double*, double*, double*, double*, threads&);
template double sum_of_squares(std::size_t, const float*, threads&);
template double sum_of_squares(std::size_t, const double*, threads&);
template void update_average(std::size_t, float, const float*, float*, threads&);
template void update_average(std::size_t, double, const double*, double*, threads&);

}  // namespace typeformer::kernels::inline v0_1
