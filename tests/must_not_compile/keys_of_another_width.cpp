// sentence: q * transpose(k): queries and keys must have the same last axis
// names: Width, KeyWidth
#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Key : tf::axis<"M", 16> {};
struct Width : tf::axis<"w", 8> {};
struct KeyWidth : tf::axis<"wk", 8> {};

void formula(tf::tracing<tf::totals>& paper) {
  const auto q = paper.input<tf::shape<Query, Width>>();
#ifndef WRONG
  const auto k = paper.input<tf::shape<Key, Width>>();
#else
  const auto k = paper.input<tf::shape<Key, KeyWidth>>();
#endif
  let(q * transpose(k));
}
