// sentence: feed_forward(x): the last axis of x must be the layer's In
// names: Model, Inner
#include <typeformer/layers/feed_forward.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Model : tf::axis<"d", 32> {};
struct Inner : tf::axis<"f", 32> {};

void formula(tf::tracing<tf::totals>& paper) {
  const auto x = paper.input<tf::shape<Query, Model>>();
#ifndef WRONG
  const tf::feed_forward<Model, Inner> layer;
#else
  const tf::feed_forward<Inner, Model> layer;
#endif
  layer(x);
}
