// Scores and masks: what fits by its shape but cannot be meant, and masks of the wrong axes or that are none.
#include <boost/hana/define_struct.hpp>

#include <typeformer/typeformer.hpp>
namespace tf = typeformer;

template <class... A>
using input = tf::value<tf::tracing<tf::totals>, tf::shape<A...>>;

struct Batch : tf::axis<"B", 4> {};
struct Head : tf::axis<"h", 4> {};
struct Query : tf::axis<"N", 16> {};
struct Key : tf::same_sequence<Query, "M"> {};
struct Source : tf::axis<"S", 16> {};
struct Target : tf::axis<"T", 16> {};
struct Model : tf::axis<"d_model", 64> {};
struct Width : tf::axis<"d", 16> {};

// The root of the width that the product sums over.
#if RIGHT
void scaled(input<Query, Width> q, input<Key, Width> k) { let(softmax(q * transpose(k) / tf::root<Width>) * k); }
void scaled_by_another(input<Query, Width> q, input<Key, Width> k) { let(q * transpose(k) / tf::root<Model>.value); }
#elif WRONG_root_of_the_model
// sentence: q * transpose(k) / root<Axis>: Axis must be the one that the product summed over; if another is meant, divide by its number, root<Axis>.value
// names: Model, Width
void scaled(input<Query, Width> q, input<Key, Width> k) { let(softmax(q * transpose(k) / tf::root<Model>) * k); }
#elif WRONG_root_of_the_keys
// sentence: q * transpose(k) / root<Axis>: Axis must be the one that the product summed over; if another is meant, divide by its number, root<Axis>.value
// names: Key, Width
void scaled(input<Query, Width> q, input<Key, Width> k) { let(softmax(q * transpose(k) / tf::root<Key>) * k); }
#elif WRONG_root_of_the_model_by_contract
// sentence: q * transpose(k) / root<Axis>: Axis must be the one that the product summed over; if another is meant, divide by its number, root<Axis>.value
// names: Model, Width
void scaled(input<Query, Width> q, input<Key, Width> k) { let(tf::contract<Width>(q, k) / tf::root<Model>); }
#elif WRONG_root_after_the_mask
// sentence: q * transpose(k) / root<Axis>: Axis must be the one that the product summed over; if another is meant, divide by its number, root<Axis>.value
// names: Model, Width
void scaled(input<Query, Width> q, input<Key, Width> k) {
  let(softmax((q * transpose(k) + tf::causal<Query, Key>{}) / tf::root<Model>) * k);
}
#elif WRONG_root_of_heads
// sentence: q * transpose(k) / root<Axis>: Axis must be the one that the product summed over; if another is meant, divide by its number, root<Axis>.value
// names: Head, Width
void scaled(input<Head, Query, Width> q, input<Head, Key, Width> k) { let(q * transpose(k) / tf::root<Head>); }
#elif WRONG_root_in_a_module
// sentence: q * transpose(k) / root<Axis>: Axis must be the one that the product summed over; if another is meant, divide by its number, root<Axis>.value
// names: Model, Width
struct one_head {
  using map = tf::linear<Model, Width>;
  BOOST_HANA_DEFINE_STRUCT(one_head, (map, query), (map, key), (map, value));
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] {
      const auto [q, k, v] = tf::let(query(x), key(x), value(x));
      return softmax(q * transpose(k) / tf::root<Model>) * v;
    });
  }
};
void call(input<Query, Model> x) { one_head{}(x); }
#elif WRONG_root_of_no_axis
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: int
void scaled(input<Query, Width> q, input<Key, Width> k) { let(q * transpose(k) / tf::root<int>); }
#elif WRONG_root_of_a_number
// compiler: a number where a template takes a type
void scaled(input<Query, Width> q, input<Key, Width> k) { let(q * transpose(k) / tf::root<64>); }
#elif WRONG_root_of_run_time_positions
// sentence: root<Axis>: the extent must be known to the compiler
// names: Word
struct Word : tf::axis<"W", tf::up_to<16>> {};
void scaled(input<Query, Width> q, input<Word, Width> k) { let(q * transpose(k) / tf::root<Word>); }
#endif

