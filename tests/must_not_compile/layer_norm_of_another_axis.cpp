// sentence: layer_norm(x): the last axis of x must be the axis that the layer normalizes over
// names: Query, Model
#include <typeformer/expressions/let.hpp>
#include <typeformer/layers/layer_norm.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Model : tf::axis<"d", 32> {};

void formula(tf::tracing<tf::totals>& paper) {
  const auto x = paper.input<tf::shape<Query, Model>>();
#ifndef WRONG
  const tf::layer_norm<Model> norm;
#else
  const tf::layer_norm<Query> norm;
#endif
  let(norm(x));
}
