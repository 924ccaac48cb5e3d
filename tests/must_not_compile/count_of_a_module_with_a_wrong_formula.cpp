// sentence: x * w: the last axis of x must be the first axis of w
// names: Model, Inner
#include <typeformer/typeformer.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Model : tf::axis<"d", 32> {};
struct Inner : tf::axis<"f", 32> {};

struct twice {
#ifndef WRONG
  using second_weight = tf::weight<Inner, Model>;
#else
  using second_weight = tf::weight<Model, Inner>;
#endif
  using first_weight = tf::weight<Model, Inner>;
  BOOST_HANA_DEFINE_STRUCT(twice, (first_weight, first), (second_weight, second));

  template <tf::expression X>
  constexpr auto operator()(const X& x) const {
    return relu(x * first) * second;
  }
};
static_assert(tf::operation_count<twice, tf::shape<Query, Model>> > 0);
