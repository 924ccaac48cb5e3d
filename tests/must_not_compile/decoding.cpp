// Models that are decoded: what they look at, what they are given, what they yield.
#include <cstdint>
#include <span>

#include <typeformer/typeformer.hpp>

namespace tf = typeformer;

struct Batch : tf::axis<"B", tf::up_to<4>> {};
struct Position : tf::axis<"N", tf::up_to<9>> {};
struct Fixed : tf::axis<"N", 9> {};
struct Other : tf::axis<"o", tf::up_to<9>> {};
struct Letter : tf::axis<"letter", 17> {};
struct Phone : tf::axis<"phone", 17> {};


struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 16> {};
  struct Head : tf::axis<"h", 2> {};
  struct Width : tf::axis<"w", 8> {};
  struct Inner : tf::axis<"d_ff", 32> {};
  static constexpr std::size_t encoder_layers = 1;
};
using embedding = tf::embedding<Letter, mine::Model>;
using encoder = tf::encoder<mine>;

template <class Mask, class Logits = Letter>
struct language_model {
  using to_logits = tf::linear<mine::Model, Logits>;
  BOOST_HANA_DEFINE_STRUCT(language_model, (embedding, embed), (encoder, layers), (to_logits, logits));
  constexpr auto operator()(const auto& x) const {
    return tf::in_frame(*this, x, [&] { return logits(layers(embed(x), Mask{})); });
  }
};
using causal_model = language_model<tf::causal<Position>>;

using word = tf::tokens<Letter, Batch, Position>;

#if RIGHT
constexpr auto bytes = tf::greedy_decoder<tf::decoding_of<causal_model, Position, word>>::state_bytes;
#elif WRONG_model_that_sees_later_positions
// sentence: decoding_of<M, Sequence, ...>: M cannot be decoded, since this operation looks at later positions of Sequence, or does not say that it looks at none
// names: language_model, Position, attention
constexpr auto bytes =
    tf::greedy_decoder<tf::decoding_of<language_model<tf::no_mask>, Position, word>>::state_bytes;
#elif WRONG_model_that_sees_a_local_window
// row: local attention
// sentence: decoding_of<M, Sequence, ...>: M cannot be decoded, since this operation looks at later positions of Sequence, or does not say that it looks at none
// names: language_model, Position, attention
constexpr auto bytes =
    tf::greedy_decoder<tf::decoding_of<language_model<tf::local_window<Position, 3>>, Position, word>>::state_bytes;
#elif WRONG_decoding_along_the_axis_of_no_input
// sentence: decoding_of<M, Sequence, Input...>: exactly one input must have the axis Sequence
// names: Other
constexpr auto bytes = tf::greedy_decoder<tf::decoding_of<causal_model, Other, word>>::state_bytes;
#elif WRONG_decoding_along_the_batch
// sentence: decoder: Sequence must be the last axis of the tokens, as in tokens<Vocabulary, Batch, Sequence>
// names: Batch, Position
constexpr auto bytes = tf::greedy_decoder<tf::decoding_of<causal_model, Batch, word>>::state_bytes;
#elif WRONG_end_token_outside_of_the_vocabulary
// sentence: decoder: end_token must be a token of the vocabulary, a `static constexpr std::int32_t` from 0 and below its extent
// names: spelled, Letter, 17
struct spelled : tf::decoding_of<causal_model, Position, word> {
  static constexpr std::int32_t end_token = 17;
};
constexpr auto bytes = tf::greedy_decoder<spelled>::state_bytes;
#elif WRONG_end_token_that_is_no_whole_number
// sentence: decoder: end_token must be a token of the vocabulary, a `static constexpr std::int32_t` from 0 and below its extent
// names: spelled, Letter
struct spelled : tf::decoding_of<causal_model, Position, word> {
  static constexpr double end_token = 0.5;
};
constexpr auto bytes = tf::greedy_decoder<spelled>::state_bytes;
#elif WRONG_end_token_that_is_not_static
// sentence: decoder: end_token must be a token of the vocabulary, a `static constexpr std::int32_t` from 0 and below its extent
// names: spelled, Letter
struct spelled : tf::decoding_of<causal_model, Position, word> {
  std::int32_t end_token = 0;
};
constexpr auto bytes = tf::greedy_decoder<spelled>::state_bytes;
#elif WRONG_prompt_of_no_positions
// sentence: decoder: most_prompt, the positions that are read at once, must be a constant of 1 or more: `static constexpr std::size_t most_prompt = 16;`
// names: spelled
struct spelled : tf::decoding_of<causal_model, Position, word> {
  static constexpr std::size_t most_prompt = 0;
};
constexpr auto bytes = tf::greedy_decoder<spelled>::state_bytes;
#elif WRONG_negative_start_token
// sentence: decoder: start_token must be a token of the vocabulary, a `static constexpr std::int32_t` from 0 and below its extent
// names: spelled, Letter, -1
struct spelled : tf::decoding_of<causal_model, Position, word> {
  static constexpr std::int32_t start_token = -1;
};
constexpr auto bytes = tf::greedy_decoder<spelled>::state_bytes;
#elif WRONG_logits_of_another_vocabulary
// sentence: decoder: the model must yield logits of the vocabulary of its tokens, [the tokens' axes, Vocabulary]
// names: Phone, Letter
constexpr auto bytes =
    tf::greedy_decoder<tf::decoding_of<language_model<tf::causal<Position>, Phone>, Position, word>>::state_bytes;
