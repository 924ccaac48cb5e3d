// sentence: repeat_heads<Group>(x): x must have axes of heads, rows and width
// names: Key, Width
#include <typeformer/expressions/heads.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Key : tf::axis<"M", 16> {};
struct KeyHead : tf::axis<"h_k", 2> {};
struct Group : tf::axis<"g", 4> {};
struct Width : tf::axis<"w", 8> {};

void formula(tf::tracing<tf::totals>& paper) {
#ifndef WRONG
  const auto keys = paper.input<tf::shape<KeyHead, Key, Width>>();
#else
  const auto keys = paper.input<tf::shape<Key, Width>>();
#endif
  let(tf::repeat_heads<Group>(keys));
}
