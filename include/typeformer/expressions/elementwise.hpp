#pragma once
#include <typeformer/expressions/activation.hpp>
#include <typeformer/expressions/as_if.hpp>
#include <typeformer/expressions/node.hpp>
#include <typeformer/operations/elementwise.hpp>

namespace typeformer {

namespace detail {
constexpr double square_root(double x) {  // std::sqrt is no constant expression in clang
  double r = x > 1 ? x : 1;
  for (int i = 0; i < 64; ++i) r = (r + x / r) / 2;
  return r;
}
}  // namespace detail

/// √ of an axis's extent, as in `q * transpose(k) / root<Width>`.
template <is_axis A>
struct root_of {
  static constexpr double value = detail::square_root(static_cast<double>(bound<A>));
};
template <is_axis A>
inline constexpr auto root = [] {
  static_assert(known_to_the_compiler<A, extent<A>>, "root<Axis>: the extent must be known to the compiler");
  return root_of<A>{};
}();

/// shapes   x [L…]   →   the same
template <expression X, class A>
constexpr auto operator/(const X& x, root_of<A>) {
  return make_node(scale_operation{1 / root_of<A>::value}, x);
}
template <expression X, class A>
constexpr auto operator*(const X& x, root_of<A>) {
  return make_node(scale_operation{root_of<A>::value}, x);
}

/// Whether `x + y` is defined.
template <class X, class Y>
concept addable = (expression<X> && is_vector<Y> && is_same_axis<last_axis<X>, axis_at<Y, 0>>) ||
                  (expression<X> && expression<Y> && same_axes<shape_t<X>, shape_t<Y>>);

/// A bias, the same for each row.
///
/// shapes   x [L…, E]   b [E]   →   [L…, E]
/// requires x whose last axis is E
template <expression X, is_vector B>
constexpr auto operator+(const X& x, const B& b) {
  static_assert(same_axis<sized_last<X>, sized<axis_at<B, 0>>>, "x + b: the last axis of x must be the axis of b");
  return make_node(add_bias_operation{}, x, b);
}

/// A residual sum.
///
/// shapes   x [L…]   y [L…]   →   the same
/// requires the same axes, not only the same extents
template <expression X, expression Y>
constexpr auto operator+(const X& x, const Y& y) {
  static_assert(same_axes<shape_t<X>, shape_t<Y>>, "x + y: both must have the same axes in the same order");
  return make_node(add_operation{}, x, y);
}

/// Whether add_positions(x, table) is defined.
template <class X, class P>
concept positionable =
    expression<X> && is_constant<P> && has_rank_at_least<shape_t<X>, 2> && is_same_axis<last_axis<X>, axis_at<P, 1>>;

/// A table of positions, from its row `first` on.
///
/// shapes   x [L…, N, E]   table [Position, E]   →   [L…, N, E]
/// requires a table of the width of x
/// throws   more positions than the table has
template <expression X, is_constant P>
constexpr auto add_positions(const X& x, const P& table, std::size_t first = 0) {
  using r = axis_at<P, 1>;
  static_assert(has_rank_at_least<shape_t<X>, 2>, "add_positions(x, table): x must have a sequence axis and a width");
  static_assert(same_axis<sized_last<X>, sized<r>>,
                "add_positions(x, table): the last axis of x must be the last axis of the table");
  return make_node(add_positions_operation{first}, as_if<with_last_axes<X, second_last_axis<X>, r>>(x), table);
}

}  // namespace typeformer
