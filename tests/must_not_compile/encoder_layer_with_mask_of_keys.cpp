// sentence: encoder_layer(x, mask): the mask's query axis and key axis must both be the sequence axis of x
// names: causal, Query, Key
#include <typeformer/layers/encoder.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Key : tf::axis<"M", 16> {};

struct mine : tf::conventions {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::quotient<"w", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 3, decoder_layers = 3;
};

void formula(tf::tracing<tf::totals>& paper) {
  const tf::encoder_layer<mine> layer;
  const auto x = paper.input<tf::shape<Query, mine::Model>>();
#ifndef WRONG
  layer(x, tf::causal<Query>{});
#else
  layer(x, tf::causal<Key>{});
#endif
}
