// Encoders and their layers.
#include <typeformer/layers/encoder.hpp>
#include <typeformer/readings/running.hpp>

namespace tf = typeformer;

template <class... A>
using input = tf::value<float, tf::shape<A...>>;

struct Batch : tf::axis<"B", 4> {};
struct Query : tf::axis<"N", 16> {};
struct Key : tf::axis<"M", 16> {};
struct Other : tf::axis<"d", 32> {};

struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::quotient<"w", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 3;
};
using mine_layer = tf::encoder_layer<mine>;
using mine_encoder = tf::encoder<mine>;

#if RIGHT
void of_layer(input<Query, mine::Model> x, mine_layer layer) { layer(x, tf::causal<Query>{}); }
#elif WRONG_encoder_layer_of_another_width
// sentence: encoder_layer(x): the last axis of x must be the model's width
// names: mine::Model, Other
void of_layer(input<Query, Other> x, mine_layer layer) { layer(x); }
#elif WRONG_encoder_layer_of_a_vector
// sentence: encoder_layer(x): x must have a sequence axis and a width
// names: mine::Model
void of_layer(input<mine::Model> x, mine_layer layer) { layer(x); }
#elif WRONG_encoder_layer_with_a_mask_of_keys
// sentence: encoder_layer(x, mask): the mask's query axis and key axis must both be the sequence axis of x
// names: causal, Query, Key
void of_layer(input<Query, mine::Model> x, mine_layer layer) { layer(x, tf::causal<Key>{}); }
#endif

#if RIGHT
void of_padded_layer(input<Batch, Query, mine::Model> x, mine_layer layer) { layer(x, tf::padding<Batch, Query>{}); }
#elif WRONG_encoder_layer_with_padding_of_heads
// sentence: encoder_layer(x, mask): a padding mask's batch must be the first axis of x
// names: padding, Batch, mine::Head
void of_padded_layer(input<Batch, Query, mine::Model> x, mine_layer layer) {
  layer(x, tf::padding<mine::Head, Query>{});
}
#endif

#if RIGHT
void of_encoder(input<Query, mine::Model> x, mine_encoder encode) { encode(x, tf::causal<Query>{}); }
#elif WRONG_encoder_of_another_width
// sentence: encoder(x): the last axis of x must be the model's width
// names: mine::Model, Other
void of_encoder(input<Query, Other> x, mine_encoder encode) { encode(x); }
#elif WRONG_encoder_of_a_vector
// sentence: encoder(x): x must have a sequence axis and a width
// names: mine::Model
void of_encoder(input<mine::Model> x, mine_encoder encode) { encode(x); }
#elif WRONG_encoder_with_a_mask_of_keys
// sentence: encoder(x, mask): the mask's query axis and key axis must both be the sequence axis of x
// names: causal, Query, Key
// row: encoder
void of_encoder(input<Query, mine::Model> x, mine_encoder encode) { encode(x, tf::causal<Key>{}); }
#endif

#if RIGHT
void of_padded_encoder(input<Batch, Query, mine::Model> x, mine_encoder encode) {
  encode(x, tf::padding<Batch, Query>{});
}
#elif WRONG_encoder_with_padding_of_heads
// sentence: encoder(x, mask): a padding mask's batch must be the first axis of x
// names: padding, Batch, mine::Head
void of_padded_encoder(input<Batch, Query, mine::Model> x, mine_encoder encode) {
  encode(x, tf::padding<mine::Head, Query>{});
}
#endif

#if RIGHT
constexpr auto parameters = tf::parameter_count<tf::encoder<mine, 1>>;
#elif WRONG_encoder_without_layers
// sentence: encoder, decoder: there must be at least one layer
// names: encoder, mine
constexpr auto parameters = tf::parameter_count<tf::encoder<mine, 0>>;
#elif WRONG_encoder_of_fewer_layers_than_none
// sentence: encoder, decoder: there must be at least one layer
// names: encoder, mine
constexpr auto parameters = tf::parameter_count<tf::encoder<mine, -1>>;
#elif WRONG_encoder_of_half_a_layer
// sentence: encoder, decoder: the number of layers must be a whole number
// names: layer_count, double
constexpr auto parameters = tf::parameter_count<tf::encoder<mine, 0.5>>;
#endif

#if RIGHT
void called(input<Query, mine::Model> x) { mine_encoder{}(x); }
#elif WRONG_encoder_with_a_bool_for_a_mask
// sentence: encoder(x, mask): x must be an expression, and mask a mask, such as causal<Query>{}; a tensor is given to a session
// names: bool
void called(input<Query, mine::Model> x) { mine_encoder{}(x, true); }
#elif WRONG_encoder_layer_of_two_inputs
// sentence: encoder_layer(x, mask): x must be an expression, and mask a mask, such as causal<Query>{}; a tensor is given to a session
// names: Query
void called(input<Query, mine::Model> x) { mine_layer{}(x, x); }
#endif

// A norm of one's own.
template <class A>
struct scaled {
  BOOST_HANA_DEFINE_STRUCT(scaled, (tf::gain<A>, gain));
  constexpr auto operator()(const tf::expression auto& x) const { return hadamard(x, gain); }
};
template <class A>
struct summed {
  BOOST_HANA_DEFINE_STRUCT(summed);
  constexpr auto operator()(const tf::expression auto& x) const { return tf::sum<A>(x); }
};
template <template <class> class Norm>
struct norms_by {
  static constexpr auto kind = tf::choice::norm;
  template <class A>
  using norm = Norm<A>;
};
template <template <class> class Norm>
using normed = tf::encoder<tf::with_choices<mine, norms_by<Norm>>>;
#if RIGHT
void of_norm(input<Batch, Query, mine::Model> x, normed<scaled> encode) { encode(x); }
#elif WRONG_encoder_with_a_norm_that_sums
// sentence: a configuration's norm must have a public operator()(x) const that yields an expression of the axes of x
// names: Batch, Query
void of_norm(input<Batch, Query, mine::Model> x, normed<summed> encode) { encode(x); }
#endif
