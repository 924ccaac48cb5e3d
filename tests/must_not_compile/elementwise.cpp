// Arithmetic on single elements: operands meet by their axes.
#include <boost/hana/define_struct.hpp>

#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/function.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/expressions/traced.hpp>
#include <typeformer/expressions/where_mask.hpp>
#include <typeformer/readings/running.hpp>

namespace tf = typeformer;

template <class... A>
using input = tf::value<float, tf::shape<A...>>;

struct Batch : tf::axis<"B", 8> {};
struct Query : tf::axis<"N", 16> {};
struct Key : tf::same_sequence<Query, "M"> {};
struct Head : tf::axis<"h", 4> {};
struct Group : tf::axis<"g", 4> {};
struct Model : tf::axis<"d", 32> {};
struct Inner : tf::axis<"f", 32> {};

#if RIGHT
void gated(input<Batch, Query, Model> x, input<Query> gate) { let(hadamard(x, gate)); }
#elif WRONG_gate_of_another_axis
// sentence: hadamard(x, y): the axes of one must be among the axes of the other
// names: Batch, Query, Model, Key
void gated(input<Batch, Query, Model> x, input<Key> gate) { let(hadamard(x, gate)); }
#endif

#if RIGHT
void gained(input<Batch, Query, Model> x, tf::vector<Model> gain) { let(hadamard(x, gain)); }
#elif WRONG_factor_that_is_a_weight
// sentence: f(x, y) of elements: an operand that is a parameter must be a vector
// names: Query, Model
void gained(input<Batch, Query, Model> x, tf::weight<Query, Model> gain) { let(hadamard(x, gain)); }
#elif WRONG_divisor_that_is_a_weight
// sentence: f(x, y) of elements: an operand that is a parameter must be a vector
// names: Model, Inner
void gained(input<Batch, Query, Model> x, tf::weight<Model, Inner> gain) { let(divide(x, gain)); }
#elif WRONG_bound_that_is_a_table
// sentence: f(x, y) of elements: an operand that is a parameter must be a vector
// names: Key, Model
void gained(input<Batch, Query, Model> x, tf::table<Key, Model> gain) { let(clamp(x, 0, gain)); }
#endif

#if RIGHT
void divided(input<Query, Key> x, input<Query> sum) { let(divide(exp(x), sum)); }
#elif WRONG_divisor_of_another_axis
// sentence: divide(x, y): the axes of one must be among the axes of the other
// names: Query, Key, Head
void divided(input<Query, Key> x, input<Query, Head> sum) { let(divide(exp(x), sum)); }
#endif

#if RIGHT
void larger(input<Head, Query> x, input<Head, Query> y) { let(maximum(x, y)); }
#elif WRONG_maximum_of_two_axes_of_the_same_extent
// sentence: maximum(x, y): the axes of one must be among the axes of the other
// names: Head, Group, Query
void larger(input<Head, Query> x, input<Group, Query> y) { let(maximum(x, y)); }
#endif

#if RIGHT
void smaller(input<Query, Model> x, input<Model> y) { let(minimum(x, y)); }
#elif WRONG_minimum_with_another_width
// sentence: minimum(x, y): the axes of one must be among the axes of the other
// names: Query, Model, Inner
void smaller(input<Query, Model> x, input<Inner> y) { let(minimum(x, y)); }
#endif

#if RIGHT
void clamped(input<Query, Model> x, input<Model> low, input<Model> high) { let(clamp(x, low, high)); }
#elif WRONG_lower_bound_of_another_axis
// sentence: clamp(x, low, high): the axes of low must be among the axes of x
// names: Query, Model, Inner
void clamped(input<Query, Model> x, input<Inner> low, input<Model> high) { let(clamp(x, low, high)); }
#elif WRONG_upper_bound_of_another_axis
// sentence: clamp(x, low, high): the axes of high must be among the axes of x
// names: Query, Model, Inner
void clamped(input<Query, Model> x, input<Model> low, input<Inner> high) { let(clamp(x, low, high)); }
#endif

