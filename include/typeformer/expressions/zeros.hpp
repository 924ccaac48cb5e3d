#pragma once
#include <typeformer/axis/agreement.hpp>
#include <typeformer/expressions/node.hpp>
#include <typeformer/operations/zeros.hpp>

namespace typeformer {

/// Whether the compiler knows the extent of each axis of one shape, or another shape has it.
template <class Shape, class X>
inline constexpr bool has_extents_of = false;
template <class... A, class X>
inline constexpr bool has_extents_of<shape<A...>, X> = ((has_static_extent<A> || occurrences<A, X> != 0) && ...);

/// Whether `zeros<A…>(x)` is defined.
template <class X, class... A>
concept has_zeros = sound_expression<X> && has_extents_of<shape<A...>, shape_t<X>>;

/// Zeros, for instance the state that a scan begins with: `zeros<Batch, Hidden>(x)`. Of x only the extents are read; it
/// is evaluated if it is no value.
///
/// shapes   x [L…]   →   [A…]
/// requires an x that has all axes of A… whose extents are known at run time
template <is_axis... A, sound_expression X>
constexpr auto zeros(const X& x) {
  static_assert(has_extents_of<shape<A...>, shape_t<X>>,
                "zeros<A...>(x): x must have each A whose extent is known only at run time");
  return make_node(zeros_operation<A...>{}, x);
}

}  // namespace typeformer
