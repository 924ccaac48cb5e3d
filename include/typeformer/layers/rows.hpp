#pragma once
#include <cstddef>

#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/expressions/move.hpp>
#include <typeformer/expressions/positions_within.hpp>
#include <typeformer/expressions/reduce.hpp>

/// Rows of different lengths: which positions of a padded batch are there. The lengths are those of a padding mask, as
/// layers have them of a model; no_mask is rows of the whole extent.
namespace typeformer {

namespace detail {
struct one_neighbour : axis<"1", 1> {};
struct last_position : axis<"1", 1> {};

template <class A, class X, class Batch, class Query>
constexpr auto positions_within_rows(const X& x, const padding<Batch, Query, A>& rows) {
  return positions_within<A>(x, padding<Batch, A>{rows.lengths});
}
}  // namespace detail

/// x with zeros at positions of A behind a row's end: what a convolution next reads there.
///
/// shapes   x [Batch, …, A, …]   →   the same
/// requires a mask whose keys are A and whose batch is the first axis of x, or none
template <is_axis A, sound_expression X, is_mask M>
constexpr auto within_rows(const X& x, const M& mask) {
  if constexpr (requires { mask.lengths; }) {
    const auto value = let(x);
    return where(let(detail::positions_within_rows<A>(value, mask)), value, 0);
  } else {
    return x;
  }
}

/// x at the last position of each row: there, a recurrence has read the whole row. Of a row without positions, zeros.
///
/// shapes   x [Batch, A, R…]   →   [Batch, R…]; of no_mask, x [L…, A, R…]   →   [L…, R…]
/// cost     two for each element, in one pass over memory
/// requires as within_rows
template <is_axis A, sound_expression X, is_mask M>
constexpr auto at_row_ends(const X& x, const M& mask) {
  const auto value = let(x);
  if constexpr (requires { mask.lengths; }) {
    const auto there = let(detail::positions_within_rows<A>(value, mask));
    // That it is there, but not the next one.
    const auto next_there = sum<detail::one_neighbour>(windows<A, detail::one_neighbour>(there, 1));
    return sum<A>(hadamard(value, there - next_there));
  } else {
    return sum<detail::last_position>(slice<A, detail::last_position>(value, algebra::extent_of<A>(value.shape) - 1));
  }
}

}  // namespace typeformer
