// sentence: append(cache, x): both must have the same last axis
// names: Width, Model
#include <typeformer/expressions/concatenate.hpp>
#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Batch : tf::axis<"B", 8> {};
struct Position : tf::axis<"P", 64> {};
struct Query : tf::axis<"N", 1> {};
struct Width : tf::axis<"w", 32> {};
struct Model : tf::axis<"d", 32> {};

void formula(tf::tracing<tf::totals>& paper) {
  const auto cache = paper.cache<tf::shape<Batch, Position, Width>>();
#ifndef WRONG
  const auto x = paper.input<tf::shape<Batch, Query, Width>>();
#else
  const auto x = paper.input<tf::shape<Batch, Query, Model>>();
#endif
  let(append(cache, x, 0));
}
