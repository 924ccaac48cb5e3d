// sentence: embedding(x): x must be tokens of the layer's vocabulary
// names: Letters, Sounds
#include <typeformer/expressions/let.hpp>
#include <typeformer/layers/embedding.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Letters : tf::axis<"letters", 40> {};
struct Sounds : tf::axis<"sounds", 40> {};
struct Model : tf::axis<"d", 32> {};

void formula(tf::tracing<tf::totals>& paper) {
  const auto word = paper.tokens<Letters, tf::shape<Query>>();
#ifndef WRONG
  const tf::embedding<Letters, Model> embed;
#else
  const tf::embedding<Sounds, Model> embed;
#endif
  let(embed(word));
}
