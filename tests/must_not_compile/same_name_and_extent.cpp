// sentence: x * w: the last axis of x must be the first axis of w
// names: encoder::Model, decoder::Model
#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
namespace encoder {
struct Model : tf::axis<"d", 32> {};
}  // namespace encoder
namespace decoder {
struct Model : tf::axis<"d", 32> {};
}  // namespace decoder

void formula(tf::tracing<tf::totals>& paper) {
  const auto x = paper.input<tf::shape<Query, encoder::Model>>();
#ifndef WRONG
  const tf::weight<encoder::Model, Query> w;
#else
  const tf::weight<decoder::Model, Query> w;
#endif
  let(x * w);
}
