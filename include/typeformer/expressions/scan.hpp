#pragma once
#include <algorithm>
#include <type_traits>

#include <typeformer/expressions/as_if.hpp>
#include <typeformer/expressions/recurrence.hpp>
#include <typeformer/expressions/segmented_scan.hpp>

namespace typeformer {

/// Whether a shape does not have A, as the state of a scan along A.
template <class A, class Shape>
inline constexpr bool is_no_axis_of = occurrences<A, Shape> == 0;

/// Whether the first axes of a shape are those of another.
template <class Begin, class Shape>
inline constexpr bool begins_with = false;
template <class Begin, class Shape>
  requires(Begin::rank <= Shape::rank)
inline constexpr bool begins_with<Begin, Shape> = same_axes<Begin, first_axes<Begin::rank, Shape>>;

/// How a recording of a scan keeps what the backward pass reads: of all positions; or of each segment of K positions
/// the first state, from which it is computed again. Then a recording holds the states of N/K positions and all values
/// of K.
struct all_positions {
  static constexpr std::size_t length = 1;  ///< states kept: of each position
};
/// Keeps the first state of each K positions.
template <std::size_t K>
struct segments {
  static constexpr std::size_t length = K;  ///< positions from a state that is kept to the next
};
/// Whether a type says how a scan keeps states: all_positions, or segments of 1 at least.
template <class Kept>
inline constexpr bool is_kept_by_scan = std::is_same_v<Kept, all_positions>;
template <std::size_t K>
inline constexpr bool is_kept_by_scan<segments<K>> = K > 0;

/// Whether a step can be called when the formula around it is gone.
template <class Kept, class Step>
inline constexpr bool can_be_called_again = true;
template <std::size_t K, class Step>
inline constexpr bool can_be_called_again<segments<K>, Step> = is_module<Step> || std::is_empty_v<Step>;

/// Whether a step can be called with the state and x at one position.
template <class Step, class State, class X>
inline constexpr bool takes_state_and_x =
    requires(const Step& step, const State& state, const X& x) { step(state, x); };

/// What a step may return: an expression, or step_result of two.
template <class Next>
inline constexpr bool is_next_state = sound_expression<Next>;
template <class State, class Output>
inline constexpr bool is_next_state<step_result<State, Output>> = sound_expression<State> && sound_expression<Output>;

namespace detail {
struct no_step {};
/// Whether a step can be called: what of state and x does not depend on the step.
template <class A, class State, class X>
concept has_steps =
    is_one_axis_of<A, X> && is_no_axis_of<A, State> && begins_with<first_axes<axes_before<A, X>, X>, State>;

/// What a step returns, or nothing where it cannot be called.
template <class Step, class State, class X>
struct step_call {
  using type = no_step;
};
template <class Step, class State, class X>
  requires takes_state_and_x<Step, State, X>
struct step_call<Step, State, X> {
  using type = decltype(std::declval<const Step&>()(std::declval<const State&>(), std::declval<const X&>()));
};
template <class Step, class State, class X>
using returned_by_step = typename step_call<Step, State, X>::type;

/// The axes before A in x, or none if it has no A.
template <class A, class X>
using leading_to = first_axes<is_one_axis_of<A, X> ? axes_before<A, X> : 0, X>;

/// The state and the output of what a step returns, as shapes.
template <class Next>
using next_state = shape_t<std::remove_cvref_t<decltype(state_of(std::declval<const Next&>()))>>;
template <class Next>
using next_output = shape_t<std::remove_cvref_t<decltype(output_of(std::declval<const Next&>()))>>;

template <class A, class X, class State, class Step>
using next_in = next_of<A, std::remove_reference_t<decltype(reading_of(std::declval<const X&>()))>, shape_t<State>,
                        shape_t<X>, Step>;

template <class Before, class Next, class State, class A>
inline constexpr bool continues = false;
template <class Before, class Next, class State, class A>
  requires is_next_state<Next>
inline constexpr bool continues<Before, Next, State, A> =
    same_axes<next_state<Next>, State> && begins_with<Before, next_output<Next>> && is_no_axis_of<A, next_output<Next>>;
}  // namespace detail

/// Whether `scan<A>(state, x, step)` is defined. It asks what the step returns, and so compiles it.
template <class X, class A, class State, class Step>
concept scannable =
    sound_expression<X> && sound_expression<State> && detail::has_steps<A, shape_t<State>, shape_t<X>> &&
    detail::continues<detail::leading_to<A, shape_t<X>>, detail::next_in<A, X, State, Step>, shape_t<State>, A>;

/// A recurrence along A: step(s, x_t), of the state before it and of x at one position, returns the new state. The
/// result is all of them; where the step returns step_result{state, output}, all outputs.
///
///   scan<N>(start, x * w, [&](const auto& h, const auto& x_t) { return tanh(x_t + h * u); })
///
/// It is run at once, position by position, and its result is a value. The step is called for each position and does
/// the same at each; it may be a module.
///
/// `scan<A, segments<K>>` is the same in less memory for training: the backward pass runs each segment again.
///
/// shapes   state [L…, S…]   x [L…, A, R…]   step: [L…, S…], [L…, R…] → [L…, S…]   →   [L…, A, S…];
///          where outputs are [L…, O…], [L…, A, O…]
/// cost     the step's, once for each position. A run holds two states at a time, a recording all values of all steps
/// requires x that has A once; a state without A, and with the axes of x before A before its others; a step that
///          returns the axes of the state as they were, and an output that begins with the axes of x before A and does
///          not have A; with segments, a step that is a module or captures nothing
/// throws   a state of other extents than before; while segments are recorded, an output that has an extent which is
///          known only at run time and which neither the state nor x has
template <is_axis A, class Kept = all_positions, sound_expression State, sound_expression X, class Step>
constexpr auto scan(const State& state, const X& x, const Step& one_step) {
  using before = detail::leading_to<A, shape_t<X>>;
  static_assert(is_one_axis_of<A, shape_t<X>>, "scan<A>(state, x, step): A must be exactly one of the axes of x");
  if constexpr (is_one_axis_of<A, shape_t<X>>)
    static_assert(is_no_axis_of<A, shape_t<State>>, "scan<A>(state, x, step): the state must not have the axis A");
  if constexpr (is_one_axis_of<A, shape_t<X>> && is_no_axis_of<A, shape_t<State>>)
    static_assert(begins_with<before, shape_t<State>>,
                  "scan<A>(state, x, step): the state must begin with the axes of x before A");
  static_assert(is_kept_by_scan<Kept>, "scan<A, segments<K>>(state, x, step): K must be at least 1");
  static_assert(can_be_called_again<Kept, Step>,
                "scan<A, segments<K>>(state, x, step): step must be a module, or a lambda that captures nothing");
  if constexpr (detail::has_steps<A, shape_t<State>, shape_t<X>>) {
    using name = reading_name<std::remove_reference_t<decltype(reading_of(x))>>;
    using state_value = value<name, shape_t<State>>;
    using x_value = value<name, shape_without<A, shape_t<X>>>;
    static_assert(takes_state_and_x<Step, state_value, x_value>,
                  "scan<A>(state, x, step): step must take two values, the state and x at one position of A: "
                  "[&](const auto& state, const auto& x) {...}");
    using next = detail::returned_by_step<Step, state_value, x_value>;
    if constexpr (takes_state_and_x<Step, state_value, x_value> && are_sound<next>)
      static_assert(is_next_state<next>,
                    "scan<A>(state, x, step): step must return an expression, or step_result{state, output}");
    if constexpr (is_next_state<next>) {
      static_assert(same_axes<detail::next_state<next>, shape_t<State>>,
                    "scan<A>(state, x, step): the state must come back unchanged: with the axes that it had");
      if constexpr (has_output<next>) {
        static_assert(begins_with<before, detail::next_output<next>>,
                      "scan<A>(state, x, step): the output must begin with the axes of x before A");
        static_assert(is_no_axis_of<A, detail::next_output<next>>,
                      "scan<A>(state, x, step): the output must not have the axis A");
      }
    }
    if constexpr (detail::continues<before, next, shape_t<State>, A>) {
      if constexpr (is_kept_by_scan<Kept> && can_be_called_again<Kept, Step> && !std::is_same_v<Kept, all_positions>) {
        return detail::run_segmented_scan<A, Kept::length>(state, x, one_step);
      } else {
        return detail::run_scan<A>(state, x, one_step);
      }
    } else {
      return any_formula{};
    }
  } else {
    return any_formula{};
  }
}

}  // namespace typeformer
