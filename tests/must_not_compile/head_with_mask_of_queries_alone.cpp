// sentence: attention_head(x, y, mask): the mask must be on the positions of x and the positions of y
// names: causal, Query, Key
#include <typeformer/layers/attention.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Key : tf::axis<"M", 16> {};
struct Width : tf::axis<"w", 8> {};
struct Model : tf::axis<"d", 32> {};

void formula(tf::tracing<tf::totals>& paper) {
  const auto x = paper.input<tf::shape<Query, Model>>();
  const auto y = paper.input<tf::shape<Key, Model>>();
  const tf::attention_head<Model, Width> head;
#ifndef WRONG
  head(x, y, tf::causal<Query, Key>{});
#else
  head(x, y, tf::causal<Query>{});
#endif
}
