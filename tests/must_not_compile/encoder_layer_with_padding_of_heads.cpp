// sentence: encoder_layer(x, mask): a padding mask's batch must be the first axis of x
// names: padding, Batch, mine::Head
#include <typeformer/layers/encoder.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Batch : tf::axis<"B", 4> {};
struct Query : tf::axis<"N", 16> {};

struct mine : tf::conventions {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::quotient<"w", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 3, decoder_layers = 3;
};

void formula(tf::tracing<tf::totals>& paper) {
  const tf::encoder_layer<mine> layer;
  const auto x = paper.input<tf::shape<Batch, Query, mine::Model>>();
#ifndef WRONG
  layer(x, tf::padding<Batch, Query>{});
#else
  layer(x, tf::padding<mine::Head, Query>{});
#endif
}
