#pragma once
#include <cstdint>

#include <typeformer/layers/transformer.hpp>

namespace typeformer {

/// From spelling to phones: letters in, ARPAbet phones out. Weights of this model are embedded in the library
/// (pronounce/pronouncer.hpp).
struct pronounce : conventions<norm_before> {
  struct Batch : axis<"B", up_to<64>> {};
  /// A word's letters and the end.
  struct Source : axis<"N", up_to<64>> {};
  /// The start and the phones.
  struct Target : axis<"L", up_to<40>> {};
  /// Pad, start, end, A to Z, apostrophe.
  struct Letter : axis<"letter", 30> {};
  /// Pad, start, end, 39 phones.
  struct Phone : axis<"phone", 42> {};
  struct Model : axis<"d_model", 128> {};
  struct Head : axis<"h", 4> {};
  struct Width : quotient<"d̃", Model, Head> {};
  struct Inner : axis<"d_ff", 512> {};
  using SourceVocabulary = Letter;  ///< letters
  using TargetVocabulary = Phone;   ///< phones

  static constexpr std::size_t encoder_layers = 6;     ///< that read the letters
  static constexpr std::size_t decoder_layers = 4;     ///< that predict the phones
  static constexpr std::int32_t padding_token = 0;     ///< behind a row's end, of letters and of phones
  static constexpr std::int32_t start_token = 1;       ///< before the phones
  static constexpr std::int32_t end_token = 2;         ///< behind the phones
  static constexpr std::int32_t source_end_token = 2;  ///< behind the letters
  using embeddings = tied_output;                      ///< the output projection is the table of phones
};

/// The model that `pronounce` was at first, on the same axes. Files of its weights can still be read.
struct first_pronounce : with_choices<pronounce, norm_after> {
  static constexpr std::size_t encoder_layers = 3;  ///< where pronounce has 6
  static constexpr std::size_t decoder_layers = 3;  ///< where pronounce has 4
};

}  // namespace typeformer
