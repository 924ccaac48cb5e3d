#pragma once
#include <cstddef>
#include <type_traits>

#include <boost/hana/define_struct.hpp>

#include <typeformer/layers/multi_head_attention.hpp>

namespace typeformer {

/// Softmax attention to the Size keys around each position, of which the one in the middle is its own.
///
/// shapes   as attention(q, k, v)
/// cost     N·Size·(2·d̃ + 2·d̃_v + 6) for each of L
/// requires an odd Size; no mask but padding
/// source   Beltagy, Peters and Cohan 2020 (Longformer)
template <std::size_t Size>
struct local_heads {
  BOOST_HANA_DEFINE_STRUCT(local_heads);

  /// Lazy: q [L…, N, d̃], k [L…, N, d̃], v [L…, N, d̃_v]   →   [L…, N, d̃_v]; `mask` is padding or none.
  template <sound_expression Q, sound_expression K, sound_expression V, is_mask Mask = no_mask>
  constexpr auto operator()(const Q& q, const K& k, const V& v, const Mask& mask = {}) const {
    static_assert(hides_padding_alone<Mask>,
                  "local_attention: it sees later positions, so no mask can hide some but padding; a decoder has "
                  "sliding_window_attention");
    using window = local_window<second_last_axis<Q>, Size, second_last_axis<K>>;
    if constexpr (!hides_padding_alone<Mask>) {
      return any_formula{};
    } else if constexpr (requires { mask.lengths; }) {
      return attention(q, k, v, window{} & mask);
    } else {
      return attention(q, k, v, window{});
    }
  }
};
template <std::size_t Size>
inline constexpr bool is_called_as_attention<local_heads<Size>> = true;

/// Local attention as that of a configuration, `tf::conventions<tf::local_attention<5>, …>`, for encoders. Between two
/// sequences, whose positions are not each other's neighbours, it is softmax attention.
template <std::size_t Size>
  requires(detail::must_be_odd_window<Size>())
struct local_attention : attention_by<local_attention<Size>> {
  /// The mechanism of one layer; nothing is trained.
  template <class Head, class Width, class ValueWidth>
  using heads = local_heads<Size>;
  /// Softmax attention to the whole of the other sequence.
  template <class Config>
  using cross_attention = typename softmax_attention::template attention<Config>;
};

}  // namespace typeformer
