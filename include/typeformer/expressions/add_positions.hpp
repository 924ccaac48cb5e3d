#pragma once
#include <typeformer/expressions/as_if.hpp>
#include <typeformer/expressions/node.hpp>
#include <typeformer/operations/add_positions.hpp>

namespace typeformer {

/// Whether add_positions(x, table) is defined.
template <class X, class P>
concept positionable = expression<X> && (is_constant<P> || is_table<P>) && has_rank_at_least<shape_t<X>, 2> &&
                       is_same_axis<last_axis<X>, axis_at<P, 1>>;

/// A table of positions, from its row `first` on.
///
/// shapes   x [L…, N, E]   table [Position, E]   →   [L…, N, E]
/// requires a table of the width of x
/// throws   more positions than the table has
template <expression X, class P>
  requires is_constant<P> || is_table<P>
constexpr auto add_positions(const X& x, const P& table, std::size_t first = 0) {
  using r = axis_at<P, 1>;
  static_assert(has_rank_at_least<shape_t<X>, 2>, "add_positions(x, table): x must have a sequence axis and a width");
  static_assert(same_axis<sized_last<X>, sized<r>>,
                "add_positions(x, table): the last axis of x must be the last axis of the table");
  using operation = std::conditional_t<is_constant<P>, add_positions_operation, add_learned_positions_operation>;
  operation added;
  added.first = first;
  return make_node(added, as_if<with_last_axes<X, second_last_axis<X>, r>>(x), table);
}

}  // namespace typeformer
