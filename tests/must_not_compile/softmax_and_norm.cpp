// Softmax, normalization and dropout: what works along one axis.
#include <typeformer/expressions/dropout.hpp>
#include <typeformer/expressions/layer_norm.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/expressions/softmax.hpp>
#include <typeformer/layers/layer_norm.hpp>
#include <typeformer/layers/linear.hpp>
#include <typeformer/layers/residual.hpp>
#include <typeformer/readings/running.hpp>

namespace tf = typeformer;

template <class... A>
using input = tf::value<float, tf::shape<A...>>;

struct Query : tf::axis<"N", 16> {};
struct Key : tf::axis<"M", 16> {};
struct Model : tf::axis<"d", 32> {};
struct Inner : tf::axis<"f", 32> {};

#if RIGHT
void softmax_of_the_last_axis(input<Key> x) { let(softmax(x)); }
#elif WRONG_softmax_of_a_number
// sentence: softmax(x): x must have an axis
// names: shape<>
void softmax_of_the_last_axis(input<> x) { let(softmax(x)); }
#endif

#if RIGHT
void largest(input<Key> x) { let(tf::hardmax(x)); }
#elif WRONG_hardmax_of_a_number
// row: hard attention
// sentence: hardmax(x): x must have an axis
// names: shape<>
void largest(input<> x) { let(tf::hardmax(x)); }
#endif

#if RIGHT
void softmax_of_queries(input<Query, Key> x) { let(tf::softmax<Query>(x)); }
#elif WRONG_softmax_over_no_axis_of_x
// sentence: softmax<Axis>(x): Axis must be exactly one of the axes of x
// names: Model, Query, Key
void softmax_of_queries(input<Query, Key> x) { let(tf::softmax<Model>(x)); }
#elif WRONG_softmax_over_an_axis_that_x_has_twice
// sentence: softmax<Axis>(x): Axis must be exactly one of the axes of x
// names: Query
void softmax_of_queries(input<Query, Query> x) { let(tf::softmax<Query>(x)); }
#endif

#if RIGHT
void norm(input<Query, Model> x) { let(tf::normalize<Model, tf::inside_root<>>(x)); }
#elif WRONG_norm_over_positions
// row: layer norm over √(σ² + ε), without γ and β
// sentence: layer_norm: the last axis of x must be the axis it normalizes over
// names: Model, Query
void norm(input<Query, Model> x) { let(tf::normalize<Query, tf::inside_root<>>(x)); }
#elif WRONG_norm_over_positions_by_the_root
// row: layer norm over √σ² + ε, without γ and β
// sentence: layer_norm: the last axis of x must be the axis it normalizes over
// names: Model, Query
void norm(input<Query, Model> x) { let(tf::normalize<Query, tf::added_to_root<>>(x)); }
#elif WRONG_norm_over_positions_by_the_deviation
// row: layer norm over σ + ε, without γ and β
// sentence: layer_norm: the last axis of x must be the axis it normalizes over
// names: Model, Query
void norm(input<Query, Model> x) { let(tf::normalize<Query, tf::added_to_deviation<>>(x)); }
#endif

#if RIGHT
void norm_of_a_product(input<Query, Model> x, tf::weight<Model, Inner> w, tf::vector<Inner> b) {
  let(tf::normalize<Inner, tf::inside_root<>>(x * w + b));
}
#elif WRONG_norm_of_a_product_over_what_it_is_a_product_of
// row: norm(XW + b)
// sentence: layer_norm: the last axis of x must be the axis it normalizes over
// names: Model, Inner
void norm_of_a_product(input<Query, Model> x, tf::weight<Model, Inner> w, tf::vector<Inner> b) {
  let(tf::normalize<Model, tf::inside_root<>>(x * w + b));
}
#endif

#if RIGHT
void norm_layer(input<Query, Model> x, tf::layer_norm<Model> norm) { let(norm(x)); }
#elif WRONG_norm_layer_over_positions
// row: layer norm over √(σ² + ε)
// sentence: layer_norm(x): the last axis of x must be the axis that the layer normalizes over
// names: Query, Model
void norm_layer(input<Query, Model> x, tf::layer_norm<Query> norm) { let(norm(x)); }
#elif WRONG_norm_layer_over_positions_by_the_root
// row: layer norm over √σ² + ε
// sentence: layer_norm(x): the last axis of x must be the axis that the layer normalizes over
// names: Query, Model
void norm_layer(input<Query, Model> x, tf::layer_norm<Query, tf::added_to_root<>> norm) { let(norm(x)); }
#elif WRONG_norm_layer_over_positions_by_the_deviation
// row: layer norm over σ + ε
// sentence: layer_norm(x): the last axis of x must be the axis that the layer normalizes over
// names: Query, Model
void norm_layer(input<Query, Model> x, tf::layer_norm<Query, tf::added_to_deviation<>> norm) { let(norm(x)); }
#endif

#if RIGHT
void dropout(input<Query, Model> x) { tf::drop<std::ratio<1, 10>>(x); }
#elif WRONG_dropout_rate_above_1
// sentence: drop<Rate>(x): the rate must be at least 0 and below 1
// names: 3, 2
void dropout(input<Query, Model> x) { tf::drop<std::ratio<3, 2>>(x); }
#endif

#if RIGHT
void rms(input<Query, Model> x, tf::rms_norm<Model> norm) { let(norm(x)); }
#elif WRONG_rms_norm_over_another_axis
// row: RMS norm
// sentence: rms_norm(x): the last axis of x must be the axis that the layer normalizes over
// names: Query, Model
void rms(input<Query, Model> x, tf::rms_norm<Query> norm) { let(norm(x)); }
#endif

using none = std::ratio<0>;
constexpr tf::layer_norm<Model> norm_of_residuals;

#if RIGHT
void after(input<Query, Model> x, tf::linear<Model, Model> sublayer) {
  let(tf::norm_after::residual<none>(norm_of_residuals, x, sublayer));
}
#elif WRONG_norm_after_a_sublayer_of_another_width
// row: LN(X + Sublayer(X))
// sentence: x + y: the axes of one must be among the axes of the other
// names: Model, Inner
void after(input<Query, Model> x, tf::linear<Model, Inner> sublayer) {
  let(tf::norm_after::residual<none>(norm_of_residuals, x, sublayer));
}
#endif

#if RIGHT
void before(input<Query, Model> x, tf::linear<Model, Model> sublayer) {
  let(tf::norm_before::residual<none>(norm_of_residuals, x, sublayer));
}
#elif WRONG_norm_before_a_sublayer_of_another_width
// row: X + Sublayer(N(X))
// sentence: x + y: the axes of one must be among the axes of the other
// names: Model, Inner
void before(input<Query, Model> x, tf::linear<Model, Inner> sublayer) {
  let(tf::norm_before::residual<none>(norm_of_residuals, x, sublayer));
}
#endif
