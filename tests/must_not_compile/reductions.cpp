// Sums, means and maxima over axes that are named.
#include <boost/hana/define_struct.hpp>

#include <typeformer/expressions/let.hpp>
#include <typeformer/expressions/reduce.hpp>
#include <typeformer/expressions/traced.hpp>
#include <typeformer/readings/running.hpp>

namespace tf = typeformer;

template <class... A>
using input = tf::value<float, tf::shape<A...>>;

struct Batch : tf::axis<"B", 8> {};
struct Head : tf::axis<"h", 8> {};
struct Query : tf::axis<"N", 16> {};
struct Key : tf::axis<"M", 16> {};
struct Model : tf::axis<"d", 32> {};
struct Inner : tf::axis<"f", 32> {};

#if RIGHT
void sum_over_queries(input<Batch, Query, Model> x) { let(tf::sum<Query>(x)); }
#elif WRONG_sum_over_no_axis_of_x
// sentence: sum<A...>(x): each A must be exactly one of the axes of x
// names: Key, Batch, Query, Model
void sum_over_queries(input<Batch, Query, Model> x) { let(tf::sum<Key>(x)); }
#elif WRONG_sum_over_an_axis_that_is_named_twice
// sentence: sum<A...>(x): each A must be exactly one of the axes of x
// names: Batch, Query, Model
void sum_over_queries(input<Batch, Query, Model> x) { let(tf::sum<Query, Query>(x)); }
#endif

#if RIGHT
void sum_of_scores(input<Query, Key> x) { let(tf::sum<Key>(x)); }
#elif WRONG_sum_over_an_axis_that_x_has_twice
// sentence: sum<A...>(x): each A must be exactly one of the axes of x
// names: Query
void sum_of_scores(input<Query, Query> x) { let(tf::sum<Query>(x)); }
#endif

#if RIGHT
void mean_of_both(input<Batch, Query, Model> x) { let(tf::mean<Batch, Query>(x)); }
#elif WRONG_mean_over_two_axes_of_which_x_has_one
// sentence: mean<A...>(x): each A must be exactly one of the axes of x
// names: Batch, Key, Query, Model
void mean_of_both(input<Batch, Query, Model> x) { let(tf::mean<Batch, Key>(x)); }
#endif

#if RIGHT
void largest(input<Query, Model> x) { let(tf::max<Model>(x)); }
#elif WRONG_maximum_over_no_named_axis
// sentence: max<A...>(x): at least one A must be named
// names: Query, Model
void largest(input<Query, Model> x) { let(tf::max(x)); }
#elif WRONG_maximum_over_another_width
// sentence: max<A...>(x): each A must be exactly one of the axes of x
// names: Inner, Query, Model
void largest(input<Query, Model> x) { let(tf::max<Inner>(x)); }
#elif WRONG_maximum_over_two_axes_of_which_x_has_one
// sentence: max<A...>(x): each A must be exactly one of the axes of x
// names: Query, Inner, Model
void largest(input<Query, Model> x) { let(tf::max<Query, Inner>(x)); }
#endif

#if RIGHT
void predicted(input<Batch, Query, Model> logits) { let(tf::argmax<Model>(logits)); }
#elif WRONG_argmax_over_no_named_axis
// sentence: argmax<A>(x): A must be named
// names: Query, Model
void predicted(input<Batch, Query, Model> logits) { let(tf::argmax(logits)); }
#elif WRONG_argmax_over_another_axis
// sentence: argmax<A>(x): A must be exactly one of the axes of x
// names: Key, Batch, Query, Model
void predicted(input<Batch, Query, Model> logits) { let(tf::argmax<Key>(logits)); }
#endif

#if RIGHT
void spread(input<Query, Model> x) { let(tf::variance<Model>(x)); }
#elif WRONG_variance_over_another_axis
// sentence: variance<A...>(x): each A must be exactly one of the axes of x
// names: Inner, Query, Model
void spread(input<Query, Model> x) { let(tf::variance<Inner>(x)); }
#endif

