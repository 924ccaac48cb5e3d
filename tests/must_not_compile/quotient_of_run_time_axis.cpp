// sentence: quotient<Name, A, B>: the extents of A and B must be known to the compiler
// names: Query, Head
#include <typeformer/axis/axis.hpp>

namespace tf = typeformer;

#ifndef WRONG
struct Query : tf::axis<"N", 16> {};
#else
struct Query : tf::axis<"N", tf::up_to<16>> {};
#endif
struct Head : tf::axis<"h", 4> {};
struct Part : tf::quotient<"p", Query, Head> {};
