// sentence: attention_head(x, y): the axes before the last two must be the same
// names: Batch, Other
#include <typeformer/layers/attention.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Batch : tf::axis<"B", 8> {};
struct Other : tf::axis<"K", 8> {};
struct Query : tf::axis<"N", 16> {};
struct Key : tf::axis<"M", 16> {};
struct Width : tf::axis<"w", 8> {};
struct Model : tf::axis<"d", 32> {};

void formula(tf::tracing<tf::totals>& paper) {
  const auto x = paper.input<tf::shape<Batch, Query, Model>>();
#ifndef WRONG
  const auto y = paper.input<tf::shape<Batch, Key, Model>>();
#else
  const auto y = paper.input<tf::shape<Other, Key, Model>>();
#endif
  const tf::attention_head<Model, Width> head;
  head(x, y);
}
