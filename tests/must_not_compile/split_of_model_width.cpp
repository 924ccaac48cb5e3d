// sentence: split_heads<Head, Width>(x): the last axis of x must be product<Head, Width>
// names: Head, Width, Model
#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Head : tf::axis<"h", 4> {};
struct Width : tf::axis<"w", 8> {};
struct Model : tf::axis<"d", 32> {};

void formula(tf::tracing<tf::totals>& paper) {
#ifndef WRONG
  const auto x = paper.input<tf::shape<Query, tf::product<Head, Width>>>();
#else
  const auto x = paper.input<tf::shape<Query, Model>>();
#endif
  let(tf::split_heads<Head, Width>(x));
}
