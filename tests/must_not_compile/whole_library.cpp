// Programs that include the whole library: its order of includes keeps the sentence in the first lines.
#include <typeformer/typeformer.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Model : tf::axis<"d", 32> {};
struct Inner : tf::axis<"f", 32> {};

using map = tf::linear<Model, Inner>;

#if RIGHT
float element(const tf::weights<map>& w) { return w[tf::model<map>.weight](3, 7); }
#elif WRONG_too_few_indices_of_a_weight
// sentence: x(i, j, ...): there must be one index for each axis
// names: Model, Inner
float element(const tf::weights<map>& w) { return w[tf::model<map>.weight](3); }
#endif

#if RIGHT
struct twice {
  using first_weight = tf::weight<Model, Inner>;
  using second_weight = tf::weight<Inner, Model>;
  BOOST_HANA_DEFINE_STRUCT(twice, (first_weight, first), (second_weight, second));
  constexpr auto operator()(const tf::expression auto& x) const { return relu(x * first) * second; }
};
static_assert(tf::operation_count<twice, tf::shape<Query, Model>> > 0);
#elif WRONG_module_with_a_transposed_weight
// sentence: x * w: the last axis of x must be the first axis of w
// names: Model, Inner
struct twice {
  using first_weight = tf::weight<Model, Inner>;
  using second_weight = tf::weight<Model, Inner>;
  BOOST_HANA_DEFINE_STRUCT(twice, (first_weight, first), (second_weight, second));
  constexpr auto operator()(const tf::expression auto& x) const { return relu(x * first) * second; }
};
static_assert(tf::operation_count<twice, tf::shape<Query, Model>> > 0);
#endif

struct Key : tf::same_sequence<Query, "M"> {};

#if RIGHT
struct centred {
  BOOST_HANA_DEFINE_STRUCT(centred);
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { return x - tf::mean<Query>(x); });
  }
};
static_assert(tf::operation_count<centred, tf::shape<Query, Model>> > 0);
#elif WRONG_module_with_a_mean_over_other_positions
// sentence: mean<A...>(x): each A must be exactly one of the axes of x
// names: Key, Query, Model
struct centred {
  BOOST_HANA_DEFINE_STRUCT(centred);
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { return x - tf::mean<Key>(x); });
  }
};
static_assert(tf::operation_count<centred, tf::shape<Query, Model>> > 0);
#elif WRONG_module_with_a_sum_of_keys_and_queries
// sentence: x + y: the axes of one must be among the axes of the other
// names: Key, Query, Model
struct centred {
  BOOST_HANA_DEFINE_STRUCT(centred);
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { return x + tf::rename<Query, Key>(x); });
  }
};
static_assert(tf::operation_count<centred, tf::shape<Query, Model>> > 0);
#endif

struct mine : tf::conventions<> {
  struct Source : tf::axis<"S", 16> {};
  struct Target : tf::axis<"T", 16> {};
  struct SourceVocabulary : tf::axis<"letters", 30> {};
  struct TargetVocabulary : tf::axis<"sounds", 40> {};
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::quotient<"w", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 2, decoder_layers = 2;
};
using input = tf::value<float, tf::shape<Query, mine::Model>>;

#if RIGHT
auto encode(const tf::expression auto& x) { return tf::model<tf::encoder<mine>>(x, tf::causal<Query>{}); }
void encoded(input x) { encode(x); }
#elif WRONG_encoder_with_a_transposed_mask
// sentence: encoder(x, mask): the mask's query axis and key axis must both be the sequence axis of x
// names: causal, Query, mine::Model
auto encode(const tf::expression auto& x) { return tf::model<tf::encoder<mine>>(x, tf::causal<mine::Model>{}); }
void encoded(input x) { encode(x); }
#endif

struct Batch : tf::axis<"B", 2> {};
using source = tf::tokens<mine::SourceVocabulary, Batch, mine::Source>;
using target = tf::tokens<mine::TargetVocabulary, Batch, mine::Target>;

#if RIGHT
struct two_vocabularies : mine {
  using embeddings = tf::tied_output;
};
void run_transformer(tf::kernels::threads& threads) {
  tf::weights<tf::transformer<two_vocabularies>> w;
  tf::packed_weights<tf::transformer<two_vocabularies>> packed{w};
  tf::session<tf::transformer<two_vocabularies>, float, source, target> session{packed, threads};
}
#elif WRONG_session_of_one_table_for_two_vocabularies
// sentence: transformer: one_table needs source and target of the same vocabulary
// names: mine::SourceVocabulary, mine::TargetVocabulary
struct two_vocabularies : mine {
  using embeddings = tf::one_table;
};
void run_transformer(tf::kernels::threads& threads) {
  tf::weights<tf::transformer<two_vocabularies>> w;
  tf::packed_weights<tf::transformer<two_vocabularies>> packed{w};
  tf::session<tf::transformer<two_vocabularies>, float, source, target> session{packed, threads};
}
#endif
