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

template <class L, class R>
inline constexpr bool same_axis = std::is_same_v<L, R>;
/// The same of the axes alone, for concepts.
template <class L, class R>
inline constexpr bool is_same_axis = std::is_same_v<L, R>;

template <class L, class R>
inline constexpr bool same_axes = std::is_same_v<L, R>;

template <class Shape, std::size_t Rank>
inline constexpr bool has_rank = Shape::shape_type::rank == Rank;
template <class Shape, std::size_t Rank>
inline constexpr bool has_rank_at_least = Shape::shape_type::rank >= Rank;

template <std::size_t Indices, class Shape>
inline constexpr bool is_rank = Shape::rank == Indices;
template <std::size_t Extents, class Shape>
inline constexpr bool are_run_time_axes = Shape::run_time_axes == Extents;

template <class A, class Shape>
inline constexpr std::size_t occurrences = 0;
template <class A, class... B>
inline constexpr std::size_t occurrences<A, shape<B...>> = (std::size_t{0} + ... + std::is_same_v<A, B>);

template <class A, class Shape>
inline constexpr bool is_one_axis_of = occurrences<A, Shape> == 1;

}  // namespace typeformer
