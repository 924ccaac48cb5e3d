// sentence: join_heads(x): x must have axes of heads, rows and width
// names: Query, Width
#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Head : tf::axis<"h", 4> {};
struct Width : tf::axis<"w", 8> {};

void formula(tf::tracing<tf::totals>& paper) {
#ifndef WRONG
  const auto heads = paper.input<tf::shape<Head, Query, Width>>();
#else
  const auto heads = paper.input<tf::shape<Query, Width>>();
#endif
  let(join_heads(heads));
}
