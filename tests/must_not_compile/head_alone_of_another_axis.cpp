// sentence: attention_head(x): the last axis of x must be the head's In
// names: Model, Other
#include <typeformer/layers/attention.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Width : tf::axis<"w", 8> {};
struct Model : tf::axis<"d", 32> {};
struct Other : tf::axis<"d", 32> {};

void formula(tf::tracing<tf::totals>& paper) {
  const auto x = paper.input<tf::shape<Query, Model>>();
#ifndef WRONG
  const tf::attention_head<Model, Width> head;
#else
  const tf::attention_head<Other, Width> head;
#endif
  head(x);
}
