// sentence: encoder_layer(x): x must have an axis of positions and a width
// names: mine::Model
#include <typeformer/layers/encoder.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

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
#ifndef WRONG
  const auto x = paper.input<tf::shape<Query, mine::Model>>();
#else
  const auto x = paper.input<tf::shape<mine::Model>>();
#endif
  layer(x);
}
