// sentence: quotient<Name, A, B>: the extent of A must be a multiple of the extent of B
// names: Model, Head
#include <typeformer/axis/axis.hpp>

namespace tf = typeformer;

struct Model : tf::axis<"d_model", 100> {};

#ifndef WRONG
struct Head : tf::axis<"h", 10> {};
#else
struct Head : tf::axis<"h", 8> {};
#endif
struct Width : tf::quotient<"w", Model, Head> {};
