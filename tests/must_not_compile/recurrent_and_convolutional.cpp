// Recurrent layers and convolutions.
#include <typeformer/layers/convolutional_encoder.hpp>
#include <typeformer/layers/recurrent/encoder_decoder.hpp>
#include <typeformer/readings/running.hpp>

namespace tf = typeformer;

template <class... A>
using input = tf::value<float, tf::shape<A...>>;

struct Batch : tf::axis<"B", 8> {};
struct Query : tf::axis<"N", 16> {};
struct Model : tf::axis<"d", 32> {};
struct Inner : tf::axis<"f", 32> {};
struct Kernel : tf::axis<"k", 3> {};
struct Even : tf::axis<"k", 4> {};
struct Unknown : tf::axis<"k", tf::up_to<3>> {};

// -------------------------------------------------------------------------------------------------- recurrent layers
#if RIGHT
void rnn(input<Batch, Query, Model> x, tf::rnn<Model, Inner> layer) { layer(x); }
#elif WRONG_rnn_of_another_width
// row: recurrent cell
// sentence: recurrent(x): the last axis of x must be the cell's In
// names: Model, Inner
void rnn(input<Batch, Query, Model> x, tf::rnn<Inner, Model> layer) { layer(x); }
#elif WRONG_rnn_of_one_position
// row: recurrent cell
// sentence: recurrent(x): x must have a sequence axis and a width
// names: Model
void rnn(input<Model> x, tf::rnn<Model, Inner> layer) { layer(x); }
#elif WRONG_gru_of_another_width
// row: GRU
// sentence: recurrent(x): the last axis of x must be the cell's In
// names: Model, Inner
void rnn(input<Batch, Query, Model> x, tf::gru<Inner, Model> layer) { layer(x); }
#endif

#if RIGHT
void lstm(input<Batch, tf::direct_sum<Inner, Inner>> start, input<Batch, Query, Model> x, tf::lstm<Model, Inner> layer) { layer(start, x); }
#elif WRONG_lstm_that_begins_without_its_memory
// row: LSTM
// sentence: recurrent(start, x): start must have the axes of x before the sequence axis, and the cell's State
// names: Batch, Inner
void lstm(input<Batch, Inner> start, input<Batch, Query, Model> x, tf::lstm<Model, Inner> layer) { layer(start, x); }
#elif WRONG_lstm_whose_rows_begin_alike
// row: LSTM
// sentence: recurrent(start, x): start must have the axes of x before the sequence axis, and the cell's State
// names: Batch, Inner
void lstm(input<tf::direct_sum<Inner, Inner>> start, input<Batch, Query, Model> x, tf::lstm<Model, Inner> layer) { layer(start, x); }
#endif

// -------------------------------------------------------------------------------------------------- convolutions
#if RIGHT
void convolution(input<Batch, Query, Model> x, tf::convolution<Model, Inner, Kernel> layer) { let(layer(x)); }
#elif WRONG_convolution_of_another_width
// row: convolution
// sentence: convolution(x): the last axis of x must be the layer's In
// names: Model, Inner
void convolution(input<Batch, Query, Model> x, tf::convolution<Inner, Model, Kernel> layer) { let(layer(x)); }
#elif WRONG_convolution_of_one_position
// row: convolution
// sentence: convolution(x): x must have a sequence axis and a width
// names: Model
void convolution(input<Model> x, tf::convolution<Model, Inner, Kernel> layer) { let(layer(x)); }
#elif WRONG_convolution_of_an_even_window
// row: convolution
// sentence: convolution<In, Out, Kernel>: the extent of Kernel must be an odd number that the compiler knows
// names: Even
void convolution(input<Batch, Query, Model> x, tf::convolution<Model, Inner, Even> layer) { let(layer(x)); }
#elif WRONG_convolution_of_a_run_time_window
// row: convolution
// sentence: convolution<In, Out, Kernel>: the extent of Kernel must be an odd number that the compiler knows
// names: Unknown
void convolution(input<Batch, Query, Model> x, tf::convolution<Model, Inner, Unknown> layer) { let(layer(x)); }
#elif WRONG_convolution_of_dilation_zero
// row: dilated convolution
// sentence: convolution<In, Out, Kernel, Bias, Dilation>: Dilation must be 1 at least
// names: Kernel
void convolution(input<Batch, Query, Model> x, tf::convolution<Model, Inner, Kernel, tf::with_bias, 0> layer) { let(layer(x)); }
#endif

// -------------------------------------------------------------------------------------------------- of encoder-decoders
struct mine : tf::conventions<tf::recurrent_encoder<tf::gru_cells>, tf::recurrent_decoder<tf::gru_cells, tf::luong_attention>> {
  using Model = ::Model;
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"w", 8> {};
  using Inner = ::Inner;
  static constexpr std::size_t encoder_layers = 2, decoder_layers = 2;
};
using recurrent_encoder = tf::recurrent_encoder<tf::gru_cells>::encoder<mine>;
using recurrent_decoder = tf::recurrent_decoder<tf::gru_cells, tf::luong_attention>::decoder<mine>;
using convolutional_encoder = tf::convolutional_encoder<Kernel>::encoder<mine>;
struct Key : tf::axis<"M", 16> {};

