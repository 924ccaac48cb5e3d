// sentence: sinusoidal_positions(x): the last axis of x must be the width of the table
// names: Model, Other
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
  const tf::sinusoidal_positions<Position, Model> positions;
#else
  const tf::sinusoidal_positions<Position, Other> positions;
#endif
  let(positions(x));
}
