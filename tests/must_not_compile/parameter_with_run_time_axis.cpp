// sentence: a parameter's axes must have extents known to the compiler
// names: Model, Inner
#include <typeformer/tensor/parameter.hpp>

namespace tf = typeformer;

struct Model : tf::axis<"d", 32> {};

#ifndef WRONG
struct Inner : tf::axis<"f", 64> {};
#else
struct Inner : tf::axis<"f", tf::up_to<64>> {};
#endif
tf::weight<Model, Inner> w;
