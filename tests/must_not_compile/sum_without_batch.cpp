// sentence: x + y: both must have the same axes in the same order
// names: Batch, Query, Model
#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Batch : tf::axis<"B", 8> {};
struct Query : tf::axis<"N", 16> {};
struct Model : tf::axis<"d", 32> {};

void formula(tf::tracing<tf::totals>& paper) {
  const auto x = paper.input<tf::shape<Batch, Query, Model>>();
#ifndef WRONG
  const auto y = paper.input<tf::shape<Batch, Query, Model>>();
#else
  const auto y = paper.input<tf::shape<Query, Model>>();
#endif
  let(x + y);
}
