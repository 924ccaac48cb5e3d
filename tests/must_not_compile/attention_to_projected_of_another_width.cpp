// sentence: multi_head_attention(x, ...): the last axis of x must be the layer's QueryIn
// names: Model, Other
#include <typeformer/layers/multi_head_attention.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Key : tf::axis<"M", 16> {};
struct Head : tf::axis<"h", 4> {};
struct Width : tf::axis<"w", 8> {};
struct Model : tf::axis<"d", 32> {};
struct Other : tf::axis<"d", 32> {};

void formula(tf::tracing<tf::totals>& paper) {
  const auto y = paper.input<tf::shape<Key, Model>>();
  const tf::multi_head_attention<Head, Width, Model> layer;
  const auto memory = layer.project(y, y);
#ifndef WRONG
  const auto x = paper.input<tf::shape<Query, Model>>();
#else
  const auto x = paper.input<tf::shape<Query, Other>>();
#endif
  layer(x, memory);
}
