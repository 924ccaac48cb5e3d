// sentence: x + b: the last axis of x must be the axis of b
// names: Inner, Model
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
  const tf::weight<Model, Inner> w;
#ifndef WRONG
  const tf::vector<Inner> b;
#else
  const tf::vector<Model> b;
#endif
  let(x * w + b);
}
