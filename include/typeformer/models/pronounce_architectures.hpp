#pragma once
#include <typeformer/layers/convolutional_encoder.hpp>
#include <typeformer/layers/mechanisms/linear_attention.hpp>
#include <typeformer/layers/recurrent/encoder_decoder.hpp>
#include <typeformer/models/pronounce.hpp>

/// The task of `pronounce` by other architectures, on its axes and of like numbers of parameters
/// (docs/architectures.md).
namespace typeformer {

/// The window of a convolution.
struct five_letters : axis<"k", 5> {};

/// A plain recurrent encoder-decoder: all that the decoder knows of a word is in its first state.
struct rnn_pronounce : with_choices<pronounce, no_positions, dropout_rate<runtime_dropout>,
                                    recurrent_encoder<rnn_cells>, recurrent_decoder<rnn_cells>> {
  struct Model : axis<"d_model", 448> {};
  static constexpr std::size_t encoder_layers = 2;  ///< recurrent ones
  static constexpr std::size_t decoder_layers = 2;  ///< recurrent ones
};

/// rnn_pronounce with attention to the letters.
struct rnn_attention_pronounce : with_choices<rnn_pronounce, recurrent_decoder<rnn_cells, luong_attention>> {};

/// rnn_attention_pronounce with gated recurrent units.
struct gru_attention_pronounce : with_choices<rnn_attention_pronounce, recurrent_encoder<gru_cells>,
                                              recurrent_decoder<gru_cells, luong_attention>> {
  struct Model : axis<"d_model", 256> {};
  static constexpr std::size_t encoder_layers = 3;  ///< recurrent ones
};

/// rnn_attention_pronounce with long short-term memories.
struct lstm_attention_pronounce : with_choices<rnn_attention_pronounce, recurrent_encoder<lstm_cells>,
                                               recurrent_decoder<lstm_cells, luong_attention>> {
  struct Model : axis<"d_model", 240> {};
};

/// Linear attention to a word's own letters and phones; the decoder's attention to the encoder is softmax attention.
struct linear_pronounce : with_choices<pronounce, dropout_rate<runtime_dropout>, linear_attention<>> {};

/// A convolutional encoder with the decoder of a Transformer.
struct convolution_pronounce
    : with_choices<pronounce, dropout_rate<runtime_dropout>, convolutional_encoder<five_letters>> {
  /// Convolutions, each of which sees two letters more to both sides.
  static constexpr std::size_t encoder_layers = 12;
};

}  // namespace typeformer
