// sentence: transpose(x): x must have at least two axes
// names: Model
#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Model : tf::axis<"d", 32> {};

void formula(tf::tracing<tf::totals>& paper) {
#ifndef WRONG
  const auto x = paper.input<tf::shape<Query, Model>>();
#else
  const auto x = paper.input<tf::shape<Model>>();
#endif
  let(transpose(x));
}
