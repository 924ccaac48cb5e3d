#pragma once
#include <ratio>

#include <typeformer/expressions/node.hpp>
#include <typeformer/operations/dropout.hpp>

namespace typeformer {

/// Whether Rate, a std::ratio, is a probability below 1.
template <class Rate>
inline constexpr bool is_dropout_rate = Rate::num >= 0 && Rate::num < Rate::den;

/// Drops elements at random while a model learns, and does nothing when it runs.
///
/// shapes   x [L…]   →   the same
/// refuses  a Rate outside [0, 1)
template <class Rate, expression X>
constexpr auto drop(const X& x) {
  static_assert(is_dropout_rate<Rate>, "drop<Rate>(x): the rate must be at least 0 and below 1");
  if constexpr (Rate::num == 0 || !std::remove_reference_t<decltype(reading_of(x))>::records) {
    return x;
  } else {
    return make_node(dropout_operation<Rate>{}, x);
  }
}

}  // namespace typeformer
