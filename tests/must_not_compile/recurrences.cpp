// Recurrences: scan<A>(state, x, step).
#include <boost/hana/define_struct.hpp>

#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/move.hpp>
#include <typeformer/expressions/scan.hpp>
#include <typeformer/expressions/traced.hpp>
#include <typeformer/expressions/zeros.hpp>
#include <typeformer/readings/running.hpp>

namespace tf = typeformer;

template <class... A>
using input = tf::value<float, tf::shape<A...>>;

struct Batch : tf::axis<"B", 8> {};
struct Query : tf::axis<"N", 16> {};
struct Key : tf::axis<"M", 16> {};
struct Model : tf::axis<"d", 32> {};
struct Inner : tf::axis<"f", 32> {};
struct Source : tf::axis<"S", tf::up_to<64>> {};

constexpr auto sum = [](const auto& s, const auto& x) { return s + x; };

// -------------------------------------------------------------------------------------------------- the axis, the state
#if RIGHT
void sums(input<Batch, Model> s, input<Batch, Query, Model> x) { let(tf::scan<Query>(s, x, sum)); }
#elif WRONG_scan_along_what_x_does_not_have
// sentence: scan<A>(state, x, step): A must be exactly one of the axes of x
// names: Key, Batch, Query, Model
void sums(input<Batch, Model> s, input<Batch, Query, Model> x) { let(tf::scan<Key>(s, x, sum)); }
#elif WRONG_scan_of_a_state_and_a_sequence_exchanged
// sentence: scan<A>(state, x, step): A must be exactly one of the axes of x
// names: Query, Batch, Model
void sums(input<Batch, Model> s, input<Batch, Query, Model> x) { let(tf::scan<Query>(tf::rename<Model, Inner>(x), s, sum)); }
#elif WRONG_state_with_the_axis
// sentence: scan<A>(state, x, step): the state must not have the axis A
// names: Query, Batch, Model
void sums(input<Batch, Query, Model> s, input<Batch, Query, Model> x) { let(tf::scan<Query>(s, x, sum)); }
#elif WRONG_state_without_the_batch
// sentence: scan<A>(state, x, step): the state must begin with the axes of x before A
// names: Batch, Model
void sums(input<Model> s, input<Batch, Query, Model> x) { let(tf::scan<Query>(s, x, sum)); }
#elif WRONG_state_with_the_batch_behind
// sentence: scan<A>(state, x, step): the state must begin with the axes of x before A
// names: Batch, Model
void sums(input<Model, Batch> s, input<Batch, Query, Model> x) { let(tf::scan<Query>(s, x, sum)); }
#endif

// -------------------------------------------------------------------------------------------------- what step returns
#if RIGHT
template <class W>
void recurrent(input<Batch, Inner> h, input<Batch, Source, Model> x, W w) {
  let(tf::scan<Source>(h, x, [&](const auto& s, const auto& x_t) { return s + x_t * w; }));
}
template void recurrent(input<Batch, Inner>, input<Batch, Source, Model>, tf::weight<Model, Inner>);
#elif WRONG_state_that_comes_back_with_another_width
// sentence: scan<A>(state, x, step): the state must come back unchanged: with the axes that it had
// names: Batch, Model, Inner
template <class W>
void recurrent(input<Batch, Inner> h, input<Batch, Source, Model> x, W w) {
  let(tf::scan<Source>(h, x, [&](const auto& s, const auto& x_t) { return x_t + s * w; }));
}
template void recurrent(input<Batch, Inner>, input<Batch, Source, Model>, tf::weight<Inner, Model>);
#elif WRONG_state_that_comes_back_in_another_order
// sentence: scan<A>(state, x, step): the state must come back unchanged: with the axes that it had
// names: Batch, Inner
template <class W>
void recurrent(input<Batch, Inner> h, input<Batch, Source, Model> x, W) {
  let(tf::scan<Source>(h, x, [&](const auto& s, const auto&) { return tf::permute<Inner, Batch>(s); }));
}
template void recurrent(input<Batch, Inner>, input<Batch, Source, Model>, tf::weight<Model, Inner>);
#elif WRONG_step_that_returns_nothing
// sentence: scan<A>(state, x, step): step must return an expression, or step_result{state, output}
// names: void
template <class W>
void recurrent(input<Batch, Inner> h, input<Batch, Source, Model> x, W w) {
  let(tf::scan<Source>(h, x, [&](const auto& s, const auto& x_t) { let(s + x_t * w); }));
}
template void recurrent(input<Batch, Inner>, input<Batch, Source, Model>, tf::weight<Model, Inner>);
#elif WRONG_step_of_one_argument
// sentence: scan<A>(state, x, step): step must take two values, the state and x at one position of A: [&](const auto& state, const auto& x) {...}
// names: Batch, Model, Inner
template <class W>
void recurrent(input<Batch, Inner> h, input<Batch, Source, Model> x, W w) {
  let(tf::scan<Source>(h, x, [&](const auto& x_t) { return x_t * w; }));
}
template void recurrent(input<Batch, Inner>, input<Batch, Source, Model>, tf::weight<Model, Inner>);
#elif WRONG_rule_inside_a_step
// sentence: x * w: the last axis of x must be the first axis of w
// names: Model, Inner
template <class W>
void recurrent(input<Batch, Inner> h, input<Batch, Source, Model> x, W w) {
  let(tf::scan<Source>(h, x, [&](const auto& s, const auto& x_t) { return s + x_t * w; }));
}
template void recurrent(input<Batch, Inner>, input<Batch, Source, Model>, tf::weight<Inner, Inner>);
#endif

