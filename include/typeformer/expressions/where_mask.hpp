#pragma once
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/expressions/mask.hpp>

namespace typeformer {

/// x where the mask allows it, else y: `where(causal<Query, Key>{}, scores, 0)`, where Query and Key are positions of
/// one sequence (same_sequence). x is made a value at once.
///
/// shapes   x [L…, Query, Key]   y a number, or of axes that are among those of x   →   as x
/// cost     four for each element, in two passes over memory
/// requires a mask of the last two axes of x, in their order; a padding mask whose batch is the outermost axis
template <is_mask M, sound_expression X, elementwise_operand Y>
constexpr auto where(const M& mask, const X& x, const Y& y) {
  static_assert(mask_is_on<M, second_last_axis<X>, last_axis<X>>,
                "where(mask, x, y): the mask must be on the last two axes of x, queries before keys");
  static_assert(mask_has_batch<M, first_axis<X>>,
                "where(mask, x, y): a padding mask's batch must be the first axis of x");
  const auto value = let(x);
  if constexpr (maskable<X, M>) {
    // Masked zeros are 0 where the mask allows, and −∞ elsewhere.
    return where(greater(detail::zeros_for(value, std::type_identity<shape_t<X>>{}) + mask, -1), value, y);
  } else {
    return value;
  }
}

}  // namespace typeformer
