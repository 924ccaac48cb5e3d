// sentence: append(cache, x): the axes before the last two must be the same
// names: Batch, Beam
#include <typeformer/expressions/concatenate.hpp>
#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Batch : tf::axis<"B", 8> {};
struct Beam : tf::axis<"K", 8> {};
struct Position : tf::axis<"P", 64> {};
struct Query : tf::axis<"N", 1> {};
struct Width : tf::axis<"w", 8> {};

void formula(tf::tracing<tf::totals>& paper) {
  const auto cache = paper.cache<tf::shape<Batch, Position, Width>>();
#ifndef WRONG
  const auto x = paper.input<tf::shape<Batch, Query, Width>>();
#else
  const auto x = paper.input<tf::shape<Beam, Query, Width>>();
#endif
  let(append(cache, x, 0));
}
