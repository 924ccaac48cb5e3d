// sentence: a parameter's axes must have extents known to the compiler
// names: Inner
#include <typeformer/typeformer.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Model : tf::axis<"d", 32> {};
#ifndef WRONG
struct Inner : tf::axis<"f", 64> {};
#else
struct Inner : tf::axis<"f", tf::up_to<64>> {};
#endif

using layer = tf::linear<Model, Inner>;

void run() {
  tf::weights<layer> w;
  tf::packed_weights<layer> packed{w};
  tf::kernels::threads threads{1};
  tf::session<layer, float, tf::shape<Query, Model>> session{packed, threads};
}
