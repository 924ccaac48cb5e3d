// sentence: multi_head_attention(x, k, v, mask): the mask must be on the positions of x and the positions of k
// names: causal, Key, Query
#include <typeformer/layers/multi_head_attention.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Batch : tf::axis<"B", 8> {};
struct Query : tf::axis<"N", 16> {};
struct Key : tf::axis<"M", 16> {};
struct Head : tf::axis<"h", 4> {};
struct Width : tf::axis<"w", 8> {};
struct Model : tf::axis<"d", 32> {};

void formula(tf::tracing<tf::totals>& paper) {
  const auto x = paper.input<tf::shape<Batch, Query, Model>>();
  const auto y = paper.input<tf::shape<Batch, Key, Model>>();
  const tf::multi_head_attention<Head, Width, Model> layer;
#ifndef WRONG
  layer(x, y, y);
#else
  layer(x, y, y, tf::causal<Key, Query>{});
#endif
}
