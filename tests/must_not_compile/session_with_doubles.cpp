// sentence: session(x...): each argument must have the type and the axes of its input
// names: double, Query, Model
#include <typeformer/expressions/session.hpp>
#include <typeformer/layers/linear.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Model : tf::axis<"d", 32> {};
struct Inner : tf::axis<"f", 32> {};

using layer = tf::linear<Model, Inner>;
#ifndef WRONG
using input = tf::tensor<float, Query, Model>;
#else
using input = tf::tensor<double, Query, Model>;
#endif
void run(tf::session<layer, float, tf::shape<Query, Model>>& session, const input& x) {
  const auto y = session(x);
  static_cast<void>(y);
}
