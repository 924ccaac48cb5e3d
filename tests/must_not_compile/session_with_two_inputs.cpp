// sentence: session(x...): there must be one argument for each input
// names: Query, Model
#include <typeformer/expressions/session.hpp>
#include <typeformer/layers/linear.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Model : tf::axis<"d", 32> {};
struct Inner : tf::axis<"f", 32> {};

using layer = tf::linear<Model, Inner>;
void run(tf::session<layer, float, tf::shape<Query, Model>>& session, const tf::tensor<float, Query, Model>& x) {
#ifndef WRONG
  const auto y = session(x);
#else
  const auto y = session(x, x);
#endif
  static_cast<void>(y);
}
