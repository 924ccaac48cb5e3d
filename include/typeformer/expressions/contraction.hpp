#pragma once
#include <typeformer/expressions/node.hpp>
#include <typeformer/expressions/summed_axis.hpp>
#include <typeformer/operations/contraction.hpp>
#include <typeformer/operations/linear.hpp>

namespace typeformer {

/// Whether an expression is the transpose of another, which a product reads in place.
template <class E>
inline constexpr bool is_transposed = false;
template <class X>
inline constexpr bool is_transposed<node<transpose_operation, X>> = true;

/// Whether `transpose(x)` is defined.
template <class X>
concept transposable = is_table<X> || (sound_expression<X> && has_rank_at_least<shape_t<X>, 2>);

/// Whether `x * y` is defined: the last axis of x is the one before last of y (the first of a weight), and the
/// axes before them are the same.
template <class L, class R>
concept multipliable =
    sound_expression<L> &&
    ((is_weight<R> && is_same_axis<last_axis<L>, axis_at<R, 0>>) ||
     (sound_expression<R> && has_rank_at_least<shape_t<L>, 2> && is_same_axis<last_axis<L>, second_last_axis<R>> &&
      same_axes<leading_axes<L>, leading_axes<R>>));

/// x with its last two axes exchanged.
///
/// shapes   x [L…, M, N]   →   [L…, N, M]
/// requires x of at least two axes
template <sound_expression X>
constexpr auto transpose(const X& x) {
  static_assert(has_rank_at_least<shape_t<X>, 2>, "transpose(x): x must have at least two axes");
  return make_node<has_rank_at_least<shape_t<X>, 2>>(transpose_operation{}, x);
}
/// A table as the weight of a product: `x * transpose(table)` scores x against each entry.
template <is_table P>
constexpr auto transpose(const P& table) {
  return transposed_table<P>{table.offset, table.number};
}

/// A linear map.
///
/// shapes   x [L…, In]   w [In, Out]   →   [L…, Out]
/// cost     2·L·In·Out operations
/// requires x whose last axis is In
template <sound_expression X, is_weight W>
constexpr auto operator*(const X& x, const W& w) {
  static_assert(same_axis<sized_last<X>, sized<axis_at<W, 0>>>,
                "x * w: the last axis of x must be the first axis of w");
  return make_node<multipliable<X, W>>(contraction_operation{}, x, w);
}

/// The product of two values, matrix by matrix; `q * transpose(k)` scores queries against keys.
///
/// shapes   x [L…, N, K]   y [L…, K, M]   →   [L…, N, M]
/// cost     2·L·N·K·M operations
/// requires the same K, the same L…; K along which x sums to 1, where x is a softmax
template <sound_expression X, sound_expression Y>
constexpr auto operator*(const X& x, const Y& y) {
  using l = last_axis<X>;
  using r = second_last_axis<Y>;
  static_assert(has_rank_at_least<shape_t<X>, 2>, "x * y: x must have at least two axes");
  if constexpr (is_transposed<Y>) {
    static_assert(same_axis<sized<l>, sized<r>>, "q * transpose(k): queries and keys must have the same last axis");
  } else {
    static_assert(same_axis<sized<l>, sized<r>>, "x * y: the last axis of x must be the axis before last of y");
  }
  if constexpr (is_same_axis<l, r>) {
    static_assert(same_axes<leading_axes<X>, leading_axes<Y>>, "x * y: the axes before the last two must be the same");
    static_assert(
        sums_what_was_normalized<l, normalized_axis<X>>,
        "softmax<Axis>(x) * v: what the product sums over must be the axis that softmax normalized; if another "
        "is meant, make a value of the weights, let(softmax<Axis>(x)) * v");
  }
  constexpr bool fit = multipliable<X, Y> && sums_what_was_normalized<l, normalized_axis<X>>;
  return make_node<fit>(contraction_operation{}, x, y);
}

}  // namespace typeformer
