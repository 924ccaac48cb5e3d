#pragma once
#include <type_traits>

#include <typeformer/expressions/node.hpp>
#include <typeformer/operations/activation.hpp>
#include <typeformer/operations/elementwise_chain.hpp>

/// From a tree of elementwise nodes to one operation. Inner nodes become branches of its tree, everything else its
/// operands. A node of fewer axes than the whole stays an operand: computed by itself, it is computed once for all that
/// it is repeated for.
namespace typeformer::fusion::detail {

/// A chain has so many operations at most, which a program holds, backward too: 6 binary operations have 7 operands,
/// and yield 57 instructions at most. `where` has two operands more, and counts as two.
inline constexpr std::size_t most_of_chain = 6;

template <class E>
inline constexpr bool is_elementwise_node = false;
template <class Op, class... E>
inline constexpr bool is_elementwise_node<node<Op, E...>> = is_elementwise<Op>;

/// A tree's operations, from the root on, and which of the root's operands belong to it. `Keeps<E>` says whether E is
/// an operand whatever it is: where another row of the table takes it.
template <class E, template <class> class Keeps>
struct chain_of {
  static constexpr std::size_t size = 0;
};

template <class Shape, class E, template <class> class Keeps>
inline constexpr std::size_t inlined_size = [] {
  if constexpr (is_elementwise_node<E> && !Keeps<E>::value) {
    return std::is_same_v<shape_t<E>, Shape> ? chain_of<E, Keeps>::size : 0;
  } else {
    return std::size_t{0};
  }
}();

template <class Op, class... E, template <class> class Keeps>
  requires is_elementwise<Op>
struct chain_of<node<Op, E...>, Keeps> {
  using shape = shape_t<node<Op, E...>>;
  static constexpr std::size_t arity = sizeof...(E);
  struct choice {
    std::size_t size = arity < 3 ? 1 : 2;
    bool is_inlined[arity]{};
  };
  /// Operands from the first on, as long as they fit.
  static constexpr choice chosen = [] {
    choice c;
    std::size_t i = 0;
    const auto take = [&](std::size_t size) {
      c.is_inlined[i] = size > 0 && c.size + size <= most_of_chain;
      if (c.is_inlined[i]) c.size += size;
      ++i;
    };
    (take(inlined_size<shape, E, Keeps>), ...);
    return c;
  }();
  static constexpr std::size_t size = chosen.size;
};

/// What has no kernel of its own as a single operation: it is a chain of one.
template <class Op, class... E>
inline constexpr bool has_own_kernel = false;
template <class X, class Y>
inline constexpr bool has_own_kernel<add_operation, X, Y> =
    sound_expression<X> && sound_expression<Y> && std::is_same_v<shape_t<X>, shape_t<Y>>;
template <class X, class B>
inline constexpr bool has_own_kernel<add_bias_operation, X, B> = true;
template <class X>
inline constexpr bool has_own_kernel<scale_operation, X> = true;
template <class X>
inline constexpr bool has_own_kernel<activation_operation, X> = true;

template <class E, template <class> class Keeps>
inline constexpr bool is_chain = false;
template <class Op, class... E, template <class> class Keeps>
  requires is_elementwise<Op>
inline constexpr bool is_chain<node<Op, E...>, Keeps> =
    !has_own_kernel<Op, E...> || (chain_of<node<Op, E...>, Keeps>::size > (sizeof...(E) < 3 ? 1 : 2));

/// A part of a tree, and its operands.
template <class Tree, class... E>
struct flat {
  Tree tree;
  operand_list<E...> operands;
};

template <std::size_t First, template <class> class Keeps, class Op, class... E>
constexpr auto flatten(const node<Op, E...>& e);

template <std::size_t First, template <class> class Keeps, bool Inlined, class E>
constexpr auto flatten_operand(const E& e) {
  if constexpr (is_number<E>) {
    return flat<E>{e, {}};
  } else if constexpr (Inlined) {
    return flatten<First, Keeps>(e);
  } else {
    return flat<leaf<First>, E>{{}, {{e}}};
  }
}

template <class... X, class... Y, class... E, class Op, class Tree>
constexpr auto grown(const flat<branch<Op, X...>, E...>& all, const flat<Tree, Y...>& more) {
  return flat<branch<Op, X..., Tree>, E..., Y...>{
      {all.tree.operation,
       all.tree.operands.pass_to([&](const auto&... x) { return operand_list<X..., Tree>{{x}..., {more.tree}}; })},
      all.operands.pass_to([&](const auto&... e) {
        return more.operands.pass_to([&](const auto&... y) { return operand_list<E..., Y...>{{e}..., {y}...}; });
      })};
}

template <class Tree, class... E>
constexpr std::size_t count_of_operands(const flat<Tree, E...>*) {
  return sizeof...(E);
}

template <std::size_t First, template <class> class Keeps, std::size_t I, class Node, class Flat>
constexpr auto flatten_from(const Node& e, const Flat& all) {
  using chain = chain_of<Node, Keeps>;
  if constexpr (I == chain::arity) {
    return all;
  } else {
    constexpr std::size_t next = First + count_of_operands(static_cast<const Flat*>(nullptr));
    return flatten_from<First, Keeps, I + 1>(
        e, grown(all, flatten_operand<next, Keeps, chain::chosen.is_inlined[I]>(e.template operand<I>())));
  }
}

template <std::size_t First, template <class> class Keeps, class Op, class... E>
constexpr auto flatten(const node<Op, E...>& e) {
  return flatten_from<First, Keeps, 0>(e, flat<branch<Op>>{{e.operation, {}}, {}});
}

template <template <class> class Keeps, class E>
constexpr auto chain(const E& e) {
  const auto all = flatten<0, Keeps>(e);
  return all.operands.pass_to([&](const auto&... x) {
    return make_node(elementwise_chain_operation<std::remove_const_t<decltype(all.tree)>>{all.tree}, x...);
  });
}

}  // namespace typeformer::fusion::detail
