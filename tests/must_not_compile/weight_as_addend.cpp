// sentence: x + p: p must be a vector
// names: Query, Model
#include <boost/hana/define_struct.hpp>

#include <typeformer/typeformer.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Model : tf::axis<"d", 32> {};
struct Inner : tf::axis<"f", 32> {};

struct module {
  using weight_type = tf::weight<Query, Model>;
  using vector_type = tf::vector<Model>;
  BOOST_HANA_DEFINE_STRUCT(module, (weight_type, w), (vector_type, b));

  template <tf::expression X>
  constexpr auto operator()(const X& x) const {
#ifndef WRONG
    return tf::in_frame(*this, x, [&] { return x + b; });
#else
    return tf::in_frame(*this, x, [&] { return x + w; });
#endif
  }
};

static_assert(tf::operation_count<module, tf::shape<Query, Model>> > 0);
