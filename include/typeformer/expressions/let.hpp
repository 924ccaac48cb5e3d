#pragma once
#include <tuple>
#include <utility>

#include <typeformer/expressions/fusion.hpp>
#include <typeformer/expressions/no_operator.hpp>
#include <typeformer/expressions/refused_calls.hpp>
#include <typeformer/operations/alias.hpp>
#include <typeformer/operations/deferred.hpp>
#include <typeformer/operations/rounded.hpp>
#include <typeformer/readings/module_place.hpp>

namespace typeformer {

/// Of what stands for an expression that was refused: that.
constexpr auto let(const any_formula& e) { return e; }

namespace detail {
template <class E>
inline constexpr bool is_alias_node = false;
template <class Op, class X>
inline constexpr bool is_alias_node<node<Op, X>> = is_alias<Op>;
/// Whether an expression is a value under other axes, so that let() computes nothing.
template <class E>
inline constexpr bool is_value_under_other_axes = false;
template <class Op, class X>
  requires is_alias<Op>
inline constexpr bool is_value_under_other_axes<node<Op, X>> = !is_node<X> || is_value_under_other_axes<X>;

/// A reading may want to know that a value goes on under other axes.
template <class Op, class X, class Shape>
constexpr void note_alias(const X& x, const Shape& shape) {
  if constexpr (requires { x.reading->template note_alias<Op>(x.shape, shape); })
    x.reading->template note_alias<Op>(x.shape, shape);
}
template <class Op, class Name, class Shape>
constexpr auto alias_of(const Op& operation, const value<Name, Shape>& x) {
  const auto shape = operation.result(x.shape);
  note_alias<Op>(x, shape);
  return value<Name, std::remove_const_t<decltype(shape)>>{x.reading, x.data, shape};
}
template <class Op, class Name, class Vocabulary, class Shape>
constexpr auto alias_of(const Op& operation, const token_value<Name, Vocabulary, Shape>& x) {
  const auto shape = operation.result(x.shape);
  note_alias<Op>(x, shape);
  return token_value<Name, Vocabulary, std::remove_const_t<decltype(shape)>>{x.reading, x.data, shape};
}

template <class Node>
inline constexpr bool is_deferred_node = false;
template <class Op, class... X>
inline constexpr bool is_deferred_node<node<Op, X...>> = can_defer<Op> && !(is_node<X> || ...);

template <class First, class... Rest>
constexpr auto& reading_of_first(const First& first, const Rest&... rest) {
  if constexpr (sound_expression<First>) {
    return reading_of(first);
  } else {
    return reading_of_first(rest...);
  }
}

template <class Op, class... X>
constexpr auto evaluate(const Op& operation, const X&... x);

template <class Op>
constexpr auto rounded_if(std::true_type, const Op& operation) {
  return rounded<Op>{operation};
}
template <class Op>
constexpr const Op& rounded_if(std::false_type, const Op& operation) {
  return operation;
}

/// The value of an expression; if one product alone reads it, as rounded rows where it is the result of another.
template <bool IsForProduct = false, class E>
constexpr auto value_of(const E& e) {
  if constexpr (is_alias_node<E>) {
    return alias_of(e.operation, value_of(e.template operand<0>()));
  } else if constexpr (is_node<E>) {
    using reading = std::remove_reference_t<decltype(reading_of(e))>;
    const auto fused = fusion::detail::fuse<reading::records>(e);
    using operation = std::remove_const_t<decltype(fused.operation)>;
    constexpr bool rounds = IsForProduct && can_round<operation> && rounds_between_products<reading>;
    return fused.operands.pass_to(
        [&](const auto&... x) { return evaluate(rounded_if(std::bool_constant<rounds>{}, fused.operation), x...); });
  } else {
    return e;
  }
}

/// The values of an operation's operands.
template <class Op, class First, class... Rest>
constexpr auto operand_values(const First& first, const Rest&... rest) {
  // Braces: from the first to the last.
  return operand_list<decltype(value_of<can_round<Op>>(first)), decltype(value_of(rest))...>{
      {value_of<can_round<Op>>(first)}, {value_of(rest)}...};
}

/// Runs an operation on operands that may be nodes themselves: their values are temporaries of a frame.
template <class Op, class... X>
constexpr auto evaluate(const Op& operation, const X&... x) {
  auto& reading = reading_of_first(x...);
  if constexpr ((is_node<X> || ...)) {
    auto& arena = reading.arena();
    const std::size_t used = arena.open_frame();
    const auto values = operand_values<Op>(x...);
    arena.leave_frame();
    // By value: g++ takes a reference to an empty operand for one to something uninitialized.
    const auto y = values.pass_to([&](const auto... v) { return reading.apply(operation, v...); });
    arena.close_frame(used);
    return y;
  } else {
    return reading.apply(operation, x...);
  }
}

/// Whether something can be called without arguments. Its body is not read for the answer, so a rule that it breaks is
/// reported where it is called.
template <class F>
inline constexpr bool is_function_of_nothing = requires { &F::operator(); } && !defined_as_module<F>;

struct with_call_operator {
  void operator()();
};
template <class F>
struct two_call_operators : F, with_call_operator {};
/// Whether a class has an operator(), by its name alone: a call would also ask for the body.
template <class F>
concept has_call_operator =
    std::is_class_v<F> && !std::is_final_v<F> && !requires { &two_call_operators<F>::operator(); };
/// Whether a class has one operator() that is no template.
template <class F>
concept has_one_call_operator = requires { &F::operator(); };
/// Whether a function that cannot be called without arguments takes none: its body is an error, of which the compiler
/// has spoken.
template <class F>
concept has_broken_body =
    !sound_expression<F> && !defined_as_module<F> && has_call_operator<F> && !has_one_call_operator<F> &&
    !std::invocable<F&, any_formula> && !std::invocable<F&, any_formula, any_formula>;
/// Whether of a call of in_frame nothing is to be said.
template <class... X>
inline constexpr bool is_frame_of_broken_body = false;
template <class M, class X, class Body>
inline constexpr bool is_frame_of_broken_body<M, X, Body> =
    defined_as_module<M> && (std::is_same_v<X, any_formula> || (sound_expression<X> && has_broken_body<Body>));
}  // namespace detail

/// Whether a frame's body may return it: an expression, or a function that yields one.
template <class Result>
inline constexpr bool is_formula_of_frame =
    sound_expression<Result> || std::is_same_v<Result, any_formula> || detail::is_function_of_nothing<Result>;

namespace detail {
/// What a frame's body hands back is finished on the caller's end of the arena: a function is called, an expression
/// made a value.
template <class Last>
constexpr auto finish(const Last& last) {
  if constexpr (detail::is_value_under_other_axes<Last>) {
    return let(make_node(copy_operation{}, last));  // the value may be the frame's own
  } else if constexpr (sound_expression<Last> || std::is_same_v<Last, any_formula>) {
    return let(last);
  } else if constexpr (is_formula_of_frame<std::remove_const_t<decltype(last())>>) {
    return finish(last());
  } else {
    using result = std::remove_const_t<decltype(last())>;
    static_assert(is_formula_of_frame<result>, "in_frame: a function that the body returns must return an expression");
    return any_formula{};
  }
}
}  // namespace detail

/// Makes a value of an expression: its formula is matched against the table of fusions, and what comes of that is run,
/// traced or recorded as the expression's values are. A value is its own value.
///
/// shapes   those of the expression
/// cost     its operations, fused where the table has them; temporaries and the result are in the reading's arena
template <sound_expression E>
constexpr auto let(const E& e) {
  return detail::value_of(e);
}

namespace detail {
template <class>
constexpr any_formula in_place_of() {
  return {};
}
/// A linear map whose operands are there is left to wait; anything else is made a value at once.
template <class List, sound_expression E>
constexpr auto let_grouped(List& together, const E& e) {
  if constexpr (is_node<E> && !is_alias_node<E>) {
    const auto fused = fusion::detail::fuse<std::remove_reference_t<decltype(reading_of(e))>::records>(e);
    if constexpr (is_deferred_node<std::remove_const_t<decltype(fused)>>) {
      return fused.operands.pass_to([&](const auto&... x) {
        using operation = std::remove_const_t<decltype(fused.operation)>;
        return reading_of_first(x...).apply(deferred<operation, List>{fused.operation, &together}, x...);
      });
    } else {
      return let(e);
    }
  } else {
    return let(e);
  }
}
}  // namespace detail

/// Makes values of several expressions: `const auto [q, k, v] = let(query(x), key(x), value(x))`. Linear maps among
/// them run last and together, as one wide product whose columns stand in several matrices.
template <sound_expression... E>
  requires(sizeof...(E) > 1)
constexpr auto let(const E&... e) {
  using reading = std::remove_reference_t<decltype(detail::reading_of_first(e...))>;
  kernels::grouped_product<typename reading::element_type, typename reading::stored_type, sizeof...(E)> together;
  const std::tuple values{detail::let_grouped(together, e)...};
  together.run();
  return values;
}

// Of anything else: as many as there are.
template <class... X>
constexpr auto let(const X&...) {
  static_assert(is_called_with<X...>,
                "let(x): it takes expressions, whose values it makes; a module is called first, f(x)");
  if constexpr (sizeof...(X) > 1) {
    return std::tuple{detail::in_place_of<X>()...};
  } else {
    return any_formula{};
  }
}

/// Runs a module's body: what it materializes is released when its result is there. The body returns its result as an
/// expression that is not materialized yet, or as a function that yields one, or a value made when it is called: a
/// value of the body's own is released with the others.
template <class M, sound_expression X, class Body>
  requires(!sound_expression<M> && !std::is_pointer_v<M> && !sound_expression<std::remove_cvref_t<Body>> &&
           std::invocable<Body>)
constexpr auto in_frame(const M& module, const X& x, Body&& body) {
  using result = std::remove_cvref_t<decltype(body())>;
  if constexpr (is_value<result>) {
    static_assert(
        !is_value<result>,
        "in_frame: the body must return no value of its own, which is released with it, but an expression, or "
        "a function that makes the value outside, `return [=] { return f(z); };`");
    return any_formula{};
  } else if constexpr (!is_formula_of_frame<result>) {
    static_assert(is_formula_of_frame<result>,
                  "in_frame: the body must return an expression, `return f(x);`, or a function that yields one; "
                  "per(sum, count) is returned outside");
    return any_formula{};
  } else {
    auto& reading = reading_of(x);
    auto& arena = reading.arena();
    const std::size_t used = arena.open_frame();
    constexpr bool notes_modules = requires { reading.notes.module; };
    module_place caller;
    if constexpr (notes_modules) caller = std::exchange(reading.notes.module, place_of(module));
    const auto last = body();
    arena.leave_frame();
    const auto y = detail::finish(last);
    arena.close_frame(used);
    if constexpr (notes_modules) reading.notes.module = caller;
    return y;
  }
}

/// Of anything else.
template <class... X>
  requires(is_of_a_formula<X> || ...)
constexpr auto in_frame(const X&...) {
  if constexpr (!detail::is_frame_of_broken_body<X...>)
    static_assert(
        is_called_with<X...>,
        "in_frame(*this, x, body): the module, one of its inputs, and a function without arguments, [&] {...}");
  return any_formula{};
}

/// f(x's value): an expression that is not materialized yet is so once, as a temporary of a frame, however often f
/// reads it.
template <class M, expression X, class F>
constexpr auto with_value(const M& module, const X& x, const F& f) {
  if constexpr (!are_sound<X>) {
    return any_formula{};
  } else if constexpr (is_node<X>) {
    return in_frame(module, x, [&] {
      const auto value = let(x);
      return [value, &f] { return f(value); };
    });
  } else {
    return f(x);
  }
}

}  // namespace typeformer
