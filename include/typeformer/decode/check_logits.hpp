#pragma once
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>

#include <typeformer/error.hpp>

namespace typeformer::detail {

/// Given the largest of logits, as an argmax that ignores NaN has found it. Without branches, so that compilers
/// vectorize it: it takes no time beside the product that yields the logits.
template <class T>
bool is_largest_finite(const T* logits, std::size_t entries, std::size_t largest) {
  bool is_any_nan = false;
  for (std::size_t i = 0; i < entries; ++i) is_any_nan |= logits[i] != logits[i];
  return !is_any_nan && std::isfinite(logits[largest]);
}

/// The sentence of every decoder for logits among which none can be chosen.
[[noreturn]] inline void throw_non_finite_logits(std::string_view decoder, std::size_t row, std::size_t position) {
  throw error{std::string{decoder} + ": the largest logit of row " + std::to_string(row) + " at position " +
              std::to_string(position) + " is not finite: some weights must be far too large"};
}

}  // namespace typeformer::detail
