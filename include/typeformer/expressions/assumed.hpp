#pragma once
#include <typeformer/expressions/gather.hpp>
#include <typeformer/expressions/mask.hpp>

/// A layer's first statements are its rules, and what stands below goes on as if they were kept: it reads assumed<…>(x)
/// in the place of x. So a mistake gives one error, at the layer that was called, and none from the formulas inside.
/// Where the rules are kept, which is wherever a program compiles, these functions give back what they were given.
namespace typeformer {

/// x, or a value of Shape in its place.
template <class Shape, class X>
constexpr decltype(auto) assumed(const X& x) {
  if constexpr (std::is_same_v<shape_t<X>, Shape>) {
    return (x);
  } else {
    auto& reading = reading_of(x);
    return value<std::remove_reference_t<decltype(reading)>, Shape>{&reading, nullptr, {}};
  }
}

/// x, or tokens of Vocabulary and Shape in its place.
template <class Vocabulary, class Shape, class X>
constexpr decltype(auto) assumed_tokens(const X& x) {
  if constexpr (are_tokens_on<X, Vocabulary, Shape>) {
    return (x);
  } else {
    auto& reading = reading_of(x);
    return token_value<std::remove_reference_t<decltype(reading)>, Vocabulary, Shape>{&reading, nullptr, {}};
  }
}

/// The mask, or none if it does not fit scores [First…, Query, Key].
template <class First, class Query, class Key, is_mask M>
constexpr decltype(auto) assumed_mask(const M& mask) {
  if constexpr (mask_is_on<M, Query, Key> && mask_has_batch<M, First>) {
    return (mask);
  } else {
    return no_mask{};
  }
}

namespace detail {
template <class Shape, class... A>
struct followed;
template <class... L, class... A>
struct followed<shape<L...>, A...> {
  using type = shape<L..., A...>;
};
}  // namespace detail

/// The shape of x with another last axis.
template <class X, class A>
using with_last_axis = typename detail::followed<all_but_last<X>, A>::type;
/// What stands before the last two axes of x, then these.
template <class X, class... A>
using with_last_axes = typename detail::followed<leading_axes<X>, A...>::type;

}  // namespace typeformer
