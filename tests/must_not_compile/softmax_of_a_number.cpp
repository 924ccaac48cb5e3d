// sentence: softmax(x): x must have an axis
// names: shape<>
#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Key : tf::axis<"M", 16> {};

void formula(tf::tracing<tf::totals>& paper) {
#ifndef WRONG
  const auto x = paper.input<tf::shape<Key>>();
#else
  const auto x = paper.input<tf::shape<>>();
#endif
  let(softmax(x));
}
