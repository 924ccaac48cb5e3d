// sentence: softmax<Axis>(x): Axis must be exactly one of the axes of x
// names: Query
#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Key : tf::axis<"M", 16> {};

void formula(tf::tracing<tf::totals>& paper) {
#ifndef WRONG
  const auto x = paper.input<tf::shape<Query, Key>>();
#else
  const auto x = paper.input<tf::shape<Query, Query>>();
#endif
  let(tf::softmax<Query>(x));
}
