// sentence: tensor(extents...): there must be one extent for each axis known only at run time
// names: Batch, Query, Model
#include <typeformer/tensor/tensor.hpp>

namespace tf = typeformer;

struct Batch : tf::axis<"B", tf::up_to<8>> {};
struct Query : tf::axis<"N", tf::up_to<64>> {};
struct Model : tf::axis<"d", 32> {};

#ifndef WRONG
tf::tensor<float, Batch, Query, Model> x(2, 5);
#else
tf::tensor<float, Batch, Query, Model> x(2);
#endif
