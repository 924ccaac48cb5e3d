// sentence: x * p: p must be a weight; transpose makes one of a table
// names: Inner, Model
#include <boost/hana/define_struct.hpp>

#include <typeformer/typeformer.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Model : tf::axis<"d", 32> {};
struct Inner : tf::axis<"f", 32> {};

struct module {
  using table_type = tf::table<Inner, Model>;
  BOOST_HANA_DEFINE_STRUCT(module, (table_type, entries));

  template <tf::expression X>
  constexpr auto operator()(const X& x) const {
#ifndef WRONG
    return tf::in_frame(*this, x, [&] { return x * transpose(entries); });
#else
    return tf::in_frame(*this, x, [&] { return x * entries; });
#endif
  }
};

static_assert(tf::operation_count<module, tf::shape<Query, Model>> > 0);
