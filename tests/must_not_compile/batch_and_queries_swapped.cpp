// sentence: x * y: the axes before the last two must be the same
// names: Batch, Query
#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Batch : tf::axis<"B", 16> {};
struct Query : tf::axis<"N", 16> {};
struct Key : tf::axis<"M", 16> {};
struct Width : tf::axis<"w", 8> {};

void formula(tf::tracing<tf::totals>& paper) {
#ifndef WRONG
  const auto q = paper.input<tf::shape<Batch, Query, Width>>();
#else
  const auto q = paper.input<tf::shape<Query, Batch, Width>>();
#endif
  const auto k = paper.input<tf::shape<Batch, Key, Width>>();
  let(q * transpose(k));
}
