#pragma once
#include <typeformer/expressions/node.hpp>
#include <typeformer/operations/gather.hpp>

namespace typeformer {

/// Whether tokens may be looked up in a table: they are of its vocabulary.
template <class X, class P>
concept gatherable = is_token_value<X> && is_table<P> && is_same_axis<typename X::vocabulary, axis_at<P, 0>>;

/// Whether x is tokens of a vocabulary; and whether its axes are those of Shape.
template <class X, class Vocabulary>
inline constexpr bool are_tokens_of = false;
template <class Name, class Vocabulary, class Shape>
inline constexpr bool are_tokens_of<token_value<Name, Vocabulary, Shape>, Vocabulary> = true;
/// Whether x is tokens of a vocabulary, on the axes of a shape.
template <class X, class Vocabulary, class Shape>
inline constexpr bool are_tokens_on = are_tokens_of<X, Vocabulary> && std::is_same_v<shape_t<X>, Shape>;

/// The table's row for each token.
///
/// shapes   tokens [L…] of Vocabulary   table [Vocabulary, E]   →   [L…, E]
/// requires tokens of the table's vocabulary, not only of as many entries
template <class X, is_table P>
  requires is_token_value<X>
constexpr auto gather(const X& tokens, const P& table) {
  static_assert(same_axis<sized<typename X::vocabulary>, sized<axis_at<P, 0>>>,
                "gather(tokens, table): the tokens' vocabulary must be the first axis of the table");
  return make_node<gatherable<X, P>>(gather_operation{}, tokens, table);
}

}  // namespace typeformer