#if RIGHT
void sum_of_rows(input<Batch, Query, Model> x, tf::padding<Batch, Query> mask) { let(tf::sum<Query>(x, mask)); }
#elif WRONG_sum_of_rows_over_no_axis_of_x
// sentence: sum<A>(x, mask): A must be exactly one of the axes of x
// names: Key, Batch, Query, Model
void sum_of_rows(input<Batch, Query, Model> x, tf::padding<Batch, Key> mask) { let(tf::sum<Key>(x, mask)); }
#elif WRONG_sum_with_the_mask_of_another_axis
// sentence: sum<A>(x, mask): the mask must be padding<Batch, A>, Batch the first axis of x
// names: Query, Key, Batch, Model
void sum_of_rows(input<Batch, Query, Model> x, tf::padding<Batch, Key> mask) { let(tf::sum<Query>(x, mask)); }
#elif WRONG_sum_with_a_mask_of_scores
// sentence: sum<A>(x, mask): the mask must be padding<Batch, A>, Batch the first axis of x
// names: Query, Key, Batch
void sum_of_rows(input<Batch, Query, Key> x, tf::padding<Batch, Query, Key> mask) { let(tf::sum<Key>(x, mask)); }
#endif

#if RIGHT
void pooled(input<Batch, Query, Model> x, tf::padding<Batch, Query> mask) { let(tf::mean<Query>(x, mask)); }
#elif WRONG_mean_of_rows_over_no_axis_of_x
// sentence: mean<A>(x, mask): A must be exactly one of the axes of x
// names: Query, Batch, Model
void pooled(input<Batch, Model> x, tf::padding<Batch, Query> mask) { let(tf::mean<Query>(x, mask)); }
#elif WRONG_mean_with_the_batch_behind_another_axis
// sentence: mean<A>(x, mask): the mask must be padding<Batch, A>, Batch the first axis of x
// names: Head, Batch, Query
void pooled(input<Head, Batch, Query> x, tf::padding<Batch, Query> mask) { let(tf::mean<Query>(x, mask)); }
#elif WRONG_mean_over_another_axis_than_the_mask_has
// sentence: mean<A>(x, mask): A must be exactly one of the axes of x
// names: Key, Batch, Query, Model
void pooled(input<Batch, Query, Model> x, tf::padding<Batch, Query> mask) { let(tf::mean<Key>(x, mask)); }
#elif WRONG_mean_with_a_causal_mask
// sentence: mean<A>(x, mask): the mask must be padding<Batch, A>, Batch the first axis of x
// names: Query, causal
void pooled(input<Batch, Query, Model> x, tf::causal<Query> mask) { let(tf::mean<Query>(x, mask)); }
#elif WRONG_mean_with_a_mask_of_another_batch
// sentence: mean<A>(x, mask): the mask must be padding<Batch, A>, Batch the first axis of x
// names: Head, Batch, Query
void pooled(input<Batch, Query, Model> x, tf::padding<Head, Query> mask) { let(tf::mean<Query>(x, mask)); }
#endif

// In a module, whose formula is read to count its operations.
#if RIGHT
struct standardized {
  BOOST_HANA_DEFINE_STRUCT(standardized);
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { return x - tf::mean<Model>(x); });
  }
};
static_assert(tf::operation_count<standardized, tf::shape<Query, Model>> > 0);
#elif WRONG_mean_of_a_width_that_the_input_does_not_have
// sentence: mean<A...>(x): each A must be exactly one of the axes of x
// names: Inner, Query, Model
struct standardized {
  BOOST_HANA_DEFINE_STRUCT(standardized);
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { return x - tf::mean<Inner>(x); });
  }
};
static_assert(tf::operation_count<standardized, tf::shape<Query, Model>> > 0);
#endif

#if RIGHT
struct sentence_vector {
  BOOST_HANA_DEFINE_STRUCT(sentence_vector);
  constexpr auto operator()(const tf::expression auto& x, const auto& mask) const {
    return tf::in_frame(*this, x, [&] { return tf::mean<Query>(x, mask); });
  }
};
static_assert(tf::operation_count<sentence_vector, tf::shape<Batch, Query, Model>, tf::padding<Batch, Query>> > 0);
#elif WRONG_padding_of_other_positions_to_a_module
// sentence: mean<A>(x, mask): the mask must be padding<Batch, A>, Batch the first axis of x
// names: Query, Key, Batch
struct sentence_vector {
  BOOST_HANA_DEFINE_STRUCT(sentence_vector);
  constexpr auto operator()(const tf::expression auto& x, const auto& mask) const {
    return tf::in_frame(*this, x, [&] { return tf::mean<Query>(x, mask); });
  }
};
static_assert(tf::operation_count<sentence_vector, tf::shape<Batch, Query, Model>, tf::padding<Batch, Key>> > 0);
#endif
