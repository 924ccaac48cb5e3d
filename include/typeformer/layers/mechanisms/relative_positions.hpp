#pragma once
#include <boost/hana/define_struct.hpp>

#include <typeformer/expressions/distance_attention.hpp>
#include <typeformer/expressions/move.hpp>
#include <typeformer/layers/multi_head_attention.hpp>

namespace typeformer {

/// Softmax attention to keys k_j + a_c and values v_j + b_c, where c is the distance j − i clipped to −Largest …
/// Largest: y_i = Σ_j w_ij (v_j + b_c), w = softmax(q_i·(k_j + a_c) / √d̃, masked). All heads have the same tables.
///
/// shapes   as attention(q, k, v, mask)
/// cost     as it, and 2·h·N·M, and 2·h·N·(2·Largest + 1)·(d̃ + d̃_v) for the products with the tables, and sums
/// requires what attention requires
/// source   Shaw et al. 2018, equations 3 and 4
template <std::size_t Largest, class Width, class ValueWidth>
  requires(must_be_axes<Width, ValueWidth>())
struct relative_attention {
  using distance_type = distance<Largest>;
  using keys_type = weight<Width, distance_type>;
  using values_type = weight<distance_type, ValueWidth>;
  BOOST_HANA_DEFINE_STRUCT(relative_attention, (keys_type, keys), (values_type, values));

  /// q [L…, N, d̃], k [L…, M, d̃], v [L…, M, d̃_v]   →   [L…, N, d̃_v].
  template <sound_expression Q, sound_expression K, sound_expression V, is_mask Mask>
  constexpr auto operator()(const Q& q, const K& k, const V& v, const Mask& mask) const {
    return in_frame(*this, q, [&] {
      const auto x = let(q);
      const auto both = let(attention_by_distance(x, k, v, x * keys / root<Width>, mask));
      using both_type = last_axis<decltype(both)>;
      return slice<both_type, ValueWidth>(both) + slice<both_type, distance_type>(both, bound<ValueWidth>) * values;
    });
  }
};

/// As the attention of a configuration: each distance has trained rows, beside no_positions. Each layer has
/// tables of its own, which its heads share. Attention to another sequence is that of softmax_attention. Decoders keep
/// all positions, under a sliding window too.
///
///   tf::conventions<tf::relative_positions<16>, tf::no_positions>
///
/// source   Shaw et al. 2018
template <std::size_t Largest>
struct relative_positions : attention_by<relative_positions<Largest>> {
  /// The mechanism of one layer, (2·Largest + 1)·(Width + ValueWidth) parameters.
  template <class Head, class Width, class ValueWidth>
  using heads = relative_attention<Largest, Width, ValueWidth>;
  /// Softmax attention: positions of two sequences have no distance.
  template <class Config>
  using cross_attention = typename softmax_attention::template attention<Config>;
};

}  // namespace typeformer
