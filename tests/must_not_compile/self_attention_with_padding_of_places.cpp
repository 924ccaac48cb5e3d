// sentence: multi_head_attention(x, mask): a padding mask's batch must be the first axis of x
// names: padding, Batch, Query
#include <typeformer/layers/multi_head_attention.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Batch : tf::axis<"B", 16> {};
struct Query : tf::axis<"N", 16> {};
struct Head : tf::axis<"h", 4> {};
struct Width : tf::axis<"w", 8> {};
struct Model : tf::axis<"d", 32> {};

void formula(tf::tracing<tf::totals>& paper) {
  const auto x = paper.input<tf::shape<Batch, Query, Model>>();
  const tf::multi_head_attention<Head, Width, Model> layer;
#ifndef WRONG
  layer(x, tf::padding<Batch, Query>{});
#else
  layer(x, tf::padding<Query, Query>{});
#endif
}
