// LSH attention: its numbers, its one sequence, its masks, and what cannot be done with it.
#include <typeformer/layers/encoder.hpp>
#include <typeformer/layers/mechanisms/lsh_attention.hpp>
#include <typeformer/decode/decoding_of.hpp>
#include <typeformer/decode/greedy.hpp>
#include <typeformer/readings/running.hpp>

namespace tf = typeformer;

template <class... A>
using input = tf::value<float, tf::shape<A...>>;

struct Batch : tf::axis<"B", 16> {};
struct Query : tf::axis<"N", 16> {};
struct Key : tf::same_sequence<Query, "M"> {};
struct Head : tf::axis<"h", 4> {};
struct Width : tf::axis<"w", 8> {};
struct ValueWidth : tf::axis<"e", 8> {};
struct Model : tf::axis<"d", 32> {};
struct Other : tf::axis<"d", 32> {};

#if RIGHT
void formula(input<Head, Query, Width> x, input<Head, Query, ValueWidth> v) {
  let(tf::locality_sensitive_attention<2, 4>(x, v, tf::causal<Query>{}));
  let(tf::locality_sensitive_attention<2, 4>(x, v, tf::sliding_window<Query, 4>{}));
}
#elif WRONG_no_round_of_hashing
// row: LSH attention
// sentence: LSH attention<Rounds, Chunk>: there must be 1 round of hashing at least
// names: Rounds, Chunk
void formula(input<Head, Query, Width> x, input<Head, Query, ValueWidth> v) {
  let(tf::locality_sensitive_attention<0, 4>(x, v));
}
#elif WRONG_chunk_of_nothing
// row: LSH attention
// sentence: LSH attention<Rounds, Chunk>: a chunk must hold 1 position at least
// names: Rounds, Chunk
void formula(input<Head, Query, Width> x, input<Head, Query, ValueWidth> v) {
  let(tf::locality_sensitive_attention<2, 0>(x, v));
}
#elif WRONG_values_of_another_sequence
// row: LSH attention
// sentence: locality_sensitive_attention(x, v): all axes of x and v but the last must be the same
// names: Query, Key
void formula(input<Head, Query, Width> x, input<Head, Key, ValueWidth> v) {
  let(tf::locality_sensitive_attention<2, 4>(x, v));
}
#elif WRONG_causal_mask_of_other_keys
// row: LSH attention
// sentence: locality_sensitive_attention(x, v, mask): the mask's query axis and key axis must both be the sequence axis of x
// names: causal, Query, Key
void formula(input<Head, Query, Width> x, input<Head, Query, ValueWidth> v) {
  let(tf::locality_sensitive_attention<2, 4>(x, v, tf::causal<Query, Key>{}));
}
#elif WRONG_sliding_window_of_another_sequence
// row: LSH attention
// sentence: locality_sensitive_attention(x, v, mask): the mask's query axis and key axis must both be the sequence axis of x
// names: sliding_window, Query, Key
void formula(input<Head, Query, Width> x, input<Head, Query, ValueWidth> v) {
  let(tf::locality_sensitive_attention<2, 4>(x, v, tf::sliding_window<Key, 4>{}));
}
#elif WRONG_padding_of_another_batch
// row: LSH attention
// sentence: locality_sensitive_attention(x, v, mask): a padding mask's batch must be the first axis of x
// names: padding, Batch, Query
void formula(input<Head, Query, Width> x, input<Head, Query, ValueWidth> v) {
  let(tf::locality_sensitive_attention<2, 4>(x, v, tf::padding<Batch, Query>{}));
}
#elif WRONG_row_without_positions
// row: LSH attention
// sentence: locality_sensitive_attention(x, v): x must have a sequence axis and a width
// names: Width
void formula(input<Width> x, input<ValueWidth> v) { let(tf::locality_sensitive_attention<2, 4>(x, v)); }
#endif

