// Heads: split, joined, and repeated for the queries that share them.
#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/heads.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/readings/running.hpp>

namespace tf = typeformer;

template <class... A>
using input = tf::value<float, tf::shape<A...>>;

struct Query : tf::axis<"N", 16> {};
struct Head : tf::axis<"h", 8> {};
struct OtherHead : tf::axis<"h", 8> {};
struct Width : tf::axis<"w", 8> {};
struct Model : tf::axis<"d", 64> {};

#if RIGHT
void output(input<Head, Query, Width> x, tf::weight<tf::product<Head, Width>, Model> w) { let(join_heads(x) * w); }
#elif WRONG_output_of_heads_that_are_not_joined
// sentence: x * w: the last axis of x must be the first axis of w
// names: Head, Width, Model
void output(input<Head, Query, Width> x, tf::weight<tf::product<Head, Width>, Model> w) { let(x * w); }
#elif WRONG_output_of_the_models_width
// sentence: x * w: the last axis of x must be the first axis of w
// names: Head, Width, Model
void output(input<Head, Query, Width> x, tf::weight<Model, Model> w) { let(join_heads(x) * w); }
#elif WRONG_output_of_other_heads
// sentence: x * w: the last axis of x must be the first axis of w
// names: Head, OtherHead
void output(input<Head, Query, Width> x, tf::weight<tf::product<OtherHead, Width>, Model> w) { let(join_heads(x) * w); }
#elif WRONG_output_of_width_by_head
// sentence: x * w: the last axis of x must be the first axis of w
// names: Head, Width, Model
void output(input<Head, Query, Width> x, tf::weight<tf::product<Width, Head>, Model> w) { let(join_heads(x) * w); }
#endif

#if RIGHT
void join(input<Head, Query, Width> x) { let(join_heads(x)); }
#elif WRONG_join_of_two_axes
// sentence: join_heads(x): x must have axes of heads, rows and width
// names: Query, Width
void join(input<Query, Width> x) { let(join_heads(x)); }
#endif

struct FewHeads : tf::axis<"h", 4> {};
struct Broad : tf::axis<"w", 16> {};

#if RIGHT
void split(input<Query, tf::product<Head, Width>> x) { let(tf::split_heads<Head, Width>(x)); }
#elif WRONG_split_of_the_models_width
// sentence: split_heads<Head, Width>(x): the last axis of x must be product<Head, Width>
// names: Head, Width, Model
void split(input<Query, Model> x) { let(tf::split_heads<Head, Width>(x)); }
#elif WRONG_split_into_other_factors
// sentence: split_heads<Head, Width>(x): the last axis of x must be product<Head, Width>
// names: FewHeads, Broad, Head, Width
void split(input<Query, tf::product<Head, Width>> x) { let(tf::split_heads<FewHeads, Broad>(x)); }
#elif WRONG_split_into_width_by_head
// sentence: split_heads<Head, Width>(x): the last axis of x must be product<Head, Width>
// names: Head, Width
void split(input<Query, tf::product<Head, Width>> x) { let(tf::split_heads<Width, Head>(x)); }
#elif WRONG_split_of_one_position
// sentence: split_heads<Head, Width>(x): x must have at least two axes
// names: Head, Width
void split(input<tf::product<Head, Width>> x) { let(tf::split_heads<Head, Width>(x)); }
#endif

struct Key : tf::axis<"M", 16> {};
struct KeyHead : tf::axis<"h_k", 2> {};
struct Group : tf::axis<"g", 4> {};
struct RunTimeGroup : tf::axis<"g", tf::up_to<4>> {};

#if RIGHT
void repeat(input<KeyHead, Key, Width> keys) { let(tf::repeat_heads<Group>(keys)); }
#elif WRONG_repeat_of_two_axes
// sentence: repeat_heads<Group>(x): x must have axes of heads, rows and width
// names: Key, Width
void repeat(input<Key, Width> keys) { let(tf::repeat_heads<Group>(keys)); }
#elif WRONG_repeat_for_a_group_of_run_time_extent
// sentence: repeat_heads<Group>(x): the extent of Group must be known to the compiler
// names: RunTimeGroup
void repeat(input<KeyHead, Key, Width> keys) { let(tf::repeat_heads<RunTimeGroup>(keys)); }
#endif

#if RIGHT
void residual(input<Query, Model> x, input<Head, Query, Width> y, tf::weight<tf::product<Head, Width>, Model> w) {
  let(x + join_heads(y) * w);
}
#elif WRONG_residual_of_heads_without_their_output_projection
// sentence: x + y: the axes of one must be among the axes of the other
// names: Query, Model, Head, Width
void residual(input<Query, Model> x, input<Head, Query, Width> y, tf::weight<tf::product<Head, Width>, Model>) {
  let(x + join_heads(y));
}
#endif
