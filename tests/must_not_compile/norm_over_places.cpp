// sentence: layer_norm: the last axis of x must be the axis it normalizes over
// names: Model, Query
#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Model : tf::axis<"d", 32> {};

void formula(tf::tracing<tf::totals>& paper) {
  const auto x = paper.input<tf::shape<Query, Model>>();
#ifndef WRONG
  let(tf::normalize<Model, tf::inside_root<>>(x));
#else
  let(tf::normalize<Query, tf::inside_root<>>(x));
#endif
}
