// Sums: of two values, of a value and a vector, and with what cannot be added.
#include <boost/hana/define_struct.hpp>

#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/expressions/traced.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

template <class... A>
using input = tf::value<tf::tracing<tf::totals>, tf::shape<A...>>;

struct Batch : tf::axis<"B", 8> {};
struct Query : tf::axis<"N", 16> {};
struct Key : tf::axis<"M", 16> {};
struct Model : tf::axis<"d", 32> {};
struct Inner : tf::axis<"f", 32> {};

#if RIGHT
void residual(input<Query, Model> x, tf::weight<Model, Model> w) { let(x + x * w); }
#elif WRONG_residual_of_another_width
// sentence: x + y: both must have the same axes in the same order
// names: Model, Inner
void residual(input<Query, Model> x, tf::weight<Model, Inner> w) { let(x + x * w); }
#endif

#if RIGHT
void sum(input<Query, Key> x, input<Key, Query> y) { let(x + transpose(y)); }
#elif WRONG_addend_that_is_not_transposed
// sentence: x + y: both must have the same axes in the same order
// names: Query, Key
void sum(input<Query, Key> x, input<Key, Query> y) { let(x + y); }
#endif

#if RIGHT
void sum_of_batches(input<Batch, Query, Model> x, input<Batch, Query, Model> y) { let(x + y); }
#elif WRONG_addend_without_batch
// sentence: x + y: both must have the same axes in the same order
// names: Batch, Query, Model
void sum_of_batches(input<Batch, Query, Model> x, input<Query, Model> y) { let(x + y); }
#endif

#if RIGHT
void biased(input<Query, Model> x, tf::weight<Model, Inner> w, tf::vector<Inner> b) { let(x * w + b); }
#elif WRONG_bias_of_another_axis
// sentence: x + b: the last axis of x must be the axis of b
// names: Inner, Model
void biased(input<Query, Model> x, tf::weight<Model, Inner> w, tf::vector<Model> b) { let(x * w + b); }
#endif

// In a module, whose formula is read to count its operations.
#if RIGHT
struct doubled {
  BOOST_HANA_DEFINE_STRUCT(doubled);
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { return x + x; });
  }
};
static_assert(tf::operation_count<doubled, tf::shape<Query, Model>> > 0);
#elif WRONG_difference_of_values
// sentence: x - y: formulas have sums, but no differences
// names: Query, Model
struct difference {
  BOOST_HANA_DEFINE_STRUCT(difference);
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { return x - x; });
  }
};
static_assert(tf::operation_count<difference, tf::shape<Query, Model>> > 0);
#elif WRONG_number_as_an_addend
// sentence: x + c, c + x: to a formula values, vectors and masks are added, not a number
// names: float
struct plus_one {
  BOOST_HANA_DEFINE_STRUCT(plus_one);
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { return x + 1.0F; });
  }
};
static_assert(tf::operation_count<plus_one, tf::shape<Query, Model>> > 0);
#endif

#if RIGHT
struct shifted {
  using weight_type = tf::weight<Query, Model>;
  using vector_type = tf::vector<Model>;
  BOOST_HANA_DEFINE_STRUCT(shifted, (weight_type, w), (vector_type, b));
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { return x + b; });
  }
};
static_assert(tf::operation_count<shifted, tf::shape<Query, Model>> > 0);
#elif WRONG_weight_as_an_addend
// sentence: x + p: p must be a vector
// names: Query, Model
struct shifted {
  using weight_type = tf::weight<Query, Model>;
  using vector_type = tf::vector<Model>;
  BOOST_HANA_DEFINE_STRUCT(shifted, (weight_type, w), (vector_type, b));
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { return x + w; });
  }
};
static_assert(tf::operation_count<shifted, tf::shape<Query, Model>> > 0);
#endif
