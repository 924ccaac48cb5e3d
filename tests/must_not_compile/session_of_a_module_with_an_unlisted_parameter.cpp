// sentence: every member of a module must be in its BOOST_HANA_DEFINE_STRUCT
// names: module
#include <boost/hana/define_struct.hpp>

#include <typeformer/typeformer.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Model : tf::axis<"d", 32> {};

struct module {
  using map_type = tf::linear<Model, Model>;
#ifndef WRONG
  BOOST_HANA_DEFINE_STRUCT(module, (map_type, map), (tf::vector<Model>, shift));
#else
  BOOST_HANA_DEFINE_STRUCT(module, (map_type, map));
  tf::vector<Model> shift;
#endif

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
