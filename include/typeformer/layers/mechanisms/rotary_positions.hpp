#pragma once
#include <cstddef>
#include <type_traits>

#include <boost/hana/define_struct.hpp>

#include <typeformer/expressions/rotate.hpp>
#include <typeformer/layers/multi_head_attention.hpp>

namespace typeformer {

/// Softmax attention of queries and keys that are turned by their positions.
///
/// shapes   as attention(q, k, v, mask)
/// cost     as it, and 3·(N + M)·d̃ operations
/// requires what attention requires; a Width of even extent
/// source   Su et al. 2021 (RoFormer)
template <rotary_layout Layout = rotary_layout::interleaved, std::size_t Base = 10000>
struct rotary_attention {
  BOOST_HANA_DEFINE_STRUCT(rotary_attention);

  /// Lazy: q [L…, N, d̃], k [L…, M, d̃], v [L…, M, d̃_v]   →   [L…, N, d̃_v].
  template <sound_expression Q, sound_expression K, sound_expression V, is_mask Mask>
  constexpr auto operator()(const Q& q, const K& k, const V& v, const Mask& mask) const {
    return attention(rotate<Layout, Base>(q), rotate<Layout, Base>(k), v, mask);
  }
};

/// Whether L is a layout of pairs: the condition of a rule of rotary_positions.
template <auto L>
inline constexpr bool is_rotary_layout = std::is_same_v<decltype(L), rotary_layout>;
/// The gate of rotary_positions (must_be_axes).
template <auto L>
consteval bool must_be_rotary_layout() {
  static_assert(is_rotary_layout<L>,
                "rotary_positions<Layout, Base>: Layout must be tf::rotary_layout::interleaved or "
                "tf::rotary_layout::halves, and the base follows it");
  return true;
}
namespace detail {
template <auto L>
inline constexpr rotary_layout layout_or_interleaved = [] {
  if constexpr (is_rotary_layout<L>)
    return L;
  else
    return rotary_layout::interleaved;
}();
}  // namespace detail

/// As the attention of a configuration: queries and keys are rotated by position, beside no_positions. They have no
/// bound. Attention to another sequence is that of softmax_attention: positions of two sequences have no distance.
///
///   tf::conventions<tf::rotary_positions<>, tf::no_positions>
///
/// source   Su et al. 2021 (RoFormer)
template <auto Layout = rotary_layout::interleaved, std::size_t Base = 10000>
  requires(must_be_rotary_layout<Layout>())
struct rotary_positions : attention_by<rotary_positions<Layout, Base>> {
  /// The condition of a rule of configurations: pairs are turned.
  template <class Width>
  static constexpr bool takes_width = has_even_extent<sized<Width>>;
  /// The mechanism of one layer; nothing is trained.
  template <class Head, class Width, class ValueWidth>
  using heads = rotary_attention<detail::layout_or_interleaved<Layout>, Base>;
  /// Softmax attention: positions of two sequences have no distance.
  template <class Config>
  using cross_attention = typename softmax_attention::template attention<Config>;
};

}  // namespace typeformer
