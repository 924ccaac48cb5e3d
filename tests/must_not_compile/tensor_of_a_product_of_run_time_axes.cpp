// sentence: product: at most one factor may have an extent known only at run time
// names: Batch, Query
#include <typeformer/typeformer.hpp>

namespace tf = typeformer;

#ifndef WRONG
struct Batch : tf::axis<"B", 8> {};
#else
struct Batch : tf::axis<"B", tf::up_to<8>> {};
#endif
struct Query : tf::axis<"N", tf::up_to<16>> {};
struct Model : tf::axis<"d", 32> {};

tf::tensor<float, tf::product<Batch, Query>, Model> x(4);
