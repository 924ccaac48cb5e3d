#pragma once
#include <typeformer/expressions/as_if.hpp>
#include <typeformer/expressions/node.hpp>
#include <typeformer/operations/append.hpp>
#include <typeformer/operations/concatenate.hpp>

namespace typeformer {

/// Whether concatenate(x, y) is defined.
template <class X, class Y>
concept concatenable = expression<X> && expression<Y> && same_axes<all_but_last<X>, all_but_last<Y>>;

/// One after the other along the last axis; concat (move.hpp) does so along any.
///
/// shapes   x [L…, A]   y [L…, B]   →   [L…, A⊕B], the last axis direct_sum<A, B>
/// requires the same L…
template <expression X, expression Y>
constexpr auto concatenate(const X& x, const Y& y) {
  static_assert(same_axes<all_but_last<X>, all_but_last<Y>>,
                "concatenate(x, y): all axes but the last must be the same");
  return make_node(concatenate_operation<last_axis<X>, last_axis<Y>>{}, x, as_if<with_last_axis<X, last_axis<Y>>>(y));
}

/// Whether append(cache, x) is defined.
template <class C, class X>
concept appendable = expression<C> && expression<X> && is_same_axis<last_axis<C>, last_axis<X>> &&
                     same_axes<leading_axes<C>, leading_axes<X>>;

/// Writes x into a cache from row `first` on, and yields the cache.
///
/// shapes   cache [L…, Position, E]   x [L…, N, E]   →   the cache
/// requires the same E and L…
/// throws   more rows than the cache has
template <class Reading, class Shape, expression X>
constexpr auto append(const cache_value<Reading, Shape>& cache, const X& x, std::size_t first) {
  using C = cache_value<Reading, Shape>;
  static_assert(same_axis<sized_last<C>, sized_last<X>>, "append(cache, x): both must have the same last axis");
  static_assert(same_axes<leading_axes<C>, leading_axes<X>>,
                "append(cache, x): the axes before the last two must be the same");
  return make_node(append_operation{first}, cache, as_if<with_last_axes<C, second_last_axis<X>, last_axis<C>>>(x));
}

}  // namespace typeformer
