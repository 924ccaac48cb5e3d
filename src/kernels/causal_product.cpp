#include <typeformer/kernels/causal_product.hpp>

#include "ranges.hpp"
#include "table.hpp"

namespace typeformer::kernels::inline v0_1 {

/// Multiplications a task has at least: matrices of few positions make a task together.
constexpr std::size_t least_causal_product_work = 1 << 14;

template <class T>
void causal_product(const causal_product_problem<T>& problem, T* workspace, threads& threads) {
  if (problem.positions == 0 || problem.value_width == 0) return;
  const auto matrix = chosen_table<T>().causal_product.matrix;
  const std::size_t work = 2 * problem.positions * problem.width * problem.value_width;
  const std::size_t stride = causal_product_workspace(1, problem.width, problem.value_width);
  for_each_grouped(problem.matrices, work, least_causal_product_work, threads,
                   [&](std::size_t task, void* scratch) { matrix(problem, task, workspace + task * stride, scratch); });
}

template void causal_product(const causal_product_problem<float>&, float*, threads&);
template void causal_product(const causal_product_problem<double>&, double*, threads&);

}  // namespace typeformer::kernels::inline v0_1
