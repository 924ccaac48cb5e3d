// sentence: x * y: the last axis of x must be the axis before last of y
// names: Width, Key
#include <boost/hana/define_struct.hpp>

#include <typeformer/typeformer.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Key : tf::axis<"M", 16> {};
struct Width : tf::axis<"w", 8> {};

struct formula {
  BOOST_HANA_DEFINE_STRUCT(formula);

  template <tf::expression Q, tf::expression K>
  constexpr auto operator()(const Q& q, const K& k) const {
#ifndef WRONG
    return softmax(q * transpose(k) / tf::root<Width>) * k;
#else
    return softmax(q * k / tf::root<Width>) * k;
#endif
  }
};

static_assert(tf::operation_count<formula, tf::shape<Query, Width>, tf::shape<Key, Width>> > 0);
