#pragma once
#include <typeformer/decode/decoding_of.hpp>
#include <typeformer/layers/encoder_model.hpp>
#include <typeformer/layers/language_model.hpp>

/// The decoder-only and the encoder-only model that rows and bench/quality measure: GPT and BERT but for their
/// positions, which are sinusoids.
namespace bench::ours {

struct rows_of_model : typeformer::axis<"B", typeformer::up_to<16>> {};

struct sequence_config : typeformer::conventions<typeformer::norm_before, typeformer::gelu_activation> {
  struct Position : typeformer::axis<"N", typeformer::up_to<64>> {};
  struct Vocabulary : typeformer::axis<"V", 8192> {};
  struct Class : typeformer::axis<"class", 64> {};
  struct Model : typeformer::axis<"d_model", 512> {};
  struct Head : typeformer::axis<"h", 8> {};
  struct Width : typeformer::quotient<"d̃", Model, Head> {};
  struct Inner : typeformer::axis<"d_ff", 2048> {};
  static constexpr std::size_t encoder_layers = 6, decoder_layers = 6;
  using embeddings = typeformer::tied_output;
};
using decoder_only = typeformer::language_model<sequence_config>;
using encoder_only = typeformer::encoder_model<sequence_config>;
using model_tokens = typeformer::tokens<sequence_config::Vocabulary, rows_of_model, sequence_config::Position>;

/// So many tokens behind a prompt, whatever they are: nothing ends a row.
struct generation : typeformer::decoding_of<decoder_only, sequence_config::Position, model_tokens> {};

}  // namespace bench::ours
