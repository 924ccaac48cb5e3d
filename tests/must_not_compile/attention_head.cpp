// One head of attention, and the formula of attention.
#include <boost/hana/define_struct.hpp>

#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/expressions/traced.hpp>
#include <typeformer/layers/attention.hpp>
#include <typeformer/readings/running.hpp>

namespace tf = typeformer;

template <class... A>
using input = tf::value<float, tf::shape<A...>>;

struct Batch : tf::axis<"B", 8> {};
struct Beam : tf::axis<"K", 8> {};
struct Query : tf::axis<"N", 16> {};
struct Key : tf::same_sequence<Query, "M"> {};
struct Width : tf::axis<"w", 8> {};
struct Model : tf::axis<"d", 32> {};
struct Other : tf::axis<"d", 32> {};

#if RIGHT
void self(input<Query, Model> x, tf::attention_head<Model, Width> head) { head(x); }
#elif WRONG_self_attention_of_another_width
// sentence: attention_head(x): the last axis of x must be the head's In
// names: Model, Other
void self(input<Query, Model> x, tf::attention_head<Other, Width> head) { head(x); }
#endif

#if RIGHT
void of_two(input<Query, Model> x, input<Key, Other> y, tf::attention_head<Model, Width, Width, Other> head) {
  head(x, y);
}
#elif WRONG_self_attention_of_a_head_for_two_inputs
// sentence: attention_head(x): a head whose KeyIn is not its In needs two inputs
// names: Model, Other
void of_two(input<Query, Model> x, tf::attention_head<Model, Width, Width, Other> head) { head(x); }
#endif

#if RIGHT
void cross(input<Query, Model> x, input<Key, Model> y, tf::attention_head<Model, Width> head) { head(x, y); }
#elif WRONG_queries_of_another_width
// sentence: attention_head(x, y): the last axis of x must be the head's In
// names: Model, Other
void cross(input<Query, Model> x, input<Key, Model> y, tf::attention_head<Other, Width, Width, Model> head) {
  head(x, y);
}
#elif WRONG_keys_of_another_width
// sentence: attention_head(x, y): the last axis of y must be the head's KeyIn
// names: Model, Other
// row: attention head
void cross(input<Query, Model> x, input<Key, Other> y, tf::attention_head<Model, Width> head) { head(x, y); }
#endif

#if RIGHT
void masked(input<Query, Model> x, input<Key, Model> y, tf::attention_head<Model, Width> head) {
  head(x, y, tf::causal<Query, Key>{});
}
#elif WRONG_mask_of_queries_alone
// sentence: attention_head(x, y, mask): the mask's query axis must be the sequence axis of x, its key axis that of y
// names: causal, Query, Key
void masked(input<Query, Model> x, input<Key, Model> y, tf::attention_head<Model, Width> head) {
  head(x, y, tf::causal<Query>{});
}
#endif

#if RIGHT
void batch(input<Batch, Query, Model> x, input<Batch, Key, Model> y, tf::attention_head<Model, Width> head) {
  head(x, y);
  head(x, y, tf::padding<Batch, Query, Key>{});
}
#elif WRONG_keys_of_another_batch
// sentence: attention_head(x, y): the axes before the last two must be the same
// names: Batch, Beam
void batch(input<Batch, Query, Model> x, input<Beam, Key, Model> y, tf::attention_head<Model, Width> head) {
  head(x, y);
}
#elif WRONG_padding_of_another_batch
// sentence: attention_head(x, y, mask): a padding mask's batch must be the first axis of x
// names: padding, Batch, Beam
void batch(input<Batch, Query, Model> x, input<Batch, Key, Model> y, tf::attention_head<Model, Width> head) {
  head(x, y, tf::padding<Beam, Query, Key>{});
}
#endif

#if RIGHT
void attention(input<Query, Width> q, input<Key, Width> k, input<Key, Width> v) { let(tf::attention(q, k, v)); }
#elif WRONG_values_of_other_positions
// sentence: x * y: the last axis of x must be the axis before last of y
// names: Key, Query
void attention(input<Query, Width> q, input<Key, Width> k, input<Query, Width> v) { let(tf::attention(q, k, v)); }
#endif

// The formula of the paper as a module, which is read to count its operations.
struct RunTimeKey : tf::axis<"M", tf::up_to<16>> {};

#if RIGHT
struct formula {
  BOOST_HANA_DEFINE_STRUCT(formula);
  constexpr auto operator()(const tf::expression auto& q, const tf::expression auto& k) const {
    return softmax(q * transpose(k) / tf::root<Width>) * k;
  }
};
static_assert(tf::operation_count<formula, tf::shape<Query, Width>, tf::shape<RunTimeKey, Width>> > 0);
#elif WRONG_formula_without_transpose
// sentence: x * y: the last axis of x must be the axis before last of y
// names: Width, RunTimeKey
struct formula {
  BOOST_HANA_DEFINE_STRUCT(formula);
  constexpr auto operator()(const tf::expression auto& q, const tf::expression auto& k) const {
    return softmax(q * k / tf::root<Width>) * k;
  }
};
static_assert(tf::operation_count<formula, tf::shape<Query, Width>, tf::shape<RunTimeKey, Width>> > 0);
#elif WRONG_formula_with_the_root_of_a_run_time_axis
// sentence: root<Axis>: the extent must be known to the compiler
// names: RunTimeKey
struct formula {
  BOOST_HANA_DEFINE_STRUCT(formula);
  constexpr auto operator()(const tf::expression auto& q, const tf::expression auto& k) const {
    return softmax(q * transpose(k) / tf::root<RunTimeKey>) * k;
  }
};
static_assert(tf::operation_count<formula, tf::shape<Query, Width>, tf::shape<RunTimeKey, Width>> > 0);
#endif

#if RIGHT
void called(input<Query, Model> x) { tf::attention_head<Model, Width>{}(x, x, tf::causal<Query>{}); }
#elif WRONG_head_of_one_input_and_a_mask
// sentence: attention_head(x), attention_head(x, y, mask): x and y must be expressions, and mask, behind both, a mask, such as causal<Query>{}; a tensor is given to a session
// names: Query, Model
void called(input<Query, Model> x) { tf::attention_head<Model, Width>{}(x, tf::causal<Query>{}); }
#elif WRONG_head_with_a_number_for_a_mask
// sentence: attention_head(x), attention_head(x, y, mask): x and y must be expressions, and mask, behind both, a mask, such as causal<Query>{}; a tensor is given to a session
// names: int
void called(input<Query, Model> x) { tf::attention_head<Model, Width>{}(x, x, 1); }
#endif