#endif

struct mean_of_earlier {
  BOOST_HANA_DEFINE_STRUCT(mean_of_earlier, (embedding, embed));
  constexpr auto operator()(const auto& x) const {
    return tf::in_frame(*this, x, [&] {
      const auto y = let(embed(x));
      return embed.logits(y - tf::mean<Position>(y));
    });
  }
};
struct of_renamed {
  BOOST_HANA_DEFINE_STRUCT(of_renamed, (embedding, embed));
  constexpr auto operator()(const auto& x) const {
    return tf::in_frame(*this, x, [&] {
      const auto y = let(embed(x));
      return embed.logits(softmax(y * transpose(tf::rename<Position, Other>(y))) * tf::rename<Position, Other>(y));
    });
  }
};
struct of_renamed_tokens {
  BOOST_HANA_DEFINE_STRUCT(of_renamed_tokens, (embedding, embed));
  constexpr auto operator()(const auto& x) const {
    return tf::in_frame(*this, x, [&] {
      return embed.logits(let(embed(x)) + tf::mean<Other>(embed(let(tf::rename<Position, Other>(x)))));
    });
  }
};
struct scan_over_all {
  BOOST_HANA_DEFINE_STRUCT(scan_over_all, (embedding, embed));
  constexpr auto operator()(const auto& x) const {
    return tf::in_frame(*this, x, [&] {
      const auto y = let(embed(x));
      const auto h = let(tf::scan<Position>(tf::zeros<Batch, mine::Model>(y), y, [&](const auto& s, const auto& now) {
        return s + now + tf::mean<Position>(y);
      }));
      return [this, h] { return embed.logits(h); };
    });
  }
};
template <class Mask>
struct of_offset {
  BOOST_HANA_DEFINE_STRUCT(of_offset, (embedding, embed));
  constexpr auto operator()(const auto& x) const {
    return tf::in_frame(*this, x, [&] {
      const auto y = let(embed(x));
      return embed.logits(softmax(y * transpose(y) + Mask{1}) * y);
    });
  }
};

#if RIGHT
constexpr auto step = tf::decoding_session<tf::decoding_of<causal_model, Position, word>>::workspace_bytes;
#elif WRONG_model_that_takes_the_mean_of_all
// sentence: decoding_of<M, Sequence, ...>: M cannot be decoded, since this operation looks at later positions of Sequence, or does not say that it looks at none
// names: mean_of_earlier, Position, mean
constexpr auto step = tf::decoding_session<tf::decoding_of<mean_of_earlier, Position, word>>::workspace_bytes;
#elif WRONG_model_that_renames_its_positions
// sentence: decoding_of<M, Sequence, ...>: M cannot be decoded, since this operation looks at later positions of Sequence, or does not say that it looks at none
// names: of_renamed, Position, rename
constexpr auto step = tf::decoding_session<tf::decoding_of<of_renamed, Position, word>>::workspace_bytes;
#elif WRONG_model_that_renames_the_positions_of_tokens
// sentence: decoding_of<M, Sequence, ...>: M cannot be decoded, since this operation looks at later positions of Sequence, or does not say that it looks at none
// names: of_renamed_tokens, Position, rename
constexpr auto step = tf::decoding_session<tf::decoding_of<of_renamed_tokens, Position, word>>::workspace_bytes;
#elif WRONG_scan_whose_step_uses_all_positions
// sentence: decoding_of<M, Sequence, ...>: M cannot be decoded, since this operation looks at later positions of Sequence, or does not say that it looks at none
// names: scan_over_all, Position, scan
constexpr auto step = tf::decoding_session<tf::decoding_of<scan_over_all, Position, word>>::workspace_bytes;
#elif WRONG_causal_mask_that_shows_the_next_position
// sentence: decoding_of<M, Sequence, ...>: M cannot be decoded, since this operation looks at later positions of Sequence, or does not say that it looks at none
// names: of_offset, Position, attention
constexpr auto step = tf::decoding_session<
    tf::decoding_of<of_offset<tf::causal<Position>>, Position, word>>::workspace_bytes;
