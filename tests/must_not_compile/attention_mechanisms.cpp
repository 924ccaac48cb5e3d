// What a layer of attention does with its heads, beside softmax of scaled dot products, and the operations made for it.
#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/mask.hpp>
#include <typeformer/layers/mechanisms/linear_attention.hpp>
#include <typeformer/layers/mechanisms/linformer_attention.hpp>
#include <typeformer/layers/mechanisms/local_attention.hpp>
#include <typeformer/layers/mechanisms/similarity_attention.hpp>
#include <typeformer/readings/running.hpp>

namespace tf = typeformer;

template <class... A>
using input = tf::value<float, tf::shape<A...>>;

struct Batch : tf::axis<"B", 4> {};
struct Query : tf::axis<"N", 16> {};
struct Key : tf::same_sequence<Query, "M"> {};
struct Head : tf::axis<"h", 4> {};
struct Width : tf::axis<"w", 8> {};
struct Other : tf::axis<"w", 8> {};
struct Model : tf::axis<"d", 32> {};
struct Sums : tf::axis<"k", 4> {};

template <class Mechanism>
using layer = tf::multi_head_attention<Head, Width, Model, Width, Model, Model, Model, tf::with_bias, Head, Mechanism>;

#if RIGHT
void linear(input<Batch, Query, Model> x) { layer<tf::linear_attention<>>{}(x, tf::causal<Query>{}); }
#elif WRONG_linear_attention_under_a_sliding_window
// row: linear attention
// sentence: linear_attention: it has no window, since what it sums over earlier keys is never taken away
// names: sliding_window, Query
void linear(input<Batch, Query, Model> x) { layer<tf::linear_attention<>>{}(x, tf::sliding_window<Query, 3>{}); }
#elif WRONG_linear_attention_under_a_local_window
// row: linear attention
// sentence: linear_attention: it has no window, since what it sums over earlier keys is never taken away
// names: local_window, Query
void linear(input<Batch, Query, Model> x) { layer<tf::linear_attention<>>{}(x, tf::local_window<Query, 3>{}); }
#endif

struct squares {
  template <class X>
  constexpr auto operator()(const X& x) const {
    return square(x);
  }
};
struct sums_of_squares {
  template <class X>
  constexpr auto operator()(const X& x) const {
    return tf::sum<tf::second_last_axis<X>>(square(x));
  }
};
#if RIGHT
void of_squares(input<Batch, Query, Width> x) { tf::feature_map_attention<squares>{}(x, x, x); }
#elif WRONG_feature_map_that_sums_positions
// row: linear attention
// sentence: linear_attention<FeatureMap>: the feature map must keep all axes but the last
// names: Batch, Query
void of_squares(input<Batch, Query, Width> x) { tf::feature_map_attention<sums_of_squares>{}(x, x, x); }
#elif WRONG_feature_map_of_numbers
// row: linear attention
// sentence: linear_attention<FeatureMap>: the feature map must have a constexpr operator() const that takes an expression and yields one
// names: of_numbers
struct of_numbers {
  constexpr float operator()(float x) const { return x * x; }
};
void of_squares(input<Batch, Query, Width> x) { tf::feature_map_attention<of_numbers>{}(x, x, x); }
#endif

#if RIGHT
void linear_to_others(input<Query, Width> q, input<Key, Width> k) { tf::feature_map_attention<>{}(q, k, k); }
#elif WRONG_linear_attention_that_is_causal_to_others
// row: linear attention, causal
// sentence: linear_attention: a causal mask must be that of a sequence to itself, causal<Query>
// names: causal, Query, Key
void linear_to_others(input<Query, Width> q, input<Key, Width> k) {
  tf::feature_map_attention<>{}(q, k, k, tf::causal<Query, Key>{});
}
#endif

#if RIGHT
void product(input<Query, Width> q, input<Query, Model> v) { let(tf::causal_product(q, q, v)); }
#elif WRONG_causal_product_of_vectors
// row: linear attention, causal
// sentence: causal_product(q, k, v): q must have a sequence axis and a width
// names: Width
void product(input<Width> q, input<Width> v) { let(tf::causal_product(q, q, v)); }
#elif WRONG_causal_product_of_other_widths
// row: linear attention, causal
// sentence: causal_product(q, k, v): q and k must have the same axes
// names: Width, Other
void product(input<Query, Width> q, input<Query, Other> k) { let(tf::causal_product(q, k, k)); }
#elif WRONG_causal_product_of_other_values
// row: linear attention, causal
// sentence: causal_product(q, k, v): all axes of q and v but the last must be the same
// names: Query, Key
void product(input<Query, Width> q, input<Key, Model> v) { let(tf::causal_product(q, q, v)); }
#endif

