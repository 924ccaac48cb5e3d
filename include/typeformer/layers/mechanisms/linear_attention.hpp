#pragma once
#include <concepts>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

#include <boost/hana/define_struct.hpp>

#include <typeformer/error.hpp>
#include <typeformer/expressions/causal_product.hpp>
#include <typeformer/expressions/column_of_ones.hpp>
#include <typeformer/expressions/function.hpp>
#include <typeformer/expressions/positions_within.hpp>
#include <typeformer/layers/multi_head_attention.hpp>

namespace typeformer {

/// φ(x) = elu(x) + 1, the feature map of linear attention: positive, so that each output is a weighted mean of values.
///
/// source   Katharopoulos et al. 2020, equation 7
struct elu_plus_one {
  /// x [L…, W]   →   the same, lazy
  template <sound_expression X>
  constexpr auto operator()(const X& x) const {
    return elu(x) + 1;
  }
};

/// Whether a mask hides no keys but later ones and padding.
template <class Mask>
inline constexpr bool has_no_window = window_of<Mask> == std::numeric_limits<std::size_t>::max();
/// Whether a causal mask is on one sequence alone.
template <class Mask>
inline constexpr bool is_on_one_sequence = true;
template <class Mask>
  requires is_causal<Mask>
inline constexpr bool is_on_one_sequence<Mask> = std::is_same_v<typename Mask::query, typename Mask::key>;

/// Whether F maps an expression of the type X to another.
template <class F, class X>
concept is_feature_map = requires(const F& map, const X& x) {
  { map(x) } -> sound_expression;
};

/// Whether F refuses such an expression, of which a rule has spoken.
template <class F, class X>
concept refuses_features = requires(const F& map, const X& x) {
  { map(x) } -> std::same_as<any_formula>;
};

namespace detail {
/// What a query that sees nothing is divided by: its sum is 0, and so is its output.
template <sound_expression D>
constexpr auto or_one(const D& divisor) {
  return where(equal(divisor, 0), 1, divisor);
}
}  // namespace detail

/// Linear attention of heads: y_i = φ(q_i) Σ_j φ(k_j)ᵀ v_j / φ(q_i)·Σ_j φ(k_j), j over the keys that the mask allows.
/// The sums are made once for all queries; under a causal mask they are running sums, of which a decoder keeps the
/// last. A query that sees nothing yields zeros, and so does one whose divisor is 0, if φ is nowhere negative.
///
/// FeatureMap is φ: an empty type whose operator() is constexpr, from an expression to one of the same axes but for the
/// last, which may be another.
///
/// shapes   q [L…, N, d̃]   k [L…, M, d̃]   v [L…, M, d̃_v]   →   [L…, N, d̃_v]
/// cost     linear in the positions: 2·(N + M)·d̃·d̃_v and φ, or N·(4·d̃·d̃_v + 64·(d̃ + d̃_v)) under a causal mask; with
///          padding one more pass over keys and values
/// requires a FeatureMap that keeps all axes but the last; a mask without a window; a causal mask of one sequence
/// throws   a causal mask with an offset other than 0
/// source   Katharopoulos, Vyas, Pappas and Fleuret 2020
template <class FeatureMap = elu_plus_one>
struct feature_map_attention {
  BOOST_HANA_DEFINE_STRUCT(feature_map_attention);

  /// q [L…, N, d̃], k [L…, M, d̃], v [L…, M, d̃_v]   →   [L…, N, d̃_v]; `mask` is causal, padding or none.
  template <sound_expression Q, sound_expression K, sound_expression V, is_mask Mask = no_mask>
  constexpr auto operator()(const Q& q, const K& k, const V& v, const Mask& mask = {}) const {
    static_assert(is_feature_map<FeatureMap, Q> || refuses_features<FeatureMap, Q>,
                  "linear_attention<FeatureMap>: the feature map must have a constexpr operator() const that takes an "
                  "expression and yields one");
    if constexpr (is_feature_map<FeatureMap, Q>)
      static_assert(same_axes<all_but_last<Q>, all_but_last<features_of<Q>>>,
                    "linear_attention<FeatureMap>: the feature map must keep all axes but the last");
    static_assert(has_no_window<Mask>,
                  "linear_attention: it has no window, since what it sums over earlier keys is never taken away");
    static_assert(is_on_one_sequence<Mask>,
                  "linear_attention: a causal mask must be that of a sequence to itself, causal<Query>");
    constexpr bool is_masked = has_no_window<Mask> && is_on_one_sequence<Mask>;
    constexpr bool is_running = is_masked && is_causal<Mask>;
    if constexpr (!keeps_axes<Q>()) {
      return any_formula{};
    } else {
      return in_frame(*this, q, [&] {
        const auto queries = let(features(let(q)));
        const auto key_features = features(let(k));
        if constexpr (is_masked && requires { mask.lengths; }) {
          using key = second_last_axis<K>;
          const padding<typename Mask::batch, key> rows{mask.lengths};
          const auto values = let(v);
          const auto there = let(positions_within<key>(values, rows));
          return divided<is_running>(queries, let(where(there, key_features, 0)), let(where(there, values, 0)), mask);
        } else {
          return divided<is_running>(queries, let(key_features), let(v), mask);
        }
      });
    }
  }

 private:
  template <class X>
  using features_of = decltype(std::declval<const FeatureMap&>()(std::declval<const X&>()));
  template <class X>
  static consteval bool keeps_axes() {
    if constexpr (is_feature_map<FeatureMap, X>) {
      return same_axes<all_but_last<X>, all_but_last<features_of<X>>>;
    } else {
      return false;
    }
  }
  template <sound_expression X>
  static constexpr auto features(const X& x) {
    const FeatureMap map{};
    return map(x);
  }

  template <bool IsCausal, class Q, class K, class V, class Mask>
  static constexpr auto divided(const Q& q, const K& k, const V& v, const Mask& mask) {
    if constexpr (IsCausal) {
      if (mask.offset != 0)
        throw error{"linear_attention: a causal mask must have the offset 0, not " + std::to_string(mask.offset)};
      const auto divisor = let(sum<one_column>(causal_product(q, k, column_of_ones(v))));
      return divide(causal_product(q, k, v), detail::or_one(divisor));
    } else {
      using key = second_last_axis<K>;
      const auto sums = let(transpose(k) * v);  // not by names: both widths may be one axis
      const auto divisor = let(sum<last_axis<Q>>(hadamard(q, sum<key>(k))));
      return divide(q * sums, detail::or_one(divisor));
    }
  }
};
template <class FeatureMap>
inline constexpr bool is_called_as_attention<feature_map_attention<FeatureMap>> = true;

/// Linear attention as the attention of a configuration: `tf::conventions<tf::linear_attention<>, …>`. Time and memory
/// are linear in the positions, and a decoding step costs the same at every position.
///
/// source   Katharopoulos et al. 2020
template <class FeatureMap = elu_plus_one>
struct linear_attention : attention_by<linear_attention<FeatureMap>> {
  /// The mechanism of one layer; nothing is trained.
  template <class Head, class Width, class ValueWidth>
  using heads = feature_map_attention<FeatureMap>;
};

}  // namespace typeformer
