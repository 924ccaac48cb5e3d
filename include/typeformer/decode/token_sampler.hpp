#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include <typeformer/error.hpp>

namespace typeformer {

/// How tokens are drawn from logits: of those that are left by top_k, and then by top_p, each with a probability
/// proportional to exp(logit / temperature). By default these are the model's own probabilities.
///
/// source   Fan, Lewis and Dauphin 2018 (top k); Holtzman et al. 2020 (top p)
struct sampling {
  double temperature = 1;  ///< finite, ≥ 0; towards 0 the most likely token alone is left, and at 0 it is taken
  std::size_t top_k = 0;   ///< the tokens of the largest logits that are left; 0: all
  double top_p = 1;        ///< in (0, 1]: as few of the likeliest as together have this probability are left
};

/// Draws a token from one row of logits. Everything is allocated at construction.
///
/// Of equal logits, top_k and top_p leave the lower token first. NaN counts as the largest logit, so that it shows;
/// where the largest logit is not finite there are no probabilities, and the first such token is taken.
///
/// cost     one exponential for each logit; with top_k or top_p, a sort too
/// throws   what `sampling` rules out
template <class T>
class token_sampler {
 public:
  /// For logits of a vocabulary of `entries` ≥ 1.
  token_sampler(std::size_t entries, const sampling& how) : how_{checked(how)}, weights_(entries), order_(entries) {}

  /// A token, given logits [entries] and a random number in [0, 1): tokens share that interval by their probabilities,
  /// in their order.
  std::int32_t operator()(const T* logits, double random) {
    const std::size_t likeliest = first_largest(logits);
    const double largest = logits[likeliest];
    if (how_.temperature == 0 || !std::isfinite(largest)) return static_cast<std::int32_t>(likeliest);
    for (std::size_t i = 0; i < weights_.size(); ++i)
      weights_[i] = std::exp((static_cast<double>(logits[i]) - largest) / how_.temperature);
    leave_out(logits);

    const double drawn = random * std::accumulate(weights_.begin(), weights_.end(), 0.0);
    std::size_t token = likeliest;
    double sum = 0;
    for (std::size_t i = 0; i < weights_.size() && !(sum > drawn); ++i) {
      if (weights_[i] == 0) continue;
      sum += weights_[i];
      token = i;
    }
    return static_cast<std::int32_t>(token);
  }

 private:
  static const sampling& checked(const sampling& how) {
    if (!std::isfinite(how.temperature) || how.temperature < 0)
      throw error{"sampling: the temperature is " + std::to_string(how.temperature) +
                  ", but it must be a finite number and not below 0"};
    if (!(how.top_p > 0 && how.top_p <= 1))
      throw error{"sampling: top_p is " + std::to_string(how.top_p) + ", but it must lie above 0 and not above 1"};
    return how;
  }

  std::size_t first_largest(const T* logits) const {
    std::size_t largest = 0;
    for (std::size_t i = 0; i < weights_.size(); ++i) {
      if (std::isnan(logits[i])) return i;
      if (logits[i] > logits[largest]) largest = i;
    }
    return largest;
  }

  /// Gives weight 0 to the tokens that top_k and top_p leave out.
  void leave_out(const T* logits) {
    const std::size_t entries = weights_.size();
    std::size_t left = how_.top_k == 0 ? entries : std::min(how_.top_k, entries);
    if (left == entries && how_.top_p == 1) return;
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::partial_sort(
        order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(left), order_.end(),
        [logits](std::size_t a, std::size_t b) { return logits[a] != logits[b] ? logits[a] > logits[b] : a < b; });
    if (how_.top_p < 1) {
      double all = 0, sum = 0;
      for (std::size_t i = 0; i < left; ++i) all += weights_[order_[i]];
      for (std::size_t i = 0; i < left; ++i) {
        sum += weights_[order_[i]];
        if (sum >= how_.top_p * all) left = i + 1;
      }
    }
    for (std::size_t i = left; i < entries; ++i) weights_[order_[i]] = 0;
  }

  sampling how_;
  std::vector<double> weights_;
  std::vector<std::size_t> order_;
};

}  // namespace typeformer
