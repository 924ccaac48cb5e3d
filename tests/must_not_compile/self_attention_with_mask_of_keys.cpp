// sentence: multi_head_attention(x, mask): the mask's query axis and key axis must both be the sequence axis of x
// names: causal, Query, Key
#include <typeformer/layers/multi_head_attention.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Key : tf::axis<"M", 16> {};
struct Head : tf::axis<"h", 4> {};
struct Width : tf::axis<"w", 8> {};
struct Model : tf::axis<"d", 32> {};

void formula(tf::tracing<tf::totals>& paper) {
  const auto x = paper.input<tf::shape<Query, Model>>();
  const tf::multi_head_attention<Head, Width, Model> layer;
#ifndef WRONG
  layer(x, tf::causal<Query>{});
#else
  layer(x, tf::causal<Query, Key>{});
#endif
}
