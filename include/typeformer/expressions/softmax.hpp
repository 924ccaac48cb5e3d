#pragma once
#include <typeformer/expressions/as_if.hpp>
#include <typeformer/expressions/node.hpp>
#include <typeformer/operations/hardmax.hpp>
#include <typeformer/operations/softmax.hpp>

namespace typeformer {

namespace detail {
template <class A, class... B>
constexpr std::size_t place_of_axis(const shape<B...>*) {
  std::size_t place = 0, i = 0;
  ((std::is_same_v<A, B> ? void(place = i) : void(), ++i), ...);
  return place;
}
}  // namespace detail

/// Whether `softmax<Axis>(x)` is defined.
template <class X, class A>
concept has_unique_axis = sound_expression<X> && is_one_axis_of<A, shape_t<X>>;

/// Weights that are positive and sum to 1 along an axis.
///
/// shapes   x [L…, A]   →   the same
/// error    rows sum to 1 within 1e-6 (tests/laws/)
/// cost     5 operations for each element
template <sound_expression X>
constexpr auto softmax(const X& x) {
  static_assert(has_rank_at_least<shape_t<X>, 1>, "softmax(x): x must have an axis");
  return make_node<has_rank_at_least<shape_t<X>, 1>>(softmax_operation<shape_t<X>::rank - 1>{}, x);
}
/// Over the axis that is named.
///
/// requires an axis that x has, once
template <is_axis A, sound_expression X>
constexpr auto softmax(const X& x) {
  static_assert(is_one_axis_of<A, shape_t<X>>, "softmax<Axis>(x): Axis must be exactly one of the axes of x");
  if constexpr (is_one_axis_of<A, shape_t<X>>) {
    return make_node(softmax_operation<detail::place_of_axis<A>(static_cast<const shape_t<X>*>(nullptr))>{}, x);
  } else {
    return any_formula{};
  }
}

/// 1 at the largest element along the last axis, the first of equals, else 0: what softmax(c · x) comes near for a
/// large c. Where all is −∞, zeros. Its gradient is 0.
///
/// shapes   x [L…, A]   →   the same
/// cost     one for each element
template <sound_expression X>
constexpr auto hardmax(const X& x) {
  static_assert(has_rank_at_least<shape_t<X>, 1>, "hardmax(x): x must have an axis");
  return make_node<has_rank_at_least<shape_t<X>, 1>>(hardmax_operation{}, x);
}

}  // namespace typeformer
