// sentence: tensor(extents...): there must be one extent for each axis known only at run time
// names: Query, Model
#include <typeformer/tensor/tensor.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", tf::up_to<64>> {};
struct Model : tf::axis<"d", 32> {};

#ifndef WRONG
tf::tensor<float, Query, Model> x(5);
#else
tf::tensor<float, Query, Model> x(5, 32);
#endif
