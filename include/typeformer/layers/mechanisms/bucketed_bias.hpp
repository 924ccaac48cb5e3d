#pragma once
#include <cstddef>
#include <type_traits>

#include <boost/hana/define_struct.hpp>

#include <typeformer/expressions/distance_attention.hpp>
#include <typeformer/layers/multi_head_attention.hpp>

namespace typeformer {

/// By what attention's scores are multiplied.
enum class score_scale : unsigned char {
  none,         ///< nothing, as in T5
  inverse_root  ///< 1/√d̃
};

/// Softmax attention with a trained bias for each head and bucket of distances, 0 at the start of training. Under a
/// causal mask all buckets are of earlier keys, else half of them are of later ones.
///
/// shapes   as attention(q, k, v, mask)
/// cost     as it, and h·N·M operations
/// requires what attention requires; Buckets a multiple of 4, and MaxDistance above half of them
/// source   Raffel et al. 2020 (T5), section 2.1
template <class Head, class Width, std::size_t Buckets = 32, std::size_t MaxDistance = 128,
          score_scale Scale = score_scale::none>
  requires(must_be_axes<Head, Width>())
struct bucketed_bias_attention {
  using biases_type = vector<product<bucket<Buckets>, Head>>;
  BOOST_HANA_DEFINE_STRUCT(bucketed_bias_attention, (biases_type, biases));

  /// Lazy: q [L…, Head, N, d̃], k [L…, Head, M, d̃], v [L…, Head, M, d̃_v]   →   [L…, Head, N, d̃_v].
  template <sound_expression Q, sound_expression K, sound_expression V, is_mask Mask>
  constexpr auto operator()(const Q& q, const K& k, const V& v, const Mask& mask) const {
    constexpr double scale = Scale == score_scale::none ? 1 : 1 / root<Width>.value;
    return attention_with_bucketed_biases<MaxDistance>(q, k, v, biases, mask, scale);
  }
};

/// The gate of bucketed_bias (must_be_axes).
template <std::size_t Buckets, std::size_t MaxDistance>
consteval bool must_be_buckets() {
  static_assert(are_buckets_up_to<Buckets, MaxDistance>,
                "bucketed_bias<Buckets, MaxDistance>: Buckets must be a multiple of 4, and MaxDistance above half of "
                "them");
  return true;
}

/// As the attention of a configuration: buckets of distances have trained biases, beside no_positions. Each layer has
/// biases of its own; T5's first layer shares them with the others. Attention to another sequence is that of
/// softmax_attention. Decoders keep all positions, under a sliding window too.
///
///   tf::conventions<tf::bucketed_bias<>, tf::no_positions>
///
/// source   Raffel et al. 2020 (T5), section 2.1
template <std::size_t Buckets = 32, std::size_t MaxDistance = 128, score_scale Scale = score_scale::none>
  requires(must_be_buckets<Buckets, MaxDistance>())
struct bucketed_bias : attention_by<bucketed_bias<Buckets, MaxDistance, Scale>> {
  /// The mechanism of one layer, Buckets × Head parameters.
  template <class Head, class Width, class ValueWidth>
  using heads = std::conditional_t<are_buckets_up_to<Buckets, MaxDistance>,
                                   bucketed_bias_attention<Head, Width, Buckets, MaxDistance, Scale>,
                                   bucketed_bias_attention<Head, Width>>;
  /// Softmax attention: positions of two sequences have no distance.
  template <class Config>
  using cross_attention = typename softmax_attention::template attention<Config>;
};

}  // namespace typeformer
