#pragma once
#include <typeformer/expressions/as_if.hpp>
#include <typeformer/expressions/node.hpp>
#include <typeformer/operations/rotate.hpp>

namespace typeformer {

using kernels::rotary_layout;

/// Whether an axis can be cut into pairs by the compiler.
template <class A>
inline constexpr bool has_even_extent = false;
template <class A, auto N>
inline constexpr bool has_even_extent<with_extent<A, N>> = has_static_extent<A> && bound<A> % 2 == 0 && bound<A> != 0;

/// Whether rotate(x) is defined.
template <class X>
concept rotatable = sound_expression<X> && has_rank_at_least<shape_t<X>, 2> && has_even_extent<sized<last_axis<X>>>;

/// Rotary positions: x_i turned, pair p by the angle (first + i)·Base^(−2p/d̃). The product of a query and a key that
/// are turned depends on the distance of their positions alone. Of split heads nothing is copied: they are turned side
/// by side (expressions/fusion.hpp).
///
///   attention(rotate(q), rotate(k), v, mask)
///
/// shapes   x [L…, N, Width], the first of N at position `first`   →   the same
/// cost     three operations for each element
/// requires x of two axes at least, the last of an even extent
/// source   Su et al. 2021 (RoFormer), equation 34; halves: as GPT-NeoX pairs the elements
template <rotary_layout Layout = rotary_layout::interleaved, std::size_t Base = 10000, sound_expression X>
constexpr auto rotate(const X& x, std::size_t first = 0) {
  static_assert(has_rank_at_least<shape_t<X>, 2>, "rotate(x): x must have a sequence axis and a width");
  static_assert(has_even_extent<sized<last_axis<X>>>,
                "rotate(x): the extent of the last axis of x must be even, and known to the compiler");
  if constexpr (rotatable<X>) {
    return make_node(rotate_operation<Layout, Base, bound<last_axis<X>>>{first}, x);
  } else {
    return any_formula{};
  }
}

}  // namespace typeformer
