// sentence: p * x: a parameter stands on the right, x * p
// names: Model, Inner
#include <boost/hana/define_struct.hpp>

#include <typeformer/typeformer.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Model : tf::axis<"d", 32> {};
struct Inner : tf::axis<"f", 32> {};

struct module {
  using weight_type = tf::weight<Model, Inner>;
  BOOST_HANA_DEFINE_STRUCT(module, (weight_type, w));

  template <tf::expression X>
  constexpr auto operator()(const X& x) const {
#ifndef WRONG
    return tf::in_frame(*this, x, [&] { return x * w; });
#else
    return tf::in_frame(*this, x, [&] { return w * x; });
#endif
  }
};

static_assert(tf::operation_count<module, tf::shape<Query, Model>> > 0);
