// Decoding: what is decoded, what decoders are made with and called with.
#include <cstdint>
#include <vector>

#include <typeformer/typeformer.hpp>
namespace tf = typeformer;

struct Batch : tf::axis<"B", tf::up_to<4>> {};
struct Position : tf::axis<"N", tf::up_to<16>> {};
struct Other : tf::axis<"M", tf::up_to<16>> {};
struct Letters : tf::axis<"V", 27> {};
struct Sounds : tf::axis<"W", 27> {};
struct Width : tf::axis<"d", 32> {};
struct Kernel : tf::axis<"k", 3> {};
struct Beam : tf::axis<"k", 4> {};

struct speller {
  using embedding_type = tf::embedding<Letters, Width>;
  using map_type = tf::linear<tf::product<Kernel, Width>, Width>;
  BOOST_HANA_DEFINE_STRUCT(speller, (embedding_type, embedding), (map_type, map));
  constexpr auto operator()(const tf::expression auto& letters) const {
    return tf::in_frame(*this, letters, [&] {
      const auto seen = tf::windows<Position, Kernel>(embedding(letters), -2);
      return embedding.logits(let(relu(map(tf::merge<Kernel, Width>(seen)))));
    });
  }
};
using word = tf::tokens<Letters, Batch, Position>;
struct spelling : tf::decoding_of<speller, Position, word> {
  static constexpr std::int32_t end_token = 0;
};

struct backwards : tf::conventions<> {
  struct Source : tf::axis<"N", tf::up_to<4>> {};
  struct Target : tf::axis<"L", tf::up_to<4>> {};
  struct SourceVocabulary : tf::axis<"digit", 13> {};
  struct TargetVocabulary : tf::axis<"digit backwards", 13> {};
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::quotient<"w", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 1, decoder_layers = 1;
  static constexpr std::int32_t start_token = 1, end_token = 2;
  using embeddings = tf::three_tables;
};
using digits = tf::tokens<backwards::SourceVocabulary, Batch, backwards::Source>;
using reversed = tf::tokens<backwards::TargetVocabulary, Batch, backwards::Target>;
using pairs = tf::transformer_decoding<backwards, Batch>;

struct letters : tf::conventions<> {
  struct Vocabulary : tf::axis<"V", 27> {};
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::quotient<"w", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  using Position = ::Position;
  static constexpr std::size_t decoder_layers = 1;
  using embeddings = tf::tied_output;
};

// What is decoded.
#if RIGHT
void decode(tf::greedy_decoder<spelling>& greedy, const word& prompt) { greedy(prompt); }
#elif WRONG_decoder_of_a_prompt_of_no_positions
// sentence: decoder: most_prompt, the positions that are read at once, must be a constant of 1 or more: `static constexpr std::size_t most_prompt = 16;`
// names: silent
struct silent : tf::decoding_of<speller, Position, word> {
  static constexpr std::size_t most_prompt = 0;
};
void decode(tf::greedy_decoder<silent>& greedy, const word& prompt) { greedy(prompt); }
#elif WRONG_decoder_of_an_end_token_of_no_vocabulary
// sentence: Config: start_token and end_token must be tokens of TargetVocabulary, from 0 and below its extent
// names: endless
struct endless : backwards {
  static constexpr std::int32_t end_token = 99;
};
void decode(tf::greedy_decoder<tf::transformer_decoding<endless, Batch>>& greedy, const digits& of) {
  greedy(of, std::vector<std::int32_t>{1});
}
#elif WRONG_decoder_of_a_language_model_with_a_negative_end_token
// sentence: Config: start_token, end_token and padding_token must be tokens of Vocabulary, from 0 and below its extent
// names: endless
struct endless : letters {
  static constexpr std::int32_t end_token = -1;
};
using text = tf::tokens<endless::Vocabulary, Batch, Position>;
void decode(tf::greedy_decoder<tf::language_model_decoding<endless, Batch>>& greedy, const text& prompt) {
  greedy(prompt);
}
#elif WRONG_decoder_of_a_model
// sentence: a decoder takes a decoding_of, which says how a model is decoded: transformer_decoding<Config, Batch>, language_model_decoding<Config, Batch>, or a struct that derives from decoding_of<M, Sequence, Input...>
// names: speller
void decode(tf::greedy_decoder<speller>& greedy, const word& prompt) { greedy(prompt); }
#elif WRONG_decoder_of_an_int
// sentence: a decoder takes a decoding_of, which says how a model is decoded: transformer_decoding<Config, Batch>, language_model_decoding<Config, Batch>, or a struct that derives from decoding_of<M, Sequence, Input...>
// names: int
void decode(tf::greedy_decoder<int>& greedy, const word& prompt) { greedy(prompt); }
#elif WRONG_decoder_of_a_config
// sentence: a decoder takes a decoding_of, which says how a model is decoded: transformer_decoding<Config, Batch>, language_model_decoding<Config, Batch>, or a struct that derives from decoding_of<M, Sequence, Input...>
// names: letters
void decode(tf::greedy_decoder<letters>& greedy, const word& prompt) { greedy(prompt); }
#elif WRONG_beam_decoder_of_a_model
// sentence: a decoder takes a decoding_of, which says how a model is decoded: transformer_decoding<Config, Batch>, language_model_decoding<Config, Batch>, or a struct that derives from decoding_of<M, Sequence, Input...>
// names: speller
void decode(tf::beam_decoder<speller>& search, const word& prompt) { search(prompt); }
#elif WRONG_sampling_decoder_of_an_encoder
// sentence: a decoder takes a decoding_of, which says how a model is decoded: transformer_decoding<Config, Batch>, language_model_decoding<Config, Batch>, or a struct that derives from decoding_of<M, Sequence, Input...>
// names: encoder
void decode(tf::sampling_decoder<tf::encoder<letters, 1>>& sample, const word& prompt) { sample(prompt); }
#elif WRONG_decoding_session_of_a_model
// sentence: a decoder takes a decoding_of, which says how a model is decoded: transformer_decoding<Config, Batch>, language_model_decoding<Config, Batch>, or a struct that derives from decoding_of<M, Sequence, Input...>
// names: speller
void decode(tf::decoding_session<speller>& read, const word& prompt) { read.prefill(prompt); }
#elif WRONG_scorer_of_a_model
// sentence: a decoder takes a decoding_of, which says how a model is decoded: transformer_decoding<Config, Batch>, language_model_decoding<Config, Batch>, or a struct that derives from decoding_of<M, Sequence, Input...>
// names: speller
void decode(tf::scorer<speller>& score, const word& prompt) { score(std::vector<std::int32_t>{3}, prompt); }
#elif WRONG_scorer_of_a_model_and_what_it_yields
// sentence: a decoder takes a decoding_of, which says how a model is decoded: transformer_decoding<Config, Batch>, language_model_decoding<Config, Batch>, or a struct that derives from decoding_of<M, Sequence, Input...>
// names: speller
double decode(tf::scorer<speller>& score, const word& prompt) { return score({}, prompt).log_probabilities[0]; }
#elif WRONG_numbered_samples_of_a_model
// sentence: a decoder takes a decoding_of, which says how a model is decoded: transformer_decoding<Config, Batch>, language_model_decoding<Config, Batch>, or a struct that derives from decoding_of<M, Sequence, Input...>
// names: speller
void decode(const tf::packed_weights<speller>& weights, tf::kernels::threads& threads, const word& prompt) {
  tf::sampling_decoder<speller> sample{weights, threads, {.temperature = 0.7}};
  for (const std::int32_t token : sample.numbered({}, prompt).row(0)) (void)token;
}
#elif WRONG_decoder_of_whole_numbers
// sentence: a decoder's Numbers must be float, double, or what quantized weights are stored in
// names: int
void decode(tf::greedy_decoder<spelling, int>& greedy, const word& prompt) { greedy(prompt); }
#elif WRONG_decoder_of_a_width
// compiler: a number where a template takes a type
// names: type
void decode(tf::beam_decoder<spelling, 4>& search, const word& prompt) { search(prompt); }
#elif WRONG_decoder_of_inputs
// sentence: a decoder's Numbers must be float, double, or what quantized weights are stored in
// names: Letters
void decode(tf::greedy_decoder<spelling, word>& greedy, const word& prompt) { greedy(prompt); }
#endif

