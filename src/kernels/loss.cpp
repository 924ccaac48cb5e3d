#include <typeformer/kernels/loss.hpp>

#include "ranges.hpp"
#include "table.hpp"

namespace typeformer::kernels::inline v0_1 {

template <class T>
double cross_entropy(const cross_entropy_problem<T>& problem, double* workspace, threads& threads) {
  const auto kernel = chosen_table<T>().loss.cross_entropy;
  for_each_range(problem.rows, task_rows(problem.entries), threads,
                 [&, kernel](std::size_t first, std::size_t last) { kernel(problem, first, last, workspace); });
  double sum = 0;
  for (std::size_t row = 0; row < problem.rows; ++row) sum += workspace[row];
  return sum;
}

template double cross_entropy(const cross_entropy_problem<float>&, double*, threads&);
template double cross_entropy(const cross_entropy_problem<double>&, double*, threads&);

}  // namespace typeformer::kernels::inline v0_1