#if RIGHT
void linformer(input<Batch, Query, Model> x) {
  layer<tf::linformer_attention<Query, Sums>>{}(x, tf::padding<Batch, Query>{});
}
#elif WRONG_linformer_under_a_causal_mask
// row: Linformer
// sentence: linformer_attention: its keys are sums over all positions, so no mask can hide some but padding
// names: causal, Query
void linformer(input<Batch, Query, Model> x) {
  layer<tf::linformer_attention<Query, Sums>>{}(x, tf::causal<Query>{});
}
#elif WRONG_linformer_under_a_sliding_window
// row: Linformer
// sentence: linformer_attention: its keys are sums over all positions, so no mask can hide some but padding
// names: sliding_window, Query
void linformer(input<Batch, Query, Model> x) {
  layer<tf::linformer_attention<Query, Sums>>{}(x, tf::sliding_window<Query, 3>{});
}
#endif

#if RIGHT
void local(input<Batch, Query, Model> x) { layer<tf::local_attention<3>>{}(x, tf::padding<Batch, Query>{}); }
#elif WRONG_local_attention_of_a_decoder
// row: local attention
// sentence: local_attention: it sees later positions, so no mask can hide some but padding; a decoder has sliding_window_attention
// names: causal, Query
void local(input<Batch, Query, Model> x) { layer<tf::local_attention<3>>{}(x, tf::causal<Query>{}); }
#endif

#if RIGHT
void cosines(input<Query, Width> q, input<Key, Width> k) { let(tf::attention<tf::cosine_similarity>(q, k, k)); }
#elif WRONG_cosines_of_other_widths
// row: cosine attention
// sentence: q * transpose(k): queries and keys must have the same last axis
// names: Width, Other
void cosines(input<Query, Width> q, input<Key, Other> k) { let(tf::attention<tf::cosine_similarity>(q, k, k)); }
#endif

#if RIGHT
void dots(input<Query, Width> q, input<Key, Width> k) { let(tf::attention<tf::dot_product_similarity>(q, k, k)); }
#elif WRONG_dots_with_a_mask_of_queries
// row: dot-product attention
// sentence: scores + mask: the mask must be on the last two axes of the scores, queries before keys
// names: Query, Key
void dots(input<Query, Width> q, input<Key, Width> k) {
  let(tf::attention<tf::dot_product_similarity>(q, k, k, tf::causal<Query>{}));
}
#endif

#if RIGHT
void scaled(input<Query, Width> q, input<Key, Width> k) { let(tf::attention(q, k, k)); }
#elif WRONG_scaled_dots_of_other_widths
// row: scaled dot-product attention
// sentence: q * transpose(k): queries and keys must have the same last axis
// names: Width, Other
void scaled(input<Query, Width> q, input<Key, Other> k) { let(tf::attention(q, k, k)); }
#endif

#if RIGHT
void hard(input<Query, Width> q, input<Key, Width> k, input<Key, Model> v) {
  let(tf::attention<tf::dot_product_similarity, tf::hard_weights>(q, k, v));
}
#elif WRONG_hard_attention_to_values_of_others
// row: hard attention
// sentence: x * y: the last axis of x must be the axis before last of y
// names: Key, Query
void hard(input<Query, Width> q, input<Key, Width> k, input<Query, Model> v) {
  let(tf::attention<tf::dot_product_similarity, tf::hard_weights>(q, k, v));
}
#endif

#if RIGHT
void mean(input<Query, Width> q, input<Key, Width> k) { let(tf::weighted_mean(tf::cosine_similarity{}, q, k, k)); }
#elif WRONG_weighted_mean_with_a_mask_of_queries
// row: similarity-weighted mean
// sentence: weighted_mean(similarity, q, k, v, mask): the mask must be on the axes of queries and keys
// names: Query, Key
void mean(input<Query, Width> q, input<Key, Width> k) {
  let(tf::weighted_mean(tf::cosine_similarity{}, q, k, k, tf::causal<Query>{}));
}
#elif WRONG_weighted_mean_with_padding_of_heads
// row: similarity-weighted mean
// sentence: weighted_mean(similarity, q, k, v, mask): a padding mask's batch must be the first axis of q
// names: Batch, Head
void mean(input<Head, Query, Width> q, input<Head, Key, Width> k) {
  let(tf::weighted_mean(tf::cosine_similarity{}, q, k, k, tf::padding<Batch, Query, Key>{}));
}
#endif

#if RIGHT
void units(input<Width> x) { let(tf::unit_vectors(x)); }
#elif WRONG_unit_vectors_of_a_number
// row: cosine attention
// sentence: unit_vectors(x): x must have an axis
// names: shape<>
void units(input<> x) { let(tf::unit_vectors(x)); }
#endif

