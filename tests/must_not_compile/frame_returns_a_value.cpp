// sentence: in_frame: the body must return an expression or a function, since its values are released with it
// names: Query, Model
#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/layers/layer_norm.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Model : tf::axis<"d", 32> {};

void formula(tf::tracing<tf::totals>& paper) {
  const auto x = paper.input<tf::shape<Query, Model>>();
  const tf::layer_norm<Model> norm;
#ifndef WRONG
  tf::in_frame(norm, x, [&] { return norm(x); });
#else
  tf::in_frame(norm, x, [&] { return let(norm(x)); });
#endif
}
