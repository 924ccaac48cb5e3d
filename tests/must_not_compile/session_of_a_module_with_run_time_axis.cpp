// sentence: a parameter's axes must have extents known to the compiler
// names: Inner
#include <boost/hana/define_struct.hpp>

#include <typeformer/typeformer.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Model : tf::axis<"d", 32> {};
#ifndef WRONG
struct Inner : tf::axis<"f", 64> {};
#else
struct Inner : tf::axis<"f", tf::up_to<64>> {};
#endif

struct module {
  using map_type = tf::linear<Model, Inner>;
  BOOST_HANA_DEFINE_STRUCT(module, (map_type, map));

  template <tf::expression X>
  constexpr auto operator()(const X& x) const {
    return map(x);
  }
};

void run() {
  tf::weights<module> w;
  tf::packed_weights<module> packed{w};
  tf::kernels::threads threads{1};
  tf::session<module, float, tf::shape<Query, Model>> session{packed, threads};
}