// Memory of a decoding.
#if RIGHT
constexpr auto kept_bytes = tf::decoding_state_bytes<spelling, float>;
#elif WRONG_kept_bytes_of_a_model
// sentence: a decoder takes a decoding_of, which says how a model is decoded: transformer_decoding<Config, Batch>, language_model_decoding<Config, Batch>, or a struct that derives from decoding_of<M, Sequence, Input...>
// names: speller
constexpr auto kept_bytes = tf::decoding_state_bytes<speller, float>;
#elif WRONG_kept_bytes_of_no_inputs
// sentence: decoding_of<M, Sequence, Input...>: exactly one input must have the axis Sequence
// names: Position
struct of_nothing : tf::decoding_of<speller, Position> {};
constexpr auto kept_bytes = tf::decoding_state_bytes<of_nothing, float>;
#elif WRONG_workspace_of_a_config
// sentence: a decoder takes a decoding_of, which says how a model is decoded: transformer_decoding<Config, Batch>, language_model_decoding<Config, Batch>, or a struct that derives from decoding_of<M, Sequence, Input...>
// names: letters
constexpr auto kept_bytes = tf::decoding_workspace_bytes<letters, float>;
#endif

#if RIGHT
void copy_of(tf::greedy_decoder<spelling>& greedy) { auto& other = greedy; (void)other; }
#elif WRONG_decoder_copied
// compiler: a copy that does not exist
// names: greedy_decoder
void copy_of(tf::greedy_decoder<spelling>& greedy) { auto other = greedy; (void)other; }
#endif

// Which model, along which axis, of which inputs.
#if RIGHT
struct mine : tf::decoding_of<speller, Position, word> {};
constexpr auto bytes = tf::greedy_decoder<mine>::state_bytes;
#elif WRONG_decoding_of_a_config
// sentence: decoding_of<M, Sequence, Input...>: M must be a module, such as language_model<Config>
// names: letters
struct mine : tf::decoding_of<letters, Position, word> {};
constexpr auto bytes = tf::greedy_decoder<mine>::state_bytes;
#elif WRONG_decoding_of_an_int
// sentence: decoding_of<M, Sequence, Input...>: M must be a module, such as language_model<Config>
// names: int
struct mine : tf::decoding_of<int, Position, word> {};
constexpr auto bytes = tf::greedy_decoder<mine>::state_bytes;
#elif WRONG_decoding_of_an_axis_before_its_model
// sentence: decoding_of<M, Sequence, Input...>: M must be a module, such as language_model<Config>
// names: Position
struct mine : tf::decoding_of<Position, speller, word> {};
constexpr auto bytes = tf::greedy_decoder<mine>::state_bytes;
#elif WRONG_decoding_along_tokens
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: Letters
struct mine : tf::decoding_of<speller, word, Position> {};
constexpr auto bytes = tf::greedy_decoder<mine>::state_bytes;
#elif WRONG_decoding_without_inputs
// sentence: decoding_of<M, Sequence, Input...>: exactly one input must have the axis Sequence
// names: Position
struct mine : tf::decoding_of<speller, Position> {};
constexpr auto bytes = tf::greedy_decoder<mine>::state_bytes;
#elif WRONG_decoding_of_another_axis
// sentence: decoding_of<M, Sequence, Input...>: exactly one input must have the axis Sequence
// names: mine
struct mine : tf::decoding_of<speller, Other, word> {};
constexpr auto bytes = tf::greedy_decoder<mine>::state_bytes;
#elif WRONG_decoding_of_a_shape
// sentence: decoder: the input on Sequence must be tokens<Vocabulary, ...>
// names: mine
struct numbers {
  using map_type = tf::linear<Width, Letters>;
  BOOST_HANA_DEFINE_STRUCT(numbers, (map_type, map));
  constexpr auto operator()(const auto& x) const { return let(map(x)); }
};
struct mine : tf::decoding_of<numbers, Position, tf::shape<Batch, Position, Width>> {};
constexpr auto bytes = tf::greedy_decoder<mine>::state_bytes;
#elif WRONG_decoding_of_axes
// sentence: decoding_of<M, Sequence, Input...>: an input must be a shape<...>, tokens<...>, labels<...>, or a mask
// names: Batch
struct mine : tf::decoding_of<speller, Position, Batch, Position> {};
constexpr auto bytes = tf::greedy_decoder<mine>::state_bytes;
#endif