// Weights that sum to 1 along what the product sums over.
#if RIGHT
void weighed(input<Query, Key> scores, input<Key, Width> v) { let(softmax(scores) * v); }
void weighed_by_columns(input<Query, Key> scores, input<Key, Width> v) { let(let(tf::softmax<Query>(scores)) * v); }
#elif WRONG_softmax_over_queries
// sentence: softmax<Axis>(x) * v: what the product sums over must be the axis that softmax normalized; if another is meant, make a value of the weights, let(softmax<Axis>(x)) * v
// names: Query, Key
void weighed(input<Query, Key> scores, input<Key, Width> v) { let(tf::softmax<Query>(scores) * v); }
#elif WRONG_softmax_over_heads
// sentence: softmax<Axis>(x) * v: what the product sums over must be the axis that softmax normalized; if another is meant, make a value of the weights, let(softmax<Axis>(x)) * v
// names: Head, Key
void weighed(input<Head, Query, Key> scores, input<Head, Key, Width> v) { let(tf::softmax<Head>(scores) * v); }
#elif WRONG_softmax_before_transpose
// sentence: softmax<Axis>(x) * v: what the product sums over must be the axis that softmax normalized; if another is meant, make a value of the weights, let(softmax<Axis>(x)) * v
// names: Query, Key
void weighed(input<Key, Query> scores, input<Key, Width> v) { let(transpose(softmax(scores)) * v); }
#elif WRONG_softmax_over_queries_by_contract
// sentence: contract<A...>(softmax<Axis>(x), v): A must be the axis that softmax normalized; if another is meant, make a value of the weights, contract<A>(let(softmax<Axis>(x)), v)
// names: Query, Key
void weighed(input<Query, Key> scores, input<Key, Width> v) { let(tf::contract<Key>(tf::softmax<Query>(scores), v)); }
#elif WRONG_softmax_over_queries_named
// sentence: softmax<Axis>(x) * v: what the product sums over must be the axis that softmax normalized; if another is meant, make a value of the weights, let(softmax<Axis>(x)) * v
// names: Query, Key
void weighed(input<Query, Width> q, input<Key, Width> k) {
  const auto weights = tf::softmax<Query>(q * transpose(k) / tf::root<Width> + tf::causal<Query, Key>{});
  let(weights * k);
}
#elif WRONG_softmax_over_an_axis_that_scores_lack
// sentence: softmax<Axis>(x): Axis must be exactly one of the axes of x
// names: Width, Query, Key
void weighed(input<Query, Key> scores, input<Key, Width> v) { let(tf::softmax<Width>(scores) * v); }
#elif WRONG_weights_and_values_exchanged
// sentence: x * y: the last axis of x must be the axis before last of y
// names: Width, Query
void weighed(input<Query, Key> scores, input<Key, Width> v) { let(v * softmax(scores)); }
#endif

