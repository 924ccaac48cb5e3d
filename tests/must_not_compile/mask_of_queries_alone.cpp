// sentence: scores + mask: the mask must be on the last two axes of the scores, queries before keys
// names: Query, Key
#include <typeformer/layers/attention.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Key : tf::axis<"M", 16> {};
struct Width : tf::axis<"w", 8> {};

void formula(tf::tracing<tf::totals>& paper) {
  const auto q = paper.input<tf::shape<Query, Width>>();
  const auto k = paper.input<tf::shape<Key, Width>>();
  const auto v = paper.input<tf::shape<Key, Width>>();
#ifndef WRONG
  let(tf::attention(q, k, v, tf::causal<Query, Key>{}));
#else
  let(tf::attention(q, k, v, tf::causal<Query>{}));
#endif
}
