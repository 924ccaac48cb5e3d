// sentence: repeat_heads<Group>(x): the extent of Group must be known to the compiler
// names: Group
#include <typeformer/expressions/heads.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Key : tf::axis<"M", 16> {};
struct KeyHead : tf::axis<"h_k", 2> {};
#ifndef WRONG
struct Group : tf::axis<"g", 4> {};
#else
struct Group : tf::axis<"g", tf::up_to<4>> {};
#endif
struct Width : tf::axis<"w", 8> {};

void formula(tf::tracing<tf::totals>& paper) {
  const auto keys = paper.input<tf::shape<KeyHead, Key, Width>>();
  let(tf::repeat_heads<Group>(keys));
}
