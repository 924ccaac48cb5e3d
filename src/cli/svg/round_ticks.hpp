#pragma once
#include <string>
#include <vector>

namespace typeformer::cli {

/// A round step along an axis: 1, 2 or 5 times a power of ten, so that about `wanted` ≥ 2 fit into `span` > 0.
double round_step(double span, double wanted);

/// The multiples of a round step from `low` to `high`.
struct round_ticks {
  round_ticks(double apart, double low, double high);

  double step;
  std::vector<double> positions;

  /// How a tick is written: with as many decimals as tell it from the next, and thousands apart.
  std::string label(double place) const;
};

}  // namespace typeformer::cli
