#pragma once
#include <boost/hana/define_struct.hpp>

#include <typeformer/expressions/assumed.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/layers/linear.hpp>

namespace typeformer {

/// softmax(q kᵀ / √d̃, masked) v, lazy: one fused kernel that never stores the scores.
///
/// shapes   q [L…, Query, Width]   k [L…, Key, Width]   v [L…, Key, ValueWidth]   →   [L…, Query, ValueWidth]
/// cost     N·M·(2·d̃ + 2·d̃_v + 6) operations for each of L
/// refuses  q and k of different Width, k and v of different Key, a mask of other axes
/// source   Vaswani et al. 2017, equation 1
template <expression Q, expression K, expression V, is_mask Mask = no_mask>
constexpr auto attention(const Q& q, const K& k, const V& v, const Mask& mask = {}) {
  return softmax(q * transpose(k) / root<last_axis<Q>> + mask) * v;
}

/// One head with its projections: Q = X W_Q, K = Y W_K, V = Y W_V; Y is X in self-attention.
///
/// shapes   x [L…, Query, In]   y [L…, Key, Memory]   →   [L…, Query, ValueWidth]
/// refuses  x or y of another width
template <is_axis In, is_axis Width, is_axis ValueWidth = Width, is_axis Memory = In, class Bias = without_bias>
struct attention_head {
  using to_query = linear<In, Width, Bias>;
  using to_key = linear<Memory, Width, Bias>;
  using to_value = linear<Memory, ValueWidth, Bias>;
  BOOST_HANA_DEFINE_STRUCT(attention_head, (to_query, query), (to_key, key), (to_value, value));

  template <is_axis... Leading>
  using input = shape<Leading..., In>;

  template <expression X, expression Y, is_mask Mask = no_mask>
  constexpr auto operator()(const X& x, const Y& y, const Mask& mask = {}) const {
    using l = last_axis<X>;
    using r = last_axis<Y>;
    static_assert(same_axis<l, extent<l>, In, extent<In>>,
                  "attention_head(x, y): the last axis of x must be the head's In");
    static_assert(same_axis<r, extent<r>, Memory, extent<Memory>>,
                  "attention_head(x, y): the last axis of y must be the head's Memory");
    static_assert(same_axes<leading_axes<X>, leading_axes<Y>>,
                  "attention_head(x, y): the axes before the last two must be the same");
    static_assert(mask_is_on<Mask, second_last_axis<X>, second_last_axis<Y>>,
                  "attention_head(x, y, mask): the mask must be on the positions of x and the positions of y");
    static_assert(mask_has_batch<Mask, first_axis<X>>,
                  "attention_head(x, y, mask): a padding mask's batch must be the first axis of x");
    const auto& q = assumed<with_last_axis<X, In>>(x);
    const auto& kv = assumed<with_last_axes<X, second_last_axis<Y>, Memory>>(y);
    const auto& m = assumed_mask<first_axis<X>, second_last_axis<X>, second_last_axis<Y>>(mask);
    return in_frame(*this, x, [&] {
      const auto memory = let(kv);
      const auto [queries, keys, values] = let(query(q), key(memory), value(memory));
      return attention(queries, keys, values, m);
    });
  }
  template <expression X>
  constexpr auto operator()(const X& x) const {
    using l = last_axis<X>;
    static_assert(same_axis<l, extent<l>, In, extent<In>>,
                  "attention_head(x): the last axis of x must be the head's In");
    static_assert(is_same_axis<In, Memory>, "attention_head(x): a head whose Memory is not its In needs two inputs");
    const auto& q = assumed<with_last_axis<X, In>>(x);
    return (*this)(q, assumed<with_last_axis<X, Memory>>(q));
  }
};

}  // namespace typeformer
