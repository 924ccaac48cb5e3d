#pragma once
#include <boost/hana/define_struct.hpp>

#include <typeformer/layers/multi_head_attention.hpp>
#include <typeformer/layers/similarity.hpp>

namespace typeformer {

// What attention makes of the scores of a query: a in Attention(Q, K, V; a).

/// a = softmax: weights that are positive and sum to 1.
struct soft_weights {
  TYPEFORMER_CALL_OF_REFUSED
  /// scores [L…, Query, Key]   →   weights of the same shape, lazy
  template <sound_expression X>
  constexpr auto operator()(const X& scores) const {
    return softmax(scores);
  }
};
/// a = argmax: all weight on the key of the largest score, the first of equals. Its gradient goes to values alone,
/// since the weights are constant almost everywhere.
struct hard_weights {
  TYPEFORMER_CALL_OF_REFUSED
  /// scores [L…, Query, Key]   →   weights of the same shape, lazy
  template <sound_expression X>
  constexpr auto operator()(const X& scores) const {
    return hardmax(scores);
  }
};

/// attention<Similarity, Weights>(q, k, v, mask) as a mechanism.
template <class Similarity, class Weights = soft_weights>
struct similarity_attention {
  BOOST_HANA_DEFINE_STRUCT(similarity_attention);

  /// Lazy: q [L…, Query, Width], k [L…, Key, Width], v [L…, Key, ValueWidth]   →   [L…, Query, ValueWidth].
  template <sound_expression Q, sound_expression K, sound_expression V, is_mask Mask = no_mask>
  constexpr auto operator()(const Q& q, const K& k, const V& v, const Mask& mask = {}) const {
    if constexpr (requires {
                    { Similarity{}(q, k) } -> expression;
                  }) {
      return Weights{}(checked_scores<Q, K>(Similarity{}(q, k)) + mask) * v;
    } else {
      static_assert(is_similarity<Similarity>,
                    "a similarity must have a public operator()(q, k) const that yields an expression");
      return any_formula{};
    }
  }
};
template <class Similarity, class Weights>
inline constexpr bool is_called_as_attention<similarity_attention<Similarity, Weights>> = true;

/// Attention(Q, K, V; a) = a(sim(Q, K), masked) V, lazy. Soft weights of dot products, whatever their scale, and of
/// cosines are the fused kernel, which never stores the scores; hard weights are stored, and the values of keys that
/// are not seen must be finite. A query that sees no key yields zeros.
///
/// shapes   q [L…, Query, Width]   k [L…, Key, Width]   v [L…, Key, ValueWidth]   →   [L…, Query, ValueWidth]
/// cost     as attention(q, k, v); for cosines 3 more for each element of q and k; hard weights cost 1 where softmax
///          costs 5
/// requires q and k of the same Width, k and v of the same Key, a mask of Query and Key
/// source   Vaswani et al. 2017, equation 1; Xu et al. 2015 (soft and hard)
template <class Similarity, class Weights = soft_weights, sound_expression Q, sound_expression K, sound_expression V,
          is_mask Mask = no_mask>
constexpr auto attention(const Q& q, const K& k, const V& v, const Mask& mask = {}) {
  return similarity_attention<Similarity, Weights>{}(q, k, v, mask);
}

/// weighted_mean (layers/similarity.hpp) as a mechanism.
template <class Similarity>
struct mean_by_similarity {
  BOOST_HANA_DEFINE_STRUCT(mean_by_similarity);

  /// q [L…, Query, Width], k [L…, Key, Width], v [L…, Key, ValueWidth]   →   [L…, Query, ValueWidth].
  template <sound_expression Q, sound_expression K, sound_expression V, is_mask Mask = no_mask>
  constexpr auto operator()(const Q& q, const K& k, const V& v, const Mask& mask = {}) const {
    return weighted_mean(Similarity{}, q, k, v, mask);
  }
};
template <class Similarity>
inline constexpr bool is_called_as_attention<mean_by_similarity<Similarity>> = true;

// As the attention of a configuration, `tf::conventions<tf::cosine_attention, …>`.

/// softmax(q kᵀ) v, without the scale 1/√d̃.
///
/// source   Luong, Pham and Manning 2015
struct dot_product_attention : attention_by<dot_product_attention> {
  /// The mechanism of one layer; nothing is trained.
  template <class Head, class Width, class ValueWidth>
  using heads = similarity_attention<dot_product_similarity>;
};
/// softmax of cosines: scores between −1 and 1.
///
/// source   Graves, Wayne and Danihelka 2014 (content addressing)
struct cosine_attention : attention_by<cosine_attention> {
  /// The mechanism of one layer; nothing is trained.
  template <class Head, class Width, class ValueWidth>
  using heads = similarity_attention<cosine_similarity>;
};
/// Each query takes the value of the key with the largest score. Queries and keys are not trained by it: their gradient
/// is 0. It stores the scores, and a decoder refuses it.
///
/// source   Xu et al. 2015 (hard attention)
template <class Similarity = scaled_dot_product_similarity>
struct hard_attention : attention_by<hard_attention<Similarity>> {
  /// The mechanism of one layer; nothing is trained.
  template <class Head, class Width, class ValueWidth>
  using heads = similarity_attention<Similarity, hard_weights>;
};
/// Σ_j sim(q, k_j) v_j / Σ_j sim(q, k_j): softmax without its exponential. Where the similarities sum to 0 it is
/// infinite or NaN. It stores the similarities, and a decoder refuses it.
template <class Similarity = scaled_dot_product_similarity>
struct weighted_mean_attention : attention_by<weighted_mean_attention<Similarity>> {
  /// The mechanism of one layer; nothing is trained.
  template <class Head, class Width, class ValueWidth>
  using heads = mean_by_similarity<Similarity>;
};

}  // namespace typeformer
