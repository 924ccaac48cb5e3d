#pragma once
#include <typeformer/expressions/as_if.hpp>
#include <typeformer/expressions/node.hpp>
#include <typeformer/operations/causal_product.hpp>

namespace typeformer {

/// Whether causal_product(q, k, v) is defined.
template <class Q, class K, class V>
concept causally_multipliable =
    sound_expression<Q> && sound_expression<K> && sound_expression<V> && has_rank_at_least<shape_t<Q>, 2> &&
    same_axes<shape_t<Q>, shape_t<K>> && same_axes<all_but_last<Q>, all_but_last<V>>;

/// y_i = Σ_{j ≤ i} (q_i·k_j) v_j: what linear attention sums under a causal mask, for queries, keys and values of the
/// same positions. No N × N matrix is stored. A decoder keeps Σ_j k_jᵀ v_j alone, so that a step costs the same at
/// every position.
///
/// shapes   q [L…, N, d̃]   k [L…, N, d̃]   v [L…, N, d̃_v]   →   [L…, N, d̃_v]
/// cost     N·(4·d̃·d̃_v + 64·(d̃ + d̃_v)) for each of L; 4·N·d̃ where d̃_v is 1
/// requires q and k of the same axes, v of the same but for the last
/// source   Katharopoulos et al. 2020, equations 9 to 15
template <sound_expression Q, sound_expression K, sound_expression V>
constexpr auto causal_product(const Q& q, const K& k, const V& v) {
  static_assert(has_rank_at_least<shape_t<Q>, 2>, "causal_product(q, k, v): q must have a sequence axis and a width");
  static_assert(same_axes<shape_t<Q>, shape_t<K>>, "causal_product(q, k, v): q and k must have the same axes");
  static_assert(same_axes<all_but_last<Q>, all_but_last<V>>,
                "causal_product(q, k, v): all axes of q and v but the last must be the same");
  if constexpr (causally_multipliable<Q, K, V>) {
    return make_node(causal_product_operation{}, q, k, v);
  } else {
    return any_formula{};
  }
}

}  // namespace typeformer