// A model that can be decoded.
#if RIGHT
using letter_word = tf::tokens<letters::Vocabulary, Batch, Position>;
struct looks_back : tf::decoding_of<tf::language_model<letters>, Position, letter_word> {};
constexpr auto kept = tf::greedy_decoder<looks_back>::state_bytes;
#elif WRONG_convolution_that_looks_ahead
// sentence: decoding_of<M, Sequence, ...>: M cannot be decoded, since this operation looks at later positions of Sequence, or does not say that it looks at none
// names: centred, Position, windows
struct centred {
  using embedding_type = tf::embedding<Letters, Width>;
  using map_type = tf::linear<tf::product<Kernel, Width>, Width>;
  BOOST_HANA_DEFINE_STRUCT(centred, (embedding_type, embedding), (map_type, map));
  constexpr auto operator()(const tf::expression auto& letters) const {
    return tf::in_frame(*this, letters, [&] {
      const auto seen = tf::windows<Position, Kernel>(embedding(letters), -1);
      return embedding.logits(let(relu(map(tf::merge<Kernel, Width>(seen)))));
    });
  }
};
struct looks_back : tf::decoding_of<centred, Position, word> {};
constexpr auto kept = tf::greedy_decoder<looks_back>::state_bytes;
#elif WRONG_model_of_the_mean
// sentence: decoding_of<M, Sequence, ...>: M cannot be decoded, since this operation looks at later positions of Sequence, or does not say that it looks at none
// names: averaged, Position, mean
struct averaged {
  using embedding_type = tf::embedding<Letters, Width>;
  BOOST_HANA_DEFINE_STRUCT(averaged, (embedding_type, embedding));
  constexpr auto operator()(const tf::expression auto& letters) const {
    return tf::in_frame(*this, letters, [&] {
      const auto x = let(embedding(letters));
      return embedding.logits(x + tf::mean<Position>(x));
    });
  }
};
struct looks_back : tf::decoding_of<averaged, Position, word> {};
constexpr auto kept = tf::greedy_decoder<looks_back>::state_bytes;
#elif WRONG_encoder_that_is_decoded
// sentence: decoding_of<M, Sequence, ...>: M cannot be decoded, since this operation looks at later positions of Sequence, or does not say that it looks at none
// names: bidirectional, Position, attention
struct bidirectional {
  using embedding_type = tf::embedding<Letters, letters::Model>;
  using encoder_type = tf::encoder<letters, 1>;
  BOOST_HANA_DEFINE_STRUCT(bidirectional, (embedding_type, embedding), (encoder_type, encoder));
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { return embedding.logits(encoder(embedding(x))); });
  }
};
struct looks_back : tf::decoding_of<bidirectional, Position, word> {};
constexpr auto kept = tf::greedy_decoder<looks_back>::state_bytes;
#elif WRONG_logits_of_another_vocabulary
// sentence: decoder: the model must yield logits of the vocabulary of its tokens, [the tokens' axes, Vocabulary]
// names: looks_back
struct sounder {
  using embedding_type = tf::embedding<Letters, Width>;
  using map_type = tf::linear<Width, Sounds>;
  BOOST_HANA_DEFINE_STRUCT(sounder, (embedding_type, embedding), (map_type, map));
  constexpr auto operator()(const tf::expression auto& letters) const { return let(map(embedding(letters))); }
};
struct looks_back : tf::decoding_of<sounder, Position, word> {};
constexpr auto kept = tf::greedy_decoder<looks_back>::state_bytes;
#elif WRONG_model_that_yields_no_logits
// sentence: decoder: the model must yield logits of the vocabulary of its tokens, [the tokens' axes, Vocabulary]
// names: looks_back
struct widths {
  using embedding_type = tf::embedding<Letters, Width>;
  BOOST_HANA_DEFINE_STRUCT(widths, (embedding_type, embedding));
  constexpr auto operator()(const tf::expression auto& letters) const { return let(embedding(letters)); }
};
struct looks_back : tf::decoding_of<widths, Position, word> {};
constexpr auto kept = tf::greedy_decoder<looks_back>::state_bytes;
#elif WRONG_sequence_of_a_known_extent
// sentence: decoding_of<M, Sequence, Input...>: the extent of Sequence must be known at run time, up_to<...>
// names: looks_back
struct Fixed : tf::axis<"N", 16> {};
struct each_alone {
  using embedding_type = tf::embedding<Letters, Width>;
  BOOST_HANA_DEFINE_STRUCT(each_alone, (embedding_type, embedding));
  constexpr auto operator()(const tf::expression auto& x) const { return let(embedding.logits(let(embedding(x)))); }
};
struct looks_back : tf::decoding_of<each_alone, Fixed, tf::tokens<Letters, Batch, Fixed>> {};
constexpr auto kept = tf::decoding_session<looks_back>::state_bytes;
#endif