// A causal mask is on positions of one sequence.
#if RIGHT
void seen(input<Query, Key> scores) { let(softmax(scores + tf::causal<Query, Key>{})); }
#elif WRONG_mask_behind_the_softmax
// sentence: scores + mask: a mask is added before the softmax, softmax(scores + mask): it takes -infinity to 0
// names: Query, Key
void seen(input<Query, Key> scores, input<Key, Width> v) { let((softmax(scores) + tf::causal<Query, Key>{}) * v); }
#elif WRONG_mask_behind_the_dropped_softmax
// sentence: scores + mask: a mask is added before the softmax, softmax(scores + mask): it takes -infinity to 0
// names: Query, Key
void seen(input<Query, Key> scores) { let(tf::drop<std::ratio<1, 10>>(softmax(scores)) + tf::causal<Query, Key>{}); }
#elif WRONG_causal_of_source_and_target
// sentence: a mask by position, such as causal<Query, Key>, must be on positions of one sequence: on one axis, or on a Key that says so, `struct Key : tf::same_sequence<Query, "M"> {};`
// names: Target, Source
void seen(input<Target, Source> scores) { let(softmax(scores + tf::causal<Target, Source>{})); }
#elif WRONG_window_of_source_and_target
// sentence: a mask by position, such as causal<Query, Key>, must be on positions of one sequence: on one axis, or on a Key that says so, `struct Key : tf::same_sequence<Query, "M"> {};`
// names: Target, Source
void seen(input<Target, Source> scores) { let(softmax(scores + tf::sliding_window<Target, 4, Source>{})); }
#elif WRONG_causal_cross_attention
// sentence: a mask by position, such as causal<Query, Key>, must be on positions of one sequence: on one axis, or on a Key that says so, `struct Key : tf::same_sequence<Query, "M"> {};`
// names: Target, Source
void seen(input<Target, Width> q, input<Source, Width> k) { let(tf::attention(q, k, k, tf::causal<Target, Source>{})); }
#elif WRONG_causal_cross_attention_of_a_layer
// sentence: a mask by position, such as causal<Query, Key>, must be on positions of one sequence: on one axis, or on a Key that says so, `struct Key : tf::same_sequence<Query, "M"> {};`
// names: Target, Source
void seen(input<Target, Model> x, input<Source, Model> y, tf::multi_head_attention<Head, Width, Model> layer) {
  layer(x, y, y, tf::causal<Target, Source>{});
}
#elif WRONG_causal_of_another_sequence_of_the_same_extent
// sentence: a mask by position, such as causal<Query, Key>, must be on positions of one sequence: on one axis, or on a Key that says so, `struct Key : tf::same_sequence<Query, "M"> {};`
// names: Query, Other
struct Other : tf::axis<"M", 16> {};
void seen(input<Query, Other> scores) { let(softmax(scores + tf::causal<Query, Other>{})); }
#elif WRONG_causal_of_positions_and_width
// sentence: a mask by position, such as causal<Query, Key>, must be on positions of one sequence: on one axis, or on a Key that says so, `struct Key : tf::same_sequence<Query, "M"> {};`
// names: Query, Width
void seen(input<Query, Width> x) { let(where(tf::causal<Query, Width>{}, x, 0)); }
#elif WRONG_same_sequence_as_no_axis
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: int
struct Other : tf::same_sequence<int, "M", 16> {};
void seen(input<Query, Other> scores) { let(scores); }
#elif WRONG_alias_for_a_key
// sentence: an axis must be a struct of its own, `struct Width : tf::axis<"d", 64> {};`: an alias is the same type as each other of this name and extent
// names: same_sequence
using Later = tf::same_sequence<Query, "M">;
void seen(tf::causal<Query, Later> mask) { mask.kernel_mask(); }
#endif

// Source and target of cross-attention.
#if RIGHT
void crossed(input<Target, Width> q, input<Source, Width> k, input<Source, Width> v) { let(tf::attention(q, k, v)); }
void padded(input<Batch, Target, Width> q, input<Batch, Source, Width> k) {
  let(tf::attention(q, k, k, tf::padding<Batch, Target, Source>{}));
}
#elif WRONG_values_of_the_target
// sentence: x * y: the last axis of x must be the axis before last of y
// names: Source, Target
void crossed(input<Target, Width> q, input<Source, Width> k, input<Source, Width> v) { let(tf::attention(q, k, q)); }
#elif WRONG_padding_of_the_target
// sentence: scores + mask: the mask must be on the last two axes of the scores, queries before keys
// names: Target, Source
void padded(input<Batch, Target, Width> q, input<Batch, Source, Width> k) {
  let(tf::attention(q, k, k, tf::padding<Batch, Source, Target>{}));
}
#elif WRONG_padding_of_the_target_alone
// sentence: scores + mask: the mask must be on the last two axes of the scores, queries before keys
// names: Target, Source
void padded(input<Batch, Target, Width> q, input<Batch, Source, Width> k) {
  let(tf::attention(q, k, k, tf::padding<Batch, Target>{}));
}
#elif WRONG_keys_and_queries_exchanged_under_a_mask
// sentence: scores + mask: the mask must be on the last two axes of the scores, queries before keys
// names: Target, Source
void padded(input<Batch, Target, Width> q, input<Batch, Source, Width> k) {
  let(tf::attention(k, q, q, tf::padding<Batch, Target, Source>{}));
}
#endif

