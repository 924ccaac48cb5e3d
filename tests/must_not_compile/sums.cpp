// Sums and differences: of two values, of a value and a vector, and with what cannot be added.
#include <boost/hana/define_struct.hpp>

#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/expressions/traced.hpp>
#include <typeformer/readings/running.hpp>

namespace tf = typeformer;

template <class... A>
using input = tf::value<float, tf::shape<A...>>;

struct Batch : tf::axis<"B", 8> {};
struct Query : tf::axis<"N", 16> {};
struct Key : tf::axis<"M", 16> {};
struct Model : tf::axis<"d", 32> {};
struct Inner : tf::axis<"f", 32> {};

#if RIGHT
void residual(input<Query, Model> x, tf::weight<Model, Model> w) { let(x + x * w); }
#elif WRONG_residual_of_another_width
// sentence: x + y: the axes of one must be among the axes of the other
// names: Model, Inner
void residual(input<Query, Model> x, tf::weight<Model, Inner> w) { let(x + x * w); }
#endif

#if RIGHT
void sum(input<Query, Key> x, input<Key, Query> y) { let(x + y); }
#elif WRONG_addend_of_the_same_extents
// sentence: x + y: the axes of one must be among the axes of the other
// names: Query, Key, Model
void sum(input<Query, Model> x, input<Key, Model> y) { let(x + y); }
#endif

#if RIGHT
void sum_of_a_batch(input<Batch, Query, Model> x, input<Query, Model> y) { let(x + y); }
#elif WRONG_addend_with_an_axis_too_many
// sentence: x + y: the axes of one must be among the axes of the other
// names: Batch, Query, Key, Model
void sum_of_a_batch(input<Batch, Query, Model> x, input<Query, Key> y) { let(x + y); }
#elif WRONG_sum_of_what_each_has_alone
// sentence: x + y: the axes of one must be among the axes of the other
// names: Batch, Query
void sum_of_a_batch(input<Batch> x, input<Query> y) { let(x + y); }
#endif

#if RIGHT
void scores_with_a_bias(input<Query, Key> x, input<Query> y) { let(x + y); }
#elif WRONG_addend_of_a_square
// sentence: x + y: the axes of one must be among the axes of the other
// names: Query
void scores_with_a_bias(input<Query, Query> x, input<Query> y) { let(x + y); }
#endif

#if RIGHT
void biased(input<Query, Model> x, tf::weight<Model, Inner> w, tf::vector<Inner> b) { let(x * w + b); }
#elif WRONG_bias_of_another_axis
// sentence: x + b: the axis of b must be one of the axes of x
// names: Inner, Model
void biased(input<Query, Model> x, tf::weight<Model, Inner> w, tf::vector<Model> b) { let(x * w + b); }
#endif

#if RIGHT
void biased_rows(input<Query, Model> x, tf::vector<Query> b) { let(b + x); }
#elif WRONG_bias_of_rows_that_x_does_not_have
// sentence: x + b: the axis of b must be one of the axes of x
// names: Query, Key, Model
void biased_rows(input<Query, Model> x, tf::vector<Key> b) { let(b + x); }
#endif

#if RIGHT
void difference(input<Query, Model> x, input<Query, Model> prediction) { let(x - prediction); }
#elif WRONG_difference_of_another_width
// sentence: x - y: the axes of one must be among the axes of the other
// names: Query, Model, Inner
void difference(input<Query, Model> x, input<Query, Inner> prediction) { let(x - prediction); }
#endif

// In a module, whose formula is read to count its operations.
#if RIGHT
struct centred {
  using vector_type = tf::vector<Model>;
  BOOST_HANA_DEFINE_STRUCT(centred, (vector_type, centre));
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { return 0.5 * (x - centre) + 1.0F; });
  }
};
static_assert(tf::operation_count<centred, tf::shape<Query, Model>> > 0);
#elif WRONG_vector_of_another_axis_subtracted
// sentence: x - y: the axes of one must be among the axes of the other
// names: Model, Inner
struct centred {
  using vector_type = tf::vector<Inner>;
  BOOST_HANA_DEFINE_STRUCT(centred, (vector_type, centre));
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { return 0.5 * (x - centre) + 1.0F; });
  }
};
static_assert(tf::operation_count<centred, tf::shape<Query, Model>> > 0);
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
#elif WRONG_weight_subtracted
// sentence: x - p: p must be a vector
// names: Query, Model
struct shifted {
  using weight_type = tf::weight<Query, Model>;
  using vector_type = tf::vector<Model>;
  BOOST_HANA_DEFINE_STRUCT(shifted, (weight_type, w), (vector_type, b));
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { return x - w; });
  }
};
static_assert(tf::operation_count<shifted, tf::shape<Query, Model>> > 0);
#endif
