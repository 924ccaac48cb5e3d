// sentence: decoder(x, ...): the last axis of x must be the model's width
// names: mine::Model, Other
#include <typeformer/layers/decoder.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Target : tf::axis<"N", 16> {};
struct Source : tf::axis<"M", 16> {};
struct Other : tf::axis<"d", 32> {};

struct mine : tf::conventions {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::quotient<"w", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 3, decoder_layers = 3;
};

void formula(tf::tracing<tf::totals>& paper) {
  const tf::decoder<mine> layer;
  const auto memory = paper.input<tf::shape<Source, mine::Model>>();
  const tf::whole_target<decltype(memory), tf::causal<Target>, tf::no_mask> context{memory, {}, {}};
#ifndef WRONG
  const auto x = paper.input<tf::shape<Target, mine::Model>>();
#else
  const auto x = paper.input<tf::shape<Target, Other>>();
#endif
  layer.in_context(x, context);
}
