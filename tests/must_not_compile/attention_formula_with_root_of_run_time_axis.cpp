// sentence: root<Axis>: the extent must be known to the compiler
// names: Key
#include <boost/hana/define_struct.hpp>

#include <typeformer/typeformer.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Key : tf::axis<"M", tf::up_to<16>> {};
struct Width : tf::axis<"w", 8> {};

struct formula {
  BOOST_HANA_DEFINE_STRUCT(formula);

  template <tf::expression Q, tf::expression K>
  constexpr auto operator()(const Q& q, const K& k) const {
#ifndef WRONG
    return softmax(q * transpose(k) / tf::root<Width>) * k;
#else
    return softmax(q * transpose(k) / tf::root<Key>) * k;
#endif
  }
};

static_assert(tf::operation_count<formula, tf::shape<Query, Width>, tf::shape<Key, Width>> > 0);
