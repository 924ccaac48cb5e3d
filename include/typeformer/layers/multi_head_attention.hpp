#pragma once
#include <boost/hana/define_struct.hpp>

#include <typeformer/expressions/choice.hpp>
#include <typeformer/expressions/refused_calls.hpp>
#include <typeformer/layers/attention.hpp>

namespace typeformer {

namespace detail {
template <class Head, class KeyHead>
struct group_of {  // Group where Head is product<KeyHead, Group>, void where it is KeyHead
  using type = no_axis;
};
template <class KeyHead, class Group>
struct group_of<product<KeyHead, Group>, KeyHead> {
  using type = Group;
};
template <class Head>
struct group_of<Head, Head> {
  using type = void;
};
}  // namespace detail

/// Whether Head is KeyHead or product<KeyHead, Group>, of axes with their extents: the condition of a rule.
template <class Head, class KeyHead>
inline constexpr bool made_of_key_heads = false;
template <class Head, auto M, class KeyHead, auto N>
inline constexpr bool made_of_key_heads<with_extent<Head, M>, with_extent<KeyHead, N>> =
    !std::is_same_v<typename detail::group_of<Head, KeyHead>::type, no_axis>;

namespace detail {
// A function, since a class in whose body a rule is broken makes clang print more than the rule.
template <class Head, class KeyHead>
constexpr auto checked_group_of() {
  static_assert(made_of_key_heads<sized<Head>, sized<KeyHead>>,
                "multi_head_attention<Head, ..., KeyHead>: Head must be KeyHead, or product<KeyHead, Group>");
  return group_of<Head, KeyHead>{};
}
}  // namespace detail

/// As the heads of a configuration: as many heads of keys and values as of queries.
struct separate_heads {
  static constexpr auto kind = choice::heads;
  /// The axis of the heads of keys.
  template <is_axis Head>
  using key_head = Head;
};
/// As the heads of a configuration: KeyHead heads of keys and values, where the configuration's Head is
/// product<KeyHead, Group>, or KeyHead itself (grouped_query_attention).
template <class KeyHead>
  requires(must_be_axes<KeyHead>())
struct grouped_heads {
  static constexpr auto kind = choice::heads;
  /// The axis of the heads of keys, whatever the Head.
  template <is_axis>
  using key_head = KeyHead;
};

/// Whether M is a mechanism that a layer of attention can take: a type with `heads<Head, Width, ValueWidth>`.
template <class M>
inline constexpr bool is_attention_mechanism = requires { typename M::template heads<no_axis, no_axis, no_axis>; };
/// Whether what a mechanism yields is an expression of the axes of Shape, or was refused.
template <class Y, class Shape>
inline constexpr bool yields_heads = std::is_same_v<Y, any_formula>;
template <sound_expression Y, class Shape>
inline constexpr bool yields_heads<Y, Shape> = same_axes<shape_t<Y>, Shape>;
namespace detail {
/// How a layer of attention to K and V calls its mechanism. Who calls the layer asks the mechanism first, so that a
/// compiler's way from a rule that a program's part of it breaks to the program is short; of a layer without heads
/// nothing is asked.
template <class Attention, class X, class K, class V = K>
struct call_of_mechanism {
  using library_mechanism = any_call;
  using mechanism = any_call;
  using queries = X;
  using keys = K;
  using values = V;
};
template <class Attention, class X, class K, class V>
  requires requires { typename Attention::template queries_of<X>; }
struct call_of_mechanism<Attention, X, K, V> {
  using mechanism = typename Attention::mechanism_type;
  /// One that can be called without a look at whether it can.
  using library_mechanism = std::conditional_t<is_called_as_attention<mechanism>, mechanism, any_call>;
  using queries = typename Attention::template queries_of<X>;
  using keys = typename Attention::template keys_of<K>;
  using values = typename Attention::template values_of<V>;
};

/// The rules of a call's mechanism: that it can be called, and yields the heads of its values.
template <class Call, class Mask>
consteval bool must_yield_heads() {
  using mechanism = typename Call::mechanism;
  if constexpr (requires(const mechanism& of, const typename Call::queries& q, const typename Call::keys& k,
                         const typename Call::values& v, const Mask& mask) { of(q, k, v, mask); }) {
    using yielded = decltype(std::declval<const mechanism&>()(
        std::declval<const typename Call::queries&>(), std::declval<const typename Call::keys&>(),
        std::declval<const typename Call::values&>(), std::declval<const Mask&>()));
    using expected = with_last_axis<typename Call::queries, last_axis<typename Call::values>>;
    static_assert(yields_heads<yielded, expected>,
                  "an attention mechanism must yield the axes of q, the last of them replaced by that of v, as "
                  "attention(q, k, v, mask) does");
    return yields_heads<yielded, expected>;
  } else {
    static_assert(is_called_as_attention<mechanism>,
                  "an attention mechanism must have a public operator()(q, k, v, mask) const");
    return false;
  }
}
}  // namespace detail

/// The gate of templates that take a mechanism (must_be_axes).
template <class M>
consteval bool must_be_mechanism() {
  static_assert(is_attention_mechanism<M>, "an attention mechanism is expected here, such as tf::softmax_attention");
  return true;
}

template <class Head, class Width, class QueryIn, class ValueWidth, class KeyIn, class ValueIn, class Out, class Bias,
          class KeyHead, class Mechanism>
  requires(must_be_axes<Head, Width, QueryIn, ValueWidth, KeyIn, ValueIn, Out, KeyHead>() && must_be_bias<Bias>() &&
           must_be_mechanism<Mechanism>())
struct multi_head_attention;

/// A mechanism as the attention of a configuration: Mechanism::heads<Head, Width, ValueWidth> is a module as
/// layers/attention.hpp describes it. A decoder's attention to the encoder's output is `cross_attention<Config>`.
template <class Mechanism>
struct attention_by {
  static constexpr auto kind = choice::attention;
  /// Attention of a model's width to itself, with the configuration's heads and biases.
  template <class Config>
  using attention =
      multi_head_attention<typename Config::Head, typename Config::Width, typename Config::Model,
                           typename Config::Width, typename Config::Model, typename Config::Model,
                           typename Config::Model, typename Config::choices::attention_bias::type,
                           typename Config::choices::heads::template key_head<typename Config::Head>, Mechanism>;
  /// Attention to the encoder's output. Mechanisms whose positions are of one sequence have another here.
  template <class Config>
  using cross_attention = attention<Config>;

