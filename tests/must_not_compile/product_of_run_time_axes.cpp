// sentence: product: at most one factor may have an extent known only at run time
// names: Batch, Query
#include <typeformer/axis/axis.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", tf::up_to<64>> {};

#ifndef WRONG
struct Batch : tf::axis<"B", 8> {};
#else
struct Batch : tf::axis<"B", tf::up_to<8>> {};
#endif
constexpr auto rows = tf::bound<tf::product<Batch, Query>>;
