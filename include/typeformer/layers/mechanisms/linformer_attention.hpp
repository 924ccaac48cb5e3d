#pragma once
#include <type_traits>

#include <boost/hana/define_struct.hpp>

#include <typeformer/expressions/add_positions.hpp>
#include <typeformer/expressions/contract.hpp>
#include <typeformer/expressions/positions_within.hpp>
#include <typeformer/expressions/zeros.hpp>
#include <typeformer/layers/multi_head_attention.hpp>

namespace typeformer {

/// Attention to k sums of keys and values in the place of the M: softmax(q (E K)ᵀ / √d̃) F V, E and F [k, M] trained,
/// the same for all heads. Of a sequence shorter than Position their first M columns are used, as of learned positions.
/// Keys and values behind the end of a row count as zeros before they are summed. Projected is the axis of k.
///
/// shapes   q [L…, N, d̃]   key [L…, M, d̃]   value [L…, M, d̃_v], M ≤ Position   →   [L…, N, d̃_v]
/// cost     2·M·k·(d̃ + d̃_v) and N·k·(2·d̃ + 2·d̃_v + 6) for each of L, and M·k twice for the columns of E and F
/// requires no mask but padding: each sum is over all positions
/// throws   more keys than Position has
/// source   Wang, Li, Khabsa, Fang and Ma 2020, equation 7, with headwise sharing
template <class Position, class Projected>
  requires(must_be_axes<Position, Projected>())
struct linformer_heads {
  using projection_type = table<learned<Position>, Projected>;
  BOOST_HANA_DEFINE_STRUCT(linformer_heads, (projection_type, key_projection), (projection_type, value_projection));

  /// q [L…, N, d̃], k [L…, M, d̃], v [L…, M, d̃_v]   →   [L…, N, d̃_v]; `mask` is padding or none.
  template <sound_expression Q, sound_expression K, sound_expression V, is_mask Mask = no_mask>
  constexpr auto operator()(const Q& q, const K& k, const V& v, const Mask& mask = {}) const {
    static_assert(hides_padding_alone<Mask>,
                  "linformer_attention: its keys are sums over all positions, so no mask can hide some but padding");
    return in_frame(*this, q, [&] {
      if constexpr (hides_padding_alone<Mask> && requires { mask.lengths; }) {
        using key = second_last_axis<K>;
        const padding<typename Mask::batch, key> rows{mask.lengths};
        const auto values = let(v);
        const auto there = let(positions_within<key>(values, rows));
        const auto keys = let(projected(key_projection, let(where(there, let(k), 0))));
        return attention(q, keys, let(projected(value_projection, let(where(there, values, 0)))));
      } else {
        const auto keys = let(projected(key_projection, k));
        return attention(q, keys, let(projected(value_projection, v)));
      }
    });
  }

 private:
  /// x [L…, M, W] → E x [L…, k, W]
  template <sound_expression X>
  constexpr auto projected(const projection_type& projection, const X& x) const {
    using key = second_last_axis<X>;
    const auto columns = let(add_positions(zeros<key, Projected>(x), projection));
    return transpose(contract<key>(x, columns));
  }
};
template <class Position, class Projected>
inline constexpr bool is_called_as_attention<linformer_heads<Position, Projected>> = true;

/// Linformer's attention as that of a configuration whose sequences are on Position: `tf::conventions<
/// tf::linformer_attention<Position, Projected>, …>`, for encoders. Time and memory are linear in the positions.
///
/// source   Wang et al. 2020
template <class Position, class Projected>
  requires(must_be_axes<Position, Projected>())
struct linformer_attention : attention_by<linformer_attention<Position, Projected>> {
  /// The mechanism of one layer, 2·Position·Projected parameters.
  template <class Head, class Width, class ValueWidth>
  using heads = linformer_heads<Position, Projected>;
};

}  // namespace typeformer
