// sentence: attention_head(x): a head whose Memory is not its In needs two inputs
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
  const tf::attention_head<Model, Width, Width, Other> head;
#ifndef WRONG
  const auto y = paper.input<tf::shape<Query, Other>>();
  head(x, y);
#else
  head(x);
#endif
}
