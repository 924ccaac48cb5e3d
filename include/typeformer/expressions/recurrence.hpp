#pragma once
#include <cstddef>
#include <type_traits>
#include <utility>

#include <typeformer/expressions/let.hpp>
#include <typeformer/expressions/stacked_rows.hpp>
#include <typeformer/operations/agreement.hpp>
#include <typeformer/operations/alias.hpp>
#include <typeformer/operations/concatenate.hpp>

/// How a scan (scan.hpp) runs.
namespace typeformer {

/// What a scan's step returns where the result is not its states: the new state, and the output of this position.
template <class State, class Output>
struct step_result {
  State state;    ///< what the next position begins with; of the same shape as the state before
  Output output;  ///< this position's row of the result
};
/// From the two arguments.
template <class State, class Output>
step_result(State, Output) -> step_result<State, Output>;

/// Whether a step yields an output beside its state.
template <class Next>
inline constexpr bool has_output = false;
template <class State, class Output>
inline constexpr bool has_output<step_result<State, Output>> = true;

/// The shape without A.
template <class A, class Shape>
using shape_without = decltype(algebra::without<A>(std::declval<Shape>()));

namespace detail {
/// x at one position of A. Where A is the outermost axis, that is a part of x, and nothing is copied.
template <is_axis A, class Name, class Shape>
constexpr auto position_of(const value<Name, Shape>& x, std::size_t position) {
  const shape_without<A, Shape> shape = algebra::without<A>(x.shape);
  if constexpr (axes_before<A, Shape> == 0) {
    const auto* const data = x.data ? x.data + position * shape.size() : nullptr;  // none while tracing
    return value<Name, shape_without<A, Shape>>{x.reading, data, shape};
  } else {
    return alias_of(reshape_operation<shape_without<A, Shape>>{shape},
                    x.reading->apply(slice_operation<A, together<>>{position, 1}, x));
  }
}

/// A value that is made here, at the end of the arena in use: of an expression that is a value already, a copy.
template <sound_expression E>
constexpr auto made_here(const E& e) {
  if constexpr (!is_node<E> || is_value_under_other_axes<E>) {
    return let(make_node(copy_operation{}, e));
  } else {
    return let(e);
  }
}

template <class Next>
constexpr const auto& state_of(const Next& next) {
  if constexpr (has_output<Next>) {
    return next.state;
  } else {
    return next;
  }
}
template <class Next>
constexpr const auto& output_of(const Next& next) {
  if constexpr (has_output<Next>) {
    return next.output;
  } else {
    return next;
  }
}
/// What a step makes of a state and of x at one position, both of these shapes.
template <class A, class Name, class State, class X, class Step>
using next_of = decltype(std::declval<const Step&>()(std::declval<const value<Name, State>&>(),
                                                     std::declval<const value<Name, shape_without<A, X>>&>()));

/// The result's rows where there is no position: each axis has the extent that the operands have, or else its bound.
template <class... B, class... X>
constexpr auto rows_of_none(std::type_identity<shape<B...>>, const X&... x) {
  return algebra::shaped(hana::make_tuple(dimension<B>{extent_along<B>(x...)}...));
}

/// The states are at the two ends of the arena in turn, since a step reads the state before it: what a position makes
/// is at the end of its state, the new state at the other, and then both that state and the step's values are released.
/// So a run holds two states, and no state is copied.
template <is_axis A, class State, class X, class Step>
constexpr auto run_scan(const State& state, const X& x, const Step& one_step) {
  auto& reading = reading_of(x);
  auto& arena = reading.arena();
  using reading_type = std::remove_reference_t<decltype(reading)>;
  using next = next_of<A, reading_name<reading_type>, shape_t<State>, shape_t<X>, Step>;
  using row = shape_t<decltype(output_of(std::declval<const next&>()))>;

  const std::size_t used = arena.open_frame();
  const auto sequence = value_of(x);
  const std::size_t extent = algebra::extent_of<A>(sequence.shape);
  stacked_rows<A, axes_before<A, shape_t<X>>, reading_type, row> rows{extent};
  std::size_t below = arena.mark();  // the state
  bool is_at_callers_end = false;

  const auto run = [&](const auto& first) {
    check_extents<uncompared_axis{}>("scan", sequence.shape, first.shape);
    auto read = sequence;
    read.reading = first.reading;  // which may have one of its own for what a step makes
    auto now = first;
    const auto position = [&](std::size_t i) {
      const next made = one_step(now, position_of<A>(read, i));
      const auto go_on = [&](const auto& output) {
        arena.leave_frame();
        if (i == 0) rows.reserve(*now.reading, shape_of(output), now.data);
        const std::size_t below_next = arena.mark();
        const auto then = made_here(state_of(made));
        check_extents<uncompared_axis{}>("scan", now.shape, then.shape);
        if constexpr (has_output<next>) {
          rows.append(output, i);
        } else {
          rows.append(then, i);
        }
        arena.close_frame(below);
        now = then;
        below = below_next;
        is_at_callers_end = !is_at_callers_end;
      };
      if constexpr (has_output<next>) {
        go_on(made_here(made.output));
      } else {
        go_on(now);
      }
    };
    reading.repeat(extent, count_of(algebra::only<A>(sequence.shape)), position);
    if (extent == 0) {
      arena.leave_frame();
      is_at_callers_end = true;
      rows.reserve(*now.reading, rows_of_none(std::type_identity<row>{}, sequence.shape, now.shape), now.data);
      below = arena.mark();
    }
    return now;
  };
  if constexpr (requires { reading.template carried_state<A>(state, run); }) {
    reading.template carried_state<A>(state, run);
  } else {
    run(value_of(state));
  }
  arena.release(below);
  if (!is_at_callers_end) arena.leave_frame();
  const auto result = rows.result(reading);
  arena.close_frame(used);
  return result;
}
}  // namespace detail

}  // namespace typeformer