#if RIGHT
void above(input<Batch, Query> x, input<Batch> threshold) { let(greater(x, threshold)); }
#elif WRONG_threshold_of_another_axis
// sentence: greater(x, y): the axes of one must be among the axes of the other
// names: Batch, Query, Key
void above(input<Batch, Query> x, input<Key> threshold) { let(greater(x, threshold)); }
#endif

#if RIGHT
void equals(input<Batch, Query> x, input<Query, Batch> y) { let(equal(x, y)); }
#elif WRONG_equality_on_different_positions
// sentence: equal(x, y): the axes of one must be among the axes of the other
// names: Batch, Query, Key
void equals(input<Batch, Query> x, input<Key, Batch> y) { let(equal(x, y)); }
#endif

#if RIGHT
void chosen(input<Query> condition, input<Query, Model> x, input<Query, Model> y) { let(where(condition, x, y)); }
#elif WRONG_condition_of_another_axis
// sentence: where(condition, x, y): the axes of one must be among the axes of the others
// names: Key, Query, Model
void chosen(input<Key> condition, input<Query, Model> x, input<Query, Model> y) { let(where(condition, x, y)); }
#elif WRONG_choice_of_another_width
// sentence: where(condition, x, y): the axes of one must be among the axes of the others
// names: Query, Model, Inner
void chosen(input<Query> condition, input<Query, Model> x, input<Query, Inner> y) { let(where(condition, x, y)); }
#elif WRONG_choices_that_the_condition_alone_has_together
// sentence: where(condition, x, y): the axes of one must be among the axes of the others
// names: Query, Model
void chosen(input<Query, Model> condition, input<Query> x, input<Model> y) { let(where(condition, x, y)); }
#endif

#if RIGHT
void masked(input<Batch, Query, Key> x) { let(where(tf::causal<Query, Key>{}, x, 0)); }
#elif WRONG_choice_by_a_mask_of_other_axes
// sentence: where(mask, x, y): the mask must be on the last two axes of x, queries before keys
// names: causal, Query, Key
void masked(input<Batch, Query, Key> x) { let(where(tf::causal<Key, Query>{}, x, 0)); }
#elif WRONG_choice_by_padding_of_another_batch
// sentence: where(mask, x, y): a padding mask's batch must be the first axis of x
// names: padding, Head, Batch
void masked(input<Batch, Query, Key> x) { let(where(tf::padding<Head, Query, Key>{}, x, 0)); }
#endif

// In a module, whose formula is read to count its operations: the rest of the formula says nothing more.
#if RIGHT
struct gated_map {
  using weight_type = tf::weight<Model, Inner>;
  using back_type = tf::weight<Inner, Model>;
  BOOST_HANA_DEFINE_STRUCT(gated_map, (weight_type, up), (weight_type, gate), (back_type, down));
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { return x + hadamard(x * up, softplus(x * gate)) * down; });
  }
};
static_assert(tf::operation_count<gated_map, tf::shape<Query, Model>> > 0);
#elif WRONG_gate_of_another_width
// sentence: hadamard(x, y): the axes of one must be among the axes of the other
// names: Inner, Model
struct gated_map {
  using weight_type = tf::weight<Model, Inner>;
  using gate_type = tf::weight<Model, Model>;
  using back_type = tf::weight<Inner, Model>;
  BOOST_HANA_DEFINE_STRUCT(gated_map, (weight_type, up), (gate_type, gate), (back_type, down));
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { return x + hadamard(x * up, softplus(x * gate)) * down; });
  }
};
static_assert(tf::operation_count<gated_map, tf::shape<Query, Model>> > 0);
#elif WRONG_gate_vector_of_another_axis
// sentence: hadamard(x, y): the axes of one must be among the axes of the other
// names: Inner, Key
struct gated_map {
  using weight_type = tf::weight<Model, Inner>;
  using gate_type = tf::vector<Key>;
  using back_type = tf::weight<Inner, Model>;
  BOOST_HANA_DEFINE_STRUCT(gated_map, (weight_type, up), (gate_type, gate), (back_type, down));
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { return x + hadamard(x * up, gate) * down; });
  }
};
static_assert(tf::operation_count<gated_map, tf::shape<Query, Model>> > 0);
#endif