// Masks of the wrong axes, and what is no mask.
#if RIGHT
void masked(input<Batch, Query, Key> scores) { let(softmax(scores + tf::causal<Query, Key>{})); }
void padded_scores(input<Batch, Query, Key> scores) { let(softmax(scores + tf::padding<Batch, Query, Key>{})); }
#elif WRONG_mask_transposed
// sentence: scores + mask: the mask must be on the last two axes of the scores, queries before keys
// names: Query, Key
void masked(input<Batch, Query, Key> scores) { let(softmax(scores + tf::causal<Key, Query>{})); }
#elif WRONG_mask_of_queries_alone
// sentence: scores + mask: the mask must be on the last two axes of the scores, queries before keys
// names: Query, Key
void masked(input<Batch, Query, Key> scores) { let(softmax(scores + tf::causal<Query>{})); }
#elif WRONG_mask_of_what_is_no_score
// sentence: scores + mask: the mask must be on the last two axes of the scores, queries before keys
// names: Query, Model
void masked(input<Query, Model> x) { let(softmax(x + tf::causal<Query>{})); }
#elif WRONG_padding_of_temporary_lengths
// sentence: padding{lengths}: the lengths must outlive the mask, which a temporary does not: name them
// names: vector
std::vector<std::int32_t> lengths();
void padded_scores(input<Batch, Query, Key> scores) { let(softmax(scores + tf::padding<Batch, Query, Key>{lengths()})); }
#elif WRONG_padding_without_a_batch
// sentence: scores + mask: a padding mask's batch must be the first axis of the scores
// names: Batch, Query
void padded_scores(input<Query, Key> scores) { let(softmax(scores + tf::padding<Batch, Query, Key>{})); }
#elif WRONG_padding_of_heads
// sentence: scores + mask: a padding mask's batch must be the first axis of the scores
// names: Batch, Head
void padded_scores(input<Head, Batch, Query, Key> scores) { let(softmax(scores + tf::padding<Batch, Query, Key>{})); }
#elif WRONG_mask_on_the_left
// sentence: mask + scores: a mask is added to scores, and stands on the right: scores + mask
// names: causal
void masked(input<Batch, Query, Key> scores) { let(softmax(tf::causal<Query, Key>{} + scores)); }
#elif WRONG_mask_multiplied
// sentence: a mask is added to scores, and stands on the right: scores + mask
// names: causal
void masked(input<Batch, Query, Key> scores) { let(softmax(scores * tf::causal<Query, Key>{})); }
#elif WRONG_mask_subtracted
// sentence: a mask is added to scores, and stands on the right: scores + mask
// names: causal
void masked(input<Batch, Query, Key> scores) { let(softmax(scores - tf::causal<Query, Key>{})); }
#elif WRONG_mask_without_braces
// compiler: a type where an expression is expected
auto masked(input<Batch, Query, Key> scores) { return scores + tf::causal<Query, Key>; }
#elif WRONG_mask_that_is_a_lambda
// sentence: x + y, x * y, ...: operands of a formula are its values, parameters and numbers; a tensor is given to a session, which hands the model a value
// names: lambda
void masked(input<Batch, Query, Key> scores) { let(softmax(scores + [](int i, int j) { return j <= i; })); }
#elif WRONG_mask_that_is_a_tensor
// sentence: x + y, x * y, ...: operands of a formula are its values, parameters and numbers; a tensor is given to a session, which hands the model a value
// names: tensor
void masked(input<Batch, Query, Key> scores, const tf::tensor<float, Query, Key>& mask) { let(softmax(scores + mask)); }
#elif WRONG_mask_of_an_attention_that_is_true
// sentence: attention(q, k, v), attention(q, k, v, mask): q, k and v must be expressions, and mask a mask, such as causal<Query>{}
// names: bool
void causal(input<Query, Width> q, input<Key, Width> k) { let(tf::attention(q, k, k, true)); }
#elif WRONG_mask_of_an_attention_that_is_a_value
// sentence: attention(q, k, v), attention(q, k, v, mask): q, k and v must be expressions, and mask a mask, such as causal<Query>{}
// names: Query, Key
void causal(input<Query, Width> q, input<Key, Width> k, input<Query, Key> m) { let(tf::attention(q, k, k, m)); }
#elif WRONG_attention_without_values
// sentence: attention(q, k, v), attention(q, k, v, mask): q, k and v must be expressions, and mask a mask, such as causal<Query>{}
// names: Query, Key
void causal(input<Query, Width> q, input<Key, Width> k) { let(tf::attention(q, k)); }
#elif WRONG_mask_of_numbers
// compiler: a number where a template takes a type
// names: type
void masked(tf::causal<Query, 16> mask);
#elif WRONG_mask_of_no_axes
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: float
void masked(input<Batch, Query, Key> scores) { let(softmax(scores + tf::causal<Query, float>{})); }
#elif WRONG_window_of_nothing
// sentence: sliding_window<Query, Size>: Size must be 1 at least, since it counts the query's own position
// names: Query
void masked(input<Batch, Query, Key> scores) { let(softmax(scores + tf::sliding_window<Query, 0, Key>{})); }
#elif WRONG_masks_joined_by_and
// sentence: mask & mask: of a causal mask or a local window, and padding, on the same axes; others are added to the scores, one after the other
// names: causal, padding
auto both() { return tf::causal<Query, Key>{} && tf::padding<Batch, Query, Key>{}; }
#elif WRONG_masks_added
// sentence: mask & mask: of a causal mask or a local window, and padding, on the same axes; others are added to the scores, one after the other
// names: causal, padding
auto both() { return tf::causal<Query, Key>{} + tf::padding<Batch, Query, Key>{}; }
#elif WRONG_masks_of_other_axes
// sentence: mask & mask: of a causal mask or a local window, and padding, on the same axes; others are added to the scores, one after the other
// names: causal, padding
auto both() { return tf::causal<Query>{} & tf::padding<Batch, Query, Key>{}; }
#endif