#elif WRONG_window_that_ends_with_the_next_position
// sentence: decoding_of<M, Sequence, ...>: M cannot be decoded, since this operation looks at later positions of Sequence, or does not say that it looks at none
// names: of_offset, Position, sliding_window
constexpr auto step = tf::decoding_session<
    tf::decoding_of<of_offset<tf::sliding_window<Position, 3>>, Position, word>>::workspace_bytes;
#elif WRONG_sequence_of_a_known_extent
// sentence: decoding_of<M, Sequence, Input...>: the extent of Sequence must be known at run time, up_to<...>
// names: Fixed
constexpr auto step = tf::decoding_session<
    tf::decoding_of<language_model<tf::causal<Fixed>>, Fixed, tf::tokens<Letter, Batch, Fixed>>>::workspace_bytes;
#endif

using numbers = tf::shape<Batch, Position, mine::Model>;

#if RIGHT
constexpr auto kept = tf::decoding_state_bytes<tf::decoding_of<causal_model, Position, word>, float>;
#elif WRONG_decoder_of_numbers
// sentence: decoder: the input on Sequence must be tokens<Vocabulary, ...>
// names: Batch, Position
constexpr auto kept = tf::greedy_decoder<tf::decoding_of<tf::feed_forward<mine::Model, mine::Inner>, Position,
                                                         numbers>>::state_bytes;
#endif

struct spelling : tf::decoding_of<causal_model, Position, word> {
  static constexpr std::int32_t end_token = 0;
};

#if RIGHT
void run(tf::greedy_decoder<spelling>& decode, const word& x) { decode(x); }
#elif WRONG_prompt_of_another_vocabulary
// sentence: decoder(x...): each argument must have the type and the axes of the model's input
// names: Phone, Letter
void run(tf::greedy_decoder<spelling>& decode, const tf::tokens<Phone, Batch, Position>& x) { decode(x); }
#elif WRONG_decoder_of_no_argument
// sentence: decoder(x...): there must be one argument for each input of the model
// names: spelling
void run(tf::greedy_decoder<spelling>& decode, const word&) { decode(); }
#endif

#if RIGHT
auto tokens_of_the_first_row(const tf::predicted_tokens<Position>& predicted) { return predicted.row(0); }
#elif WRONG_row_in_brackets
// sentence: tokens[b]: the tokens of row b are row(b)
// names: int
auto tokens_of_the_first_row(const tf::predicted_tokens<Position>& predicted) { return predicted[0]; }
#endif

#if RIGHT
void end(tf::decoding_session<tf::decoding_of<causal_model, Position, word>>& read) { read.remove_rows(0); }
#elif WRONG_removal_of_a_row_of_a_constant_batch
// sentence: decoding_session.remove_rows(first, count): the batch's extent must be known at run time alone, up_to<...>
// names: Four
struct Four : tf::axis<"B", 4> {};
void end(tf::decoding_session<tf::decoding_of<causal_model, Position, tf::tokens<Letter, Four, Position>>>& read) {
  read.remove_rows(0);
}
#endif

// The weights of cross-attention.
struct translated : mine {
  struct Source : tf::axis<"S", tf::up_to<9>> {};
  struct Target : tf::axis<"T", tf::up_to<9>> {};
  using SourceVocabulary = Letter;
  using TargetVocabulary = Phone;
  using embeddings = tf::tied_output;
  static constexpr std::size_t encoder_layers = 1, decoder_layers = 1;
  static constexpr std::int32_t start_token = 0, end_token = 1, padding_token = 2;
};
using letters = tf::tokens<Letter, Batch, translated::Source>;
using phones = tf::tokens<Phone, Batch, translated::Target>;

#if RIGHT
void seen(tf::cross_attention<translated, Batch>& weights, const letters& x, const phones& y, std::span<const std::int32_t> n) { weights(x, n, y, n); }
#elif WRONG_cross_attention_without_lengths
// sentence: cross_attention(source, source_lengths, target, target_lengths): behind the tokens of each language must be how many of each row are there
// names: Letter, Phone
void seen(tf::cross_attention<translated, Batch>& weights, const letters& x, const phones& y, std::span<const std::int32_t> n) { weights(x, y); }
#endif

// What is decoded does not follow from what a decoder is made with.
#if RIGHT
void decode_named(const tf::packed_weights<causal_model>& packed, tf::kernels::threads& threads) {
  tf::greedy_decoder<tf::decoding_of<causal_model, Position, word>> decode{packed, threads};
}
#elif WRONG_decoder_without_template_arguments
// sentence: what is decoded must be named: greedy_decoder<transformer_decoding<my_config, Batch>> decode{packed, threads}
// names: left_out
void decode_named(const tf::packed_weights<causal_model>& packed, tf::kernels::threads& threads) {
  tf::greedy_decoder decode{packed, threads};
}
#endif
