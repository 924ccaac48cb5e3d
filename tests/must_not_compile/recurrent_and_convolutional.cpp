// Recurrent layers and convolutions.
#include <typeformer/layers/convolution.hpp>
#include <typeformer/layers/recurrent/recurrent.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

template <class... A>
using input = tf::value<tf::tracing<tf::totals>, tf::shape<A...>>;

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
