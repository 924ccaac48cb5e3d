#pragma once
#include <algorithm>
#include <cstddef>
#include <type_traits>

#include <typeformer/expressions/let.hpp>
#include <typeformer/readings/recording.hpp>
#include <typeformer/readings/running.hpp>

/// A module's formula, planned by the reading that will run it: its type is instantiated once, so a mistake in it is
/// reported once, whoever asks (docs/decisions/one_reading.md).
namespace typeformer {

namespace detail {
/// What a call is given for an input: a view of a shape's elements, tokens, or a mask as it is.
template <class Input, class T>
struct argument {
  using type = Input;
};
template <class... A, class T>
struct argument<shape<A...>, T> {
  using type = view<const T, shape<A...>>;
};
template <class Input, class T>
  requires requires { typename Input::vocabulary; }
struct argument<Input, T> {
  using type = std::conditional_t<are_labels<Input>, label_view<typename Input::vocabulary, typename Input::shape_type>,
                                  token_view<typename Input::vocabulary, typename Input::shape_type>>;
};
template <class Input, class T>
using argument_t = typename argument<Input, T>::type;

/// An argument as a reading has it: a value, tokens, or the argument itself.
template <class Reading, class A>
constexpr auto input_of(Reading& reading, const A& given) {
  if constexpr (requires { reading.input(given); }) {
    return reading.input(given);
  } else {
    return given;
  }
}

/// Bytes of the arena that a reading takes for a formula; run-time extents stand at their bounds. It calls the model
/// itself, so that a compiler's way from a broken rule in the model to the program that asked is short.
template <class M, class Reading, class... Input>
constexpr std::size_t planned_bytes() {
  static_assert(sizeof(M) > 0);  // a rule that is broken by M's members shows here, near the program
  using T = typename Reading::element_type;
  Reading reading;
  if constexpr ((is_axis<Input> && ...)) {
    let(model<M>(input_of(reading, argument_t<typename M::template input<Input...>, T>{})));
  } else {
    let(model<M>(input_of(reading, argument_t<Input, T>{})...));
  }
  return reading.arena().highest();
}

/// For weights of Numbers.
template <class M, class Numbers, class... Input>
inline constexpr std::size_t running_bytes = planned_bytes<M, running<Numbers>, Input...>();

/// What a formula yields to a reading, as values.
template <class M, class Reading, class... Input>
using yielded_by = decltype(let(model<M>(input_of(std::declval<Reading&>(),
                                                  argument_t<Input, typename Reading::element_type>{})...)));
}  // namespace detail

/// Bytes of memory that running a module takes beside its weights and inputs, with floats; reached at the largest
/// extents. An input is a shape<…>, tokens<…>, a mask; or the input's leading axes alone: `workspace_bytes<my_encoder,
/// Batch, Query>`.
template <class M, class... Input>
inline constexpr std::size_t workspace_bytes = detail::running_bytes<M, float, Input...>;

/// Bytes of results that a recording keeps for its backward pass, with its copies of the inputs and its scratch; as
/// much again holds gradients.
template <class M, class T, class... Input>
inline constexpr std::size_t recorded_bytes = detail::planned_bytes<M, recording<T>, Input...>();

}  // namespace typeformer
