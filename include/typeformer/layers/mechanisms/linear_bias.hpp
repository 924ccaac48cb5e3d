#pragma once
#include <boost/hana/define_struct.hpp>

#include <typeformer/expressions/distance_attention.hpp>
#include <typeformer/layers/multi_head_attention.hpp>

namespace typeformer {

/// Softmax attention whose scores fall with the distance, each head's with a slope of its own. Nothing is trained.
///
/// shapes   as attention(q, k, v, mask)
/// cost     as it, and h·N·M operations
/// requires what attention requires
/// source   Press et al. 2022 (ALiBi)
struct linear_bias_attention {
  BOOST_HANA_DEFINE_STRUCT(linear_bias_attention);

  /// Lazy: q [L…, Head, N, d̃], k [L…, Head, M, d̃], v [L…, Head, M, d̃_v]   →   [L…, Head, N, d̃_v].
  template <sound_expression Q, sound_expression K, sound_expression V, is_mask Mask>
  constexpr auto operator()(const Q& q, const K& k, const V& v, const Mask& mask) const {
    return attention_with_linear_biases(q, k, v, mask);
  }
};

/// As the attention of a configuration: scores fall with the distance, beside no_positions. They have no
/// bound. Without a causal mask later keys are as far as earlier ones. Attention to another sequence is that of
/// softmax_attention. Decoders keep all positions, under a sliding window too.
///
///   tf::conventions<tf::linear_bias, tf::no_positions>
///
/// source   Press et al. 2022 (ALiBi)
struct linear_bias : attention_by<linear_bias> {
  /// The mechanism of one layer; nothing is trained.
  template <class Head, class Width, class ValueWidth>
  using heads = linear_bias_attention;
  /// Softmax attention: positions of two sequences have no distance.
  template <class Config>
  using cross_attention = softmax_attention::attention<Config>;
};

}  // namespace typeformer
