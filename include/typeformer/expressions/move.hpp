#pragma once
#include <typeformer/expressions/as_if.hpp>
#include <typeformer/expressions/node.hpp>
#include <typeformer/operations/alias.hpp>
#include <typeformer/operations/concatenate.hpp>
#include <typeformer/operations/permute.hpp>
#include <typeformer/operations/windows.hpp>

/// Other axes for the same numbers: axes are merged, split, renamed, exchanged, cut and put together by name.
namespace typeformer {

// ------------------------------------------------------------------------------------------------------------ in place
/// Whether `merge<A, B>(x)` is defined.
template <class X, class A, class B>
concept mergeable = sound_expression<X> && are_neighbours<A, B, shape_t<X>> && have_a_product<sized<A>, sized<B>>;

/// Two axes as one. Nothing is copied.
///
/// shapes   x [L…, A, B, R…]   →   [L…, A·B, R…], the axis `product<A, B>`
/// requires A and B side by side, of which at most one has an extent known only at run time
template <is_axis A, is_axis B, sound_expression X>
constexpr auto merge(const X& x) {
  static_assert(are_neighbours<A, B, shape_t<X>>, "merge<A, B>(x): A and B must be axes of x, side by side");
  static_assert(have_a_product<sized<A>, sized<B>>,
                "merge<A, B>(x): at most one of A and B may have an extent known only at run time");
  if constexpr (mergeable<X, A, B>) {
    return make_node(merge_operation<A, B>{}, x);
  } else {
    return any_formula{};
  }
}

/// Whether `split<A, B>(x)` is defined.
template <class X, class A, class B>
concept splits_into = sound_expression<X> && is_one_axis_of<product<A, B>, shape_t<X>>;

/// A merged axis as its factors, where it stands. Nothing is copied.
///
/// shapes   x [L…, A·B, R…]   →   [L…, A, B, R…]
/// requires the axis `product<A, B>`, not only one of its extent
template <is_axis A, is_axis B, sound_expression X>
constexpr auto split(const X& x) {
  static_assert(is_one_axis_of<product<A, B>, shape_t<X>>,
                "split<A, B>(x): product<A, B> must be exactly one of the axes of x");
  if constexpr (is_one_axis_of<product<A, B>, shape_t<X>>) {
    return make_node(split_operation<A, B>{}, x);
  } else {
    return any_formula{};
  }
}

/// Whether `rename<From, To>(x)` is defined.
template <class X, class From, class To>
concept renamable = sound_expression<X> && is_one_axis_of<From, shape_t<X>> && same_extent<sized<From>, sized<To>>;

/// Another axis of the same extent. Nothing is copied.
///
/// shapes   x [L…, From, R…]   →   [L…, To, R…]
/// requires extents that are the same number, or the same bound
template <is_axis From, is_axis To, sound_expression X>
constexpr auto rename(const X& x) {
  static_assert(is_one_axis_of<From, shape_t<X>>, "rename<From, To>(x): From must be exactly one of the axes of x");
  if constexpr (is_one_axis_of<From, shape_t<X>>)
    static_assert(same_extent<sized<From>, sized<To>>, "rename<From, To>(x): both axes must have the same extent");
  if constexpr (renamable<X, From, To>) {
    return make_node(rename_operation<From, To>{}, x);
  } else {
    return any_formula{};
  }
}

// --------------------------------------------------------------------------------------------------------------- moved
/// Whether `permute<A…>(x)` is defined.
template <class X, class... A>
concept permutable = sound_expression<X> && are_in_another_order<shape<A...>, shape_t<X>>;

/// The same axes in another order.
///
/// shapes   x [the axes A… in any order]   →   [A…]
/// requires all axes of x, each once
template <is_axis... A, sound_expression X>
constexpr auto permute(const X& x) {
  static_assert(are_in_another_order<shape<A...>, shape_t<X>>,
                "permute<A...>(x): A... must be the axes of x, each once");
  if constexpr (are_in_another_order<shape<A...>, shape_t<X>>) {
    return make_node(permute_operation<A...>{}, x);
  } else {
    return any_formula{};
  }
}

/// Whether `slice<Whole, Part>(x, first)` is defined.
template <class X, class Whole, class Part>
concept sliceable =
    sound_expression<X> && is_one_axis_of<Whole, shape_t<X>> && can_be_part_of<sized<Part>, sized<Whole>>;

/// Part of an axis, from index `first` on. Where the extent of Part is known at run time, it is said.
///
/// shapes   x [L…, Whole, R…]   →   [L…, Part, R…]
/// requires an axis that x has, once, and a Part that is not longer
/// throws   a part that is not within the axis
template <is_axis Whole, is_axis Part, sound_expression X>
constexpr auto slice(const X& x, std::size_t first = 0, std::size_t extent = bound<Part>) {
  static_assert(is_one_axis_of<Whole, shape_t<X>>,
                "slice<Whole, Part>(x, first): Whole must be exactly one of the axes of x");
  if constexpr (is_one_axis_of<Whole, shape_t<X>>)
    static_assert(can_be_part_of<sized<Part>, sized<Whole>>,
                  "slice<Whole, Part>(x, first): Part must not be longer than Whole");
  if constexpr (sliceable<X, Whole, Part>) {
    return make_node(slice_operation<Whole, Part>{first, has_static_extent<Part> ? bound<Part> : extent}, x);
  } else {
    return any_formula{};
  }
}

namespace detail {
/// A shape with no_axis in the place of A.
template <class Shape, class A>
struct frame_around;
template <class... B, class A>
struct frame_around<shape<B...>, A> {
  using type = shape<std::conditional_t<std::is_same_v<A, B>, no_axis, B>...>;
};
}  // namespace detail

/// Whether two shapes are the same but for A in the one and B in the other, each there once.
template <class X, class A, class Y, class B>
inline constexpr bool differ_only_in =
    is_one_axis_of<A, X> && is_one_axis_of<B, Y> &&
    std::is_same_v<typename detail::frame_around<X, A>::type, typename detail::frame_around<Y, B>::type>;

namespace detail {
template <class Sum, class... X>
inline constexpr bool are_parts = false;
template <class First, class... Rest, class X, class... Y>
  requires(sizeof...(Rest) == sizeof...(Y))
inline constexpr bool are_parts<direct_sum<First, Rest...>, X, Y...> =
    (is_one_axis_of<First, X> && ... && differ_only_in<X, First, Y, Rest>);

template <class... A, class... X>
constexpr auto concatenated(std::type_identity<direct_sum<A...>>, const X&... x) {
  return make_node(concatenate_operation<A...>{}, x...);
}
}  // namespace detail

/// Whether the axes of each operand are those of the others, but for the one that Sum has for it.
template <class Sum, class... Shape>
inline constexpr bool are_parts_of = detail::are_parts<Sum, Shape...>;

/// Whether `concat<Sum>(x…)` is defined.
template <class Sum, class... X>
concept concatenated_by = (sound_expression<X> && ...) && are_parts_of<Sum, shape_t<X>...>;

/// One after the other along the axis that Sum names for each: `concat<direct_sum<A, B>>(x, y)`.
///
/// shapes   x [L…, A, R…]   y [L…, B, R…]   …   →   [L…, A⊕B⊕…, R…]
/// requires the same axes but for these
template <is_axis Sum, sound_expression X, sound_expression... Y>
constexpr auto concat(const X& x, const Y&... y) {
  static_assert(are_parts_of<Sum, shape_t<X>, shape_t<Y>...>,
                "concat<direct_sum<A, B, ...>>(x, y, ...): x must have A, y must have B, ..., and all else the same");
  if constexpr (are_parts_of<Sum, shape_t<X>, shape_t<Y>...>) {
    return detail::concatenated(std::type_identity<Sum>{}, x, y...);
  } else {
    return any_formula{};
  }
}

/// Whether `stack<New>(x…)` is defined.
template <class New, class X, class... Y>
concept stackable = sound_expression<X> && (sound_expression<Y> && ...) && (same_axes<shape_t<X>, shape_t<Y>> && ...) &&
                    same_extent<sized<New>, with_extent<New, sizeof...(Y) + 1>>;

/// Operands along a new axis, the outermost.
///
/// shapes   x [L…]   y [L…]   …   →   [New, L…]
/// requires the same axes, and a New of as many indices as there are operands
template <is_axis New, sound_expression X, sound_expression... Y>
constexpr auto stack(const X& x, const Y&... y) {
  static_assert((same_axes<shape_t<X>, shape_t<Y>> && ...), "stack<New>(x, y, ...): all must have the same axes");
  static_assert(same_extent<sized<New>, with_extent<New, sizeof...(Y) + 1>>,
                "stack<New>(x, y, ...): the extent of New must be the number of operands");
  if constexpr (stackable<New, X, Y...>) {
    return make_node(stack_operation<New>{}, x, y...);
  } else {
    return any_formula{};
  }
}

/// Whether neighbours can be so many positions apart: 1 is that of windows without gaps.
template <class Kernel, std::size_t Dilation>
inline constexpr bool is_a_dilation = Dilation > 0;

/// Whether `windows<A, Kernel, Dilation>(x)` is defined.
template <class X, class A, class Kernel, std::size_t Dilation = 1>
concept has_windows = sound_expression<X> && is_one_axis_of<A, shape_t<X>> && has_static_extent<Kernel> &&
                      is_a_dilation<Kernel, Dilation>;

/// The neighbours of each position, every Dilation-th of them, and zeros beyond the ends: at [i, k] stands position i +
/// k·Dilation + first. So the window is around the position; `first` = (1 − K)·Dilation ends it there, as causal
/// convolutions have it. A convolution is `merge<Kernel, In>(windows<N, Kernel>(x)) * w`, w a
/// `weight<product<Kernel, In>, Out>` (layers/convolution.hpp).
///
/// shapes   x [L…, A, R…]   →   [L…, A, Kernel, R…]
/// requires an axis that x has, once, a Kernel whose extent the compiler knows, a Dilation of 1 at least
/// source   Yu and Koltun 2016 (dilation)
template <is_axis A, is_axis Kernel, std::size_t Dilation = 1, sound_expression X>
constexpr auto windows(const X& x,
                       std::ptrdiff_t first = -static_cast<std::ptrdiff_t>((bound<Kernel> - 1) / 2 * Dilation)) {
  static_assert(is_one_axis_of<A, shape_t<X>>, "windows<A, Kernel>(x): A must be exactly one of the axes of x");
  if constexpr (is_one_axis_of<A, shape_t<X>>)
    static_assert(known_to_the_compiler<Kernel, extent<Kernel>>,
                  "windows<A, Kernel>(x): the extent of Kernel must be known to the compiler");
  static_assert(is_a_dilation<Kernel, Dilation>, "windows<A, Kernel, Dilation>(x): Dilation must be 1 at least");
  if constexpr (has_windows<X, A, Kernel, Dilation>) {
    return make_node(windows_operation<A, Kernel, Dilation>{first}, x);
  } else {
    return any_formula{};
  }
}

}  // namespace typeformer
