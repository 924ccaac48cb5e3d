// sentence: x(i, j, ...): there must be one index for each axis
// names: Model, Inner
#include <typeformer/typeformer.hpp>

namespace tf = typeformer;

struct Model : tf::axis<"d", 32> {};
struct Inner : tf::axis<"f", 32> {};

using map = tf::linear<Model, Inner>;
float element(const tf::weights<map>& w) {
#ifndef WRONG
  return w[tf::model<map>.weight](3, 7);
#else
  return w[tf::model<map>.weight](3);
#endif
}
