// sentence: embedding(x): x must be tokens of the layer's vocabulary
// names: Letters, Query, Model
#include <typeformer/expressions/let.hpp>
#include <typeformer/layers/embedding.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Letters : tf::axis<"letters", 40> {};
struct Model : tf::axis<"d", 32> {};

void formula(tf::tracing<tf::totals>& paper) {
  const auto word = paper.tokens<Letters, tf::shape<Query>>();
  const tf::embedding<Letters, Model> embed;
  const auto x = let(embed(word));
#ifndef WRONG
  let(x);
#else
  let(embed(x));
#endif
}
