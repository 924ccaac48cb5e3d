// sentence: x * y: the last axis of x must be the axis before last of y
// names: Query, Width
#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Key : tf::axis<"M", 16> {};
struct Width : tf::axis<"w", 8> {};

void formula(tf::tracing<tf::totals>& paper) {
  const auto x = paper.input<tf::shape<Query, Width>>();
#ifndef WRONG
  const auto y = paper.input<tf::shape<Width, Key>>();
#else
  const auto y = paper.input<tf::shape<Width>>();
#endif
  let(x * y);
}
