// sentence: scores + mask: the mask must be on the last two axes of the scores, queries before keys
// names: Query, Key
#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Key : tf::axis<"M", 16> {};

void formula(tf::tracing<tf::totals>& paper) {
  const auto scores = paper.input<tf::shape<Query, Key>>();
#ifndef WRONG
  let(softmax(scores + tf::causal<Query, Key>{}));
#else
  let(softmax(scores + tf::causal<Key, Query>{}));
#endif
}
