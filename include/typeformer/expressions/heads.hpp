#pragma once
#include <typeformer/expressions/node.hpp>
#include <typeformer/operations/heads.hpp>

namespace typeformer {

/// Whether split_heads<Head, Width>(x) is defined.
template <class X, class Head, class Width>
concept splittable =
    expression<X> && has_rank_at_least<shape_t<X>, 2> && is_same_axis<last_axis<X>, product<Head, Width>>;

/// Cuts the last axis into heads.
///
/// shapes   x [L…, N, h·d̃]   →   [L…, h, N, d̃]
/// refuses  a last axis that is not product<Head, Width>, even of the same extent
template <is_axis Head, is_axis Width, expression X>
constexpr auto split_heads(const X& x) {
  using l = last_axis<X>;
  using r = product<Head, Width>;
  static_assert(same_axis<l, extent<l>, r, extent<r>>,
                "split_heads<Head, Width>(x): the last axis of x must be product<Head, Width>");
  static_assert(has_rank_at_least<shape_t<X>, 2>, "split_heads<Head, Width>(x): x must have at least two axes");
  return make_node(split_heads_operation<Head, Width>{}, x);
}

/// Whether join_heads(x) is defined.
template <class X>
concept joinable = expression<X> && has_rank_at_least<shape_t<X>, 3>;

/// Puts the heads side by side.
///
/// shapes   x [L…, h, N, d̃]   →   [L…, N, h·d̃], the last axis product<Head, Width>
/// refuses  x of fewer than three axes
template <expression X>
constexpr auto join_heads(const X& x) {
  static_assert(has_rank_at_least<shape_t<X>, 3>, "join_heads(x): x must have axes of heads, rows and width");
  return make_node(join_heads_operation{}, x);
}

}  // namespace typeformer