// Configurations.
#if RIGHT
void translate(tf::greedy_decoder<tf::transformer_decoding<backwards, Batch>>& greedy, const digits& x,
               std::span<const std::int32_t> lengths) {
  greedy(x, lengths);
}
#elif WRONG_config_without_a_start_token
// sentence: Config: decoding and training need start_token, the token before the first: `static constexpr std::int32_t start_token = 1;`
// names: startless
struct startless : backwards {
 private:
  using backwards::start_token;
};
void translate(tf::greedy_decoder<tf::transformer_decoding<startless, Batch>>& greedy, const digits& x,
               std::span<const std::int32_t> lengths) {
  greedy(x, lengths);
}
#elif WRONG_config_without_an_end_token
// sentence: Config: decoding and training need end_token, the token after the last: `static constexpr std::int32_t end_token = 2;`
// names: endless
struct endless : backwards {
 private:
  using backwards::end_token;
};
void translate(tf::greedy_decoder<tf::transformer_decoding<endless, Batch>>& greedy, const digits& x,
               std::span<const std::int32_t> lengths) {
  greedy(x, lengths);
}
#elif WRONG_transformer_decoding_of_a_language_model
// sentence: transformer_decoding<Config, Batch>: Config must be a transformer's, with Source and Target; a language model has a language_model_decoding
// names: letters
void translate(tf::greedy_decoder<tf::transformer_decoding<letters, Batch>>& greedy, const digits& x,
               std::span<const std::int32_t> lengths) {
  greedy(x, lengths);
}
#elif WRONG_transformer_decoding_of_a_model
// sentence: transformer_decoding<Config, Batch>: Config must be a configuration, which derives from conventions<...>
// names: transformer
void translate(tf::greedy_decoder<tf::transformer_decoding<tf::transformer<backwards>, Batch>>& greedy, const digits& x,
               std::span<const std::int32_t> lengths) {
  greedy(x, lengths);
}
#elif WRONG_transformer_decoding_of_a_batch_before_its_config
// sentence: transformer_decoding<Config, Batch>: Config must be a configuration, which derives from conventions<...>
// names: Batch
void translate(tf::greedy_decoder<tf::transformer_decoding<Batch, backwards>>& greedy, const digits& x,
               std::span<const std::int32_t> lengths) {
  greedy(x, lengths);
}
#elif WRONG_transformer_decoding_of_a_number_of_rows
// compiler: a number where a template takes a type
// names: type
using of_rows = tf::transformer_decoding<backwards, 4>;
#elif WRONG_transformer_decoding_without_a_batch
// sentence: an axis is missing: more axes must follow those that are named
using of_rows = tf::transformer_decoding<backwards>;
#elif WRONG_decoder_of_a_config_and_a_batch
// sentence: a decoder takes a decoding_of, which says how a model is decoded: transformer_decoding<Config, Batch>, language_model_decoding<Config, Batch>, or a struct that derives from decoding_of<M, Sequence, Input...>
// names: backwards
void translate(tf::greedy_decoder<backwards, Batch>& greedy, const digits& x, std::span<const std::int32_t> lengths) {
  greedy(x, lengths);
}
#elif WRONG_source_without_its_lengths
// sentence: decoder(x...): there must be one argument for each input of the model
// names: backwards
void translate(tf::greedy_decoder<pairs>& greedy, const digits& x, std::span<const std::int32_t>) { greedy(x); }
#elif WRONG_lengths_before_their_source
// sentence: decoder(x...): each argument must have the type and the axes of the model's input
// names: backwards
void translate(tf::greedy_decoder<pairs>& greedy, const digits& x, std::span<const std::int32_t> lengths) {
  greedy(lengths, x);
}
#elif WRONG_source_that_is_a_vector
// sentence: decoder(x...): each argument must have the type and the axes of the model's input
// names: vector
void translate(tf::greedy_decoder<pairs>& greedy, const digits&, std::span<const std::int32_t> lengths) {
  greedy(std::vector<std::int32_t>{3, 4, 5}, lengths);
}
#elif WRONG_source_on_the_targets_axis
// sentence: decoder(x...): each argument must have the type and the axes of the model's input
// names: Target, Source
void translate(tf::greedy_decoder<pairs>& greedy, const digits&, std::span<const std::int32_t> lengths) {
  greedy(tf::tokens<backwards::SourceVocabulary, Batch, backwards::Target>(1, 3), lengths);
}
#elif WRONG_lengths_that_are_one_number
// sentence: decoder(x...): each argument must have the type and the axes of the model's input
// names: int
void translate(tf::greedy_decoder<pairs>& greedy, const digits& x, std::span<const std::int32_t>) { greedy(x, 3); }
#endif

#if RIGHT
constexpr auto next_letters = tf::greedy_decoder<tf::language_model_decoding<letters, Batch>>::state_bytes;
#elif WRONG_language_model_decoding_of_a_transformer
// sentence: language_model_decoding<Config, Batch>: Config must be a language model's, with Position and Vocabulary; a transformer has a transformer_decoding
// names: backwards
constexpr auto next_letters = tf::greedy_decoder<tf::language_model_decoding<backwards, Batch>>::state_bytes;
#elif WRONG_language_model_decoding_of_a_model
// sentence: language_model_decoding<Config, Batch>: Config must be a configuration, which derives from conventions<...>
// names: language_model
constexpr auto next_letters =
    tf::greedy_decoder<tf::language_model_decoding<tf::language_model<letters>, Batch>>::state_bytes;
#elif WRONG_language_model_decoding_of_rows_of_float
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: float
constexpr auto next_letters = tf::greedy_decoder<tf::language_model_decoding<letters, float>>::state_bytes;
#endif

#if RIGHT
constexpr auto of_beams = tf::beam_decoder<tf::transformer_beams<backwards, Batch, Beam>>::most_width;
#elif WRONG_beams_of_a_number
// compiler: a number where a template takes a type
// names: type
using of_beams = tf::transformer_beams<backwards, Batch, 4>;
#elif WRONG_beams_of_a_language_model
// sentence: transformer_decoding<Config, Batch>: Config must be a transformer's, with Source and Target; a language model has a language_model_decoding
// names: letters
constexpr auto of_beams = tf::beam_decoder<tf::transformer_beams<letters, Batch, Beam>>::most_width;
#endif

// Making decoders.
#if RIGHT
void make(const tf::packed_weights<speller>& weights, tf::kernels::threads& threads) {
  tf::greedy_decoder<spelling> greedy{weights, threads, 8};
}
#elif WRONG_weights_that_are_not_packed
// sentence: decoder(weights, threads, ...): weights must be packed_weights of its model and numbers, which outlive it: packed_weights<M> packed{weights}
// names: weights, speller
void make(const tf::weights<speller>& weights, tf::kernels::threads& threads) {
  tf::greedy_decoder<spelling> greedy{weights, threads, 8};
}
#elif WRONG_weights_of_another_model
// sentence: decoder(weights, threads, ...): weights must be packed_weights of its model and numbers, which outlive it: packed_weights<M> packed{weights}
// names: language_model, speller
void make(const tf::packed_weights<tf::language_model<letters>>& weights, tf::kernels::threads& threads) {
  tf::greedy_decoder<spelling> greedy{weights, threads, 8};
}
#elif WRONG_weights_of_other_numbers
// sentence: decoder(weights, threads, ...): weights must be packed_weights of its model and numbers, which outlive it: packed_weights<M> packed{weights}
// names: double, speller
void make(const tf::packed_weights<speller, double>& weights, tf::kernels::threads& threads) {
  tf::greedy_decoder<spelling> greedy{weights, threads};
}
#elif WRONG_threads_before_weights
// sentence: decoder(weights, threads, ...): weights must be packed_weights of its model and numbers, which outlive it: packed_weights<M> packed{weights}
// names: threads, speller
void make(const tf::packed_weights<speller>& weights, tf::kernels::threads& threads) {
  tf::greedy_decoder<spelling> greedy{threads, weights};
}
#elif WRONG_decoder_without_threads
// sentence: decoder(weights, threads, ...): threads must be a kernels::threads that outlives it
// names: speller
void make(const tf::packed_weights<speller>& weights, tf::kernels::threads&) {
  tf::greedy_decoder<spelling> greedy{weights};
}
#elif WRONG_decoder_with_a_number_of_threads
// sentence: decoder(weights, threads, ...): threads must be a kernels::threads that outlives it
// names: int
void make(const tf::packed_weights<speller>& weights, tf::kernels::threads&) {
  tf::greedy_decoder<spelling> greedy{weights, 2};
}
#elif WRONG_decoder_without_anything
// sentence: decoder(weights, threads, ...): weights must be packed_weights of its model and numbers, which outlive it: packed_weights<M> packed{weights}
// names: speller
void make(const tf::packed_weights<speller>&, tf::kernels::threads&) { tf::greedy_decoder<spelling> greedy{}; }
#elif WRONG_weights_that_are_gone_before_they_are_used
// compiler: a deleted constructor has no sentence but the name of its parameter
// names: greedy_decoder
void make(const tf::packed_weights<speller>&, tf::kernels::threads& threads) {
  tf::greedy_decoder<spelling> greedy{tf::packed_weights<speller>{tf::initial_weights<speller>(1)}, threads};
}
#elif WRONG_greedy_decoder_with_a_penalty
// sentence: greedy_decoder(weights, threads, most_tokens): most_tokens must be a whole number, and the last argument
// names: wu_penalty
void make(const tf::packed_weights<speller>& weights, tf::kernels::threads& threads) {
  tf::greedy_decoder<spelling> greedy{weights, threads, 4, tf::wu_penalty{}};
}
#elif WRONG_greedy_decoder_with_a_double
// sentence: greedy_decoder(weights, threads, most_tokens): most_tokens must be a whole number, and the last argument
// names: double
void make(const tf::packed_weights<speller>& weights, tf::kernels::threads& threads) {
  tf::greedy_decoder<spelling> greedy{weights, threads, 8.5};
}
#endif

