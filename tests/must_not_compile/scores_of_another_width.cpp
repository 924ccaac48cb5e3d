// sentence: embedding.logits(x): the last axis of x must be the table's width
// names: Model, Other
#include <typeformer/expressions/let.hpp>
#include <typeformer/layers/embedding.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Letters : tf::axis<"letters", 40> {};
struct Model : tf::axis<"d", 32> {};
struct Other : tf::axis<"d", 32> {};

void formula(tf::tracing<tf::totals>& paper) {
  const tf::embedding<Letters, Model> embed;
#ifndef WRONG
  const auto x = paper.input<tf::shape<Query, Model>>();
#else
  const auto x = paper.input<tf::shape<Query, Other>>();
#endif
  let(embed.logits(x));
}
