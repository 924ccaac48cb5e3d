#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include <typeformer/requires_cxx20.hpp>

namespace typeformer {

/// log softmax(logits) of one row, natural, in double: (x − max) − log Σ exp(x − max). The sum is at least 1, so no
/// entry is above 0, after rounding too. A logit of −∞ yields −∞. Where the largest logit is not finite (NaN, +∞, or −∞
/// alone), all are NaN.
template <class T>
class log_probabilities {
 public:
  /// `logits`, of which there is at least one, outlive this.
  explicit log_probabilities(std::span<const T> logits) : logits_{logits}, largest_{*std::ranges::max_element(logits)} {
    double sum = 0;
    for (const T x : logits) sum += std::exp(static_cast<double>(x) - largest_);
    log_sum_ = std::log(sum);
  }

  /// Whether the largest logit is finite; NaN counts as the largest.
  bool are_defined() const { return std::isfinite(log_sum_); }

  /// log p of an entry, in nats.
  double operator[](std::size_t entry) const { return static_cast<double>(logits_[entry]) - largest_ - log_sum_; }

 private:
  std::span<const T> logits_;
  double largest_;
  double log_sum_;
};

}  // namespace typeformer