#if RIGHT
struct of_cells : tf::conventions<tf::recurrent_encoder<tf::lstm_cells>> {};
#elif WRONG_cells_that_are_a_cell
// row: RNN encoder-decoder
// sentence: cells of a recurrence are expected here, such as tf::gru_cells: a type with a template cell<Model>
// names: lstm_cell
struct of_cells : tf::conventions<tf::recurrent_encoder<tf::lstm_cell<Model, Model>>> {};
#elif WRONG_attention_of_a_transformer_behind_a_recurrence
// row: RNN with attention
// sentence: the attention of a recurrent decoder is expected here: tf::luong_attention or tf::without_attention
// names: softmax_attention
struct of_cells : tf::conventions<tf::recurrent_decoder<tf::gru_cells, tf::softmax_attention>> {};
#endif

#if RIGHT
void encode(input<Batch, Query, Model> x, recurrent_encoder layers) { layers(x); }
#elif WRONG_recurrent_encoder_of_another_width
// row: RNN encoder-decoder
// sentence: recurrent_layers(x): the last axis of x must be the model's width
// names: Inner, Model
void encode(input<Batch, Query, Inner> x, recurrent_encoder layers) { layers(x); }
#elif WRONG_recurrent_encoder_of_one_position
// row: RNN encoder-decoder
// sentence: recurrent_layers(x): x must have a sequence axis and a width
// names: Model
void encode(input<Model> x, recurrent_encoder layers) { layers(x); }
#endif

#if RIGHT
void decode(input<Batch, Query, Model> x, input<Batch, Key, Model> y, recurrent_decoder layers) { layers(x, y, tf::causal<Query>{}); }
#elif WRONG_recurrent_decoder_of_another_width
// row: encoder-decoder p(y|x)
// sentence: recurrent_decoder(x, encoder_output, ...): the last axis of x must be the model's width
// names: Inner, Model
void decode(input<Batch, Query, Inner> x, input<Batch, Key, Model> y, recurrent_decoder layers) { layers(x, y, tf::causal<Query>{}); }
#elif WRONG_recurrent_decoder_of_one_position
// row: RNN encoder-decoder
// sentence: recurrent_decoder(x, encoder_output, ...): x must have a sequence axis and a width
// names: Model
void decode(input<Model> x, input<Key, Model> y, recurrent_decoder layers) { layers(x, y, tf::causal<Query>{}); }
#elif WRONG_recurrent_decoder_of_another_encoder
// row: RNN encoder-decoder
// sentence: recurrent_decoder(x, encoder_output, ...): the last axis of encoder_output must be the model's width
// names: Inner, Model
void decode(input<Batch, Query, Model> x, input<Batch, Key, Inner> y, recurrent_decoder layers) { layers(x, y, tf::causal<Query>{}); }
#elif WRONG_recurrent_decoder_of_another_batch
// row: RNN with attention
// sentence: recurrent_decoder(x, encoder_output, ...): the axes before the last two must be the same
// names: Batch
void decode(input<Batch, Query, Model> x, input<Key, Model> y, recurrent_decoder layers) { layers(x, y, tf::causal<Query>{}); }
#elif WRONG_recurrent_decoder_under_a_window
// row: RNN with attention
// sentence: recurrent_decoder(x, encoder_output, self_mask, ...): the mask must be causal<N>, N the sequence axis of x, since a recurrence sees all earlier positions
// names: sliding_window, Query
void decode(input<Batch, Query, Model> x, input<Batch, Key, Model> y, recurrent_decoder layers) { layers(x, y, tf::sliding_window<Query, 3>{}); }
#elif WRONG_recurrent_decoder_of_a_mask_of_other_keys
// row: RNN with attention
// sentence: recurrent_decoder(x, encoder_output, self_mask, cross_mask): the mask's query axis must be the sequence axis of x, its key axis that of encoder_output
// names: padding, Batch, Query, Key
void decode(input<Batch, Query, Model> x, input<Batch, Key, Model> y, recurrent_decoder layers) { layers(x, y, tf::causal<Query>{}, tf::padding<Batch, Key, Query>{}); }
#elif WRONG_recurrent_decoder_of_a_mask_of_another_batch
// row: RNN with attention
// sentence: recurrent_decoder(x, encoder_output, ...): a padding mask's batch must be the first axis of x
// names: padding, Model, Batch
void decode(input<Batch, Query, Model> x, input<Batch, Key, Model> y, recurrent_decoder layers) { layers(x, y, tf::causal<Query>{}, tf::padding<Model, Query, Key>{}); }
#endif

