// sentence: gather(tokens, table): the tokens' vocabulary must be the first axis of the table
// names: Letters, Sounds
#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Letters : tf::axis<"letters", 40> {};
struct Sounds : tf::axis<"sounds", 40> {};
struct Model : tf::axis<"d", 32> {};

void formula(tf::tracing<tf::totals>& paper) {
  const auto word = paper.tokens<Letters, tf::shape<Query>>();
#ifndef WRONG
  const tf::table<Letters, Model> table;
#else
  const tf::table<Sounds, Model> table;
#endif
  let(gather(word, table));
}
