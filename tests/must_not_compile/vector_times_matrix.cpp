// sentence: x * y: x must have at least two axes
// names: Width
#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Key : tf::axis<"M", 16> {};
struct Width : tf::axis<"w", 8> {};

void formula(tf::tracing<tf::totals>& paper) {
#ifndef WRONG
  const auto q = paper.input<tf::shape<Query, Width>>();
#else
  const auto q = paper.input<tf::shape<Width>>();
#endif
  const auto k = paper.input<tf::shape<Key, Width>>();
  let(q * transpose(k));
}
