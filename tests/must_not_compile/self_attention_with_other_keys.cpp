// sentence: multi_head_attention(x): a layer whose KeyIn or ValueIn is not its QueryIn needs three inputs
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
  const auto x = paper.input<tf::shape<Query, Model>>();
  const tf::multi_head_attention<Head, Width, Model, Width, Other> layer;
#ifndef WRONG
  const auto y = paper.input<tf::shape<Key, Other>>();
  layer(x, y, y);
#else
  layer(x);
#endif
}
