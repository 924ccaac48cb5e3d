// sentence: x * w: the last axis of x must be the first axis of w
// names: Query, Model
#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 32> {};
struct Model : tf::axis<"d", 32> {};
struct Inner : tf::axis<"f", 32> {};

void formula(tf::tracing<tf::totals>& paper) {
#ifndef WRONG
  const auto x = paper.input<tf::shape<Query, Model>>();
#else
  const auto x = paper.input<tf::shape<Model, Query>>();
#endif
  const tf::weight<Model, Inner> w;
  let(x * w);
}