  TYPEFORMER_NO_OTHER_CALL(
      "a mechanism's type is chosen by a layer or a configuration; a formula calls attention(q, k, v, mask)")
};

/// Attention to all that the mask allows, by the softmax of scaled dot products.
struct softmax_attention : attention_by<softmax_attention> {
  /// The mechanism of one layer; nothing is trained.
  template <class Head, class Width, class ValueWidth>
  using heads = scaled_dot_product;
};

/// concat(head_1 … head_h) W_O, head_i = Attention(Q W_i^Q, K W_i^K, V W_i^V); the heads' matrices are side by side.
/// Every width is free: QueryIn d_q, KeyIn d_k, ValueIn d_v, Width d̃_q, ValueWidth d̃_v, Out d_o. KeyHead is Head, or
/// Head is product<KeyHead, Group> (grouped_query_attention). Attention is that of the Mechanism.
///
/// shapes   query [L…, N, QueryIn]   key [L…, M, KeyIn]   value [L…, M, ValueIn]   →   [L…, N, Out]
/// cost     2·N·d_q·h·d̃_q + 2·M·h_k·(d_k·d̃_q + d_v·d̃_v) + h·N·M·(2·d̃_q + 2·d̃_v + 6) + 2·N·h·d̃_v·d_o operations,
///          and the biases
/// requires inputs of these widths, keys and values of the same positions, a mask of Query and Key
/// source   Vaswani et al. 2017, section 3.2.2
template <class Head, class Width = left_out, class QueryIn = left_out, class ValueWidth = Width, class KeyIn = QueryIn,
          class ValueIn = KeyIn, class Out = QueryIn, class Bias = with_bias, class KeyHead = Head,
          class Mechanism = softmax_attention>
  requires(must_be_axes<Head, Width, QueryIn, ValueWidth, KeyIn, ValueIn, Out, KeyHead>() && must_be_bias<Bias>() &&
           must_be_mechanism<Mechanism>())
struct multi_head_attention {
  /// Group where Head is product<KeyHead, Group>, void where it is KeyHead.
  using group = typename decltype(detail::checked_group_of<Head, KeyHead>())::type;
  using key_axis = product<axis_or_any<KeyHead>, axis_or_any<Width>>;         ///< what keys are joined to, h_k·d̃_q
  using value_axis = product<axis_or_any<KeyHead>, axis_or_any<ValueWidth>>;  ///< what values are joined to, h_k·d̃_v
  using to_query = linear<axis_or_any<QueryIn>, product<axis_or_any<Head>, axis_or_any<Width>>, Bias>;
  using to_key = linear<axis_or_any<KeyIn>, key_axis, Bias>;
  using to_value = linear<axis_or_any<ValueIn>, value_axis, Bias>;
  using to_output = linear<product<axis_or_any<Head>, axis_or_any<ValueWidth>>, axis_or_any<Out>, Bias>;
  using mechanism_type = typename std::conditional_t<is_attention_mechanism<Mechanism>, Mechanism,
                                                     softmax_attention>::template heads<Head, Width, ValueWidth>;
  BOOST_HANA_DEFINE_STRUCT(multi_head_attention, (to_query, query), (to_key, key), (to_value, value),
                           (mechanism_type, mechanism), (to_output, output));