#if RIGHT
void search(const tf::packed_weights<speller>& weights, tf::kernels::threads& threads) {
  tf::beam_decoder<spelling, float, tf::wu_penalty> beams{weights, threads, {.width = 4}, {0.6}, 8};
}
#elif WRONG_penalty_behind_the_decoding
// sentence: a decoder's Numbers must be float, double, or what quantized weights are stored in
// names: wu_penalty
void search(const tf::packed_weights<speller>& weights, tf::kernels::threads& threads) {
  tf::beam_decoder<spelling, tf::wu_penalty> beams{weights, threads, {.width = 4}, {0.6}, 8};
}
#elif WRONG_width_in_the_place_of_beam_options
// sentence: beam_decoder(weights, threads, options, penalty, most_tokens): the third argument must be beam_options, as in {.width = 4}
// names: int
void search(const tf::packed_weights<speller>& weights, tf::kernels::threads& threads) {
  tf::beam_decoder<spelling> beams{weights, threads, 4};
}
#elif WRONG_penalty_in_the_place_of_beam_options
// sentence: beam_decoder(weights, threads, options, penalty, most_tokens): the third argument must be beam_options, as in {.width = 4}
// names: wu_penalty
void search(const tf::packed_weights<speller>& weights, tf::kernels::threads& threads) {
  tf::beam_decoder<spelling, float, tf::wu_penalty> beams{weights, threads, tf::wu_penalty{}, 4};
}
#elif WRONG_beam_of_a_double
// compiler: a conversion that narrows
// names: double
const tf::beam_options how{.width = 4.5};
#elif WRONG_beam_of_a_negative_width
// compiler: a conversion that narrows
// names: -1
void search(const tf::packed_weights<speller>& weights, tf::kernels::threads& threads) {
  tf::beam_decoder<spelling> beams{weights, threads, {.width = -1}};
}
#elif WRONG_beam_options_with_a_misspelt_field
// compiler: a designator that is no member
// names: nbest
const tf::beam_options how{.width = 4, .nbest = 2};
#elif WRONG_beam_of_a_negative_length
// compiler: a conversion that narrows
// names: -8
void search(const tf::packed_weights<speller>& weights, tf::kernels::threads& threads) {
  tf::beam_decoder<spelling> beams{weights, threads, {.width = 4}, {}, -8};
}
#elif WRONG_number_for_a_penalty
// sentence: beam_decoder(weights, threads, options, penalty, most_tokens): penalty must be of the decoder's Penalty, as in beam_decoder<D, float, wu_penalty>
// names: double
void search(const tf::packed_weights<speller>& weights, tf::kernels::threads& threads) {
  tf::beam_decoder<spelling, float, tf::wu_penalty> beams{weights, threads, {.width = 4}, 0.6};
}
#elif WRONG_penalty_that_the_type_does_not_name
// sentence: beam_decoder(weights, threads, options, penalty, most_tokens): penalty must be of the decoder's Penalty, as in beam_decoder<D, float, wu_penalty>
// names: wu_penalty, no_penalty
void search(const tf::packed_weights<speller>& weights, tf::kernels::threads& threads) {
  tf::beam_decoder<spelling> beams{weights, threads, {.width = 4}, tf::wu_penalty{}};
}
#elif WRONG_length_in_the_place_of_the_penalty
// sentence: beam_decoder(weights, threads, options, penalty, most_tokens): penalty must be of the decoder's Penalty, as in beam_decoder<D, float, wu_penalty>
// names: int
void search(const tf::packed_weights<speller>& weights, tf::kernels::threads& threads) {
  tf::beam_decoder<spelling> beams{weights, threads, {.width = 4}, 8};
}
#elif WRONG_end_behind_the_penalty
// sentence: beam_decoder(weights, threads, options, penalty, most_tokens): most_tokens must be a whole number, and the last argument
// names: search_end
void search(const tf::packed_weights<speller>& weights, tf::kernels::threads& threads) {
  tf::beam_decoder<spelling> beams{weights, threads, {.width = 4}, tf::no_penalty{}, tf::search_end::with_target};
}
#elif WRONG_penalty_that_is_an_int
// sentence: beam_decoder<D, Numbers, Penalty>: Penalty must yield a double of log p and a length, as wu_penalty does
// names: int
void search(const tf::packed_weights<speller>& weights, tf::kernels::threads& threads) {
  tf::beam_decoder<spelling, float, int> beams{weights, threads, {.width = 4}};
}
#elif WRONG_penalty_of_one_number
// sentence: beam_decoder<D, Numbers, Penalty>: Penalty must yield a double of log p and a length, as wu_penalty does
// names: of_length
struct of_length {
  double operator()(std::size_t length) const { return 1.0 / double(length); }
};
void search(const tf::packed_weights<speller>& weights, tf::kernels::threads& threads) {
  tf::beam_decoder<spelling, float, of_length> beams{weights, threads, {.width = 4}};
}
#elif WRONG_penalty_that_is_a_number
// compiler: a number where a template takes a type
// names: type
void search(const tf::packed_weights<speller>& weights, tf::kernels::threads& threads) {
  tf::beam_decoder<spelling, float, 1> beams{weights, threads, {.width = 4}};
}
#elif WRONG_penalty_in_the_place_of_numbers
// sentence: a decoder's Numbers must be float, double, or what quantized weights are stored in
// names: wu_penalty
void search(const tf::packed_weights<speller>& weights, tf::kernels::threads& threads) {
  tf::beam_decoder<spelling, tf::wu_penalty> beams{weights, threads, {.width = 4}};
}
#endif

