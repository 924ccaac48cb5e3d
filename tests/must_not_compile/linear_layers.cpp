// Linear maps and feed-forward layers.
#include <typeformer/expressions/let.hpp>
#include <typeformer/layers/feed_forward.hpp>
#include <typeformer/layers/linear.hpp>
#include <typeformer/readings/running.hpp>

namespace tf = typeformer;

template <class... A>
using input = tf::value<float, tf::shape<A...>>;

struct Query : tf::axis<"N", 16> {};
struct Model : tf::axis<"d", 32> {};
struct Inner : tf::axis<"f", 32> {};
struct Vocabulary : tf::axis<"V", 32> {};

#if RIGHT
void map(input<Query, Model> x, tf::linear<Model, Inner> layer) { let(layer(x)); }
#elif WRONG_linear_map_of_another_axis
// sentence: linear(x): the last axis of x must be the layer's In
// names: Model, Inner
void map(input<Query, Model> x, tf::linear<Inner, Model> layer) { let(layer(x)); }
#elif WRONG_linear_map_of_two
// sentence: linear(x): it takes one argument; what can be chosen is part of its type
// names: linear
void map(input<Query, Model> x, tf::linear<Model, Inner> layer) { let(layer(x, x)); }
#endif

#if RIGHT
void feed_forward(input<Query, Model> x, tf::feed_forward<Model, Inner> layer) { layer(x); }
#elif WRONG_feed_forward_of_another_axis
// row: feed-forward f(XW₁ + b₁)W₂ + b₂
// sentence: feed_forward(x): the last axis of x must be the layer's In
// names: Model, Inner
void feed_forward(input<Query, Model> x, tf::feed_forward<Inner, Model> layer) { layer(x); }
#endif

#if RIGHT
void gated(input<Query, Model> x, tf::gated_feed_forward<Model, Inner> layer) { layer(x); }
#elif WRONG_gated_feed_forward_of_another_axis
// row: GLU
// row: SwiGLU
// row: GEGLU
// sentence: gated_feed_forward(x): the last axis of x must be the layer's In
// names: Model, Inner
void gated(input<Query, Model> x, tf::gated_feed_forward<Inner, Model> layer) { layer(x); }
#endif

#if RIGHT
void output_activated(input<Query, Model> x, tf::output_activated_feed_forward<Model, Inner> layer) { layer(x); }
#elif WRONG_output_activated_feed_forward_of_another_axis
// row: feed-forward ReLU((XW₁ + b₁)W₂ + b₂)
// sentence: output_activated_feed_forward(x): the last axis of x must be the layer's In
// names: Model, Inner
void output_activated(input<Query, Model> x, tf::output_activated_feed_forward<Inner, Model> layer) { layer(x); }
#endif

#if RIGHT
void logits(input<Query, Model> x, tf::feed_forward<Model, Inner, Vocabulary> layer) { layer(layer(x) * tf::weight<Vocabulary, Model>{}); }
#elif WRONG_feed_forward_of_logits
// row: feed-forward B×C×E → B×C×V
// sentence: feed_forward(x): the last axis of x must be the layer's In
// names: Vocabulary, Model
void logits(input<Query, Model> x, tf::feed_forward<Model, Inner, Vocabulary> layer) { layer(layer(x)); }
#endif

#if RIGHT
void called(input<Query, Model> x, tf::linear<Model, Inner> layer) { let(layer(x)); }
#elif WRONG_linear_map_of_a_number
// sentence: linear(x): x must be an expression; a tensor is given to a session, which hands the model a value
// names: double
void called(input<Query, Model>, tf::linear<Model, Inner> layer) { layer(0.5); }
#endif