#if RIGHT
constexpr tf::lsh_self_attention<2, 4, Head, Width, Model> layer;
void self(input<Batch, Query, Model> x) {
  let(layer(x));
  let(layer(x, tf::causal<Query>{} & tf::padding<Batch, Query>{}));
}
#elif WRONG_layer_without_a_round
// row: LSH attention
// sentence: LSH attention<Rounds, Chunk>: there must be 1 round of hashing at least
// names: Rounds, Chunk
void self(input<Batch, Query, Model> x, tf::lsh_self_attention<0, 4, Head, Width, Model> layer) { let(layer(x)); }
#elif WRONG_layer_of_another_width
// row: LSH attention
// sentence: lsh_self_attention(x): the last axis of x must be the layer's In
// names: Model, Other
constexpr tf::lsh_self_attention<2, 4, Head, Width, Model> layer;
void self(input<Batch, Query, Other> x) { let(layer(x)); }
#elif WRONG_queries_of_another_sequence
// row: LSH attention
// sentence: lsh_self_attention(x, k, v): queries are keys, so there is no attention to another sequence
// names: Query, Key
constexpr tf::lsh_self_attention<2, 4, Head, Width, Model> layer;
void self(input<Batch, Query, Model> x, input<Batch, Key, Model> y) { let(layer(x, y, y)); }
#elif WRONG_layer_with_a_mask_of_other_keys
// row: LSH attention
// sentence: lsh_self_attention(x, mask): the mask's query axis and key axis must both be the sequence axis of x
// names: causal, Query, Key
constexpr tf::lsh_self_attention<2, 4, Head, Width, Model> layer;
void self(input<Batch, Query, Model> x) { let(layer(x, tf::causal<Query, Key>{})); }
#elif WRONG_layer_with_padding_of_positions
// row: LSH attention
// sentence: lsh_self_attention(x, mask): a padding mask's batch must be the first axis of x
// names: padding, Batch, Query
constexpr tf::lsh_self_attention<2, 4, Head, Width, Model> layer;
void self(input<Batch, Query, Model> x) { let(layer(x, tf::padding<Query, Query>{})); }
#endif

struct Group : tf::axis<"g", 2> {};
struct KeyHead : tf::axis<"k", 2> {};
template <class... Choices>
struct some : tf::conventions<Choices...> {
  using Model = ::Model;
  struct Head : tf::axis<"h", 4> {};
  using Width = ::Width;
  struct Inner : tf::axis<"f", 8> {};
  static constexpr std::size_t encoder_layers = 1;
};

#if RIGHT
constexpr auto count = tf::parameter_count<tf::encoder_layer<some<tf::lsh_attention<2, 4>>>>;
#elif WRONG_heads_of_keys_in_groups
// row: LSH attention
// sentence: lsh_attention: queries are keys, so heads of keys cannot be grouped
// names: KeyHead
struct grouped : some<tf::lsh_attention<2, 4>, tf::grouped_heads<KeyHead>> {
  using Head = tf::product<KeyHead, Group>;
};
constexpr auto count = tf::parameter_count<tf::encoder_layer<grouped>>;
#endif

struct Position : tf::axis<"N", tf::up_to<9>> {};
struct Letter : tf::axis<"letter", 17> {};
template <class Attention>
struct language_model {
  using embedding = tf::embedding<Letter, Model>;
  using attention_type = typename Attention::template attention<some<>>;
  BOOST_HANA_DEFINE_STRUCT(language_model, (embedding, embed), (attention_type, attention));
  constexpr auto operator()(const auto& x) const {
    return tf::in_frame(*this, x, [&] {
      const auto y = attention(embed(x), tf::causal<Position>{});
      return embed.logits(y);
    });
  }
};
using word = tf::tokens<Letter, Batch, Position>;

#if RIGHT
constexpr auto bytes =
    tf::greedy_decoder<tf::decoding_of<language_model<tf::softmax_attention>, Position, word>>::state_bytes;
#elif WRONG_decoding_position_by_position
// row: LSH attention
// sentence: decoding_of<M, Sequence, ...>: M cannot be decoded, since this operation looks at later positions of Sequence, or does not say that it looks at none
// names: language_model, Position, lsh_attention
constexpr auto bytes =
    tf::greedy_decoder<tf::decoding_of<language_model<tf::lsh_attention<2, 4>>, Position, word>>::state_bytes;
#endif
