// sentence: add_positions(x, table): the last axis of x must be the last axis of the table
// names: Model, Other
#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/layers/positions.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Position : tf::axis<"P", 64> {};
struct Model : tf::axis<"d", 32> {};
struct Other : tf::axis<"d", 32> {};

void formula(tf::tracing<tf::totals>& paper) {
  const auto x = paper.input<tf::shape<Query, Model>>();
#ifndef WRONG
  const tf::constant<tf::interleaved_rule<Model>, Position, Model> table;
#else
  const tf::constant<tf::interleaved_rule<Other>, Position, Other> table;
#endif
  let(add_positions(x, table));
}
