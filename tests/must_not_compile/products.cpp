// Products of matrices: of a value and a weight, and of two values.
#include <boost/hana/define_struct.hpp>

#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/expressions/traced.hpp>
#include <typeformer/readings/running.hpp>

namespace tf = typeformer;

template <class... A>
using input = tf::value<float, tf::shape<A...>>;

struct Query : tf::axis<"N", 32> {};
struct Model : tf::axis<"d", 32> {};
struct Inner : tf::axis<"f", 32> {};
namespace encoder {
struct Model : tf::axis<"d", 32> {};
}  // namespace encoder
namespace decoder {
struct Model : tf::axis<"d", 32> {};
}  // namespace decoder

#if RIGHT
void map(input<Query, Model> x, tf::weight<Model, Inner> w) { let(x * w); }
#elif WRONG_transposed_weight
// sentence: x * w: the last axis of x must be the first axis of w
// names: Model, Inner
void map(input<Query, Model> x, tf::weight<Inner, Model> w) { let(x * w); }
#elif WRONG_transposed_value
// sentence: x * w: the last axis of x must be the first axis of w
// names: Query, Model
void map(input<Model, Query> x, tf::weight<Model, Inner> w) { let(x * w); }
#endif

#if RIGHT
void map_of_encoder(input<Query, encoder::Model> x, tf::weight<encoder::Model, Query> w) { let(x * w); }
#elif WRONG_weight_whose_axis_has_the_same_name_and_extent
// sentence: x * w: the last axis of x must be the first axis of w
// names: encoder::Model, decoder::Model
void map_of_encoder(input<Query, encoder::Model> x, tf::weight<decoder::Model, Query> w) { let(x * w); }
#endif

struct Batch : tf::axis<"B", 32> {};
struct Key : tf::axis<"M", 16> {};
struct Width : tf::axis<"w", 8> {};
struct KeyWidth : tf::axis<"wk", 8> {};

#if RIGHT
void logits(input<Query, Width> q, input<Key, Width> k) { let(q * transpose(k)); }
#elif WRONG_keys_that_are_not_transposed
// sentence: x * y: the last axis of x must be the axis before last of y
// names: Width, Key
void logits(input<Query, Width> q, input<Key, Width> k) { let(q * k); }
#elif WRONG_keys_of_another_width
// sentence: q * transpose(k): queries and keys must have the same last axis
// names: Width, KeyWidth
void logits(input<Query, Width> q, input<Key, KeyWidth> k) { let(q * transpose(k)); }
#elif WRONG_vector_times_matrix
// sentence: x * y: x must have at least two axes
// names: Width
void logits(input<Width> q, input<Key, Width> k) { let(q * transpose(k)); }
#endif

#if RIGHT
void scores_of_a_batch(input<Batch, Query, Width> q, input<Batch, Key, Width> k) { let(q * transpose(k)); }
#elif WRONG_keys_without_batch
// sentence: x * y: the axes before the last two must be the same
// names: Batch, Query
void scores_of_a_batch(input<Batch, Query, Width> q, input<Key, Width> k) { let(q * transpose(k)); }
#elif WRONG_batch_and_queries_exchanged
// sentence: x * y: the axes before the last two must be the same
// names: Batch, Query
void scores_of_a_batch(input<Query, Batch, Width> q, input<Batch, Key, Width> k) { let(q * transpose(k)); }
#endif

#if RIGHT
void product(input<Query, Width> x, input<Width, Key> y) { let(x * y); }
#elif WRONG_matrix_times_vector
// sentence: x * y: the last axis of x must be the axis before last of y
// names: Query, Width
void product(input<Query, Width> x, input<Width> y) { let(x * y); }
#endif

#if RIGHT
void gated(input<Query, Width> x, input<Query, Width> gate) { let(hadamard(x, gate)); }
#elif WRONG_product_of_elements_that_is_repeated_for_a_batch
// sentence: x * y: the last axis of x must be the axis before last of y
// names: Query, Width
void gated(input<Batch, Query, Width> x, input<Query, Width> gate) { let(x * gate); }
#elif WRONG_product_of_elements_as_one_of_matrices
// sentence: x * y: the last axis of x must be the axis before last of y
// names: Query, Width
void gated(input<Query, Width> x, input<Query, Width> gate) { let(x * gate); }
#endif

#if RIGHT
void transposed(input<Query, Model> x) { let(transpose(x)); }
#elif WRONG_transposed_vector
// sentence: transpose(x): x must have at least two axes
// names: Model
void transposed(input<Model> x) { let(transpose(x)); }
#endif

struct RunTimeKey : tf::axis<"M", tf::up_to<64>> {};

#if RIGHT
void scaled(input<Query, Width> q, input<RunTimeKey, Width> k) { let(q * transpose(k) / tf::root<Width>); }
#elif WRONG_root_of_a_run_time_axis
// sentence: root<Axis>: the extent must be known to the compiler
// names: RunTimeKey
void scaled(input<Query, Width> q, input<RunTimeKey, Width> k) { let(q * transpose(k) / tf::root<RunTimeKey>); }
#endif

// In a module, whose formula is read to count its operations.
#if RIGHT
struct on_the_right {
  using weight_type = tf::weight<Model, Inner>;
  BOOST_HANA_DEFINE_STRUCT(on_the_right, (weight_type, w));
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { return x * w; });
  }
};
static_assert(tf::operation_count<on_the_right, tf::shape<Query, Model>> > 0);
#elif WRONG_weight_on_the_left
// sentence: p * x: a parameter must be on the right, x * p
// names: Model, Inner
struct on_the_left {
  using weight_type = tf::weight<Model, Inner>;
  BOOST_HANA_DEFINE_STRUCT(on_the_left, (weight_type, w));
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { return w * x; });
  }
};
static_assert(tf::operation_count<on_the_left, tf::shape<Query, Model>> > 0);
#endif

#if RIGHT
struct tied_output {
  using table_type = tf::table<Inner, Model>;
  BOOST_HANA_DEFINE_STRUCT(tied_output, (table_type, entries));
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { return x * transpose(entries); });
  }
};
static_assert(tf::operation_count<tied_output, tf::shape<Query, Model>> > 0);
#elif WRONG_table_that_is_not_transposed
// sentence: x * p: p must be a weight; transpose makes one of a table
// names: Inner, Model
struct tied_output {
  using table_type = tf::table<Inner, Model>;
  BOOST_HANA_DEFINE_STRUCT(tied_output, (table_type, entries));
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { return x * entries; });
  }
};
static_assert(tf::operation_count<tied_output, tf::shape<Query, Model>> > 0);
#endif
