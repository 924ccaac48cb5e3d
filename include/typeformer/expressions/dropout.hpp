#pragma once
#include <cstdint>
#include <ratio>
#include <type_traits>

#include <typeformer/expressions/node.hpp>
#include <typeformer/operations/dropout.hpp>

namespace typeformer {

/// Whether Rate, a std::ratio, is a probability below 1.
template <class Rate>
inline constexpr bool is_dropout_rate = Rate::num >= 0 && Rate::num < Rate::den;
/// That of a recording is checked when it is given.
template <>
inline constexpr bool is_dropout_rate<runtime_dropout> = true;

namespace detail {
template <class Rate>
inline constexpr bool never_drops = false;
template <std::intmax_t Den>
inline constexpr bool never_drops<std::ratio<0, Den>> = true;

// The rate of a configuration: models ask this before they are run, since where they drop is far from the program; with
// a wrong one they go on as if nothing were dropped.
template <class Rate>
constexpr auto checked_rate() {
  static_assert(is_dropout_rate<Rate>, "drop<Rate>(x): the rate must be at least 0 and below 1");
  return std::type_identity<std::conditional_t<is_dropout_rate<Rate>, Rate, std::ratio<0>>>{};
}
}  // namespace detail

/// Drops elements at random while a model is trained, and does nothing when it runs.
///
/// shapes   x [L…]   →   the same
/// requires a Rate of at least 0 and below 1
template <class Rate, sound_expression X>
constexpr auto drop(const X& x) {
  static_assert(is_dropout_rate<Rate>, "drop<Rate>(x): the rate must be at least 0 and below 1");
  if constexpr (detail::never_drops<Rate> || !std::remove_reference_t<decltype(reading_of(x))>::records) {
    return x;
  } else {
    return make_node(dropout_operation<Rate>{}, x);
  }
}

}  // namespace typeformer
