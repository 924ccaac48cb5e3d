// sentence: x * w: the last axis of x must be the first axis of w
// names: direct_sum, Model, Inner
#include <typeformer/expressions/concatenate.hpp>
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
  const auto y = paper.input<tf::shape<Query, Inner>>();
  const tf::weight<tf::direct_sum<Model, Inner>, Model> w;
#ifndef WRONG
  let(concatenate(x, y) * w);
#else
  let(concatenate(y, x) * w);
#endif
}
