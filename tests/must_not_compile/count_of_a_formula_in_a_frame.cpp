// sentence: x + y: both must have the same axes in the same order
// names: Model, Inner
#include <typeformer/typeformer.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Model : tf::axis<"d", 32> {};
struct Inner : tf::axis<"f", 32> {};

struct residual {
  using map = tf::linear<Model, Inner>;
  BOOST_HANA_DEFINE_STRUCT(residual, (map, there));

  template <tf::expression X>
  constexpr auto operator()(const X& x) const {
#ifndef WRONG
    return there(x) + there(x);
#else
    return x + there(x);
#endif
  }
};
static_assert(tf::operation_count<residual, tf::shape<Query, Model>> > 0);