#if RIGHT
void draw(const tf::packed_weights<speller>& weights, tf::kernels::threads& threads) {
  tf::sampling_decoder<spelling> sample{weights, threads, {.temperature = 0.8, .top_k = 5}, 7, 8};
}
#elif WRONG_temperature_in_the_place_of_sampling
// sentence: sampling_decoder(weights, threads, sampling, seed, most_tokens): the third argument must be a sampling, as in {.temperature = 0.8}
// names: double
void draw(const tf::packed_weights<speller>& weights, tf::kernels::threads& threads) {
  tf::sampling_decoder<spelling> sample{weights, threads, 0.8};
}
#elif WRONG_seed_in_the_place_of_sampling
// sentence: sampling_decoder(weights, threads, sampling, seed, most_tokens): the third argument must be a sampling, as in {.temperature = 0.8}
// names: int
void draw(const tf::packed_weights<speller>& weights, tf::kernels::threads& threads) {
  tf::sampling_decoder<spelling> sample{weights, threads, 7, 8};
}
#elif WRONG_seed_that_is_a_double
// sentence: sampling_decoder(weights, threads, sampling, seed, most_tokens): seed and most_tokens must be whole numbers, and the last arguments
// names: double
void draw(const tf::packed_weights<speller>& weights, tf::kernels::threads& threads) {
  tf::sampling_decoder<spelling> sample{weights, threads, tf::sampling{.temperature = 0.8}, 7.5};
}
#elif WRONG_sampling_without_threads
// sentence: decoder(weights, threads, ...): threads must be a kernels::threads that outlives it
// names: sampling
void draw(const tf::packed_weights<speller>& weights, tf::kernels::threads&) {
  tf::sampling_decoder<spelling> sample{weights, tf::sampling{.temperature = 0.8}};
}
#elif WRONG_temperature_that_is_text
// compiler: a member of another type
// names: double
const tf::sampling how{.temperature = "0.8"};
#elif WRONG_top_k_that_is_a_double
// compiler: a conversion that narrows
// names: double
const tf::sampling how{.top_k = 2.5};
#elif WRONG_sampling_with_a_misspelt_field
// compiler: a designator that is no member
// names: topk
const tf::sampling how{.topk = 5};
#endif

// Calling decoders.
#if RIGHT
void stream(tf::greedy_decoder<spelling>& greedy, tf::sampling_decoder<spelling>& sample, const word& prompt) {
  greedy.stream([](std::size_t, std::int32_t) {}, prompt);
  sample.stream([](std::size_t, std::int32_t) {}, {}, prompt);
}
#elif WRONG_stream_to_a_function_of_one_argument
// sentence: decoder.stream(on_token, x...): on_token must be callable as on_token(row, token)
// names: lambda
void stream(tf::greedy_decoder<spelling>& greedy, tf::sampling_decoder<spelling>&, const word& prompt) {
  greedy.stream([](std::int32_t) {}, prompt);
}
#elif WRONG_stream_of_the_prompt_before_its_function
// sentence: decoder(x...): each argument must have the type and the axes of the model's input
// names: lambda
void stream(tf::greedy_decoder<spelling>& greedy, tf::sampling_decoder<spelling>&, const word& prompt) {
  greedy.stream(prompt, [](std::size_t, std::int32_t) {});
}
#elif WRONG_sampled_stream_without_numbers
// sentence: sampling_decoder.stream(on_token, numbers, x...): numbers must be those of the rows, or {}
// names: Letters
void stream(tf::greedy_decoder<spelling>&, tf::sampling_decoder<spelling>& sample, const word& prompt) {
  sample.stream([](std::size_t, std::int32_t) {}, prompt);
}
#elif WRONG_decoder_of_no_prompt
// sentence: decoder(x...): there must be one argument for each input of the model
// names: spelling
void stream(tf::greedy_decoder<spelling>& greedy, tf::sampling_decoder<spelling>&, const word&) { greedy(); }
#elif WRONG_prompt_of_another_vocabulary
// sentence: decoder(x...): each argument must have the type and the axes of the model's input
// names: Sounds, Letters
void stream(tf::greedy_decoder<spelling>& greedy, tf::sampling_decoder<spelling>&, const word&) {
  greedy(tf::tokens<Sounds, Batch, Position>(1, 3));
}
#elif WRONG_prompt_on_another_axis
// sentence: decoder(x...): each argument must have the type and the axes of the model's input
// names: Other, Position
void stream(tf::greedy_decoder<spelling>& greedy, tf::sampling_decoder<spelling>&, const word&) {
  greedy(tf::tokens<Letters, Batch, Other>(1, 3));
}
#elif WRONG_prompt_that_is_text
// sentence: decoder(x...): each argument must have the type and the axes of the model's input
// names: char, Letters
void stream(tf::greedy_decoder<spelling>& greedy, tf::sampling_decoder<spelling>&, const word&) { greedy("cat"); }
#elif WRONG_prompt_and_a_length
// sentence: decoder(x...): there must be one argument for each input of the model
// names: spelling
void stream(tf::greedy_decoder<spelling>& greedy, tf::sampling_decoder<spelling>&, const word& prompt) {
  greedy(prompt, 8);
}
#elif WRONG_predicted_tokens_as_a_vector
// compiler: an initialization with another type
// names: predicted_tokens
void stream(tf::greedy_decoder<spelling>& greedy, tf::sampling_decoder<spelling>&, const word& prompt) {
  std::vector<std::int32_t> all = greedy(prompt);
}
#elif WRONG_hypotheses_as_tokens
// compiler: an initialization with another type
// names: hypothesis
void stream(tf::greedy_decoder<spelling>&, tf::sampling_decoder<spelling>&, const word& prompt) {
  extern tf::beam_decoder<spelling>& search;
  for (const std::int32_t token : search(prompt).row(0)) (void)token;
}
#endif