  template <is_axis... Leading>
  using input = shape<Leading..., QueryIn>;

  /// The heads of joined keys or values, W wide, as many as there are of queries: [L…, M, h_k·W]   →   [L…, h, M, W].
  template <is_axis W, sound_expression X>
  static constexpr auto heads_for_queries(const X& joined) {
    if constexpr (std::is_void_v<group>) {
      return split_heads<Head, W>(joined);
    } else {
      return repeat_heads<group>(split_heads<KeyHead, W>(joined));
    }
  }
  /// What the mechanism is given as q, of an input x.
  template <class X>
  using queries_of = decltype(split_heads<Head, Width>(let(std::declval<const to_query&>()(std::declval<const X&>()))));
  /// The same of k.
  template <class X>
  using keys_of = decltype(heads_for_queries<Width>(let(std::declval<const to_key&>()(std::declval<const X&>()))));
  /// The same of v.
  template <class X>
  using values_of =
      decltype(heads_for_queries<ValueWidth>(let(std::declval<const to_value&>()(std::declval<const X&>()))));

  // clang-format off: clang prints all lines of a macro's call before the line of the program.
  TYPEFORMER_NO_OTHER_CALL("multi_head_attention(x, mask), multi_head_attention(x, k, v, mask): x, k and v must be expressions, one or all three, and mask a mask, such as causal<Query>{}; a tensor is given to a session")
  // clang-format on

