#pragma once
#include <type_traits>
#include <utility>

#include <typeformer/axis/agreement.hpp>
#include <typeformer/operations/alias.hpp>
#include <typeformer/operations/elementwise.hpp>
#include <typeformer/operations/operand_list.hpp>
#include <typeformer/operations/zeros.hpp>
#include <typeformer/readings/value.hpp>

/// Formulas are lazy: an operator yields a node that holds its operation and operands, and let() (let.hpp) makes a
/// value of it. Nodes hold no numbers, only handles of values, so they are small and are copied.
namespace typeformer {

/// An operation with its operands, which are values, parameters, constants and other nodes. It computes nothing.
template <class Op, class... E>
struct node {
  using operation_type = Op;    ///< what it will do
  Op operation;                 ///< with its numbers, as scale_operation's factor
  operand_list<E...> operands;  ///< held as they are, nodes within nodes

  /// Operand I, counted from 0.
  template <std::size_t I>
  constexpr const auto& operand() const {
    return detail::operand_at<I>(operands);
  }

  template <std::same_as<bool> Bool>
  constexpr explicit operator Bool() const {
    return detail::must_be_true_or_false<node>();
  }
  template <class... Y>
  constexpr auto operator()(const Y&...) const {
    static_assert(is_function<node, Y...>,
                  "x(y): a value is no function and has no elements: two are multiplied, x * y");
    return any_formula{};
  }
  template <class I>
  constexpr auto operator[](const I&) const {
    static_assert(has_elements<node, I>,
                  "x[i]: a value in a formula has no elements to name; slice<Whole, Part>(x, i) cuts a part");
    return any_formula{};
  }
  template <class Y>
    requires(!std::same_as<Y, node>)
  constexpr auto& operator=(const Y&) {
    static_assert(is_assigned<node, Y>,
                  "x = y: a value of a formula keeps its type: name another, const auto z = let(y)");
    return *this;
  }
  template <class Y>
    requires(!std::same_as<Y, node>)
  constexpr const auto& operator=(const Y&) const {
    static_assert(is_assigned<node, Y>,
                  "x = y: an argument of a formula is not changed: name another value, const auto z = let(y)");
    return *this;
  }
};

/// Whether an expression is not yet computed.
template <class E>
inline constexpr bool is_node = false;
template <class Op, class... E>
inline constexpr bool is_node<node<Op, E...>> = true;

/// Whether an expression is tokens or labels, and of which vocabulary.
template <class E>
inline constexpr bool is_token_expression = is_token_value<E> || is_label_value<E>;
template <class Op, class... E>
inline constexpr bool is_token_expression<node<Op, E...>> =
    yields_tokens<Op> || (is_alias<Op> && (is_token_expression<E> && ...));
/// The vocabulary of tokens or labels, as `type`.
template <class E>
struct vocabulary_of {
  using type = typename E::vocabulary;  ///< of a value, its own
};
/// Of what an operation yields: the operation's.
template <class Op, class... E>
struct vocabulary_of<node<Op, E...>> {
  using type = typename Op::vocabulary;  ///< as the operation names it
};
template <class Op, class E>
  requires is_alias<Op>
struct vocabulary_of<node<Op, E>> : vocabulary_of<E> {};

/// Whether an operation's operands are what it takes: tokens where it takes them, else numbers.
template <class Op, class... E>
inline constexpr bool are_numbers_or_taken = takes_tokens<Op> || is_alias<Op> || !(is_token_expression<E> || ...);

namespace detail {
template <class E, class... A>
constexpr auto zeros_for(const E& e, std::type_identity<shape<A...>>) {
  return node<zeros_operation<A...>, E>{{}, {{e}}};
}
}  // namespace detail

/// A node of an operation of one's own (operations/operation.hpp says what it has) and its operands. With IsKept the
/// caller says whether a rule of its own is kept; where it is broken, as where an operand was refused, it yields
/// any_formula.
///
/// shapes   those of the operation's result(x…)
/// requires an operation with a name and a formula; tokens only where it takes them
template <bool IsKept = true, class Op, class... E>
constexpr auto make_node(Op operation, E... operands) {
  if constexpr (IsKept && are_sound<E...>) {
    static_assert(has_name_and_formula<Op>, "make_node(operation, ...): an operation must have a name and a formula");
    static_assert(are_numbers_or_taken<Op, E...>,
                  "f(tokens): tokens are no numbers; gather looks them up, equal compares them");
  }
  if constexpr (IsKept && are_sound<E...> && are_numbers_or_taken<Op, E...>) {
    return node<Op, E...>{operation, {{operands}...}};
  } else {
    return any_formula{};
  }
}

/// A value, tokens, or a node: an expression whose axes are known.
template <class E>
concept sound_expression = is_node<E> || requires(const E& e) { e.reading; };

/// What a formula is made of: values, tokens, nodes; and what stands in the place of an expression that was refused.
template <class E>
concept expression = sound_expression<E> || std::same_as<E, any_formula>;

/// A node's shape is what its operation makes of its operands' shapes.
template <class Op, class... E>
constexpr auto shape_of(const node<Op, E...>& e) {
  return e.operands.pass_to([&](const auto&... x) { return e.operation.result(shape_of(x)...); });
}

/// The shape of an expression or parameter, as a type.
template <class E>
using shape_t = decltype(shape_of(std::declval<const E&>()));
/// The last axis of an expression or parameter, and the one before it.
template <class E>
using last_axis = axis_from_last<shape_t<E>, 0>;
/// The axis before the last one.
template <class E>
using second_last_axis = axis_from_last<shape_t<E>, 1>;
/// The last axis as a rule names it.
template <class E>
using sized_last = sized<last_axis<E>>;
/// Its outermost axis.
template <class E>
using first_axis = axis_from_last<shape_t<E>, shape_t<E>::rank - 1>;
/// The axes before the last one, and before the last two, as shapes.
template <class E>
using all_but_last = decltype(algebra::shaped(hana::drop_back(std::declval<shape_t<E>>().dimensions)));
/// The axes before the last two, as a shape.
template <class E>
using leading_axes = decltype(algebra::leading(std::declval<shape_t<E>>()));

/// The reading an expression belongs to: that of its first operand that is an expression.
template <class E>
constexpr auto& reading_of(const E& e) {
  if constexpr (!is_node<E>) {
    return *e.reading;
  } else if constexpr (sound_expression<std::remove_cvref_t<decltype(e.template operand<0>())>>) {
    return reading_of(e.template operand<0>());
  } else {
    return reading_of(e.template operand<1>());
  }
}

}  // namespace typeformer
