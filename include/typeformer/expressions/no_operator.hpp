#pragma once
#include <typeformer/expressions/as_if.hpp>
#include <typeformer/expressions/node.hpp>
#include <typeformer/operations/elementwise.hpp>

/// Operators that formulas do not have and that one may try. Each is a rule that is broken, and the formula around it
/// goes on as if it had been right.
namespace typeformer {

template <class P>
inline constexpr bool can_stand_on_the_left = false;
template <class P>
inline constexpr bool can_be_multiplied_to = is_weight<P>;
template <class P>
inline constexpr bool can_be_added_to = is_vector<P>;

template <is_parameter P, expression X>
constexpr auto operator*(const P&, const X& x) {
  static_assert(can_stand_on_the_left<P>, "p * x: a parameter must be on the right, x * p");
  return detail::unchanged(as_if<with_last_axis<X, axis_from_last<typename P::shape_type, 0>>>(x));
}
template <expression X, class P>
  requires((is_parameter<P> || is_constant<P>) && !is_weight<P>)
constexpr auto operator*(const X& x, const P&) {
  static_assert(can_be_multiplied_to<P>, "x * p: p must be a weight; transpose makes one of a table");
  return detail::unchanged(as_if<with_last_axis<X, axis_from_last<typename P::shape_type, 0>>>(x));
}
template <expression X, class P>
  requires((is_parameter<P> || is_constant<P>) && !is_vector<P>)
constexpr auto operator+(const X& x, const P&) {
  static_assert(can_be_added_to<P>, "x + p: p must be a vector");
  return detail::unchanged(x);
}

template <expression X, class P>
  requires((is_parameter<P> || is_constant<P>) && !is_vector<P>)
constexpr auto operator-(const X& x, const P&) {
  static_assert(can_be_added_to<P>, "x - p: p must be a vector");
  return detail::unchanged(x);
}

}  // namespace typeformer
