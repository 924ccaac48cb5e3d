// sentence: axis: an extent is not negative
// names: axis
#include <typeformer/axis/axis.hpp>

namespace tf = typeformer;

#ifndef WRONG
struct Query : tf::axis<"N", 16> {};
#else
struct Query : tf::axis<"N", -16> {};
#endif
