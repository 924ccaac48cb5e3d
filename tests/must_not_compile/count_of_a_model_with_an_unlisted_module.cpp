// sentence: every member of a module must be in its BOOST_HANA_DEFINE_STRUCT
// names: part
#include <array>

#include <boost/hana/define_struct.hpp>

#include <typeformer/typeformer.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Model : tf::axis<"d", 32> {};

struct part {
  using map_type = tf::linear<Model, Model>;
#ifndef WRONG
  BOOST_HANA_DEFINE_STRUCT(part, (map_type, map), (map_type, forgotten));
#else
  BOOST_HANA_DEFINE_STRUCT(part, (map_type, map));
  map_type forgotten;
#endif

  template <tf::expression X>
  constexpr auto operator()(const X& x) const {
    return map(x);
  }
};

struct model {
  using layers = std::array<part, 2>;
  BOOST_HANA_DEFINE_STRUCT(model, (layers, all));
};

static_assert(tf::parameter_count<model> > 0);
