#pragma once
#include <typeformer/expressions/as_if.hpp>
#include <typeformer/expressions/node.hpp>
#include <typeformer/operations/add_positions.hpp>

namespace typeformer {

/// A sequence's positions as the rows of a trained table: as many as Position can have.
template <is_axis Position>
struct learned : axis<"positions", bound<Position>> {};

/// Whether the rows of a table are positions: of a constant, or by its first axis.
template <class A, bool IsConstant>
inline constexpr bool is_of_positions = IsConstant;
template <class Position>
inline constexpr bool is_of_positions<learned<Position>, false> = true;

/// Whether add_positions(x, table) is defined.
template <class X, class P>
concept positionable =
    sound_expression<X> && (is_constant<P> || is_table<P>) && is_of_positions<axis_at<P, 0>, is_constant<P>> &&
    has_rank_at_least<shape_t<X>, 2> && is_same_axis<last_axis<X>, axis_at<P, 1>>;

/// A table of positions, from its row `first` on.
///
/// shapes   x [L…, N, E]   table [Position, E]   →   [L…, N, E]
/// requires a table of the width of x; where it is trained, of the axis `learned<Position>`
/// throws   more positions than the table has
template <sound_expression X, class P>
  requires is_constant<P> || is_table<P>
constexpr auto add_positions(const X& x, const P& table, std::size_t first = 0) {
  using r = axis_at<P, 1>;
  static_assert(has_rank_at_least<shape_t<X>, 2>, "add_positions(x, table): x must have a sequence axis and a width");
  static_assert(is_of_positions<axis_at<P, 0>, is_constant<P>>,
                "add_positions(x, table): the first axis of a trained table must be learned<Position>");
  static_assert(same_axis<sized_last<X>, sized<r>>,
                "add_positions(x, table): the last axis of x must be the last axis of the table");
  using operation = std::conditional_t<is_constant<P>, add_positions_operation, add_learned_positions_operation>;
  operation added;
  added.first = first;
  return make_node<positionable<X, P>>(added, x, table);
}

}  // namespace typeformer