// -------------------------------------------------------------------------------------------------- outputs
#if RIGHT
void outputs(input<Batch, Model> h, input<Batch, Query, Model> x, tf::weight<Model, Inner> w) {
  const auto y = tf::scan<Query>(h, x, [&](const auto& s, const auto& x_t) { return tf::step_result{s + x_t, x_t * w}; });
  let(tf::rename<Query, Key>(y));
}
#elif WRONG_output_without_the_batch
// sentence: scan<A>(state, x, step): the output must begin with the axes of x before A
// names: Batch, Model
void outputs(input<Batch, Model> h, input<Batch, Query, Model> x, input<Model> b) {
  const auto y = tf::scan<Query>(h, x, [&](const auto& s, const auto& x_t) { return tf::step_result{s + x_t, 2 * b}; });
  let(tf::rename<Query, Key>(y));
}
#elif WRONG_output_with_the_axis
// sentence: scan<A>(state, x, step): the output must not have the axis A
// names: Query, Batch, Model
void outputs(input<Batch, Model> h, input<Batch, Query, Model> x, tf::weight<Model, Inner>) {
  const auto y = tf::scan<Query>(h, x, [&](const auto& s, const auto& x_t) { return tf::step_result{s + x_t, x}; });
  let(tf::rename<Model, Inner>(y));
}
#elif WRONG_state_and_output_exchanged
// sentence: scan<A>(state, x, step): the state must come back unchanged: with the axes that it had
// names: Batch, Model, Inner
void outputs(input<Batch, Model> h, input<Batch, Query, Model> x, tf::weight<Model, Inner> w) {
  const auto y = tf::scan<Query>(h, x, [&](const auto& s, const auto& x_t) { return tf::step_result{x_t * w, s + x_t}; });
  let(tf::rename<Query, Key>(y));
}
#endif

// -------------------------------------------------------------------------------------------------- the first state
#if RIGHT
void first_state(input<Source, Model> x) { let(tf::zeros<Source, Inner>(x)); }
#elif WRONG_zeros_of_an_extent_that_x_does_not_have
// sentence: zeros<A...>(x): x must have each A whose extent is known only at run time
// names: Source, Inner, Batch, Model
void first_state(input<Batch, Model> x) { let(tf::zeros<Source, Inner>(x)); }
#endif

// -------------------------------------------------------------------------------------------------- segments
#if RIGHT
void segments(input<Batch, Model> s, input<Batch, Query, Model> x) { let(tf::scan<Query, tf::segments<4>>(s, x, sum)); }
#elif WRONG_segments_of_no_position
// sentence: scan<A, segments<K>>(state, x, step): K must be at least 1
// names: segments
void segments(input<Batch, Model> s, input<Batch, Query, Model> x) { let(tf::scan<Query, tf::segments<0>>(s, x, sum)); }
#elif WRONG_segments_of_a_step_that_captures
// sentence: scan<A, segments<K>>(state, x, step): step must be a module, or a lambda that captures nothing
// names: segments
void segments(input<Batch, Model> s, input<Batch, Query, Model> x) {
  let(tf::scan<Query, tf::segments<4>>(s, x, [&](const auto& h, const auto& x_t) { return h + x_t + s; }));
}
#elif WRONG_segments_along_what_x_does_not_have
// sentence: scan<A>(state, x, step): A must be exactly one of the axes of x
// names: Key, Batch, Query, Model
void segments(input<Batch, Model> s, input<Batch, Query, Model> x) { let(tf::scan<Key, tf::segments<4>>(s, x, sum)); }
#endif

// In a module, whose formula is read to count its operations.
#if RIGHT
struct layer {
  using weight_type = tf::weight<Model, Inner>;
  BOOST_HANA_DEFINE_STRUCT(layer, (weight_type, w));
  constexpr auto operator()(const tf::expression auto& s, const tf::expression auto& x) const {
    return tf::scan<Query>(s, x * w, sum);
  }
};
static_assert(tf::operation_count<layer, tf::shape<Batch, Inner>, tf::shape<Batch, Query, Model>> > 0);
#elif WRONG_scan_inside_a_module
// sentence: scan<A>(state, x, step): A must be exactly one of the axes of x
// names: Key, Batch, Query, Inner
struct layer {
  using weight_type = tf::weight<Model, Inner>;
  BOOST_HANA_DEFINE_STRUCT(layer, (weight_type, w));
  constexpr auto operator()(const tf::expression auto& s, const tf::expression auto& x) const {
    return tf::scan<Key>(s, x * w, sum);
  }
};
static_assert(tf::operation_count<layer, tf::shape<Batch, Inner>, tf::shape<Batch, Query, Model>> > 0);
#elif WRONG_step_inside_a_module
// sentence: scan<A>(state, x, step): the state must come back unchanged: with the axes that it had
// names: Batch, Model, Inner
struct layer {
  using weight_type = tf::weight<Model, Inner>;
  BOOST_HANA_DEFINE_STRUCT(layer, (weight_type, w));
  constexpr auto operator()(const tf::expression auto& s, const tf::expression auto& x) const {
    return tf::scan<Query>(s, x * w, [](const auto& h, const auto& x_t) { return tf::rename<Inner, Model>(h + x_t); });
  }
};
static_assert(tf::operation_count<layer, tf::shape<Batch, Inner>, tf::shape<Batch, Query, Model>> > 0);
#endif
