#pragma once
#include <typeformer/axis/agreement.hpp>

/// Two axes whose indices are positions of one sequence: the queries and the keys of self-attention, where a formula
/// wants two axes of them. Masks by position ask for it, since "up to its own position" says nothing of two sequences.
namespace typeformer {

/// Base of another axis for the positions of Of: `struct Key : tf::same_sequence<Query, "M"> {};`. Its extent is that
/// of Of, or one that is named.
template <class Of, text Name, axis_extent Extent = extent<Of>>
  requires(must_be_axes<Of>())
struct same_sequence : axis<Name, Extent> {
  using sequence = Of;  ///< the axis whose positions these are
};
template <class Of, text Name, axis_extent Extent>
inline constexpr bool is_own_axis<same_sequence<Of, Name, Extent>> = false;

namespace detail {
template <class A>
struct sequence_of {
  using type = A;
};
template <class A>
  requires requires { typename A::sequence; }
struct sequence_of<A> : sequence_of<typename A::sequence> {};
}  // namespace detail

/// Whether two axes are of one sequence: the same one, or one of which same_sequence says so. What stands for a missing
/// axis is told elsewhere.
template <class A, class B>
inline constexpr bool are_of_one_sequence = false;
template <class A, auto ExtentA, class B, auto ExtentB>
inline constexpr bool are_of_one_sequence<with_extent<A, ExtentA>, with_extent<B, ExtentB>> =
    std::is_same_v<B, no_axis> ||
    std::is_same_v<typename detail::sequence_of<A>::type, typename detail::sequence_of<B>::type>;

/// The gate of masks by position, after those of their axes.
///
/// requires axes, positions of one sequence
template <class Query, class Key>
consteval bool must_be_of_one_sequence() {
  if constexpr (is_axis<Query> && is_axis<Key>)
    static_assert(
        are_of_one_sequence<sized<Query>, sized<Key>>,
        "a mask by position, such as causal<Query, Key>, must be on positions of one sequence: on one axis, or "
        "on a Key that says so, `struct Key : tf::same_sequence<Query, \"M\"> {};`");
  return true;
}

}  // namespace typeformer
