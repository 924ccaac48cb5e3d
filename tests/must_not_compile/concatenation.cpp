// Concatenating two values.
#include <typeformer/expressions/concatenate.hpp>
#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/readings/running.hpp>

namespace tf = typeformer;

template <class... A>
using input = tf::value<float, tf::shape<A...>>;

struct Batch : tf::axis<"B", 8> {};
struct Beam : tf::axis<"K", 8> {};
struct Query : tf::axis<"N", 16> {};
struct Key : tf::axis<"M", 16> {};
struct Width : tf::axis<"w", 32> {};
struct Model : tf::axis<"d", 32> {};
struct Inner : tf::axis<"f", 32> {};

#if RIGHT
void concatenation(input<Query, Model> x, input<Query, Inner> y) { let(concatenate(x, y)); }
#elif WRONG_concatenation_of_different_positions
// sentence: concatenate(x, y): all axes but the last must be the same
// names: Query, Key
void concatenation(input<Query, Model> x, input<Key, Inner> y) { let(concatenate(x, y)); }
#elif WRONG_concatenation_of_operands_in_braces
// sentence: concatenate({x, y}): operands are no list: concatenate(x, y)
// names: concatenate
void concatenation(input<Query, Model> x, input<Query, Inner> y) { let(tf::concatenate({x, y})); }
#endif

using map = tf::weight<tf::direct_sum<Model, Inner>, Model>;

#if RIGHT
void map_of_both(input<Query, Model> x, input<Query, Inner> y, map w) { let(concatenate(x, y) * w); }
#elif WRONG_concatenation_in_another_order
// sentence: x * w: the last axis of x must be the first axis of w
// names: direct_sum, Model, Inner
void map_of_both(input<Query, Model> x, input<Query, Inner> y, map w) { let(concatenate(y, x) * w); }
#endif
