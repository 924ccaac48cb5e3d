// sentence: decoder(x, memory, ...): x must have an axis of positions and a width
// names: mine::Model
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
  const auto z = paper.input<tf::shape<mine::Model>>();
  const auto one = paper.input<tf::shape<Source, mine::Model>>();
#ifndef WRONG
  layer(x, memory, tf::causal<Target>{});
#else
  layer(z, one, tf::no_mask{});
#endif
}
