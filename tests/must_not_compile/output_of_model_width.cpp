// sentence: x * w: the last axis of x must be the first axis of w
// names: Head, Width, Model
#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Head : tf::axis<"h", 4> {};
struct Width : tf::axis<"w", 8> {};
struct Model : tf::axis<"d", 32> {};

void formula(tf::tracing<tf::totals>& paper) {
  const auto heads = paper.input<tf::shape<Head, Query, Width>>();
#ifndef WRONG
  const tf::weight<tf::product<Head, Width>, Model> output;
#else
  const tf::weight<Model, Model> output;
#endif
  let(join_heads(heads) * output);
}
