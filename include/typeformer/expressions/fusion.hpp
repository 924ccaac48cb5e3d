#pragma once
#include <typeformer/expressions/chains.hpp>
#include <typeformer/expressions/concatenate.hpp>
#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/gather.hpp>
#include <typeformer/expressions/heads.hpp>
#include <typeformer/expressions/layer_norm.hpp>
#include <typeformer/expressions/mask.hpp>
#include <typeformer/expressions/rotate.hpp>
#include <typeformer/expressions/softmax.hpp>
#include <typeformer/operations/distance_attention.hpp>

/// The table of fusions: each row is a pattern of nodes and the one node that does all of it at once. fuse() of
/// anything else is the thing itself, and is then run operation by operation with the same result.
///
///   [r +] [f(] x w [+ b] [)]                              linear
///   softmax(q kᵀ [· s] [+ mask]) v                        attention; mask and scale in either order
///   join(attention of split q, [repeat(] split k, v [)])  multi-head attention, nothing moved; q and k may be rotated
///   the same with biases by distance                      the same with biases
///   norm(x + y)                                           layer norm of a sum
///   gather(tokens, table) · s                             gather
///   x yᵀ                                                  contraction, nothing moved
///   any tree of operations on single elements             elementwise, one pass (chains.hpp)
namespace typeformer::fusion::detail {

// ------------------------------------------------------------------------------------------------------------ linear
// What has been matched so far: which of bias, function and residual are there decides what may still follow.
template <class E>
inline constexpr int linear_stage = -1;
template <class X, is_weight W>
inline constexpr int linear_stage<node<contraction_operation, X, W>> = 0;
template <class X, class B>
  requires(linear_stage<X> == 0)
inline constexpr int linear_stage<node<add_bias_operation, X, B>> = 1;
template <class X>
  requires(linear_stage<X> == 0 || linear_stage<X> == 1)
inline constexpr int linear_stage<node<activation_operation, X>> = 2;
template <sound_expression R, class X>
  requires(linear_stage<X> >= 0 && linear_stage<X> <= 2 && std::is_same_v<shape_t<R>, shape_t<X>>)
inline constexpr int linear_stage<node<add_operation, R, X>> = 3;

template <class X, class W>
constexpr auto linear(const node<contraction_operation, X, W>& e) {
  return make_node(linear_operation{}, e.template operand<0>(), e.template operand<1>(), absent{}, absent{});
}
template <class X, class B>
constexpr auto linear(const node<add_bias_operation, X, B>& e) {
  const auto l = linear(e.template operand<0>());
  return make_node(l.operation, l.template operand<0>(), l.template operand<1>(), e.template operand<1>(), absent{});
}
template <class X>
constexpr auto linear(const node<activation_operation, X>& e) {
  auto l = linear(e.template operand<0>());
  l.operation.function = e.operation.function;
  return l;
}
template <class R, class X>
constexpr auto linear(const node<add_operation, R, X>& e) {
  const auto l = linear(e.template operand<1>());
  return make_node(l.operation, l.template operand<0>(), l.template operand<1>(), l.template operand<2>(),
                   e.template operand<0>());
}

// --------------------------------------------------------------------------------------------------------- attention
template <class E>
struct scores;  // q kᵀ, scaled, masked: q(), k(), scale(), mask()
template <class Q, class K>
struct scores<node<contraction_operation, Q, node<transpose_operation, K>>> {
  using type = node<contraction_operation, Q, node<transpose_operation, K>>;
  static constexpr const Q& q(const type& e) { return e.template operand<0>(); }
  static constexpr const K& k(const type& e) { return e.template operand<1>().template operand<0>(); }
  static constexpr double scale(const type&) { return 1; }
  static constexpr no_mask mask(const type&) { return {}; }
};
template <class X>
  requires requires { typename scores<X>::type; }
struct scores<node<scale_operation, X>> : scores<X> {  // `masked` too: what is masked stays so, whatever its scale
  using type = node<scale_operation, X>;
  using inner = scores<X>;
  static constexpr const auto& q(const type& e) { return inner::q(e.template operand<0>()); }
  static constexpr const auto& k(const type& e) { return inner::k(e.template operand<0>()); }
  static constexpr double scale(const type& e) { return e.operation.factor * inner::scale(e.template operand<0>()); }
  static constexpr auto mask(const type& e) { return inner::mask(e.template operand<0>()); }
};
template <class X, class M>
  requires requires { typename scores<X>::type; } && (!requires { typename scores<X>::masked; })
struct scores<node<mask_operation<M>, X>> {
  using type = node<mask_operation<M>, X>;
  using masked = M;
  using inner = scores<X>;
  static constexpr const auto& q(const type& e) { return inner::q(e.template operand<0>()); }
  static constexpr const auto& k(const type& e) { return inner::k(e.template operand<0>()); }
  static constexpr double scale(const type& e) { return inner::scale(e.template operand<0>()); }
  static constexpr const M& mask(const type& e) { return e.operation.mask; }
};

template <class E>
inline constexpr bool is_attention = false;
template <std::size_t I, class X, sound_expression V>
  requires requires { typename scores<X>::type; } && (I + 1 == shape_t<X>::rank)
inline constexpr bool is_attention<node<contraction_operation, node<softmax_operation<I>, X>, V>> = true;

template <std::size_t I, class X, class V>
constexpr auto attention(const node<contraction_operation, node<softmax_operation<I>, X>, V>& e) {
  const X& x = e.template operand<0>().template operand<0>();
  using s = scores<X>;
  using mask = std::remove_cvref_t<decltype(s::mask(x))>;
  return make_node(attention_operation<mask>{s::scale(x), s::mask(x)}, s::q(x), s::k(x), e.template operand<1>());
}

/// Heads can stay where they are if at most one axis is before them, since the kernel knows a batch and heads, and
/// if the compiler knows how many and how wide they are.
template <class E>
struct split_of;  // split(x), or repeat(split(x)), or what is rotated of them: its heads, their width, x
template <class H, class W, class X>
struct split_of<node<split_heads_operation<H, W>, X>> {
  using head = H;
  using width = W;
  static constexpr const X& joined(const node<split_heads_operation<H, W>, X>& e) { return e.template operand<0>(); }
};
template <class G, class X>
  requires requires { typename split_of<X>::head; }
struct split_of<node<repeat_heads_operation<G>, X>> : split_of<X> {
  static constexpr const auto& joined(const node<repeat_heads_operation<G>, X>& e) {
    return split_of<X>::joined(e.template operand<0>());
  }
};

template <rotary_layout Layout, std::size_t Base, std::size_t Width, class X>
  requires requires { typename split_of<X>::head; }
struct split_of<node<rotate_operation<Layout, Base, Width>, X>> : split_of<X> {  // all heads of a row alike
  static constexpr auto joined(const node<rotate_operation<Layout, Base, Width>, X>& e) {
    return make_node(e.operation, split_of<X>::joined(e.template operand<0>()));
  }
};

template <class E>
inline constexpr bool is_repeated = false;
template <class G, class X>
inline constexpr bool is_repeated<node<repeat_heads_operation<G>, X>> = true;
template <rotary_layout Layout, std::size_t Base, std::size_t Width, class X>
inline constexpr bool is_repeated<node<rotate_operation<Layout, Base, Width>, X>> = is_repeated<X>;

template <class E>
concept is_split = requires { typename split_of<E>::head; } && has_static_extent<typename split_of<E>::head> &&
                   has_static_extent<typename split_of<E>::width>;

template <class Q, class K, class V>
inline constexpr bool are_split = false;
template <is_split Q, is_split K, is_split V>
inline constexpr bool are_split<Q, K, V> =
    !is_repeated<Q> && shape_t<Q>::rank <= 4 && std::is_same_v<typename split_of<K>::head, typename split_of<V>::head>;

/// Whether a mask has a batch that is the kernel's: heads of scores without a batch are none.
template <class Operation, class Scores>
inline constexpr bool masks_batch_or_nothing = true;
template <class Mask, class Scores>
  requires requires { typename Mask::batch; }
inline constexpr bool masks_batch_or_nothing<attention_operation<Mask>, Scores> = shape_t<Scores>::rank == 4;

template <class Mask, class Q, class K, class V>
constexpr auto multi_head(const attention_operation<Mask>& o, const Q& q, const K& k, const V& v) {
  using operation = multi_head_attention_operation<typename split_of<Q>::head, typename split_of<K>::head,
                                                   typename split_of<Q>::width, typename split_of<V>::width, Mask>;
  return make_node(operation{o.scale, o.mask}, split_of<Q>::joined(q), split_of<K>::joined(k), split_of<V>::joined(v));
}

template <class E>
inline constexpr bool is_multi_head = false;
template <class A>
  requires is_attention<A>
inline constexpr bool is_multi_head<node<join_heads_operation, A>> =
    []<class O, class Q, class K, class V>(std::type_identity<node<O, Q, K, V>>) {
      return are_split<Q, K, V> && masks_batch_or_nothing<O, Q>;
    }(std::type_identity<decltype(attention(std::declval<const A&>()))>{});

template <class E>
inline constexpr bool is_biased_multi_head = false;
template <class Mask, class Distances, class Q, class K, class V, class N>
inline constexpr bool
    is_biased_multi_head<node<join_heads_operation, node<biased_attention_operation<Mask, Distances>, Q, K, V, N>>> =
        are_split<Q, K, V> && masks_batch_or_nothing<attention_operation<Mask>, Q>;

template <class Mask, class Distances, class Q, class K, class V, class N>
constexpr auto biased_multi_head(const node<biased_attention_operation<Mask, Distances>, Q, K, V, N>& e) {
  using heads = heads_side_by_side<typename split_of<Q>::head, typename split_of<K>::head, typename split_of<Q>::width,
                                   typename split_of<V>::width>;
  biased_attention_operation<Mask, Distances, heads> operation;
  operation.scale = e.operation.scale;
  operation.mask = e.operation.mask;
  return make_node(operation, split_of<Q>::joined(e.template operand<0>()),
                   split_of<K>::joined(e.template operand<1>()), split_of<V>::joined(e.template operand<2>()),
                   e.template operand<3>());
}

// ------------------------------------------------------------------------------------------------------ norm, gather
template <class E>
inline constexpr bool is_norm_of_sum = false;
template <class Epsilon, sound_expression X, sound_expression Y, class G, class B>
  requires std::is_same_v<shape_t<X>, shape_t<Y>>
inline constexpr bool is_norm_of_sum<node<layer_norm_operation<Epsilon>, node<add_operation, X, Y>, absent, G, B>> =
    true;

template <class E>
inline constexpr bool is_scaled_gather = false;
template <class X, class P>
inline constexpr bool is_scaled_gather<node<scale_operation, node<gather_operation, X, P>>> = true;

template <class E>
inline constexpr bool is_contraction_of_transposed = false;
template <class X, class Y>
inline constexpr bool is_contraction_of_transposed<node<contraction_operation, X, node<transpose_operation, Y>>> = true;

// ------------------------------------------------------------------------------------------------------------- table
/// A recording runs a function by itself: its derivative wants the function's input.
template <class E>
inline constexpr bool has_function = false;
template <class X>
inline constexpr bool has_function<node<activation_operation, X>> = true;
template <class R, class X>
inline constexpr bool has_function<node<add_operation, R, X>> = has_function<X>;

template <bool Records, class E>
inline constexpr bool is_linear = linear_stage<E> >= 0 && !(Records && has_function<E>);

/// What stays an operand of a chain: what is done where it is made.
template <bool Records>
struct kept_from_chains {
  template <class E>
  using of = std::bool_constant<is_linear<Records, E> || is_scaled_gather<E>>;
};

template <bool Records, class E>
constexpr auto fuse(const E& e) {
  if constexpr (is_linear<Records, E>) {
    return linear(e);
  } else if constexpr (is_attention<E>) {
    return attention(e);
  } else if constexpr (is_multi_head<E>) {
    const auto a = attention(e.template operand<0>());
    return multi_head(a.operation, a.template operand<0>(), a.template operand<1>(), a.template operand<2>());
  } else if constexpr (is_biased_multi_head<E>) {
    return biased_multi_head(e.template operand<0>());
  } else if constexpr (is_norm_of_sum<E>) {
    const auto& sum = e.template operand<0>();
    return make_node(e.operation, sum.template operand<0>(), sum.template operand<1>(), e.template operand<2>(),
                     e.template operand<3>());
  } else if constexpr (is_scaled_gather<E>) {
    const auto& g = e.template operand<0>();
    return make_node(gather_operation{g.operation.scale * e.operation.factor}, g.template operand<0>(),
                     g.template operand<1>());
  } else if constexpr (is_contraction_of_transposed<E>) {
    return make_node(contraction_of_transposed_operation{}, e.template operand<0>(),
                     e.template operand<1>().template operand<0>());
  } else if constexpr (is_chain<E, kept_from_chains<Records>::template of>) {
    return chain<kept_from_chains<Records>::template of>(e);
  } else {
    return e;
  }
}

}  // namespace typeformer::fusion::detail
