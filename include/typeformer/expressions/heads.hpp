#pragma once
#include <typeformer/expressions/node.hpp>
#include <typeformer/operations/heads.hpp>

namespace typeformer {

/// Whether `split_heads<Head, Width>(x)` is defined.
template <class X, class Head, class Width>
concept splittable =
    sound_expression<X> && has_rank_at_least<shape_t<X>, 2> && is_same_axis<last_axis<X>, product<Head, Width>>;

/// Cuts the last axis into heads.
///
/// shapes   x [L…, N, h·d̃]   →   [L…, h, N, d̃]
/// requires x whose last axis is `product<Head, Width>`, not only of its extent
template <is_axis Head, is_axis Width, sound_expression X>
constexpr auto split_heads(const X& x) {
  static_assert(same_axis<sized_last<X>, sized<product<Head, Width>>>,
                "split_heads<Head, Width>(x): the last axis of x must be product<Head, Width>");
  static_assert(has_rank_at_least<shape_t<X>, 2>, "split_heads<Head, Width>(x): x must have at least two axes");
  return make_node<splittable<X, Head, Width>>(split_heads_operation<Head, Width>{}, x);
}

/// Whether `repeat_heads<Group>(x)` is defined.
template <class X, class Group>
concept repeatable = sound_expression<X> && has_rank_at_least<shape_t<X>, 3> && has_static_extent<Group>;

/// Each head as often as Group is long, for as many heads of queries to share its keys or values: attention then reads
/// it where it is, and nothing is copied.
///
/// shapes   x [L…, h, N, d̃]   →   [L…, h·g, N, d̃], the heads' axis `product<h, Group>`
/// requires x of at least three axes, a Group whose extent the compiler knows
/// source   Ainslie et al. 2023, section 2.2; a single h: Shazeer 2019
template <is_axis Group, sound_expression X>
constexpr auto repeat_heads(const X& x) {
  static_assert(has_rank_at_least<shape_t<X>, 3>, "repeat_heads<Group>(x): x must have axes of heads, rows and width");
  static_assert(known_to_the_compiler<Group, extent<Group>>,
                "repeat_heads<Group>(x): the extent of Group must be known to the compiler");
  return make_node<repeatable<X, Group>>(repeat_heads_operation<Group>{}, x);
}

/// Whether join_heads(x) is defined.
template <class X>
concept joinable = sound_expression<X> && has_rank_at_least<shape_t<X>, 3>;

/// Puts the heads side by side.
///
/// shapes   x [L…, h, N, d̃]   →   [L…, N, h·d̃], the last axis `product<Head, Width>`
/// requires x of at least three axes
template <sound_expression X>
constexpr auto join_heads(const X& x) {
  static_assert(has_rank_at_least<shape_t<X>, 3>, "join_heads(x): x must have axes of heads, rows and width");
  return make_node<joinable<X>>(join_heads_operation{}, x);
}

}  // namespace typeformer
