#pragma once
#include <cmath>
#include <concepts>
#include <cstddef>

#include <typeformer/requires_cxx20.hpp>

namespace typeformer {

/// A score of log p and length. For a given length it must not fall as log p rises, after rounding too; how it depends
/// on the length is free.
template <class P>
concept is_penalty = requires(const P& penalty, double log_probability, std::size_t length) {
  { penalty(log_probability, length) } -> std::same_as<double>;
};

/// log p itself.
struct no_penalty {
  /// log p, whatever the length.
  double operator()(double log_probability, std::size_t) const { return log_probability; }
};

/// log p for each token.
struct average_penalty {
  /// For a length of at least 1.
  double operator()(double log_probability, std::size_t length) const {
    return log_probability / static_cast<double>(length);
  }
};

/// log p / ((5 + length) / 6)^α. Usual α lie between 0, which is no penalty, and 1.
///
/// source   Wu et al. 2016, section 7
struct wu_penalty {
  double alpha = 0.6;  ///< the larger, the more longer hypotheses gain

  /// For any length; a hypothesis of one token is divided by 1.
  double operator()(double log_probability, std::size_t length) const {
    return log_probability / std::pow((5 + static_cast<double>(length)) / 6, alpha);
  }
};

}  // namespace typeformer
