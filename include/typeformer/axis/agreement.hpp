#pragma once
#include <type_traits>

#include <typeformer/axis/shape.hpp>

/// The conditions of the rules. Each is a bool template over just the offending axes and their extents, so that what a
/// compiler prints with the rule's sentence is `same_axis<with_extent<product<Head, Width>, 512>, with_extent<Model,
/// 512>>`.
namespace typeformer {

template <class A, auto Extent>
struct with_extent;
/// An axis in a rule. An alias is replaced by what it means, so that clang too prints the extent's number.
template <class A>
using sized = with_extent<A, extent<A>>;

namespace detail {
template <class L, class R>
inline constexpr bool is_stand_in = false;
template <class A, auto M, class B, auto N>
inline constexpr bool is_stand_in<with_extent<A, M>, with_extent<B, N>> =
    !is_axis<A> || !is_axis<B> || std::is_base_of_v<stand_in, A> || std::is_base_of_v<stand_in, B>;
}  // namespace detail

/// Whether two axes are one, or one stands in the place of a refused one: the condition of rules on an axis, over
/// `sized<L>` and `sized<R>`.
template <class L, class R>
inline constexpr bool same_axis = detail::is_stand_in<L, R>;
template <class L>
inline constexpr bool same_axis<L, L> = true;
/// The same of the axes alone, for concepts.
template <class L, class R>
inline constexpr bool is_same_axis = std::is_same_v<L, R>;

/// The axis of an input as a rule looks at it: Wanted where an input before was refused for the same axis, SaidOf in
/// the place of SaidWanted, so that one mistake in several inputs is one error.
template <class A, class Wanted, class SaidOf, class SaidWanted>
using unless_said = std::conditional_t<std::is_same_v<A, SaidOf> && !std::is_same_v<SaidOf, SaidWanted>, Wanted, A>;

/// Whether two shapes have the same axes in the same order.
template <class L, class R>
inline constexpr bool same_axes = std::is_same_v<L, R>;

/// Whether a value has exactly so many axes.
template <class Shape, std::size_t Rank>
inline constexpr bool has_rank = Shape::shape_type::rank == Rank;
/// Whether a value has so many axes or more.
template <class Shape, std::size_t Rank>
inline constexpr bool has_rank_at_least = Shape::shape_type::rank >= Rank;

/// Whether x(i, j, …) is given as many indices as its shape has axes.
template <std::size_t Indices, class Shape>
inline constexpr bool is_rank = Shape::rank == Indices || is_refused<Shape>;
/// Whether as many extents are given as a shape has axes whose extent is known only at run time.
template <std::size_t Extents, class Shape>
inline constexpr bool are_run_time_axes = Shape::run_time_axes == Extents;

/// How often an axis is among those of a shape.
template <class A, class Shape>
inline constexpr std::size_t occurrences = 0;
template <class A, class... B>
inline constexpr std::size_t occurrences<A, shape<B...>> = (std::size_t{0} + ... + std::is_same_v<A, B>);

/// Whether an axis is among those of a shape exactly once, so that its name identifies it.
template <class A, class Shape>
inline constexpr bool is_one_axis_of = occurrences<A, Shape> == 1;

/// Whether each axis of one shape is exactly one of another's.
template <class Few, class Many>
inline constexpr bool are_axes_of = false;
template <class... A, class Many>
inline constexpr bool are_axes_of<shape<A...>, Many> =
    ((occurrences<A, shape<A...>> == 1 && occurrences<A, Many> == 1) && ...);

/// Whether no axis stands twice in a shape.
template <class Shape>
inline constexpr bool are_distinct = are_axes_of<Shape, Shape>;

/// Whether one shape is the other, or its axes are among the other's: along the missing ones it is repeated.
template <class L, class R>
inline constexpr bool is_broadcastable = std::is_same_v<L, R> || are_axes_of<L, R> || are_axes_of<R, L>;

/// Whether the second of two shapes is the first, or is repeated along some of its axes.
template <class L, class R>
inline constexpr bool is_repeatable_for = std::is_same_v<L, R> || are_axes_of<R, L>;

/// Whether two axes stand side by side, A before B, each once.
template <class A, class B, class Shape>
inline constexpr bool are_neighbours = false;
template <class A, class B, class... C>
inline constexpr bool are_neighbours<A, B, shape<C...>> = [] {
  std::size_t a = 0, b = 0, i = 0;
  ((++i, std::is_same_v<A, C> ? void(a = i) : void(), std::is_same_v<B, C> ? void(b = i) : void()), ...);
  return occurrences<A, shape<C...>> == 1 && occurrences<B, shape<C...>> == 1 && b == a + 1;
}();

/// Whether one shape has the axes of another, each once, in any order.
template <class L, class R>
inline constexpr bool are_in_another_order = are_axes_of<L, R> && are_axes_of<R, L>;

/// Whether axes are as long: of two known extents, the same; of two known at run time, the same bound.
template <class L, class R>
inline constexpr bool same_extent = false;
template <class A, class B, auto Extent>
inline constexpr bool same_extent<with_extent<A, Extent>, with_extent<B, Extent>> = true;

/// Whether the compiler knows one of two extents, so that their product has a bound and splits again.
template <class A, class B>
inline constexpr bool have_a_product = false;
template <class A, auto ExtentA, class B, auto ExtentB>
inline constexpr bool have_a_product<with_extent<A, ExtentA>, with_extent<B, ExtentB>> =
    has_static_extent<A> || has_static_extent<B>;

/// Whether a part can lie within a whole, as far as the compiler knows.
template <class Part, class Whole>
inline constexpr bool can_be_part_of = false;
template <class Part, auto PartExtent, class Whole, auto WholeExtent>
inline constexpr bool can_be_part_of<with_extent<Part, PartExtent>, with_extent<Whole, WholeExtent>> =
    !has_static_extent<Part> || bound<Part> <= bound<Whole>;

}  // namespace typeformer