  /// Attention of x to keys and values of other inputs: `x` [L…, N, QueryIn], `k` [L…, M, KeyIn], `v` [L…, M, ValueIn]
  /// → [L…, N, Out]; `mask` on [N, M].
  template <sound_expression X, sound_expression K, sound_expression V, is_mask Mask = no_mask>
  constexpr auto operator()(const X& x, const K& k, const V& v, const Mask& mask = {}) const {
    using M = second_last_axis<K>;
    static_assert(same_axis<sized_last<X>, sized<QueryIn>>,
                  "multi_head_attention(x, k, v): the last axis of x must be the layer's QueryIn");
    using k_axis = unless_said<last_axis<K>, KeyIn, last_axis<X>, QueryIn>;
    using v_axis = unless_said<unless_said<last_axis<V>, ValueIn, last_axis<X>, QueryIn>, ValueIn, k_axis, KeyIn>;
    static_assert(same_axis<sized<k_axis>, sized<KeyIn>>,
                  "multi_head_attention(x, k, v): the last axis of k must be the layer's KeyIn");
    static_assert(same_axis<sized<v_axis>, sized<ValueIn>>,
                  "multi_head_attention(x, k, v): the last axis of v must be the layer's ValueIn");
    static_assert(same_axes<all_but_last<K>, all_but_last<V>>,
                  "multi_head_attention(x, k, v): all axes of k and v but the last must be the same");
    static_assert(same_axes<leading_axes<X>, leading_axes<K>>,
                  "multi_head_attention(x, k, v): the axes of x and k before the last two must be the same");
    static_assert(mask_is_on<Mask, second_last_axis<X>, M>,
                  "multi_head_attention(x, k, v, mask): the mask's query axis must be the sequence axis of x, its key "
                  "axis that of k");
    static_assert(mask_has_batch<Mask, first_axis<X>>,
                  "multi_head_attention(x, k, v, mask): a padding mask's batch must be the first axis of x");
    const auto& zk = as_if<with_last_axes<X, M, KeyIn>>(k);
    const auto& zv = as_if<with_last_axes<X, M, ValueIn>>(v);
    const auto& zx = as_if_last<QueryIn>(x);
    const auto& on_k = as_if_mask<X, K>(mask);
    constexpr bool has_axes = is_axis<Head> && is_axis<Width> && is_axis<ValueWidth> && is_axis<KeyHead>;
    if constexpr (are_sound<decltype(zx), decltype(zk), decltype(zv), decltype(on_k)> && has_axes &&
                  !std::is_same_v<group, no_axis>) {
      using call = detail::call_of_mechanism<multi_head_attention, std::remove_cvref_t<decltype(zx)>,
                                             std::remove_cvref_t<decltype(zk)>, std::remove_cvref_t<decltype(zv)>>;
      (void) noexcept(std::declval<const typename call::library_mechanism&>()(
          std::declval<const typename call::queries&>(), std::declval<const typename call::keys&>(),
          std::declval<const typename call::values&>(), on_k));
      if constexpr (detail::must_yield_heads<call, std::remove_cvref_t<decltype(on_k)>>()) {
        return in_frame(*this, zx, [&] {
          const auto [all_k, all_v, all_q] = let(key(zk), value(zv), query(zx));
          const auto each_q = split_heads<Head, Width>(all_q);
          const auto each_k = heads_for_queries<Width>(all_k);
          const auto each_v = heads_for_queries<ValueWidth>(all_v);
          return output(join_heads(mechanism(each_q, each_k, each_v, on_k)));
        });
      } else {
        return any_formula{};
      }
    } else {
      return any_formula{};
    }
  }
  /// Self-attention: `x` [L…, N, QueryIn]   →   [L…, N, Out]; `mask` on [N, N]. KeyIn and ValueIn must be QueryIn.
  template <sound_expression X, is_mask Mask = no_mask>
  constexpr auto operator()(const X& x, const Mask& mask = {}) const {
    using N = second_last_axis<X>;
    static_assert(same_axis<sized_last<X>, sized<QueryIn>>,
                  "multi_head_attention(x): the last axis of x must be the layer's QueryIn");
    static_assert(is_same_axis<KeyIn, QueryIn> && is_same_axis<ValueIn, QueryIn>,
                  "multi_head_attention(x): a layer whose KeyIn or ValueIn is not its QueryIn needs three inputs");
    static_assert(mask_is_on<Mask, N, N>,
                  "multi_head_attention(x, mask): the mask's query axis and key axis must both be the sequence axis of "
                  "x");
    static_assert(mask_has_batch<Mask, first_axis<X>>,
                  "multi_head_attention(x, mask): a padding mask's batch must be the first axis of x");
    const auto& on_x = as_if_mask<X, X>(mask);
    const auto& z = as_if<with_last_axes<X, N, QueryIn>>(x);
    if constexpr (is_value<std::remove_cvref_t<decltype(z)>>) {
      // Without with_value, so that the way from a broken rule to the program is short.
      return (*this)(z, as_if_last<KeyIn>(z), as_if_last<ValueIn>(z), on_x);
    } else {
      return with_value(*this, z,
                        [&](const auto& y) { return (*this)(y, as_if_last<KeyIn>(y), as_if_last<ValueIn>(y), on_x); });
    }
  }
};

/// Fewer heads of keys and values than of queries: Group heads of queries attend to each. So caches are smaller. A
/// KeyHead of one is multi-query attention.
///
/// shapes   as multi_head_attention with the Head product<KeyHead, Group>
/// source   Ainslie et al. 2023; Shazeer 2019
template <class KeyHead, class Group, class Width, class QueryIn, class ValueWidth = Width, class KeyIn = QueryIn,
          class ValueIn = KeyIn, class Out = QueryIn, class Bias = with_bias, class Mechanism = softmax_attention>
  requires(must_be_axes<KeyHead, Group, Width, QueryIn, ValueWidth, KeyIn, ValueIn, Out>() && must_be_bias<Bias>() &&
           must_be_mechanism<Mechanism>())
using grouped_query_attention =
    multi_head_attention<product<axis_or_any<KeyHead>, axis_or_any<Group>>, axis_or_any<Width>, axis_or_any<QueryIn>,
                         axis_or_any<ValueWidth>, axis_or_any<KeyIn>, axis_or_any<ValueIn>, axis_or_any<Out>, Bias,
                         axis_or_any<KeyHead>, Mechanism>;

/// In a decoder each position attends to itself and to all before it.
struct causal_attention {
  static constexpr auto kind = choice::causal_mask;
  /// The mask of a sequence on A to itself.
  template <is_axis A>
  using mask = causal<A>;
};
/// In a decoder each position attends to the last Size, of which it is one; so a decoder keeps no more of them.
///
/// source   Beltagy et al. 2020; Jiang et al. 2023
template <std::size_t Size>
struct sliding_window_attention {
  static constexpr auto kind = choice::causal_mask;
  /// The mask of a sequence on A to itself.
  template <is_axis A>
  using mask = sliding_window<A, Size>;
};

}  // namespace typeformer
