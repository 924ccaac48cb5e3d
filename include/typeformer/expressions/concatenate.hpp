#pragma once
#include <typeformer/expressions/as_if.hpp>
#include <typeformer/expressions/node.hpp>
#include <typeformer/operations/concatenate.hpp>

namespace typeformer {

/// Whether concatenate(x, y) is defined.
template <class X, class Y>
concept concatenable = sound_expression<X> && sound_expression<Y> && same_axes<all_but_last<X>, all_but_last<Y>>;

/// One after the other along the last axis; concat (move.hpp) does so along any.
///
/// shapes   x [L…, A]   y [L…, B]   →   [L…, A⊕B], the last axis `direct_sum<A, B>`
/// requires the same L…
template <sound_expression X, sound_expression Y>
constexpr auto concatenate(const X& x, const Y& y) {
  static_assert(same_axes<all_but_last<X>, all_but_last<Y>>,
                "concatenate(x, y): all axes but the last must be the same");
  return make_node<concatenable<X, Y>>(concatenate_operation<last_axis<X>, last_axis<Y>>{}, x, y);
}

}  // namespace typeformer
