// sentence: axis: an extent is not negative
// names: axis
#include <typeformer/typeformer.hpp>

namespace tf = typeformer;

#ifndef WRONG
struct Inner : tf::axis<"f", 64> {};
#else
struct Inner : tf::axis<"f", -64> {};
#endif
struct Model : tf::axis<"d", 32> {};

static_assert(tf::parameter_count<tf::linear<Model, Inner>> > 0);