#if RIGHT
void ones(input<Key> x) { let(tf::column_of_ones(x)); }
#elif WRONG_column_of_ones_for_a_number
// sentence: column_of_ones(x): x must have an axis
// names: shape<>
void ones(input<> x) { let(tf::column_of_ones(x)); }
#endif

#if RIGHT
void within(input<Batch, Key, Model> x) { let(tf::positions_within<Key>(x, tf::padding<Batch, Key>{})); }
#elif WRONG_positions_within_an_axis_that_x_has_not
// sentence: positions_within<A>(x, mask): A must be exactly one of the axes of x
// names: Query, Key
void within(input<Batch, Key, Model> x) { let(tf::positions_within<Query>(x, tf::padding<Batch, Query>{})); }
#elif WRONG_positions_within_rows_of_heads
// sentence: positions_within<A>(x, mask): the mask must be padding<Batch, A>, Batch the first axis of x
// names: Batch, Head
void within(input<Head, Batch, Key> x) { let(tf::positions_within<Key>(x, tf::padding<Batch, Key>{})); }
#endif

// Mechanisms and similarities of one's own.
struct halved {
  constexpr auto operator()(const auto& q, const auto& k) const { return q * tf::transpose(k) * 0.5; }
};
struct of_queries {
  constexpr auto operator()(const auto& q) const { return q * tf::transpose(q); }
};
struct sums_of_keys {
  constexpr auto operator()(const auto& q, const auto& k) const { return q * tf::transpose(k) * k; }
};
#if RIGHT
void by_similarity(input<Query, Width> q, input<Key, Width> k) { let(tf::attention<halved>(q, k, k)); }
#elif WRONG_similarity_of_queries_alone
// sentence: a similarity must have a public operator()(q, k) const that yields an expression
// names: of_queries
void by_similarity(input<Query, Width> q, input<Key, Width> k) { let(tf::attention<of_queries>(q, k, k)); }
#elif WRONG_similarity_that_yields_no_scores
// sentence: similarity(q, k) must yield a score of each query for each key, [L..., Query, Key], as q * transpose(k) does
// names: Query, Key, Width
void by_similarity(input<Query, Width> q, input<Key, Width> k) { let(tf::attention<sums_of_keys>(q, k, k)); }
#elif WRONG_weighted_mean_by_queries_alone
// row: similarity-weighted mean
// sentence: a similarity must have a public operator()(q, k) const that yields an expression
// names: of_queries
void by_similarity(input<Query, Width> q, input<Key, Width> k) { let(tf::weighted_mean(of_queries{}, q, k, k)); }
#elif WRONG_weighted_mean_by_what_is_no_score
// row: similarity-weighted mean
// sentence: similarity(q, k) must yield a score of each query for each key, [L..., Query, Key], as q * transpose(k) does
// names: Query, Key, Width
void by_similarity(input<Query, Width> q, input<Key, Width> k) { let(tf::weighted_mean(sums_of_keys{}, q, k, k)); }
#endif

template <class M>
struct mechanism : tf::attention_by<mechanism<M>> {
  template <class, class, class>
  using heads = M;
};
struct plain_heads {
  BOOST_HANA_DEFINE_STRUCT(plain_heads);
  constexpr auto operator()(const auto& q, const auto& k, const auto& v, const auto& mask) const {
    return tf::attention(q, k, v, mask);
  }
};
struct heads_without_mask {
  BOOST_HANA_DEFINE_STRUCT(heads_without_mask);
  constexpr auto operator()(const auto& q, const auto& k, const auto& v) const { return tf::attention(q, k, v); }
};
struct heads_of_scores {
  BOOST_HANA_DEFINE_STRUCT(heads_of_scores);
  constexpr auto operator()(const auto& q, const auto& k, const auto&, const auto&) const {
    return q * tf::transpose(k);
  }
};
#if RIGHT
void own(input<Batch, Query, Model> x) { layer<mechanism<plain_heads>>{}(x); }
#elif WRONG_mechanism_that_takes_no_mask
// sentence: an attention mechanism must have a public operator()(q, k, v, mask) const
// names: heads_without_mask
void own(input<Batch, Query, Model> x) { layer<mechanism<heads_without_mask>>{}(x); }
#elif WRONG_mechanism_that_yields_scores
// sentence: an attention mechanism must yield the axes of q, the last of them replaced by that of v, as attention(q, k, v, mask) does
// names: Batch, Head, Query, Width
void own(input<Batch, Query, Model> x) { layer<mechanism<heads_of_scores>>{}(x); }
#endif
