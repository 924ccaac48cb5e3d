#pragma once
#include <boost/hana/define_struct.hpp>

#include <typeformer/expressions/lsh_attention.hpp>
#include <typeformer/layers/multi_head_attention.hpp>

namespace typeformer {

/// Never true: the condition of the rule that there is no attention to another sequence, with its axes for the message.
template <class... Inputs>
inline constexpr bool is_one_sequence = false;

/// Multi-head LSH attention: concat(head_1 … head_h) W_O, head_i = softmax(X_i K_iᵀ / √d̃) V_i over the keys of each
/// query's buckets, where X_i = X W_i^QK are both queries and, divided by their norms, the keys K_i. Which keys those
/// are, how rounds are combined and what the derivative is: locality_sensitive_attention.
///
/// shapes   x [L…, N, In]   →   [L…, N, Out]
/// cost     2·N·h·(d·d̃ + d·d̃_v + d̃_v·d_o) + h·Rounds·N·(min(2·Chunk, N)·(2·d̃ + 2·d̃_v + 6) + 2·d̃·log₂N) + 3·h·N·d̃
///          operations at most, and the biases
/// requires x of this width, a mask of N and N, Rounds and Chunk of 1 at least
/// refuses  keys of another sequence, since queries are keys
/// source   Kitaev, Kaiser and Levskaya 2020, section 2
template <std::size_t Rounds, std::size_t Chunk, class Head, class Width, class In, class ValueWidth = Width,
          class Out = In, class Bias = with_bias>
  requires(must_be_axes<Head, Width, In, ValueWidth, Out>() && must_be_bias<Bias>())
struct lsh_self_attention {
  using hashing = decltype(detail::checked_hashing<Rounds, Chunk>());  ///< Rounds and Chunk, both 1 at least
  /// One map, since keys are queries divided by their norms.
  using to_query_key = linear<In, product<Head, Width>, Bias>;
  using to_value = linear<In, product<Head, ValueWidth>, Bias>;
  using to_output = linear<product<Head, ValueWidth>, Out, Bias>;
  BOOST_HANA_DEFINE_STRUCT(lsh_self_attention, (to_query_key, query_key), (to_value, value), (to_output, output));

  template <is_axis... Leading>
  using input = shape<Leading..., In>;

  /// Self-attention: `x` [L…, N, In]   →   [L…, N, Out]; `mask` on [N, N].
  template <sound_expression X, is_mask Mask = no_mask>
  constexpr auto operator()(const X& x, const Mask& mask = {}) const {
    using N = second_last_axis<X>;
    static_assert(same_axis<sized_last<X>, sized<In>>,
                  "lsh_self_attention(x): the last axis of x must be the layer's In");
    static_assert(
        mask_is_on<Mask, N, N>,
        "lsh_self_attention(x, mask): the mask's query axis and key axis must both be the sequence axis of x");
    static_assert(mask_has_batch<Mask, first_axis<X>>,
                  "lsh_self_attention(x, mask): a padding mask's batch must be the first axis of x");
    const auto& self_mask = as_if_mask<X, X>(mask);
    if constexpr (!are_sound<decltype(self_mask)>) {
      return any_formula{};
    } else {
      return with_value(*this, as_if<with_last_axes<X, N, In>>(x), [&](const auto& z) {
        return in_frame(*this, z, [&] {
          const auto [keys, values] = let(query_key(z), value(z));
          return output(join_heads(locality_sensitive_attention<hashing::rounds, hashing::chunk>(
              split_heads<Head, Width>(keys), split_heads<Head, ValueWidth>(values), self_mask)));
        });
      });
    }
  }
  /// Attention to another sequence, which there is none of.
  template <sound_expression X, sound_expression K, sound_expression V, is_mask Mask = no_mask>
  constexpr auto operator()(const X&, const K&, const V&, const Mask& = {}) const {
    static_assert(is_one_sequence<second_last_axis<X>, second_last_axis<K>>,
                  "lsh_self_attention(x, k, v): queries are keys, so there is no attention to another sequence");
    return any_formula{};
  }
};

namespace detail {
template <class Head, class KeyHead>
constexpr auto checked_separate_heads() {
  static_assert(same_axis<sized<Head>, sized<KeyHead>>,
                "lsh_attention: queries are keys, so heads of keys cannot be grouped");
  return std::type_identity<Head>{};
}
}  // namespace detail

/// LSH attention as the attention of a configuration, with Rounds rounds of hashing and chunks of Chunk positions. A
/// decoder's attention to an encoder's output is that of softmax_attention.
template <std::size_t Rounds, std::size_t Chunk>
struct lsh_attention {
  static constexpr auto kind = choice::attention;
  /// Self-attention over Model; it has one map for queries and keys.
  template <class Config>
  using attention =
      lsh_self_attention<Rounds, Chunk,
                         typename decltype(detail::checked_separate_heads<
                                           typename Config::Head, typename Config::choices::heads::template key_head<
                                                                      typename Config::Head>>())::type,
                         typename Config::Width, typename Config::Model, typename Config::Width, typename Config::Model,
                         typename Config::choices::attention_bias::type>;
  /// Softmax attention to the encoder's output.
  template <class Config>
  using cross_attention = typename softmax_attention::template cross_attention<Config>;
};

}  // namespace typeformer
