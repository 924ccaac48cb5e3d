// sentence: softmax<Axis>(x): Axis must be exactly one of the axes of x
// names: Model, Query, Key
#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Key : tf::axis<"M", 16> {};
struct Model : tf::axis<"d", 32> {};

void formula(tf::tracing<tf::totals>& paper) {
  const auto x = paper.input<tf::shape<Query, Key>>();
#ifndef WRONG
  let(tf::softmax<Query>(x));
#else
  let(tf::softmax<Model>(x));
#endif
}
