// sentence: x + y: both must have the same axes in the same order
// names: Query, Key
#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Key : tf::axis<"M", 16> {};

void formula(tf::tracing<tf::totals>& paper) {
  const auto x = paper.input<tf::shape<Query, Key>>();
  const auto y = paper.input<tf::shape<Key, Query>>();
#ifndef WRONG
  let(x + transpose(y));
#else
  let(x + y);
#endif
}
