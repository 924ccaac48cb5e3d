// sentence: root<Axis>: the extent must be known to the compiler
// names: Key
#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Key : tf::axis<"M", tf::up_to<64>> {};
struct Width : tf::axis<"w", 8> {};

void formula(tf::tracing<tf::totals>& paper) {
  const auto q = paper.input<tf::shape<Query, Width>>();
  const auto k = paper.input<tf::shape<Key, Width>>();
#ifndef WRONG
  let(q * transpose(k) / tf::root<Width>);
#else
  let(q * transpose(k) / tf::root<Key>);
#endif
}
