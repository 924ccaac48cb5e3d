#pragma once
#include <concepts>

#include <typeformer/error.hpp>
#include <typeformer/readings/arena.hpp>

namespace typeformer {

/// How a formula is read: running, recording, watching or tracing. A reading has `apply(operation, values...)`, which
/// returns the value of the operation's result, and
///
///   element_type                 of values
///   stored_type                  of weights, as products read them
///   records                      whether a backward pass follows, so that results are kept
///   arena()                      the plan of the memory for results: an arena_plan
///   repeat(count, times, body)   for scans: calls body(i) for i = 0 … count − 1, which all do the same; where it
///                                computes nothing, for as few as tell what all take. `times` is count as a polynomial
///
/// It may also have `rounds`, true where products round what they multiply to bf16, so that what one leaves to another
/// alone may be rounded rows (operations/rounded.hpp); and what let() tells and scan (expressions/scan.hpp) asks for:
///
///   note_alias<Op>(before, after)   is told of the shapes of a value that goes on under other axes (let)
///   carried_state<A>(first, run)    for a reading that runs a formula on the newest positions of A alone: calls
///                                   run(state) once, with the value of the expression `first`, or with the state that
///                                   it kept behind the positions before; and keeps what run returns, a value that
///                                   holds until carried_state returns. The scans of a formula call it in their order
template <class R>
concept is_reading = requires(R& reading) {
  typename R::element_type;
  typename R::stored_type;
  { R::records } -> std::convertible_to<bool>;
  { reading.arena() } -> std::same_as<arena_plan&>;
};

/// A formula's values must be those of the reading that runs it: of each operand a pointer is compared.
///
/// throws   a value of another session or trainer
template <class Reading, class Value>
void check_value(const Reading& reading, const Value& x) {
  if constexpr (requires { requires std::same_as<typename Value::reading_type, Reading>; }) {
    if (x.reading != &reading)
      throw error{"a value in this formula belongs to another session or trainer: values do not outlive the call that "
                  "made them, and are no part of another's formula"};
  }
}

}  // namespace typeformer
