#pragma once
#include <typeformer/expressions/as_if.hpp>
#include <typeformer/expressions/node.hpp>
#include <typeformer/operations/elementwise.hpp>

/// Operators that formulas do not have and that one may try. Each is a rule that is broken, and the formula around it
/// goes on as if it had been right.
namespace typeformer {

namespace detail {
/// As a formula, which a module may return.
template <class X>
constexpr auto unchanged(const X& x) {
  return make_node(scale_operation{1}, x);
}
}  // namespace detail

/// Without a template of the standard library, since it is asked of all operands of a formula.
template <class N>
concept plain_number = requires(const N& c) { static_cast<double>(c); };

template <plain_number N>
inline constexpr bool formulas_scale_by = false;
template <plain_number N>
inline constexpr bool formulas_add = false;
template <class X, class Y>
inline constexpr bool have_a_difference = false;
template <class P>
inline constexpr bool can_stand_on_the_left = false;
template <class P>
inline constexpr bool can_be_multiplied_to = is_weight<P>;
template <class P>
inline constexpr bool can_be_added_to = is_vector<P>;

template <expression X, plain_number N>
constexpr auto operator*(const X& x, N) {
  static_assert(formulas_scale_by<N>, "x * c, c * x, x / c: a formula is scaled by root<Axis>, not by a number");
  return detail::unchanged(x);
}
template <plain_number N, expression X>
constexpr auto operator*(N, const X& x) {
  static_assert(formulas_scale_by<N>, "x * c, c * x, x / c: a formula is scaled by root<Axis>, not by a number");
  return detail::unchanged(x);
}
template <expression X, plain_number N>
constexpr auto operator/(const X& x, N) {
  static_assert(formulas_scale_by<N>, "x * c, c * x, x / c: a formula is scaled by root<Axis>, not by a number");
  return detail::unchanged(x);
}

template <expression X, plain_number N>
constexpr auto operator+(const X& x, N) {
  static_assert(formulas_add<N>, "x + c, c + x: to a formula values, vectors and masks are added, not a number");
  return detail::unchanged(x);
}
template <plain_number N, expression X>
constexpr auto operator+(N, const X& x) {
  static_assert(formulas_add<N>, "x + c, c + x: to a formula values, vectors and masks are added, not a number");
  return detail::unchanged(x);
}

template <expression X, class Y>
constexpr auto operator-(const X& x, const Y&) {
  static_assert(have_a_difference<X, Y>, "x - y: formulas have sums, but no differences");
  return detail::unchanged(x);
}

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

}  // namespace typeformer