#if RIGHT
void steps(tf::decoding_session<spelling>& read, const word& prompt, const word& newest) {
  read.prefill(prompt);
  read.decode_step(newest);
}
#elif WRONG_step_of_a_number
// sentence: decoding_session.decode_step(newest): newest must be of the input that is decoded, and nothing else is given
// names: int, Letters
void steps(tf::decoding_session<spelling>& read, const word& prompt, const word&) {
  read.prefill(prompt);
  read.decode_step(19);
}
#elif WRONG_step_of_nothing
// sentence: decoding_session.decode_step(newest): newest must be of the input that is decoded, and nothing else is given
// names: Letters
void steps(tf::decoding_session<spelling>& read, const word& prompt, const word&) {
  read.prefill(prompt);
  read.decode_step();
}
#elif WRONG_step_of_prompt_and_token
// sentence: decoding_session.decode_step(newest): newest must be of the input that is decoded, and nothing else is given
// names: Letters
void steps(tf::decoding_session<spelling>& read, const word& prompt, const word& newest) {
  read.decode_step(prompt, newest);
}
#elif WRONG_prefill_of_nothing
// sentence: decoder(x...): there must be one argument for each input of the model
// names: spelling
void steps(tf::decoding_session<spelling>& read, const word&, const word&) { read.prefill(); }
#elif WRONG_prefill_of_a_vector
// sentence: decoder(x...): each argument must have the type and the axes of the model's input
// names: vector, Letters
void steps(tf::decoding_session<spelling>& read, const word&, const word&) {
  read.prefill(std::vector<std::int32_t>{3, 1, 20});
}
#elif WRONG_session_that_is_called
// sentence: decoding_session: it is not called; prefill(x...) reads the prompt, and decode_step(newest) what follows
// names: spelling
void steps(tf::decoding_session<spelling>& read, const word& prompt, const word&) { read(prompt); }
#endif

#if RIGHT
void score(tf::scorer<spelling>& score, const std::vector<std::int32_t>& lengths, const word& given) {
  score(lengths, given);
}
#elif WRONG_score_without_lengths
// sentence: scorer(lengths, x...): lengths must come first, how many tokens of each row are there
// names: Letters
void score(tf::scorer<spelling>& score, const std::vector<std::int32_t>&, const word& given) { score(given); }
#elif WRONG_score_of_tokens_before_lengths
// sentence: scorer(lengths, x...): lengths must come first, how many tokens of each row are there
// names: Letters
void score(tf::scorer<spelling>& score, const std::vector<std::int32_t>& lengths, const word& given) {
  score(given, lengths);
}
#elif WRONG_score_without_targets
// sentence: scorer(lengths, x...): there must be one argument for each input of the model
// names: spelling
void score(tf::scorer<spelling>& score, const std::vector<std::int32_t>& lengths, const word&) { score(lengths); }
#elif WRONG_score_with_lengths_of_another_type
// sentence: scorer(lengths, x...): lengths must come first, how many tokens of each row are there
// names: long
void score(tf::scorer<spelling>& score, const std::vector<std::int32_t>&, const word& given) {
  score(std::vector<std::size_t>{3}, given);
}
#elif WRONG_score_as_a_number
// compiler: an initialization with another type
// names: double
void score(tf::scorer<spelling>& score, const std::vector<std::int32_t>& lengths, const word& given) {
  const double log_probability = score(lengths, given);
}
#elif WRONG_scorer_without_threads
// sentence: decoder(weights, threads, ...): threads must be a kernels::threads that outlives it
// names: speller
void score(const tf::packed_weights<speller>& weights) { tf::scorer<spelling> made{weights}; }
#endif

#if RIGHT
void of_pairs(tf::scorer<pairs>& score, std::span<const std::int32_t> lengths, const digits& x, const reversed& y) {
  score(lengths, x, y, lengths);
}
#elif WRONG_score_of_a_source_without_its_target
// sentence: scorer(lengths, x...): there must be one argument for each input of the model
// names: backwards
void of_pairs(tf::scorer<pairs>& score, std::span<const std::int32_t> lengths, const digits& x, const reversed&) {
  score(lengths, x, lengths);
}
#elif WRONG_score_of_a_target_before_its_source
// sentence: decoder(x...): each argument must have the type and the axes of the model's input
// names: backwards
void of_pairs(tf::scorer<pairs>& score, std::span<const std::int32_t> lengths, const digits& x, const reversed& y) {
  score(lengths, y, x, lengths);
}
#endif

#if RIGHT
std::size_t length_of_first(tf::greedy_decoder<spelling>& greedy, const word& prompt) {
  return greedy(prompt).row(0).size();
}
using weights_of_layers = tf::cross_attention<backwards, Batch>;
#elif WRONG_row_in_brackets
// sentence: tokens[b]: the tokens of row b are row(b)
std::size_t length_of_first(tf::greedy_decoder<spelling>& greedy, const word& prompt) { return greedy(prompt)[0].size(); }
#elif WRONG_cross_attention_of_a_model
// sentence: transformer_decoding<Config, Batch>: Config must be a configuration, which derives from conventions<...>
// names: speller
void show(tf::cross_attention<speller, Batch>& show, const word& given) { show(given); }
#endif

// A model that is decoded and run: its mistake is one error.
#if RIGHT
struct follower {
  using embedding_type = tf::embedding<Letters, Width>;
  using map_type = tf::linear<Width, Width>;
  BOOST_HANA_DEFINE_STRUCT(follower, (embedding_type, embedding), (map_type, map));
  constexpr auto operator()(const tf::expression auto& letters) const {
    return tf::in_frame(*this, letters, [&] { return embedding.logits(let(map(embedding(letters)))); });
  }
};
struct following : tf::decoding_of<follower, Position, word> {};
void decode_and_run(const tf::packed_weights<follower>& weights, tf::kernels::threads& threads, const word& prompt) {
  tf::session<follower, float, word> run{weights, threads};
  run(prompt);
  tf::greedy_decoder<following> greedy{weights, threads};
  greedy(prompt);
}
#elif WRONG_embedding_of_a_decoded_model_turned_round
// sentence: embedding(x): x must be tokens of the layer's vocabulary
// names: Letters, Width
struct follower {
  using embedding_type = tf::embedding<Width, Letters>;
  using map_type = tf::linear<Width, Width>;
  BOOST_HANA_DEFINE_STRUCT(follower, (embedding_type, embedding), (map_type, map));
  constexpr auto operator()(const tf::expression auto& letters) const {
    return tf::in_frame(*this, letters, [&] { return embedding.logits(let(map(embedding(letters)))); });
  }
};
struct following : tf::decoding_of<follower, Position, word> {};
void decode_and_run(const tf::packed_weights<follower>& weights, tf::kernels::threads& threads, const word& prompt) {
  tf::session<follower, float, word> run{weights, threads};
  run(prompt);
  tf::greedy_decoder<following> greedy{weights, threads};
  greedy(prompt);
}
#elif WRONG_layer_of_a_decoded_model_of_another_width
// sentence: linear(x): the last axis of x must be the layer's In
// names: Width, Letters
struct follower {
  using embedding_type = tf::embedding<Letters, Width>;
  using map_type = tf::linear<Letters, Width>;
  BOOST_HANA_DEFINE_STRUCT(follower, (embedding_type, embedding), (map_type, map));
  constexpr auto operator()(const tf::expression auto& letters) const {
    return tf::in_frame(*this, letters, [&] { return embedding.logits(let(map(embedding(letters)))); });
  }
};
struct following : tf::decoding_of<follower, Position, word> {};
void decode_and_run(const tf::packed_weights<follower>& weights, tf::kernels::threads& threads, const word& prompt) {
  tf::greedy_decoder<following> greedy{weights, threads};
  greedy(prompt);
  tf::session<follower, float, word> run{weights, threads};
  run(prompt);
}
#endif

