// Contractions: sums of products over axes that are named.
#include <boost/hana/define_struct.hpp>

#include <typeformer/expressions/contract.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/expressions/reduce.hpp>
#include <typeformer/expressions/softmax.hpp>
#include <typeformer/expressions/traced.hpp>
#include <typeformer/readings/running.hpp>

namespace tf = typeformer;

template <class... A>
using input = tf::value<float, tf::shape<A...>>;

struct Batch : tf::axis<"B", 8> {};
struct Head : tf::axis<"h", 8> {};
struct Query : tf::axis<"N", 16> {};
struct Key : tf::axis<"M", 16> {};
struct Width : tf::axis<"w", 8> {};
struct KeyWidth : tf::axis<"wk", 8> {};
struct Inner : tf::axis<"f", 32> {};

#if RIGHT
void scores(input<Batch, Query, Width> q, input<Batch, Key, Width> k) { let(tf::contract<Width>(q, k)); }
#elif WRONG_contraction_over_no_axis_of_x
// sentence: contract<A...>(x, y): each A must be exactly one of the axes of x
// names: KeyWidth, Batch, Query, Width
void scores(input<Batch, Query, Width> q, input<Batch, Key, KeyWidth> k) { let(tf::contract<KeyWidth>(q, k)); }
#elif WRONG_contraction_over_no_axis_of_y
// sentence: contract<A...>(x, y): each A must be exactly one of the axes of y
// names: Width, Batch, Key, KeyWidth
void scores(input<Batch, Query, Width> q, input<Batch, Key, KeyWidth> k) { let(tf::contract<Width>(q, k)); }
#elif WRONG_contraction_over_no_axis_of_both
// sentence: contract<A...>(x, y): each A must be exactly one of the axes of x
// names: KeyWidth, Batch, Query, Width
void scores(input<Batch, Query, Width> q, input<Batch, Key, Width> k) { let(tf::contract<KeyWidth>(q, k)); }
#elif WRONG_contraction_over_an_axis_that_is_named_twice
// sentence: contract<A...>(x, y): each A must be exactly one of the axes of x
// names: Width, Batch, Query
void scores(input<Batch, Query, Width> q, input<Batch, Key, Width> k) { let(tf::contract<Width, Width>(q, k)); }
#endif

#if RIGHT
void sum_of_both(input<Head, Query, Width> x, input<Head, Width, Inner> y) { let(tf::contract<Head, Width>(x, y)); }
#elif WRONG_contraction_over_two_axes_of_which_y_has_one
// sentence: contract<A...>(x, y): each A must be exactly one of the axes of y
// names: Head, Width, Batch, Inner
void sum_of_both(input<Head, Query, Width> x, input<Batch, Width, Inner> y) { let(tf::contract<Head, Width>(x, y)); }
#endif

#if RIGHT
void weighted(input<Query, Key> weights, input<Key, Width> v) { let(tf::contract<Key>(weights, v)); }
#elif WRONG_contraction_of_a_square
// sentence: contract<A...>(x, y): no axis may stand twice in x, or twice in y
// names: Query, Key
void weighted(input<Query, Query, Key> weights, input<Key, Width> v) { let(tf::contract<Key>(weights, v)); }
#elif WRONG_contraction_over_an_axis_that_x_has_twice
// sentence: contract<A...>(x, y): each A must be exactly one of the axes of x
// names: Key
void weighted(input<Key, Key> weights, input<Key, Width> v) { let(tf::contract<Key>(weights, v)); }
#elif WRONG_contraction_with_a_square
// sentence: contract<A...>(x, y): no axis may stand twice in x, or twice in y
// names: Width, Key
void weighted(input<Query, Key> weights, input<Key, Width, Width> v) { let(tf::contract<Key>(weights, v)); }
#endif

#if RIGHT
void mixed_positions(input<Batch, Query, Inner> x, tf::weight<Query, Key> w) { let(tf::contract<Query>(x, w)); }
#elif WRONG_weight_over_no_axis_of_x
// sentence: contract<A>(x, w): A must be exactly one of the axes of x
// names: Key, Batch, Query, Inner
void mixed_positions(input<Batch, Query, Inner> x, tf::weight<Key, Query> w) { let(tf::contract<Key>(x, w)); }
#elif WRONG_weight_over_an_axis_that_neither_has
// sentence: contract<A>(x, w): A must be exactly one of the axes of x
// names: Head, Batch, Query, Inner
void mixed_positions(input<Batch, Query, Inner> x, tf::weight<Query, Key> w) { let(tf::contract<Head>(x, w)); }
#elif WRONG_weight_in_the_wrong_order
// sentence: contract<A>(x, w): A must be the first axis of w
// names: Query, Key
void mixed_positions(input<Batch, Query, Inner> x, tf::weight<Key, Query> w) { let(tf::contract<Query>(x, w)); }
#elif WRONG_weight_over_two_axes
// sentence: contract<A>(x, p): p must be a weight, and A one axis, its first
// names: Query, Key
void mixed_positions(input<Batch, Query, Inner> x, tf::weight<Query, Key> w) { let(tf::contract<Query, Inner>(x, w)); }
#elif WRONG_contraction_with_a_table
// sentence: contract<A>(x, p): p must be a weight, and A one axis, its first
// names: Query, Key
void mixed_positions(input<Batch, Query, Inner> x, tf::table<Query, Key> w) { let(tf::contract<Query>(x, w)); }
#endif

// In a module, whose formula is read to count its operations.
#if RIGHT
struct attention {
  BOOST_HANA_DEFINE_STRUCT(attention);
  constexpr auto operator()(const tf::expression auto& q, const tf::expression auto& k) const {
    return tf::in_frame(*this, q, [&] { return tf::softmax<Key>(tf::contract<Width>(q, k)); });
  }
};
static_assert(tf::operation_count<attention, tf::shape<Batch, Query, Width>, tf::shape<Batch, Key, Width>> > 0);
#elif WRONG_keys_of_another_width
// sentence: contract<A...>(x, y): each A must be exactly one of the axes of y
// names: Width, Batch, Key, KeyWidth
struct attention {
  BOOST_HANA_DEFINE_STRUCT(attention);
  constexpr auto operator()(const tf::expression auto& q, const tf::expression auto& k) const {
    return tf::in_frame(*this, q, [&] { return tf::softmax<Key>(tf::contract<Width>(q, k)); });
  }
};
static_assert(tf::operation_count<attention, tf::shape<Batch, Query, Width>, tf::shape<Batch, Key, KeyWidth>> > 0);
#endif

#if RIGHT
struct token_mixing {
  using weight_type = tf::weight<Query, Key>;
  BOOST_HANA_DEFINE_STRUCT(token_mixing, (weight_type, mix));
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { return tf::sum<Key>(tf::contract<Query>(x, mix)); });
  }
};
static_assert(tf::operation_count<token_mixing, tf::shape<Batch, Query, Inner>> > 0);
#elif WRONG_mixing_of_another_axis_than_the_weight_has
// sentence: contract<A>(x, w): A must be the first axis of w
// names: Inner, Query
struct token_mixing {
  using weight_type = tf::weight<Query, Key>;
  BOOST_HANA_DEFINE_STRUCT(token_mixing, (weight_type, mix));
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { return tf::sum<Key>(tf::contract<Inner>(x, mix)); });
  }
};
static_assert(tf::operation_count<token_mixing, tf::shape<Batch, Query, Inner>> > 0);
#endif
