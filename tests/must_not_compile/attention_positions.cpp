// Positions inside attention.
#include <typeformer/expressions/distance_attention.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/expressions/rotate.hpp>
#include <typeformer/layers/mechanisms/bucketed_bias.hpp>
#include <typeformer/layers/mechanisms/rotary_positions.hpp>
#include <typeformer/readings/running.hpp>

namespace tf = typeformer;

template <class... A>
using input = tf::value<float, tf::shape<A...>>;

struct Query : tf::axis<"N", 16> {};
struct Head : tf::axis<"h", 8> {};
struct Width : tf::axis<"w", 8> {};
struct Odd : tf::axis<"w", 7> {};

#if RIGHT
void rotation(input<Head, Query, Width> x) { let(tf::rotate<tf::rotary_layout::halves>(x)); }
#elif WRONG_rotation_of_an_odd_width
// row: rotary positions, interleaved
// row: rotary positions, halves
// sentence: rotate(x): the extent of the last axis of x must be even, and known to the compiler
// names: Odd
void rotation(input<Head, Query, Odd> x) { let(tf::rotate(x)); }
#elif WRONG_rotation_of_a_vector
// sentence: rotate(x): x must have a sequence axis and a width
// names: Width
void rotation(input<Width> x) { let(tf::rotate(x)); }
#endif

struct Key : tf::same_sequence<Query, "M"> {};
struct OtherHead : tf::axis<"h", 8> {};
struct ValueWidth : tf::axis<"e", 8> {};
using queries = input<Head, Query, Width>;
using keys = input<Head, Key, Width>;
using values = input<Head, Key, ValueWidth>;
using mask = tf::causal<Query, Key>;

#if RIGHT
void linear_biases(queries q, keys k, values v) { let(tf::attention_with_linear_biases(q, k, v, mask{})); }
#elif WRONG_linear_biases_without_heads
// row: linear bias
// sentence: attention_with_linear_biases(q, k, v): q must have axes of heads, queries and a width
// names: Query, Width
void linear_biases(input<Query, Width> q, input<Key, Width> k, input<Key, ValueWidth> v) {
  let(tf::attention_with_linear_biases(q, k, v, mask{}));
}
#elif WRONG_linear_biases_of_keys_of_another_width
// row: linear bias
// sentence: q * transpose(k): queries and keys must have the same last axis
// names: Width, Odd
void linear_biases(queries q, input<Head, Key, Odd> k, values v) {
  let(tf::attention_with_linear_biases(q, k, v, mask{}));
}
#endif

template <std::size_t Buckets, class H>
using biases = tf::vector<tf::product<tf::bucket<Buckets>, H>>;

#if RIGHT
void bucketed_biases(queries q, keys k, values v, biases<32, Head> b) {
  let(tf::attention_with_bucketed_biases(q, k, v, b, mask{}));
}
#elif WRONG_bucketed_biases_of_other_heads
// row: bucketed bias
// sentence: attention_with_bucketed_biases(q, k, v, biases): the biases' heads must be those of q
// names: Head, OtherHead
void bucketed_biases(queries q, keys k, values v, biases<32, OtherHead> b) {
  let(tf::attention_with_bucketed_biases(q, k, v, b, mask{}));
}
#elif WRONG_bucketed_biases_that_are_a_bias
// row: bucketed bias
// sentence: attention_with_bucketed_biases(q, k, v, biases): biases must be a vector of product<bucket<Buckets>, Head>
// names: Head
void bucketed_biases(queries q, keys k, values v, tf::vector<Head> b) {
  let(tf::attention_with_bucketed_biases(q, k, v, b, mask{}));
}
#elif WRONG_bucketed_biases_of_too_small_a_distance
// row: bucketed bias
// sentence: attention_with_bucketed_biases<MaxDistance>(q, k, v, biases): Buckets must be a multiple of 4, and MaxDistance above half of them
// names: Head
void bucketed_biases(queries q, keys k, values v, biases<32, Head> b) {
  let(tf::attention_with_bucketed_biases<16>(q, k, v, b, mask{}));
}
#endif

struct Distance : tf::axis<"c", 9> {};

#if RIGHT
void by_distance(queries q, keys k, values v, input<Head, Query, Distance> r) {
  let(tf::attention_by_distance(q, k, v, r, mask{}));
}
#elif WRONG_by_distance_of_scores_of_keys
// row: relative positions
// sentence: attention_by_distance(q, k, v, r): all axes of q and r but the last must be the same
// names: Query, Key
void by_distance(queries q, keys k, values v, input<Head, Key, Distance> r) {
  let(tf::attention_by_distance(q, k, v, r, mask{}));
}
#elif WRONG_by_distance_without_a_middle
// row: relative positions
// sentence: attention_by_distance(q, k, v, r): the extent of the last axis of r must be odd, and known to the compiler
// names: Key
void by_distance(queries q, keys k, values v, input<Head, Query, Key> r) {
  let(tf::attention_by_distance(q, k, v, r, mask{}));
}
#endif

// As choices.
#if RIGHT
using rotated = tf::rotary_positions<tf::rotary_layout::halves, 500000>;
#elif WRONG_rotary_positions_of_a_base_alone
// row: rotary positions, halves
// sentence: rotary_positions<Layout, Base>: Layout must be tf::rotary_layout::interleaved or tf::rotary_layout::halves, and the base follows it
// names: 500000
using rotated = tf::rotary_positions<500000>;
#endif

#if RIGHT
using bucketed = tf::bucketed_bias<32, 128>;
#elif WRONG_bucketed_bias_of_thirty_buckets
// row: bucketed bias
// sentence: bucketed_bias<Buckets, MaxDistance>: Buckets must be a multiple of 4, and MaxDistance above half of them
// names: 30, 128
using bucketed = tf::bucketed_bias<30, 128>;
#endif
