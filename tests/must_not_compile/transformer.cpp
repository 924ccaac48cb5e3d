// Transformers, with their tokens and the encoder's output.
#include <typeformer/layers/transformer.hpp>
#include <typeformer/readings/running.hpp>

namespace tf = typeformer;

template <class... A>
using input = tf::value<float, tf::shape<A...>>;
template <class Vocabulary, class... A>
using tokens = tf::token_value<float, Vocabulary, tf::shape<A...>>;

struct Batch : tf::axis<"B", 8> {};
struct Beam : tf::axis<"K", 8> {};
struct Other : tf::axis<"d", 32> {};
struct Letters : tf::axis<"letters", 40> {};
struct Sounds : tf::axis<"sounds", 40> {};

struct mine : tf::conventions<> {
  struct Source : tf::axis<"S", 16> {};
  struct Target : tf::axis<"T", 16> {};
  using SourceVocabulary = Letters;
  using TargetVocabulary = Sounds;
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::quotient<"w", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 2, decoder_layers = 2;
  static constexpr int start_token = 1, end_token = 2;
  using embeddings = tf::tied_output;
};
constexpr tf::transformer<mine> model;

using letters = tokens<Letters, Batch, mine::Source>;
using sounds = tokens<Sounds, Batch, mine::Target>;
using encoded = input<Batch, mine::Source, mine::Model>;

#if RIGHT
void whole(letters source, sounds target) { let(model(source, target)); }
#elif WRONG_source_and_target_exchanged
// sentence: transformer(source, target): source must be tokens of the model's SourceVocabulary on its Source
// names: Letters, Sounds, mine::Source, mine::Target
void whole(letters source, sounds target) { let(model(target, source)); }
#elif WRONG_target_on_the_source_axis
// sentence: transformer(source, target): target must be tokens of the model's TargetVocabulary on its Target
// names: Sounds, mine::Target, mine::Source
void whole(letters source, tokens<Sounds, Batch, mine::Source> target) { let(model(source, target)); }
#elif WRONG_target_of_another_batch
// sentence: transformer(source, target): the axes before the last must be the same
// names: Batch, Beam
void whole(letters source, tokens<Sounds, Beam, mine::Target> target) { let(model(source, target)); }
#endif

#if RIGHT
void encoding(letters source) { let(model.encode(source)); }
#elif WRONG_encoding_of_the_target
// sentence: transformer.encode(source): source must be tokens of the model's SourceVocabulary on its Source
// names: Letters, Sounds
void encoding(sounds source) { let(model.encode(source)); }
#endif

#if RIGHT
void decoding(sounds target, encoded source) { let(model.decode(target, source)); }
#elif WRONG_decoding_of_the_source
// sentence: transformer.decode(target, encoder_output): target must be tokens of the model's TargetVocabulary on its Target
// names: Letters, Sounds
void decoding(letters target, encoded source) { let(model.decode(target, source)); }
#elif WRONG_decoding_with_an_encoder_output_of_another_width
// sentence: transformer.decode(target, encoder_output): the last axis of encoder_output must be the model's width
// names: mine::Model, Other
void decoding(sounds target, input<Batch, mine::Source, Other> source) { let(model.decode(target, source)); }
#elif WRONG_decoding_with_an_encoder_output_of_the_target
// sentence: transformer.decode(target, encoder_output): encoder_output must be on target's batch and the model's Source
// names: Batch, mine::Source, mine::Target
void decoding(sounds target, input<Batch, mine::Target, mine::Model> source) { let(model.decode(target, source)); }
#endif

#if RIGHT
struct three_tables : mine {
  using embeddings = tf::three_tables;
};
constexpr auto parameters = tf::parameter_count<tf::transformer<three_tables>>;
#elif WRONG_one_table_for_two_vocabularies
// sentence: transformer: one_table needs source and target of the same vocabulary
// names: Letters, Sounds
struct one_table : mine {
  using embeddings = tf::one_table;
};
constexpr auto parameters = tf::parameter_count<tf::transformer<one_table>>;
#endif

// Calls with what a model does not take.
#if RIGHT
void both(letters source, sounds target, tf::row_lengths lengths) { let(model(source, target, lengths)); }
#elif WRONG_transformer_of_a_source_alone
// sentence: transformer(source, target), transformer(source, target, lengths): source and target must be tokens, and lengths row_lengths
// names: Letters, mine::Source
void both(letters source, sounds, tf::row_lengths lengths) { let(model(source, lengths)); }
#endif
