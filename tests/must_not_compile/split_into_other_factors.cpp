// sentence: split_heads<Head, Width>(x): the last axis of x must be product<Head, Width>
// names: FewHeads, Broad, Head, Width
#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Head : tf::axis<"h", 4> {};
struct Width : tf::axis<"w", 8> {};
struct FewHeads : tf::axis<"h", 2> {};
struct Broad : tf::axis<"w", 16> {};

void formula(tf::tracing<tf::totals>& paper) {
  const auto x = paper.input<tf::shape<Query, tf::product<Head, Width>>>();
#ifndef WRONG
  let(tf::split_heads<Head, Width>(x));
#else
  let(tf::split_heads<FewHeads, Broad>(x));
#endif
}
