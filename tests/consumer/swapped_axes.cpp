// A mistake of somebody else's, which is to be refused.
#include <typeformer/typeformer.hpp>
namespace tf = typeformer;

struct Query : tf::axis<"N", 8> {};
struct Model : tf::axis<"d_model", 16> {};
struct Class : tf::axis<"c", 3> {};
#ifdef MENDED
using weight = tf::weight<Model, Class>;
#else
using weight = tf::weight<Class, Model>;
#endif

struct classifier {
  BOOST_HANA_DEFINE_STRUCT(classifier, (::weight, weight));

  template <tf::expression X>
  constexpr auto operator()(const X& x) const {
    return let(x * weight);
  }
};
static_assert(tf::parameter_count<classifier> == 48);
constexpr std::size_t operations = tf::operation_count<classifier, tf::shape<Query, Model>>;
