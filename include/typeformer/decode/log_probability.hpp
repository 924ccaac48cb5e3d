#pragma once
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

#include <typeformer/kernels/rows.hpp>

namespace typeformer {

/// log softmax(logits) of one row, natural, in double: (x − max) − log Σ exp(x − max). The sum is at least 1, so no
/// entry is above 0, after rounding too. A logit of −∞ yields −∞. Where the largest logit is not finite (NaN, +∞, or −∞
/// alone), all are NaN.
template <class T>
class log_probabilities {
 public:
  /// `logits`, of which there is at least one, outlive this.
  explicit log_probabilities(std::span<const T> logits)
      : logits_{logits}, of_row_{kernels::log_sum_exp_of(logits.size(), logits.data())} {}

  /// Whether the largest logit is finite; NaN counts as the largest.
  bool are_defined() const { return std::isfinite(of_row_.log_sum); }

  /// log p of an entry, in nats.
  double operator[](std::size_t entry) const {
    return static_cast<double>(logits_[entry]) - of_row_.largest - of_row_.log_sum;
  }

  /// A logit such that every entry with a smaller one has a log p below this. NaN where that is NaN.
  T logit_below(double log_p) const {
    const double logit = log_p + of_row_.log_sum + of_row_.largest;
    // Further away than sums of such numbers round.
    constexpr double rounding = 4 * static_cast<double>(std::numeric_limits<T>::epsilon());
    return static_cast<T>(logit - rounding * (std::fabs(log_p) + of_row_.log_sum + std::fabs(of_row_.largest)));
  }

 private:
  std::span<const T> logits_;
  kernels::log_sum_exp of_row_;
};

}  // namespace typeformer
