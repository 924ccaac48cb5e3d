#pragma once
#include <typeformer/expressions/gather.hpp>
#include <typeformer/expressions/mask.hpp>
#include <typeformer/operations/elementwise.hpp>

/// A layer begins with its rules, one static_assert each, and goes on with as_if…(x) in the place of x: x where it
/// fits, and what would fit where it does not. So a mistake gives one error, at the layer that was called, and none
/// from the formulas inside. Where the rules are kept, which is wherever a program compiles, these functions return
/// their argument.
namespace typeformer {

namespace detail {
/// What a formula goes on with where an operation is not defined.
template <class X>
constexpr auto unchanged(const X& x) {
  return make_node(scale_operation{{}, 1}, x);
}

template <class Shape, class... A>
struct followed;
template <class... L, class... A>
struct followed<shape<L...>, A...> {
  using type = shape<L..., A...>;
};

template <class... Shape>
struct in_turn_of;
template <class... A>
struct in_turn_of<shape<A...>> {
  using type = shape<A...>;
};
template <class... A, class... B, class... More>
struct in_turn_of<shape<A...>, shape<B...>, More...> : in_turn_of<shape<A..., B...>, More...> {};
template <class... Shape>
using in_turn = typename in_turn_of<Shape...>::type;

/// Where the last of the axes Old… is in a shape; where there is none, the first axis as long as Old; or behind all.
template <class Old, class... More, class... A>
constexpr std::size_t place_for(std::type_identity<shape<Old, More...>>, std::type_identity<shape<A...>>) {
  constexpr std::size_t none = sizeof...(A);
  std::size_t same = none, as_long = none, i = 0;
  ((occurrences<A, shape<Old, More...>> > 0 ? void(same = i) : void(),
    as_long == none && same_extent<sized<A>, sized<Old>> ? void(as_long = i) : void(), ++i),
   ...);
  return same != none ? same : as_long;
}

template <class Shape, class Old, class New, class Index = std::make_index_sequence<Shape::rank>>
struct exchanged;
template <class... A, class... Old, class New, std::size_t... I>
struct exchanged<shape<A...>, shape<Old...>, New, std::index_sequence<I...>> {
  static constexpr std::size_t place =
      place_for(std::type_identity<shape<Old...>>{}, std::type_identity<shape<A...>>{});
  template <class B, std::size_t J>
  using one =
      std::conditional_t<J == place, New, std::conditional_t<occurrences<B, shape<Old...>> != 0, shape<>, shape<B>>>;
  using type = in_turn<shape<>, one<A, I>..., std::conditional_t<place == sizeof...(A), New, shape<>>>;
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

/// The shape of x with the axes New in the place of the axes Old; in the place of one as long as the first of Old, if x
/// has none of them.
template <class X, class Old, class New>
using with_instead = typename detail::exchanged<shape_t<X>, Old, New>::type;

/// x, or a value of Shape.
template <class Shape, class X>
constexpr decltype(auto) as_if(const X& x) {
  if constexpr (std::is_same_v<shape_t<X>, Shape>) {
    return (x);
  } else {
    auto& reading = reading_of(x);
    return value<std::remove_reference_t<decltype(reading)>, Shape>{&reading, nullptr, {}};
  }
}

/// x, or a value of the same axes but for the last, which is A.
template <class A, class X>
constexpr decltype(auto) as_if_last(const X& x) {
  if constexpr (is_same_axis<last_axis<X>, A>) {
    return (x);
  } else {
    return as_if<with_last_axis<X, A>>(x);
  }
}

/// The shape of x with another last axis; of that axis alone, where x has it among the others already.
template <class X, class A>
using with_one_last_axis = std::conditional_t<occurrences<A, all_but_last<X>> == 0, with_last_axis<X, A>, shape<A>>;

/// x, or tokens of Vocabulary and Shape.
template <class Vocabulary, class Shape, class X>
constexpr decltype(auto) as_if_tokens(const X& x) {
  if constexpr (are_tokens_on<X, Vocabulary, Shape>) {
    return (x);
  } else {
    auto& reading = reading_of(x);
    return token_value<std::remove_reference_t<decltype(reading)>, Vocabulary, Shape>{&reading, nullptr, {}};
  }
}

/// The mask, or none if it does not fit queries from X and keys from Y.
template <class X, class Y, is_mask M>
constexpr decltype(auto) as_if_mask(const M& mask) {
  if constexpr (mask_is_on<M, second_last_axis<X>, second_last_axis<Y>> && mask_has_batch<M, first_axis<X>>) {
    return (mask);
  } else {
    return no_mask{};
  }
}

}  // namespace typeformer
