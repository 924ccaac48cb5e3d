// What a frame returns: its values are released with it.
#include <boost/hana/define_struct.hpp>

#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/expressions/traced.hpp>
#include <typeformer/layers/layer_norm.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

template <class... A>
using input = tf::value<tf::tracing<tf::totals>, tf::shape<A...>>;

struct Query : tf::axis<"N", 16> {};
struct Model : tf::axis<"d", 32> {};

#if RIGHT
void frame(input<Query, Model> x, tf::layer_norm<Model> norm) { tf::in_frame(norm, x, [&] { return norm(x); }); }
#elif WRONG_frame_that_returns_a_value
// sentence: in_frame: the body must return an expression or a function, since its values are released with it
// names: Query, Model
void frame(input<Query, Model> x, tf::layer_norm<Model> norm) { tf::in_frame(norm, x, [&] { return let(norm(x)); }); }
#endif

#if RIGHT
struct returning {
  BOOST_HANA_DEFINE_STRUCT(returning);
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { return x + x; });
  }
};
constexpr auto operations = tf::operation_count<returning, tf::shape<Query, Model>>;
#elif WRONG_frame_that_returns_nothing
// sentence: in_frame: the body must return an expression or a function
// names: silent
struct silent {
  BOOST_HANA_DEFINE_STRUCT(silent);
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { tf::let(x + x); });
  }
};
constexpr auto operations = tf::operation_count<silent, tf::shape<Query, Model>>;
#endif
