// sentence: add_positions(x, table): x must have an axis of positions and a width
// names: Model
#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/layers/positions.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Position : tf::axis<"P", 64> {};
struct Model : tf::axis<"d", 32> {};

void formula(tf::tracing<tf::totals>& paper) {
#ifndef WRONG
  const auto x = paper.input<tf::shape<Query, Model>>();
#else
  const auto x = paper.input<tf::shape<Model>>();
#endif
  const tf::constant<tf::interleaved_rule<Model>, Position, Model> table;
  let(add_positions(x, table));
}
