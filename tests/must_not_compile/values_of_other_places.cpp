// sentence: x * y: the last axis of x must be the axis before last of y
// names: Key, Query
#include <typeformer/layers/attention.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Key : tf::axis<"M", 16> {};
struct Width : tf::axis<"w", 8> {};

void formula(tf::tracing<tf::totals>& paper) {
  const auto q = paper.input<tf::shape<Query, Width>>();
  const auto k = paper.input<tf::shape<Key, Width>>();
#ifndef WRONG
  const auto v = paper.input<tf::shape<Key, Width>>();
#else
  const auto v = paper.input<tf::shape<Query, Width>>();
#endif
  let(tf::attention(q, k, v));
}
