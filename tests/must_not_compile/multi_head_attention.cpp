// Multi-head attention over its own input and over another, with masks, and of keys projected before.
#include <typeformer/layers/multi_head_attention.hpp>
#include <typeformer/readings/running.hpp>

namespace tf = typeformer;

template <class... A>
using input = tf::value<float, tf::shape<A...>>;

struct Batch : tf::axis<"B", 16> {};
struct Beam : tf::axis<"K", 16> {};
struct Query : tf::axis<"N", 16> {};
struct Key : tf::same_sequence<Query, "M"> {};
struct Head : tf::axis<"h", 4> {};
struct Width : tf::axis<"w", 8> {};
struct Model : tf::axis<"d", 32> {};
struct Other : tf::axis<"d", 32> {};

constexpr tf::multi_head_attention<Head, Width, Model> layer;

#if RIGHT
void self(input<Query, Model> x) { layer(x, tf::causal<Query>{}); }
#elif WRONG_self_attention_of_another_width
// sentence: multi_head_attention(x): the last axis of x must be the layer's QueryIn
// names: Model, Other
void self(input<Query, Other> x) { layer(x); }
#elif WRONG_self_attention_with_a_mask_of_keys
// sentence: multi_head_attention(x, mask): the mask's query axis and key axis must both be the sequence axis of x
// names: causal, Query, Key
void self(input<Query, Model> x) { layer(x, tf::causal<Query, Key>{}); }
#endif

#if RIGHT
void padded(input<Batch, Query, Model> x) { layer(x, tf::padding<Batch, Query>{}); }
#elif WRONG_self_attention_with_padding_of_positions
// sentence: multi_head_attention(x, mask): a padding mask's batch must be the first axis of x
// names: padding, Batch, Query
void padded(input<Batch, Query, Model> x) { layer(x, tf::padding<Query, Query>{}); }
#endif

constexpr tf::multi_head_attention<Head, Width, Model, Width, Other> other_keys;

#if RIGHT
void of_three(input<Query, Model> x, input<Key, Other> y) { other_keys(x, y, y); }
#elif WRONG_self_attention_of_a_layer_for_three_inputs
// sentence: multi_head_attention(x): a layer whose KeyIn or ValueIn is not its QueryIn needs three inputs
// names: Model, Other
void of_three(input<Query, Model> x) { other_keys(x); }
#endif

#if RIGHT
void cross(input<Batch, Query, Model> x, input<Batch, Key, Model> y) { layer(x, y, y); }
#elif WRONG_queries_of_another_width
// sentence: multi_head_attention(x, k, v): the last axis of x must be the layer's QueryIn
// names: Model, Other
void cross(input<Batch, Query, Other> x, input<Batch, Key, Model> y) { layer(x, y, y); }
#elif WRONG_all_inputs_of_another_width
// sentence: multi_head_attention(x, k, v): the last axis of x must be the layer's QueryIn
// names: Model, Other
void cross(input<Batch, Query, Other> x, input<Batch, Key, Other> y) { layer(x, y, y); }
#elif WRONG_keys_and_values_of_another_width
// sentence: multi_head_attention(x, k, v): the last axis of k must be the layer's KeyIn
// names: Model, Other
void cross(input<Batch, Query, Model> x, input<Batch, Key, Other> y) { layer(x, y, y); }
#elif WRONG_keys_of_another_width
// sentence: multi_head_attention(x, k, v): the last axis of k must be the layer's KeyIn
// names: Model, Other
void cross(input<Batch, Query, Model> x, input<Batch, Key, Model> y, input<Batch, Key, Other> z) { layer(x, z, y); }
#elif WRONG_values_of_another_width
// sentence: multi_head_attention(x, k, v): the last axis of v must be the layer's ValueIn
// names: Model, Other
// row: multi-head attention
void cross(input<Batch, Query, Model> x, input<Batch, Key, Model> y, input<Batch, Key, Other> z) { layer(x, y, z); }
#elif WRONG_values_of_other_positions
// sentence: multi_head_attention(x, k, v): all axes of k and v but the last must be the same
// names: Batch, Key, Query
void cross(input<Batch, Query, Model> x, input<Batch, Key, Model> y) { layer(x, y, x); }
#elif WRONG_keys_of_another_batch
// sentence: multi_head_attention(x, k, v): the axes of x and k before the last two must be the same
// names: Batch, Beam
void cross(input<Batch, Query, Model> x, input<Beam, Key, Model> y) { layer(x, y, y); }
#endif

#if RIGHT
void masked(input<Batch, Query, Model> x, input<Batch, Key, Model> y) {
  layer(x, y, y, tf::causal<Query, Key>{});
  layer(x, y, y, tf::padding<Batch, Query, Key>{});
}
#elif WRONG_transposed_mask
// sentence: multi_head_attention(x, k, v, mask): the mask's query axis must be the sequence axis of x, its key axis that of k
// names: causal, Key, Query
void masked(input<Batch, Query, Model> x, input<Batch, Key, Model> y) { layer(x, y, y, tf::causal<Key, Query>{}); }
#elif WRONG_padding_of_another_batch
// sentence: multi_head_attention(x, k, v, mask): a padding mask's batch must be the first axis of x
// names: padding, Beam, Batch
void masked(input<Batch, Query, Model> x, input<Batch, Key, Model> y) {
  layer(x, y, y, tf::padding<Beam, Query, Key>{});
}
#endif

struct KeyHead : tf::axis<"h_k", 2> {};
struct Group : tf::axis<"g", 4> {};
struct EightHeads : tf::axis<"h", 8> {};
template <class Heads>
using grouped = tf::multi_head_attention<Heads, Width, Model, Width, Model, Model, Model, tf::with_bias, KeyHead>;

#if RIGHT
void of_groups(input<Batch, Query, Model> x, grouped<tf::product<KeyHead, Group>> attention) { attention(x); }
#elif WRONG_heads_of_other_groups
// sentence: multi_head_attention<Head, ..., KeyHead>: Head must be KeyHead, or product<KeyHead, Group>
// names: EightHeads, KeyHead
// row: grouped-query attention
void of_groups(input<Batch, Query, Model> x, grouped<EightHeads> attention) { attention(x); }
#endif

#if RIGHT
void called(input<Query, Model> x) { layer(x, x, x, tf::causal<Query>{}); }
#elif WRONG_attention_with_a_bool_for_a_mask
// sentence: multi_head_attention(x, mask), multi_head_attention(x, k, v, mask): x, k and v must be expressions, one or all three, and mask a mask, such as causal<Query>{}; a tensor is given to a session
// names: bool
void called(input<Query, Model> x) { layer(x, true); }
#elif WRONG_attention_of_two_inputs
// sentence: multi_head_attention(x, mask), multi_head_attention(x, k, v, mask): x, k and v must be expressions, one or all three, and mask a mask, such as causal<Query>{}; a tensor is given to a session
// names: Query, Model
void called(input<Query, Model> x) { layer(x, x); }
#elif WRONG_attention_of_two_masks
// sentence: multi_head_attention(x, mask), multi_head_attention(x, k, v, mask): x, k and v must be expressions, one or all three, and mask a mask, such as causal<Query>{}; a tensor is given to a session
// names: Query, Model
void called(input<Query, Model> x) { layer(x, tf::causal<Query>{}, tf::causal<Query>{}); }
#endif
