#pragma once
#include <typeformer/expressions/gather.hpp>
#include <typeformer/expressions/mask.hpp>
#include <typeformer/operations/elementwise.hpp>

/// A layer begins with its rules, one static_assert each, and goes on with as_if…(x) in the place of x: x where it
/// fits, and any_formula where it does not, of which all else says nothing. So a mistake gives one error, at the layer
/// that was called. Where the rules are kept, which is wherever a program compiles, these functions return their
/// argument.
namespace typeformer {

namespace detail {
template <class Shape, class... A>
struct followed;
template <class... L, class... A>
struct followed<shape<L...>, A...> {
  using type = shape<L..., A...>;
};
}  // namespace detail

/// The shape with more axes behind its own.
template <class Shape, class... A>
using followed_by = typename detail::followed<Shape, A...>::type;
/// The shape of x with another last axis; with other last axes, two of them in the place of two.
template <class X, class A>
using with_last_axis = followed_by<all_but_last<X>, A>;
/// The shape of x with other axes in the place of its last two.
template <class X, class... A>
using with_last_axes = followed_by<leading_axes<X>, A...>;

/// x, if it has Shape.
template <class Shape, class X>
constexpr decltype(auto) as_if(const X& x) {
  if constexpr (std::is_same_v<shape_t<X>, Shape>) {
    return (x);
  } else {
    return any_formula{};
  }
}

/// x, if its last axis is A.
template <class A, class X>
constexpr decltype(auto) as_if_last(const X& x) {
  if constexpr (is_same_axis<last_axis<X>, A>) {
    return (x);
  } else {
    return any_formula{};
  }
}

/// x, if it is tokens of Vocabulary and Shape.
template <class Vocabulary, class Shape, class X>
constexpr decltype(auto) as_if_tokens(const X& x) {
  if constexpr (are_tokens_on<X, Vocabulary, Shape>) {
    return (x);
  } else {
    return any_formula{};
  }
}

/// The mask, if it fits queries from X and keys from Y.
template <class X, class Y, is_mask M>
constexpr decltype(auto) as_if_mask(const M& mask) {
  if constexpr (mask_is_on<M, second_last_axis<X>, second_last_axis<Y>> && mask_has_batch<M, first_axis<X>>) {
    return (mask);
  } else {
    return any_formula{};
  }
}

}  // namespace typeformer
