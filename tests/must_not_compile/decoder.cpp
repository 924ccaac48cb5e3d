// Decoders and their layers, with the encoder's output and masks.
#include <typeformer/layers/decoder.hpp>
#include <typeformer/readings/running.hpp>

namespace tf = typeformer;

template <class... A>
using input = tf::value<float, tf::shape<A...>>;

struct Batch : tf::axis<"B", 4> {};
struct Beam : tf::axis<"K", 4> {};
struct Target : tf::axis<"N", 16> {};
struct Source : tf::axis<"M", 16> {};
struct Other : tf::axis<"d", 32> {};

struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::quotient<"w", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 3, decoder_layers = 3;
};
constexpr tf::decoder<mine> decode;

using target = input<Batch, Target, mine::Model>;
using encoded = input<Batch, Source, mine::Model>;

#if RIGHT
void of_target(target x, encoded source) { decode(x, source, tf::causal<Target>{}); }
#elif WRONG_decoder_of_another_width
// sentence: decoder(x, encoder_output, ...): the last axis of x must be the model's width
// names: Other, mine::Model
void of_target(input<Batch, Target, Other> x, encoded source) { decode(x, source, tf::causal<Target>{}); }
#elif WRONG_decoder_of_a_vector
// sentence: decoder(x, encoder_output, ...): x must have a sequence axis and a width
// names: mine::Model
void of_target(input<mine::Model> x, input<Source, mine::Model> source) { decode(x, source, tf::no_mask{}); }
#elif WRONG_decoder_with_an_encoder_output_of_another_width
// sentence: decoder(x, encoder_output, ...): the last axis of encoder_output must be the model's width
// names: Other, mine::Model
void of_target(target x, input<Batch, Source, Other> source) { decode(x, source, tf::causal<Target>{}); }
#elif WRONG_decoder_with_an_encoder_output_of_another_batch
// sentence: decoder(x, encoder_output, ...): the axes before the last two must be the same
// names: Batch, Beam
void of_target(target x, input<Beam, Source, mine::Model> source) { decode(x, source, tf::causal<Target>{}); }
#elif WRONG_decoder_with_a_mask_of_the_source
// sentence: decoder(x, encoder_output, self_mask, ...): the mask's query axis and key axis must both be the sequence axis of x
// names: causal, Source
// row: decoder
void of_target(target x, encoded source) { decode(x, source, tf::causal<Source>{}); }
#endif

#if RIGHT
void of_padded(target x, encoded source) {
  decode(x, source, tf::causal<Target>{}, tf::padding<Batch, Target, Source>{});
}
#elif WRONG_decoder_with_a_transposed_mask_of_the_source
// sentence: decoder(x, encoder_output, self_mask, cross_mask): the mask's query axis must be the sequence axis of x, its key axis that of encoder_output
// names: padding, Target, Source
void of_padded(target x, encoded source) {
  decode(x, source, tf::causal<Target>{}, tf::padding<Batch, Source, Target>{});
}
#elif WRONG_decoder_with_padding_of_heads
// sentence: decoder(x, encoder_output, ...): a padding mask's batch must be the first axis of x
// names: padding, Batch, mine::Head
void of_padded(target x, encoded source) {
  decode(x, source, tf::causal<Target>{}, tf::padding<mine::Head, Target, Source>{});
}
#endif

#if RIGHT
void in_layer(target x, encoded source, tf::decoder_layer<mine> layer) { layer(x, source, tf::causal<Target>{}); }
#elif WRONG_decoder_layer_of_another_width
// sentence: decoder_layer(x, ...): the last axis of x must be the model's width
// names: mine::Model, Other
void in_layer(input<Batch, Target, Other> x, encoded source, tf::decoder_layer<mine> layer) {
  layer(x, source, tf::causal<Target>{});
}
#endif

#if RIGHT
constexpr auto parameters = tf::parameter_count<tf::decoder<mine, 1>>;
#elif WRONG_decoder_without_layers
// sentence: encoder, decoder: there must be at least one layer
// names: decoder, mine
constexpr auto parameters = tf::parameter_count<tf::decoder<mine, 0>>;
#endif

#if RIGHT
void called(target x, encoded source) { decode(x, source, tf::causal<Target>{}); }
#elif WRONG_decoder_without_a_mask
// sentence: decoder(x, encoder_output, self_mask, cross_mask): x and encoder_output must be expressions, and self_mask and cross_mask masks, of which the second may be left out
// names: Source, Target
void called(target x, encoded source) { decode(x, source); }
#elif WRONG_decoder_layer_with_a_number_for_a_mask
// sentence: decoder_layer(x, encoder_output, self_mask, cross_mask): x and encoder_output must be expressions, and self_mask and cross_mask masks, of which the second may be left out
// names: int
void called(target x, encoded source) { tf::decoder_layer<mine>{}(x, source, 1); }
#endif
