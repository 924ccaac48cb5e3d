#pragma once
#include <concepts>
#include <cstddef>
#include <tuple>
#include <type_traits>

#include <typeformer/expressions/session.hpp>

/// What a program hands to templates, constructors and calls, as their rules ask about it.
namespace typeformer {

/// What stands in the place of an argument that is missing.
struct no_argument {};

namespace detail {
template <std::size_t I, class... X>
struct given_at {
  using type = no_argument;
};
template <std::size_t I, class... X>
  requires(I < sizeof...(X))
struct given_at<I, X...> : std::tuple_element<I, std::tuple<X...>> {};
/// The type of an argument, where X are what a call deduces of X&&...
template <std::size_t I, class... X>
using given_t = typename given_at<I, X...>::type;

/// Whether all arguments are inputs of a call that wants these.
template <class Given, class Wanted>
inline constexpr bool are_inputs = false;
template <class... X, class... A>
  requires(sizeof...(X) == sizeof...(A))
inline constexpr bool are_inputs<std::tuple<X...>, std::tuple<A...>> = (fits_input<X, A> && ...);

template <class X>
inline constexpr bool binds_threads = std::is_convertible_v<X, kernels::threads&>;

/// Whether X&&... is an object of the class itself: then a constructor that takes anything leaves it to the others.
template <class Self, class... X>
inline constexpr bool is_itself = false;
template <class Self, class X>
inline constexpr bool is_itself<Self, X> = std::derived_from<std::remove_cvref_t<X>, Self>;

/// An argument of what was refused, also one that is written in braces.
struct any_argument {
  template <class... X>
  any_argument(X&&...) {}
};
/// In the place of a value after a rule is broken, where nothing runs any more.
template <class T>
T no_value();
}  // namespace detail

/// Whether an argument can be given for one that is wanted, or may be left out.
template <class X, class Wanted>
inline constexpr bool fits_argument = std::is_convertible_v<X, Wanted>;
template <class X, std::integral Wanted>
inline constexpr bool fits_argument<X, Wanted> =
    std::integral<std::remove_cvref_t<X>> && !std::same_as<std::remove_cvref_t<X>, bool>;
/// Whether an argument fits, or is left out.
template <class X, class Wanted>
inline constexpr bool fits_if_given = fits_argument<X, Wanted>;
template <class Wanted>
inline constexpr bool fits_if_given<no_argument, Wanted> = true;

}  // namespace typeformer
