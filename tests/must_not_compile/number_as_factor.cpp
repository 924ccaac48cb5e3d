// sentence: x * c, c * x, x / c: a formula is scaled by root<Axis>, not by a number
// names: double
#include <boost/hana/define_struct.hpp>

#include <typeformer/typeformer.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Model : tf::axis<"d", 32> {};
struct Inner : tf::axis<"f", 32> {};

struct module {
  BOOST_HANA_DEFINE_STRUCT(module);

  template <tf::expression X>
  constexpr auto operator()(const X& x) const {
#ifndef WRONG
    return tf::in_frame(*this, x, [&] { return x * tf::root<Model>; });
#else
    return tf::in_frame(*this, x, [&] { return x * 0.5; });
#endif
  }
};

static_assert(tf::operation_count<module, tf::shape<Query, Model>> > 0);
