// sentence: scores + mask: a padding mask's batch must be the first axis of the scores
// names: Query, Key
#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Batch : tf::axis<"B", 4> {};
struct Query : tf::axis<"N", 16> {};
struct Key : tf::axis<"M", 16> {};

void formula(tf::tracing<tf::totals>& paper) {
#ifndef WRONG
  const auto scores = paper.input<tf::shape<Batch, Query, Key>>();
  let(softmax(scores + tf::padding<Batch, Query, Key>{}));
#else
  const auto scores = paper.input<tf::shape<Query, Key>>();
  let(softmax(scores + tf::padding<Query, Query, Key>{}));
#endif
}