// Choices by a mask.
#if RIGHT
void chosen(input<Query, Key> x) { let(where(tf::causal<Query, Key>{}, x, 0)); }
#elif WRONG_choice_by_a_transposed_mask
// sentence: where(mask, x, y): the mask must be on the last two axes of x, queries before keys
// names: Query, Key
void chosen(input<Query, Key> x) { let(where(tf::causal<Key, Query>{}, x, 0)); }
#elif WRONG_choice_by_true
// sentence: where(condition, x, y): the condition must be a mask or an expression such as greater(x, y), and x and y expressions or numbers
// names: bool
void chosen(input<Query, Key> x) { let(tf::where(true, x, 0)); }
#elif WRONG_choice_by_a_number
// sentence: where(condition, x, y): the condition must be a mask or an expression such as greater(x, y), and x and y expressions or numbers
// names: int
void chosen(input<Query, Key> x) { let(where(1, x, 0)); }
#elif WRONG_choice_by_a_mask_at_the_end
// sentence: where(condition, x, y): the condition must be a mask or an expression such as greater(x, y), and x and y expressions or numbers
// names: causal
void chosen(input<Query, Key> x) { let(where(x, 0, tf::causal<Query, Key>{})); }
#elif WRONG_choice_without_another
// sentence: where(condition, x, y): the condition must be a mask or an expression such as greater(x, y), and x and y expressions or numbers
// names: causal
void chosen(input<Query, Key> x) { let(where(tf::causal<Query, Key>{}, x)); }
#endif