#if RIGHT
void convolve(input<Batch, Query, Model> x, convolutional_encoder layers) { layers(x, tf::padding<Batch, Query>{}); }
#elif WRONG_convolutional_encoder_of_another_width
// row: convolutional encoder
// sentence: convolutional_layers(x): the last axis of x must be the model's width
// names: Inner, Model
void convolve(input<Batch, Query, Inner> x, convolutional_encoder layers) { layers(x); }
#elif WRONG_convolutional_encoder_of_one_position
// row: convolutional encoder
// sentence: convolutional_layers(x): x must have a sequence axis and a width
// names: Model
void convolve(input<Model> x, convolutional_encoder layers) { layers(x); }
#elif WRONG_convolutional_encoder_of_a_mask_of_another_axis
// row: convolutional encoder
// sentence: convolutional_layers(x, mask): the mask's query axis and key axis must both be the sequence axis of x
// names: padding, Key, Query
void convolve(input<Batch, Query, Model> x, convolutional_encoder layers) { layers(x, tf::padding<Batch, Key>{}); }
#elif WRONG_convolutional_encoder_of_a_mask_of_another_batch
// row: convolutional encoder
// sentence: convolutional_layers(x, mask): a padding mask's batch must be the first axis of x
// names: padding, Model, Batch
void convolve(input<Batch, Query, Model> x, convolutional_encoder layers) { layers(x, tf::padding<Model, Query>{}); }
#endif

// Calls with what a layer does not take, and layers for cells.
#if RIGHT
void forwards(input<Batch, Query, Model> x, tf::gru<Model, Inner> layer) { layer(x); }
#elif WRONG_recurrent_layer_with_a_mask
// row: GRU
// sentence: recurrent(x), recurrent(start, x): x and start must be expressions; a recurrence sees no later positions, so it takes no mask
// names: causal, Query
void forwards(input<Batch, Query, Model> x, tf::gru<Model, Inner> layer) { layer(x, tf::causal<Query>{}); }
#elif WRONG_recurrent_layer_of_a_layer
// row: GRU
// sentence: recurrent<Cell>: Cell must be a cell, such as tf::gru_cell<In, Hidden>, with inputs(x) and step(state, x); a layer is none
// names: recurrent, gru_cell
void forwards(input<Batch, Query, Model> x, tf::recurrent<tf::gru<Model, Inner>> layer) { layer(x); }
#elif WRONG_recurrent_layer_of_a_linear_layer
// row: recurrent cell
// sentence: recurrent<Cell>: Cell must be a cell, such as tf::gru_cell<In, Hidden>: a module with the axes In, Hidden and State
// names: linear, Model, Inner
void forwards(input<Batch, Query, Model> x, tf::recurrent<tf::linear<Model, Inner>> layer) { layer(x); }
#endif

#if RIGHT
void around(input<Batch, Query, Model> x, tf::convolution<Model, Inner, Kernel> layer) { let(layer(x)); }
#elif WRONG_convolution_with_a_mask
// row: convolution
// sentence: convolution(x): x must be an expression; a tensor is given to a session
// names: causal, Query
void around(input<Batch, Query, Model> x, tf::convolution<Model, Inner, Kernel> layer) { let(layer(x, tf::causal<Query>{})); }
#endif

#if RIGHT
void encode_all(input<Batch, Query, Model> x, recurrent_encoder layers) { layers(x, tf::padding<Batch, Query>{}); }
#elif WRONG_recurrent_encoder_of_two_inputs
// row: RNN encoder-decoder
// sentence: recurrent_layers(x): x must be an expression; a tensor is given to a session
// names: Batch, Query, Model
void encode_all(input<Batch, Query, Model> x, recurrent_encoder layers) { layers(x, x); }
#endif

#if RIGHT
void decode_all(input<Batch, Query, Model> x, input<Batch, Key, Model> y, recurrent_decoder layers) { layers(x, y, tf::causal<Query>{}); }
#elif WRONG_recurrent_decoder_without_its_mask
// row: RNN encoder-decoder
// sentence: recurrent_decoder(x, encoder_output, self_mask, cross_mask): x and encoder_output must be expressions, and self_mask and cross_mask masks, of which the second may be left out
// names: Query, Key, Model
void decode_all(input<Batch, Query, Model> x, input<Batch, Key, Model> y, recurrent_decoder layers) { layers(x, y); }
#endif

#if RIGHT
void convolve_all(input<Batch, Query, Model> x, convolutional_encoder layers) { layers(x); }
#elif WRONG_convolutional_encoder_of_two_inputs
// row: convolutional encoder
// sentence: convolutional_layers(x, mask): x must be an expression, and mask a mask, such as padding<Batch, Query>{lengths}
// names: Batch, Query, Model
void convolve_all(input<Batch, Query, Model> x, convolutional_encoder layers) { layers(x, x); }
#endif
