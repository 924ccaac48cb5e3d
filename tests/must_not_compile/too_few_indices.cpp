// sentence: x(i, j, ...): there must be one index for each axis
// names: Query, Model
#include <typeformer/tensor/tensor.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Model : tf::axis<"d", 32> {};

float element(const tf::tensor<float, Query, Model>& x) {
#ifndef WRONG
  return x(3, 7);
#else
  return x(3);
#endif
}
