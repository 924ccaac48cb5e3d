#pragma once
#include <cstddef>
#include <utility>

#include <typeformer/requires_cxx20.hpp>

/// The operands of an operation, in their order. A program has thousands of such lists: an aggregate has no functions
/// but those that are called, a tuple has constructors for each element. (With these g++ 12 took 56 s for
/// tests/decode/beam_test.cpp at -O0, with hana::basic_tuple 64 s.)
namespace typeformer {

namespace detail {
template <std::size_t I, class E>
struct held_operand {
  E operand;
};

template <class Indices, class... E>
struct indexed_operands;
template <std::size_t... I, class... E>
struct indexed_operands<std::index_sequence<I...>, E...> : held_operand<I, E>... {
  /// f(x…)
  template <class F>
  constexpr decltype(auto) pass_to(const F& f) const {
    return f(held_operand<I, E>::operand...);
  }
};

template <std::size_t I, class E>
constexpr const E& operand_at(const held_operand<I, E>& held) {
  return held.operand;
}
}  // namespace detail

/// Made as operand_list<E...>{{e}...}, from the first to the last.
template <class... E>
using operand_list = detail::indexed_operands<std::index_sequence_for<E...>, E...>;

}  // namespace typeformer
