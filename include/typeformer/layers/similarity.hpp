#pragma once
#include <typeformer/expressions/as_if.hpp>
#include <typeformer/expressions/column_of_ones.hpp>
#include <typeformer/expressions/function.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/expressions/mask.hpp>
#include <typeformer/expressions/reduce.hpp>
#include <typeformer/expressions/refused_calls.hpp>

/// How alike a query and a key are, and the weighted mean of values by that.
///
/// shapes   q [L…, Query, Width]   k [L…, Key, Width]   →   [L…, Query, Key]
/// requires q and k of the same Width and the same L…
namespace typeformer {

/// x / ‖x‖ along the last axis. Of a vector of zeros it is NaN, and its gradient, too.
///
/// shapes   x [L…, Width]   →   the same
/// cost     3 for each element, and a root
template <sound_expression X>
constexpr auto unit_vectors(const X& x) {
  static_assert(has_rank_at_least<shape_t<X>, 1>, "unit_vectors(x): x must have an axis");
  if constexpr (has_rank_at_least<shape_t<X>, 1>) {
    const auto value = let(x);
    return divide(value, sqrt(detail::sum_of<false, last_axis<X>>(square(value))));
  } else {
    return any_formula{};
  }
}

/// q·k
struct dot_product_similarity {
  /// q [L…, Query, Width], k [L…, Key, Width]   →   [L…, Query, Key], lazy
  template <sound_expression Q, sound_expression K>
  constexpr auto operator()(const Q& q, const K& k) const {
    return q * transpose(k);
  }
};
/// q·k / √d̃
struct scaled_dot_product_similarity {
  /// q [L…, Query, Width], k [L…, Key, Width]   →   [L…, Query, Key], lazy
  template <sound_expression Q, sound_expression K>
  constexpr auto operator()(const Q& q, const K& k) const {
    return q * transpose(k) / root<last_axis<Q>>;
  }
};
/// q·k / (‖q‖ ‖k‖), between −1 and 1. A query or a key of zeros has NaN with all others.
struct cosine_similarity {
  /// q [L…, Query, Width], k [L…, Key, Width]   →   [L…, Query, Key], lazy
  template <sound_expression Q, sound_expression K>
  constexpr auto operator()(const Q& q, const K& k) const {
    return unit_vectors(q) * transpose(unit_vectors(k));
  }
};

/// Of a similarity that is no function of queries and keys.
template <class Similarity>
inline constexpr bool is_similarity = false;
/// What a similarity yields, if it has the axes of q * transpose(k).
template <class Q, class K, sound_expression Scores>
constexpr auto checked_scores(const Scores& scores) {
  using expected = with_last_axis<Q, second_last_axis<K>>;
  static_assert(same_axes<shape_t<Scores>, expected>,
                "similarity(q, k) must yield a score of each query for each key, [L..., Query, Key], as q * "
                "transpose(k) does");
  return as_if<expected>(scores);
}
template <class Q, class K>
constexpr any_formula checked_scores(const any_formula&) {
  return {};
}

/// Σ_j sim(q_i, k_j) v_j / Σ_j sim(q_i, k_j), over the keys that the mask allows. A similarity may be negative, so the
/// result need not lie between the values. Where the similarities sum to 0 it is ±∞, or NaN where the sum above is 0,
/// too; a query that sees no key has zeros. The N × M similarities are stored.
///
/// shapes   q [L…, Query, Width]   k [L…, Key, Width]   v [L…, Key, ValueWidth]   →   [L…, Query, ValueWidth]
/// cost     N·M·(2·d̃ + 2·d̃_v + 2) for each of L, and the scale of the similarity; with a mask 5·N·M more
/// requires q and k of the same Width, k and v of the same Key, a mask of Query and Key
/// source   Nadaraya 1964 and Watson 1964 (the weighted mean), with the similarities of Vaswani et al. 2017
template <class Similarity, sound_expression Q, sound_expression K, sound_expression V, is_mask Mask = no_mask>
constexpr auto weighted_mean(const Similarity& similarity, const Q& q, const K& k, const V& v, const Mask& mask = {}) {
  static_assert(mask_is_on<Mask, second_last_axis<Q>, second_last_axis<K>>,
                "weighted_mean(similarity, q, k, v, mask): the mask must be on the axes of queries and keys");
  static_assert(mask_has_batch<Mask, first_axis<Q>>,
                "weighted_mean(similarity, q, k, v, mask): a padding mask's batch must be the first axis of q");
  if constexpr (!requires {
                  { similarity(q, k) } -> expression;
                }) {
    static_assert(is_similarity<Similarity>,
                  "a similarity must have a public operator()(q, k) const that yields an expression");
    return any_formula{};
  } else {
    const auto ones = let(column_of_ones(v));
    const auto sums = [&](const auto& weights) { return let(sum<one_column>(weights * ones)); };
    const auto all = let(checked_scores<Q, K>(similarity(q, k)));
    if constexpr (std::is_same_v<Mask, no_mask> || !maskable<std::remove_const_t<decltype(all)>, Mask>) {
      return divide(all * v, sums(all));
    } else {
      const auto seen = let(greater(detail::zeros_for(all, std::type_identity<shape_t<decltype(all)>>{}) + mask, -1));
      const auto similarities = let(where(seen, all, 0));
      return divide(similarities * v, where(sums(seen), sums(similarities), 1));
    }
  }
}

}  // namespace typeformer
