#pragma once
#include <boost/hana/define_struct.hpp>

#include <typeformer/expressions/as_if.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/expressions/refused_calls.hpp>
#include <typeformer/layers/linear.hpp>

namespace typeformer {

/// softmax(q kᵀ / √d̃, masked) v, lazy: one fused kernel that never stores the scores.
///
/// shapes   q [L…, Query, Width]   k [L…, Key, Width]   v [L…, Key, ValueWidth]   →   [L…, Query, ValueWidth]
/// cost     N·M·(2·d̃ + 2·d̃_v + 6) operations for each of L
/// requires q and k of the same Width, k and v of the same Key, a mask of Query and Key
/// source   Vaswani et al. 2017, equation 1
template <sound_expression Q, sound_expression K, sound_expression V, is_mask Mask = no_mask>
constexpr auto attention(const Q& q, const K& k, const V& v, const Mask& mask = {}) {
  return softmax(q * transpose(k) / root<last_axis<Q>> + mask) * v;
}

/// Whether a mechanism of the library's takes queries, keys, values and a mask; of a program's own a rule asks.
template <class Mechanism>
inline constexpr bool is_called_as_attention = false;

/// A mechanism is what a layer of attention does with the queries, keys and values of its heads: a module whose
/// operator()(q, k, v, mask) takes q [L…, Head, Query, Width], k [L…, Head, Key, Width], v [L…, Head, Key, ValueWidth]
/// and a mask, and yields [L…, Head, Query, ValueWidth], lazy where a fusion is to see it. Layers take a type with
/// `heads<Head, Width, ValueWidth>`, which names that module (multi_head_attention.hpp).
///
/// softmax(q kᵀ / √d̃, masked) v, the mechanism of Vaswani et al. 2017.
struct scaled_dot_product {
  BOOST_HANA_DEFINE_STRUCT(scaled_dot_product);

  /// q [L…, Head, Query, Width], k [L…, Head, Key, Width], v [L…, Head, Key, ValueWidth]   →   [L…, Head, Query,
  /// ValueWidth], lazy; `mask` allows keys to queries.
  template <sound_expression Q, sound_expression K, sound_expression V, is_mask Mask>
  constexpr auto operator()(const Q& q, const K& k, const V& v, const Mask& mask) const {
    return attention(q, k, v, mask);
  }
};
template <>
inline constexpr bool is_called_as_attention<scaled_dot_product> = true;

/// One head with its projections: Q = X W_Q, K = Y W_K, V = Y W_V; Y is X in self-attention.
///
/// shapes   x [L…, Query, In]   y [L…, Key, KeyIn]   →   [L…, Query, ValueWidth]
/// requires x and y of these widths, a mask of Query and Key
/// source   Vaswani et al. 2017, section 3.2.2
template <class In, class Width, class ValueWidth = Width, class KeyIn = In, class Bias = without_bias>
  requires(must_be_axes<In, Width, ValueWidth, KeyIn>() && must_be_bias<Bias>())
struct attention_head {
  using to_query = linear<axis_or_any<In>, axis_or_any<Width>, Bias>;
  using to_key = linear<axis_or_any<KeyIn>, axis_or_any<Width>, Bias>;
  using to_value = linear<axis_or_any<KeyIn>, axis_or_any<ValueWidth>, Bias>;
  BOOST_HANA_DEFINE_STRUCT(attention_head, (to_query, query), (to_key, key), (to_value, value));

  template <is_axis... Leading>
  using input = shape<Leading..., In>;

  // clang-format off: clang prints all lines of a macro's call before the line of the program.
  TYPEFORMER_NO_OTHER_CALL("attention_head(x), attention_head(x, y, mask): x and y must be expressions, and mask, behind both, a mask, such as causal<Query>{}; a tensor is given to a session")
  // clang-format on

  /// Attention of x to y: x [L…, Query, In], y [L…, Key, KeyIn]   →   [L…, Query, ValueWidth]. `mask` is on Query and
  /// Key.
  template <sound_expression X, sound_expression Y, is_mask Mask = no_mask>
  constexpr auto operator()(const X& x, const Y& y, const Mask& mask = {}) const {
    using M = second_last_axis<Y>;
    static_assert(same_axis<sized_last<X>, sized<In>>,
                  "attention_head(x, y): the last axis of x must be the head's In");
    using y_axis = unless_said<last_axis<Y>, KeyIn, last_axis<X>, In>;
    static_assert(same_axis<sized<y_axis>, sized<KeyIn>>,
                  "attention_head(x, y): the last axis of y must be the head's KeyIn");
    static_assert(same_axes<leading_axes<X>, leading_axes<Y>>,
                  "attention_head(x, y): the axes before the last two must be the same");
    static_assert(mask_is_on<Mask, second_last_axis<X>, M>,
                  "attention_head(x, y, mask): the mask's query axis must be the sequence axis of x, its key axis that "
                  "of y");
    static_assert(mask_has_batch<Mask, first_axis<X>>,
                  "attention_head(x, y, mask): a padding mask's batch must be the first axis of x");
    const auto& zx = as_if_last<In>(x);
    const auto& zy = as_if<with_last_axes<X, M, KeyIn>>(y);
    const auto& on_y = as_if_mask<X, Y>(mask);
    if constexpr (are_sound<decltype(zx), decltype(zy), decltype(on_y)>) {
      return in_frame(*this, x, [&] {
        const auto z = let(zy);
        const auto [queries, keys, values] = let(query(zx), key(z), value(z));
        return attention(queries, keys, values, on_y);
      });
    } else {
      return any_formula{};
    }
  }
  /// Self-attention without a mask: x [L…, N, In]   →   [L…, N, ValueWidth]. In must be KeyIn.
  template <sound_expression X>
  constexpr auto operator()(const X& x) const {
    static_assert(same_axis<sized_last<X>, sized<In>>, "attention_head(x): the last axis of x must be the head's In");
    static_assert(same_axis<sized<In>, sized<KeyIn>>,
                  "attention_head(x): a head whose KeyIn is not its In needs two inputs");
    return (*this)(as_if_last<In>(x), as_if_last<KeyIn>(x));
  }
};

}  // namespace typeformer
