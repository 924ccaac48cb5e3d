// sentence: decoder(x, memory, self_mask, ...): the mask's query axis and key axis must both be the sequence axis of x
// names: causal, Source
#include <typeformer/layers/decoder.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Batch : tf::axis<"B", 8> {};
struct Target : tf::axis<"N", 16> {};
struct Source : tf::axis<"M", 16> {};

struct mine : tf::conventions {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::quotient<"w", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 3, decoder_layers = 3;
};

void formula(tf::tracing<tf::totals>& paper) {
  const tf::decoder<mine> layer;
  const auto x = paper.input<tf::shape<Batch, Target, mine::Model>>();
  const auto memory = paper.input<tf::shape<Batch, Source, mine::Model>>();
#ifndef WRONG
  layer(x, memory, tf::causal<Target>{});
#else
  layer(x, memory, tf::causal<Source>{});
#endif
}
