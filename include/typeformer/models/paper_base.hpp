#pragma once
#include <typeformer/layers/transformer.hpp>

namespace typeformer {

/// The base model of Vaswani et al. 2017 with 37,000 words that source and target share: attention without biases,
/// feed-forward with, one table for both embeddings and the output.
struct paper_base : conventions<attention_bias<without_bias>, layer_norms<inside_root<std::micro>>> {
  struct Source : axis<"N", up_to<512>> {};
  struct Target : axis<"L", up_to<512>> {};
  struct Vocabulary : axis<"V", 37'000> {};
  struct Model : axis<"d_model", 512> {};
  struct Head : axis<"h", 8> {};
  struct Width : quotient<"d̃", Model, Head> {};
  struct Inner : axis<"d_ff", 2048> {};
  using SourceVocabulary = Vocabulary;
  using TargetVocabulary = Vocabulary;

  static constexpr std::size_t encoder_layers = 6, decoder_layers = 6;
  using embeddings = one_table;
};

/// A configuration without its norms, for counts that leave them out.
template <class Config>
struct without_norms : with_choices<Config, no_norms> {};

}  // namespace typeformer
