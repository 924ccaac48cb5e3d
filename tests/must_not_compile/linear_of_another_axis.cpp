// sentence: linear(x): the last axis of x must be the layer's In
// names: Model, Inner
#include <typeformer/expressions/let.hpp>
#include <typeformer/layers/linear.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Model : tf::axis<"d", 32> {};
struct Inner : tf::axis<"f", 32> {};

void formula(tf::tracing<tf::totals>& paper) {
  const auto x = paper.input<tf::shape<Query, Model>>();
#ifndef WRONG
  const tf::linear<Model, Inner> layer;
#else
  const tf::linear<Inner, Model> layer;
#endif
  let(layer(x));
}
