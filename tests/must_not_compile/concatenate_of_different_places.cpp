// sentence: concatenate(x, y): all axes but the last must be the same
// names: Query, Key
#include <typeformer/expressions/concatenate.hpp>
#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Key : tf::axis<"M", 16> {};
struct Model : tf::axis<"d", 32> {};
struct Inner : tf::axis<"f", 32> {};

void formula(tf::tracing<tf::totals>& paper) {
  const auto x = paper.input<tf::shape<Query, Model>>();
#ifndef WRONG
  const auto y = paper.input<tf::shape<Query, Inner>>();
#else
  const auto y = paper.input<tf::shape<Key, Inner>>();
#endif
  let(concatenate(x, y));
}
