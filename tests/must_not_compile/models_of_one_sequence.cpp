// Language models and encoder models, with their tokens.
#include <typeformer/layers/encoder_model.hpp>
#include <typeformer/layers/language_model.hpp>
#include <typeformer/readings/running.hpp>

namespace tf = typeformer;

template <class... A>
using input = tf::value<float, tf::shape<A...>>;
template <class Vocabulary, class... A>
using tokens = tf::token_value<float, Vocabulary, tf::shape<A...>>;

struct Batch : tf::axis<"B", 8> {};
struct Other : tf::axis<"N", 16> {};
struct Letters : tf::axis<"letters", 40> {};
struct Sounds : tf::axis<"sounds", 40> {};

struct mine : tf::conventions<tf::norm_before, tf::rms_norms<>, tf::gated, tf::trained_positions> {
  struct Position : tf::axis<"N", 16> {};
  using Vocabulary = Letters;
  struct Class : tf::axis<"c", 3> {};
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::quotient<"w", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 2, decoder_layers = 2;
  using embeddings = tf::tied_output;
};
constexpr tf::language_model<mine> language;
constexpr tf::encoder_model<mine> classifier;

#if RIGHT
void next(tokens<Letters, Batch, mine::Position> x) { let(language(x)); }
#elif WRONG_language_model_of_another_vocabulary
// row: decoder-only p(y)
// sentence: language_model(x): x must be tokens of the model's Vocabulary on its Position
// names: Letters, Sounds
void next(tokens<Sounds, Batch, mine::Position> x) { let(language(x)); }
#elif WRONG_language_model_on_another_axis
// sentence: language_model(x): x must be tokens of the model's Vocabulary on its Position
// names: mine::Position, Other
void next(tokens<Letters, Batch, Other> x) { let(language(x)); }
#elif WRONG_language_model_of_numbers
// sentence: language_model(x): x must be tokens of the model's Vocabulary on its Position
// names: Letters, mine::Position, mine::Model
void next(input<Batch, mine::Position, mine::Model> x) { let(language(x)); }
#endif

#if RIGHT
void classes(tokens<Letters, Batch, mine::Position> x) { let(classifier(x)); }
#elif WRONG_encoder_model_of_another_vocabulary
// row: encoder-only
// sentence: encoder_model(x): x must be tokens of the model's Vocabulary on its Position
// names: Letters, Sounds
void classes(tokens<Sounds, Batch, mine::Position> x) { let(classifier(x)); }
#elif WRONG_encoder_model_on_another_axis
// sentence: encoder_model(x): x must be tokens of the model's Vocabulary on its Position
// names: mine::Position, Other
void classes(tokens<Letters, Batch, Other> x) { let(classifier(x)); }
#elif WRONG_encoder_model_of_numbers
// sentence: encoder_model(x): x must be tokens of the model's Vocabulary on its Position
// names: Letters, mine::Position, mine::Model
void classes(input<Batch, mine::Position, mine::Model> x) { let(classifier(x)); }
#endif

// Calls with what a model does not take.
#if RIGHT
void once(tokens<Letters, Batch, mine::Position> x) { let(language(x)); }
#elif WRONG_language_model_with_a_mask
// row: decoder-only p(y)
// sentence: language_model(x): x must be tokens, and nothing else: its mask is part of the configuration
// names: causal, mine::Position
void once(tokens<Letters, Batch, mine::Position> x) { let(language(x, tf::causal<mine::Position>{})); }
#endif
#if RIGHT
void of_rows(tokens<Letters, Batch, mine::Position> x, tf::row_lengths lengths) { let(classifier(x, lengths)); }
#elif WRONG_encoder_model_with_a_mask
// row: encoder-only
// sentence: encoder_model(x), encoder_model(x, lengths): x must be tokens, and lengths row_lengths
// names: padding, mine::Position
void of_rows(tokens<Letters, Batch, mine::Position> x, tf::row_lengths) { let(classifier(x, tf::padding<Batch, mine::Position>{})); }
#endif
