#pragma once
#include <cmath>
#include <cstddef>
#include <vector>

namespace typeformer::kernels::testing {

/// (loss(x + h) − loss(x − h)) / 2h with h = 1e-6 in each element of x. In double the error is some 1e-12 of the third
/// derivative and 1e-10 of the loss.
template <class F>
std::vector<double> central_differences(std::vector<double> x, F loss) {
  constexpr double step = 1e-6;
  std::vector<double> slopes(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double before = x[i];
    x[i] = before + step;
    const double above = loss(x);
    x[i] = before - step;
    slopes[i] = (above - loss(x)) / (2 * step);
    x[i] = before;
  }
  return slopes;
}

/// How many of found differ from expected by more than 1e-5 and a thousandth.
inline std::size_t count_apart(const std::vector<double>& found, const std::vector<double>& expected) {
  std::size_t apart = found.size() != expected.size();
  for (std::size_t i = 0; i < found.size() && i < expected.size(); ++i) {
    apart += !(std::fabs(found[i] - expected[i]) <= 1e-5 + 1e-3 * std::fabs(expected[i]));
  }
  return apart;
}

/// Σ weights · values: a loss whose derivatives by the values are the weights.
inline double weighted_sum(const std::vector<double>& weights, const std::vector<double>& values) {
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) sum += weights[i] * values[i];
  return sum;
}

}  // namespace typeformer::kernels::testing
