// sentence: x * w: the last axis of x must be the first axis of w
// names: Model, Inner
#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Model : tf::axis<"d", 32> {};
struct Inner : tf::axis<"f", 32> {};

void formula(tf::tracing<tf::totals>& paper) {
  const auto x = paper.input<tf::shape<Query, Model>>();
#ifndef WRONG
  const tf::weight<Model, Inner> w;
#else
  const tf::weight<Inner, Model> w;
#endif
  let(x * w);
}
