// Masks on the scores of attention.
#include <vector>

#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/expressions/softmax.hpp>
#include <typeformer/layers/attention.hpp>
#include <typeformer/readings/running.hpp>

namespace tf = typeformer;

template <class... A>
using input = tf::value<float, tf::shape<A...>>;

struct Batch : tf::axis<"B", 4> {};
struct Head : tf::axis<"h", 4> {};
struct Query : tf::axis<"N", 16> {};
struct Key : tf::same_sequence<Query, "M"> {};
struct Width : tf::axis<"w", 8> {};
struct Source : tf::axis<"S", 16> {};

#if RIGHT
void masked(input<Query, Key> scores) { let(softmax(scores + tf::causal<Query, Key>{})); }
#elif WRONG_transposed_mask
// sentence: scores + mask: the mask must be on the last two axes of the scores, queries before keys
// names: Query, Key
// row: causal mask
void masked(input<Query, Key> scores) { let(softmax(scores + tf::causal<Key, Query>{})); }
#elif WRONG_mask_behind_the_softmax
// sentence: scores + mask: a mask is added before the softmax, softmax(scores + mask): it takes -infinity to 0
// names: Query, Key
void masked(input<Query, Key> scores) { let(softmax(scores) + tf::causal<Query, Key>{}); }
#elif WRONG_causal_mask_of_two_sequences
// sentence: a mask by position, such as causal<Query, Key>, must be on positions of one sequence: on one axis, or on a Key that says so, `struct Key : tf::same_sequence<Query, "M"> {};`
// names: Query, Source
void masked(input<Query, Source> scores) { let(softmax(scores + tf::causal<Query, Source>{})); }
#endif

#if RIGHT
void near(input<Query, Key> scores) { let(softmax(scores + tf::sliding_window<Query, 4, Key>{})); }
#elif WRONG_window_of_other_keys
// sentence: scores + mask: the mask must be on the last two axes of the scores, queries before keys
// names: Query, Key
void near(input<Query, Key> scores) { let(softmax(scores + tf::sliding_window<Query, 4>{})); }
#elif WRONG_window_of_nothing
// sentence: sliding_window<Query, Size>: Size must be 1 at least, since it counts the query's own position
// names: Query
// row: sliding window
void near(input<Query, Key> scores) { let(softmax(scores + tf::sliding_window<Query, 0, Key>{})); }
#endif

#if RIGHT
void around(input<Query, Key> scores) { let(softmax(scores + tf::local_window<Query, 3, Key>{})); }
#elif WRONG_local_window_without_a_middle
// row: local attention
// sentence: local_window<Query, Size>: Size must be odd, since a query sees as many keys before its position as behind it
// names: Query
void around(input<Query, Key> scores) { let(softmax(scores + tf::local_window<Query, 4, Key>{})); }
#endif

#if RIGHT
void attention(input<Query, Width> q, input<Key, Width> k) { let(tf::attention(q, k, k, tf::causal<Query, Key>{})); }
#elif WRONG_mask_of_queries_alone
// sentence: scores + mask: the mask must be on the last two axes of the scores, queries before keys
// names: Query, Key
void attention(input<Query, Width> q, input<Key, Width> k) { let(tf::attention(q, k, k, tf::causal<Query>{})); }
#endif

#if RIGHT
void padded(input<Batch, Head, Query, Key> scores) { let(softmax(scores + tf::padding<Batch, Query, Key>{})); }
#elif WRONG_padding_of_heads
// sentence: scores + mask: a padding mask's batch must be the first axis of the scores
// names: Batch, Head
// row: padding mask
void padded(input<Head, Batch, Query, Key> scores) { let(softmax(scores + tf::padding<Batch, Query, Key>{})); }
#elif WRONG_padding_of_queries
// sentence: scores + mask: a padding mask's batch must be the first axis of the scores
// names: Query, Key
void padded(input<Query, Key> scores) { let(softmax(scores + tf::padding<Query, Query, Key>{})); }
#endif

std::vector<std::int32_t> lengths_of_batch();

#if RIGHT
auto padded_rows(const std::vector<std::int32_t>& lengths) { return tf::padding<Batch, Query>{lengths}; }
#elif WRONG_padding_of_temporary_lengths
// sentence: padding{lengths}: the lengths must outlive the mask, which a temporary does not: name them
// names: vector
auto padded_rows() { return tf::padding<Batch, Query>{lengths_of_batch()}; }
#elif WRONG_padding_of_lengths_of_64_bits
// sentence: padding{lengths}: lengths must be a range of std::int32_t
// names: vector<long
auto padded_rows(const std::vector<std::int64_t>& lengths) { return tf::padding<Batch, Query>{lengths}; }
#endif

#if RIGHT
void weighed(input<Query, Key> scores, input<Key, Width> v) { let(softmax(scores) * v); }
#elif WRONG_weights_that_sum_to_1_over_queries
// sentence: softmax<Axis>(x) * v: what the product sums over must be the axis that softmax normalized; if another is meant, make a value of the weights, let(softmax<Axis>(x)) * v
// names: Query, Key
void weighed(input<Query, Key> scores, input<Key, Width> v) { let(tf::softmax<Query>(scores) * v); }
#endif

#if RIGHT
void scaled(input<Query, Width> q, input<Key, Width> k) { let(q * transpose(k) / tf::root<Width>); }
#elif WRONG_root_of_another_axis
// sentence: q * transpose(k) / root<Axis>: Axis must be the one that the product summed over; if another is meant, divide by its number, root<Axis>.value
// names: Key, Width
void scaled(input<Query, Width> q, input<Key, Width> k) { let(q * transpose(k) / tf::root<Key>); }
#endif
