#pragma once
#include <type_traits>
#include <utility>

#include <boost/hana/basic_tuple.hpp>
#include <boost/hana/unpack.hpp>

#include <typeformer/axis/agreement.hpp>
#include <typeformer/operations/alias.hpp>
#include <typeformer/operations/elementwise.hpp>
#include <typeformer/operations/zeros.hpp>
#include <typeformer/readings/value.hpp>

/// Formulas are lazy: an operator yields a node that holds its operation and operands, and let() (let.hpp) makes a
/// value of it. Nodes hold no numbers, only handles of values, so they are small and are copied.
namespace typeformer {

/// An operation with its operands, which are values, parameters, constants and other nodes. It computes nothing.
template <class Op, class... E>
struct node {
  using operation_type = Op;         ///< what it will do
  Op operation;                      ///< with its numbers, as scale_operation's factor
  hana::basic_tuple<E...> operands;  ///< held as they are, nodes within nodes

  /// Operand I, counted from 0.
  template <std::size_t I>
  constexpr const auto& operand() const {
    return hana::at_c<I>(operands);
  }

  template <std::same_as<bool> Bool>
  constexpr explicit operator Bool() const {
    return detail::must_be_true_or_false<node>();
  }
  template <class... Y>
  constexpr auto operator()(const Y&...) const {
    return detail::must_be_function<node, Y...>(*this);
  }
  template <class I>
  constexpr auto operator[](const I&) const {
    return detail::must_have_elements<node, I>(*this);
  }
  template <class Y>
    requires(!std::same_as<Y, node>)
  constexpr auto& operator=(const Y&) {
    static_assert(is_assigned<node, Y>,
                  "x = y: a value of a formula keeps its type: name another, const auto z = let(y)");
    return *this;
  }
};

/// What a comparison that there is not leaves behind, which was refused already: it is also true or false.
struct no_operation : scale_operation {};
template <class X>
inline constexpr bool is_true_or_false<node<no_operation, X>> = true;

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
  return node<zeros_operation<A...>, E>{{}, hana::basic_tuple<E>{e}};
}
/// An operand, or zeros in the place of tokens that are no numbers.
template <class Op, class E>
constexpr auto as_taken(const E& e) {
  if constexpr (are_numbers_or_taken<Op, E>) {
    return e;
  } else {
    return zeros_for(e, std::type_identity<std::remove_const_t<decltype(shape_of(e))>>{});
  }
}
}  // namespace detail

/// A node of an operation of one's own (operations/operation.hpp says what it has) and its operands.
///
/// shapes   those of the operation's result(x…)
/// requires an operation with a name and a formula; tokens only where it takes them
template <class Op, class... E>
constexpr auto make_node(Op operation, E... operands) {
  static_assert(has_name_and_formula<Op>, "make_node(operation, ...): an operation must have a name and a formula");
  static_assert(are_numbers_or_taken<Op, E...>,
                "f(tokens): tokens are no numbers; gather looks them up, equal compares them");
  if constexpr (are_numbers_or_taken<Op, E...>) {
    return node<Op, E...>{operation, hana::basic_tuple<E...>{operands...}};
  } else {
    return make_node(operation, detail::as_taken<Op>(operands)...);
  }
}

/// What an operator takes: a value, tokens, or a node.
template <class E>
concept expression = is_node<E> || requires(const E& e) { e.reading; };

/// A node's shape is what its operation makes of its operands' shapes.
template <class Op, class... E>
constexpr auto shape_of(const node<Op, E...>& e) {
  return hana::unpack(e.operands, [&](const auto&... x) { return e.operation.result(shape_of(x)...); });
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
  } else if constexpr (expression<std::remove_cvref_t<decltype(e.template operand<0>())>>) {
    return reading_of(e.template operand<0>());
  } else {
    return reading_of(e.template operand<1>());
  }
}

}  // namespace typeformer
