#pragma once
#include <typeformer/expressions/reduce.hpp>
#include <typeformer/operations/positions_within.hpp>

namespace typeformer {

/// 1 at the positions of A that are there, 0 at those behind the end of a row: `where(positions_within<N>(x, mask), x,
/// 0)` hides what stands behind it, NaN too. It has no gradient.
///
/// shapes   x [Batch, L…] with an axis A   →   [Batch, A]
/// cost     one for each element of the result
/// requires a mask of A whose batch is the first axis of x
template <is_axis A, sound_expression X, is_mask M>
constexpr auto positions_within(const X& x, const M& mask) {
  static_assert(is_one_axis_of<A, shape_t<X>>, "positions_within<A>(x, mask): A must be exactly one of the axes of x");
  if constexpr (is_one_axis_of<A, shape_t<X>>)
    static_assert(are_lengths_of<A, shape_t<X>, M>,
                  "positions_within<A>(x, mask): the mask must be padding<Batch, A>, Batch the first axis of x");
  if constexpr (reducible_by_rows<X, A, M>) {
    return make_node(positions_within_operation<M>{mask}, x);
  } else {
    return any_formula{};
  }
}

}  // namespace typeformer