// The weights of cross-attention.
#if RIGHT
void seen(tf::cross_attention<backwards, Batch>& weights, const digits& x, const reversed& y, const std::vector<std::int32_t>& n) { weights(x, n, y, n); }
#elif WRONG_cross_attention_without_lengths
// sentence: cross_attention(source, source_lengths, target, target_lengths): behind the tokens of each language must be how many of each row are there
// names: backwards
void seen(tf::cross_attention<backwards, Batch>& weights, const digits& x, const reversed& y, const std::vector<std::int32_t>& n) { weights(x, y); }
#elif WRONG_cross_attention_with_lengths_behind_both
// sentence: cross_attention(source, source_lengths, target, target_lengths): behind the tokens of each language must be how many of each row are there
// names: backwards
void seen(tf::cross_attention<backwards, Batch>& weights, const digits& x, const reversed& y, const std::vector<std::int32_t>& n) { weights(x, y, n, n); }
#elif WRONG_cross_attention_of_the_source_alone
// sentence: cross_attention(source, source_lengths, target, target_lengths): behind the tokens of each language must be how many of each row are there
// names: backwards
void seen(tf::cross_attention<backwards, Batch>& weights, const digits& x, const reversed& y, const std::vector<std::int32_t>& n) { weights(x, n); }
#elif WRONG_cross_attention_of_numbers_of_tokens
// sentence: cross_attention(source, source_lengths, target, target_lengths): behind the tokens of each language must be how many of each row are there
// names: int
void seen(tf::cross_attention<backwards, Batch>& weights, const digits& x, const reversed& y, const std::vector<std::int32_t>& n) { weights(x, 3, y, 3); }
#endif

// Without template arguments.
#if RIGHT
void name(const tf::packed_weights<speller>& packed, tf::kernels::threads& threads) {
  tf::greedy_decoder<spelling> greedy{packed, threads};
  tf::scorer<spelling> scorer{packed, threads};
}
#elif WRONG_greedy_decoder_not_named
// sentence: what is decoded must be named: greedy_decoder<transformer_decoding<my_config, Batch>> decode{packed, threads}
// names: left_out
void name(const tf::packed_weights<speller>& packed, tf::kernels::threads& threads) {
  tf::greedy_decoder decode{packed, threads};
}
#elif WRONG_beam_decoder_not_named
// sentence: what is decoded must be named: greedy_decoder<transformer_decoding<my_config, Batch>> decode{packed, threads}
// names: left_out
void name(const tf::packed_weights<speller>& packed, tf::kernels::threads& threads) {
  tf::beam_decoder decode{packed, threads, tf::beam_options{.width = 4}};
}
#elif WRONG_sampling_decoder_not_named
// sentence: what is decoded must be named: greedy_decoder<transformer_decoding<my_config, Batch>> decode{packed, threads}
// names: left_out
void name(const tf::packed_weights<speller>& packed, tf::kernels::threads& threads) {
  tf::sampling_decoder decode{packed, threads, 7};
}
#elif WRONG_scorer_not_named
// sentence: what is decoded must be named: greedy_decoder<transformer_decoding<my_config, Batch>> decode{packed, threads}
// names: left_out
void name(const tf::packed_weights<speller>& packed, tf::kernels::threads& threads) {
  tf::scorer decode{packed, threads};
}
#elif WRONG_decoding_session_not_named
// sentence: what is decoded must be named: greedy_decoder<transformer_decoding<my_config, Batch>> decode{packed, threads}
// names: left_out
void name(const tf::packed_weights<speller>& packed, tf::kernels::threads& threads) {
  tf::decoding_session decode{packed, threads};
}
#endif

// Calls of sessions and samplers with fewer arguments, or others.
#if RIGHT
void call(tf::sampling_decoder<spelling>& sample, tf::decoding_session<spelling>& session, const word& prompt) {
  const std::vector<std::uint64_t> numbers{7, 8};
  sample.numbered(numbers, prompt);
  session.copy_row(0, 1);
  session.rewind(2);
}
#elif WRONG_numbers_of_rows_as_ints
// sentence: sampling_decoder.numbered(numbers, inputs...): numbers must come first, a range of std::uint64_t with one for each row
// names: vector
void call(tf::sampling_decoder<spelling>& sample, tf::decoding_session<spelling>& session, const word& prompt) {
  const std::vector<int> numbers{7, 8};
  sample.numbered(numbers, prompt);
}
#elif WRONG_numbers_of_rows_behind_the_prompt
// sentence: sampling_decoder.numbered(numbers, inputs...): numbers must come first, a range of std::uint64_t with one for each row
// names: tokens
void call(tf::sampling_decoder<spelling>& sample, tf::decoding_session<spelling>& session, const word& prompt) {
  const std::vector<std::uint64_t> numbers{7, 8};
  sample.numbered(prompt, numbers);
}
#elif WRONG_rewind_to_nowhere
// sentence: decoding_session.rewind(position): the position that is read next must be named, a whole number
void call(tf::sampling_decoder<spelling>& sample, tf::decoding_session<spelling>& session, const word& prompt) {
  session.rewind();
}
#elif WRONG_copy_of_one_row
// sentence: decoding_session.copy_row(from, to): both rows must be whole numbers
// names: int
void call(tf::sampling_decoder<spelling>& sample, tf::decoding_session<spelling>& session, const word& prompt) {
  session.copy_row(0);
}
#endif
