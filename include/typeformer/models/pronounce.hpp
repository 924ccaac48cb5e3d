#pragma once
#include <cstdint>

#include <typeformer/layers/transformer.hpp>

namespace typeformer {

/// From spelling to phones: letters in, ARPAbet phones out. Weights of this model are embedded in the library
/// (pronounce/pronouncer.hpp).
struct pronounce : conventions<norm_before> {
  struct Batch : axis<"B", up_to<64>> {};
  struct Source : axis<"N", up_to<64>> {};  // a word's letters and the end
  struct Target : axis<"L", up_to<40>> {};  // the start and the phones
  struct Letter : axis<"letter", 30> {};    // pad, start, end, A to Z, apostrophe
  struct Phone : axis<"phone", 42> {};      // pad, start, end, 39 phones
  struct Model : axis<"d_model", 128> {};
  struct Head : axis<"h", 4> {};
  struct Width : quotient<"d̃", Model, Head> {};
  struct Inner : axis<"d_ff", 512> {};
  using SourceVocabulary = Letter;
  using TargetVocabulary = Phone;

  static constexpr std::size_t encoder_layers = 6, decoder_layers = 4;
  static constexpr std::int32_t padding_token = 0, start_token = 1, end_token = 2, source_end_token = 2;
  using embeddings = tied_output;
};

/// The model that `pronounce` was at first, on the same axes. Files of its weights can still be read.
struct first_pronounce : with_choices<pronounce, norm_after> {
  static constexpr std::size_t encoder_layers = 3, decoder_layers = 3;
};

}  // namespace typeformer
