// What a frame returns: its values are released with it.
#include <boost/hana/define_struct.hpp>

// clang-format off
#include <typeformer/readings/value.hpp>  // first: its rules are reached from here directly
// clang-format on
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/expressions/traced.hpp>
#include <typeformer/layers/layer_norm.hpp>
#include <typeformer/readings/running.hpp>

namespace tf = typeformer;

template <class... A>
using input = tf::value<float, tf::shape<A...>>;

struct Query : tf::axis<"N", 16> {};
struct Model : tf::axis<"d", 32> {};

#if RIGHT
void frame(input<Query, Model> x, tf::layer_norm<Model> norm) { tf::in_frame(norm, x, [&] { return norm(x); }); }
#elif WRONG_frame_that_returns_a_value
// sentence: in_frame: the body must return no value of its own, which is released with it, but an expression, or a function that makes the value outside, `return [=] { return f(z); };`
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
// sentence: in_frame: the body must return an expression, `return f(x);`, or a function that yields one; per(sum, count) is returned outside
// names: silent
struct silent {
  BOOST_HANA_DEFINE_STRUCT(silent);
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { tf::let(x + x); });
  }
};
constexpr auto operations = tf::operation_count<silent, tf::shape<Query, Model>>;
#elif WRONG_frame_that_returns_a_pair
// sentence: in_frame: the body must return an expression, `return f(x);`, or a function that yields one; per(sum, count) is returned outside
// names: twice
struct twice {
  BOOST_HANA_DEFINE_STRUCT(twice);
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { return std::pair{x + x, x}; });
  }
};
constexpr auto operations = tf::operation_count<twice, tf::shape<Query, Model>>;
#elif WRONG_frame_that_returns_a_function_of_a_number
// sentence: in_frame: a function that the body returns must return an expression
// names: half
struct half {
  BOOST_HANA_DEFINE_STRUCT(half);
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { return [] { return 0.5; }; });
  }
};
constexpr auto operations = tf::operation_count<half, tf::shape<Query, Model>>;
#endif

// Values of a formula are not assigned, called or indexed.
#if RIGHT
struct plain {
  BOOST_HANA_DEFINE_STRUCT(plain);
  constexpr auto operator()(const tf::expression auto& x) const { return x + x; }
};
static_assert(tf::operation_count<plain, tf::shape<Query, Model>> != 0);
#elif WRONG_argument_assigned
// sentence: x = y: an argument of a formula is not changed: name another value, const auto z = let(y)
// names: Query, Model
struct plain {
  BOOST_HANA_DEFINE_STRUCT(plain);
  constexpr auto operator()(const tf::expression auto& x) const {
    x = x + x;
    return x + x;
  }
};
static_assert(tf::operation_count<plain, tf::shape<Query, Model>> != 0);
#elif WRONG_argument_called
// sentence: x(y): a value is no function and has no elements: two are multiplied, x * y
// names: Query, Model
struct plain {
  BOOST_HANA_DEFINE_STRUCT(plain);
  constexpr auto operator()(const tf::expression auto& x) const { return x + x(0, 1); }
};
static_assert(tf::operation_count<plain, tf::shape<Query, Model>> != 0);
#endif