// Layers of attention: what stands in the place of a mask, and how many inputs there are.
constexpr tf::multi_head_attention<Head, Width, Model> attend;
#if RIGHT
void attended(input<Query, Model> x) { attend(x, x, x, tf::causal<Query>{}); }
#elif WRONG_number_for_a_mask
// sentence: multi_head_attention(x, mask), multi_head_attention(x, k, v, mask): x, k and v must be expressions, one or all three, and mask a mask, such as causal<Query>{}; a tensor is given to a session
// names: int
void attended(input<Query, Model> x) { attend(x, 1); }
#elif WRONG_bool_for_a_mask
// sentence: multi_head_attention(x, mask), multi_head_attention(x, k, v, mask): x, k and v must be expressions, one or all three, and mask a mask, such as causal<Query>{}; a tensor is given to a session
// names: bool
void attended(input<Query, Model> x) { attend(x, true); }
#elif WRONG_string_for_a_mask
// sentence: multi_head_attention(x, mask), multi_head_attention(x, k, v, mask): x, k and v must be expressions, one or all three, and mask a mask, such as causal<Query>{}; a tensor is given to a session
// names: char
void attended(input<Query, Model> x) { attend(x, "causal"); }
#elif WRONG_two_inputs
// sentence: multi_head_attention(x, mask), multi_head_attention(x, k, v, mask): x, k and v must be expressions, one or all three, and mask a mask, such as causal<Query>{}; a tensor is given to a session
// names: Query, Model
void attended(input<Query, Model> x) { attend(x, x); }
#elif WRONG_two_inputs_and_a_mask
// sentence: multi_head_attention(x, mask), multi_head_attention(x, k, v, mask): x, k and v must be expressions, one or all three, and mask a mask, such as causal<Query>{}; a tensor is given to a session
// names: Query, Model
void attended(input<Query, Model> x) { attend(x, x, tf::causal<Query>{}); }
#elif WRONG_four_inputs
// sentence: multi_head_attention(x, mask), multi_head_attention(x, k, v, mask): x, k and v must be expressions, one or all three, and mask a mask, such as causal<Query>{}; a tensor is given to a session
// names: Query, Model
void attended(input<Query, Model> x) { attend(x, x, x, x); }
#elif WRONG_mask_before_the_input
// sentence: multi_head_attention(x, mask), multi_head_attention(x, k, v, mask): x, k and v must be expressions, one or all three, and mask a mask, such as causal<Query>{}; a tensor is given to a session
// names: Query, Model
void attended(input<Query, Model> x) { attend(tf::causal<Query>{}, x); }
#elif WRONG_mask_alone
// sentence: multi_head_attention(x, mask), multi_head_attention(x, k, v, mask): x, k and v must be expressions, one or all three, and mask a mask, such as causal<Query>{}; a tensor is given to a session
// names: Query
void attended(input<Query, Model> x) { attend(tf::causal<Query>{}); }
#elif WRONG_no_input
// sentence: multi_head_attention(x, mask), multi_head_attention(x, k, v, mask): x, k and v must be expressions, one or all three, and mask a mask, such as causal<Query>{}; a tensor is given to a session
// names: multi_head_attention
void attended(input<Query, Model> x) { attend(); }
#endif

#if RIGHT
void of_one_head(input<Query, Model> x) { tf::attention_head<Model, Width>{}(x, x, tf::causal<Query>{}); }
#elif WRONG_head_of_a_mask_and_one_input
// sentence: attention_head(x), attention_head(x, y, mask): x and y must be expressions, and mask, behind both, a mask, such as causal<Query>{}; a tensor is given to a session
// names: Query, Model
void of_one_head(input<Query, Model> x) { tf::attention_head<Model, Width>{}(x, tf::causal<Query>{}); }
#elif WRONG_head_of_a_bool_for_a_mask
// sentence: attention_head(x), attention_head(x, y, mask): x and y must be expressions, and mask, behind both, a mask, such as causal<Query>{}; a tensor is given to a session
// names: bool
void of_one_head(input<Query, Model> x) { tf::attention_head<Model, Width>{}(x, x, true); }
#endif
