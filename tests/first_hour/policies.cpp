#include <typeformer/typeformer.hpp>
namespace tf = typeformer;

struct Model : tf::axis<"d_model", 64> {};
struct Inner : tf::axis<"d_ff", 128> {};
struct Head : tf::axis<"h", 4> {};
struct Width : tf::axis<"d̃", 16> {};
struct Kernel : tf::axis<"k", 3> {};
struct Position : tf::axis<"N", tf::up_to<32>> {};
struct Words : tf::axis<"V", 100> {};

#if RIGHT
constexpr tf::linear<Model, Inner, tf::without_bias> bias{};
#elif WRONG_bias_true
// compiler: a value where a template takes a type
// names: type
constexpr tf::linear<Model, Inner, true> bias{};
#elif WRONG_bias_bool
// sentence: a bias policy is expected here: tf::with_bias or tf::without_bias
// names: bool
constexpr tf::linear<Model, Inner, bool> bias{};
#elif WRONG_bias_axis
// sentence: a bias policy is expected here: tf::with_bias or tf::without_bias
// names: Inner
constexpr tf::linear<Model, Inner, Inner> bias{};
#elif WRONG_bias_activation
// sentence: a bias policy is expected here: tf::with_bias or tf::without_bias
// names: relu_activation
constexpr tf::linear<Model, Inner, tf::relu_activation> bias{};
#elif WRONG_bias_vector
// sentence: a bias policy is expected here: tf::with_bias or tf::without_bias
constexpr tf::linear<Model, Inner, tf::vector<Inner>> bias{};
#elif WRONG_bias_choice
// sentence: a bias policy is expected here: tf::with_bias or tf::without_bias
// names: attention_bias
constexpr tf::linear<Model, Inner, tf::attention_bias<tf::with_bias>> bias{};
#endif

#if RIGHT
constexpr tf::feed_forward<Model, Inner, Model, tf::gelu_activation> activation{};
#elif WRONG_activation_function
// compiler: a value where a template takes a type
constexpr tf::feed_forward<Model, Inner, Model, tf::relu> activation{};
#elif WRONG_activation_bias
// sentence: an activation policy is expected here, such as tf::relu_activation or tf::gelu_activation
// names: without_bias
constexpr tf::feed_forward<Model, Inner, Model, tf::without_bias> activation{};
#elif WRONG_activation_int
// sentence: an activation policy is expected here, such as tf::relu_activation or tf::gelu_activation
// names: int
constexpr tf::gated_feed_forward<Model, Inner, Model, int> activation{};
#elif WRONG_activation_norm
// sentence: an activation policy is expected here, such as tf::relu_activation or tf::gelu_activation
// names: norm_before
constexpr tf::feed_forward<Model, Inner, Model, tf::norm_before> activation{};
#endif

#if RIGHT
constexpr tf::feed_forward<Model, Inner, Model, tf::gelu_activation, tf::without_bias> bias_of_feed_forward{};
#elif WRONG_bias_of_feed_forward_swapped
// sentence: a bias policy is expected here: tf::with_bias or tf::without_bias
// names: gelu_activation
constexpr tf::feed_forward<Model, Inner, Model, tf::gelu_activation, tf::gelu_activation> bias_of_feed_forward{};
#endif

#if RIGHT
constexpr tf::multi_head_attention<Head, Width, Model, Width, Model, Model, Model, tf::without_bias> bias_of_attention{};
#elif WRONG_bias_of_attention_false
// compiler: a value where a template takes a type
// names: type
constexpr tf::multi_head_attention<Head, Width, Model, Width, Model, Model, Model, false> bias_of_attention{};
#elif WRONG_bias_of_attention_mask
// sentence: a bias policy is expected here: tf::with_bias or tf::without_bias
// names: no_mask
constexpr tf::multi_head_attention<Head, Width, Model, Width, Model, Model, Model, tf::no_mask> bias_of_attention{};
#endif

#if RIGHT
constexpr tf::multi_head_attention<Head, Width, Model, Width, Model, Model, Model, tf::with_bias, Head, tf::softmax_attention> mechanism{};
#elif WRONG_mechanism_mask
// sentence: an attention mechanism is expected here, such as tf::softmax_attention
// names: causal
constexpr tf::multi_head_attention<Head, Width, Model, Width, Model, Model, Model, tf::with_bias, Head, tf::causal<Position>> mechanism{};
#elif WRONG_mechanism_module
// sentence: an attention mechanism is expected here, such as tf::softmax_attention
// names: scaled_dot_product
constexpr tf::multi_head_attention<Head, Width, Model, Width, Model, Model, Model, tf::with_bias, Head, tf::scaled_dot_product> mechanism{};
#endif

#if RIGHT
constexpr tf::layer_norm<Model, tf::inside_root<std::ratio<1, 1000>>> epsilon{};
#elif WRONG_epsilon_double
// compiler: a value where a template takes a type
// names: type
constexpr tf::layer_norm<Model, 1e-5> epsilon{};
#elif WRONG_epsilon_ratio
// sentence: an epsilon is expected here, such as tf::inside_root<std::ratio<1, 100000>>
// names: ratio
constexpr tf::layer_norm<Model, std::ratio<1, 1000>> epsilon{};
#elif WRONG_epsilon_axis
// sentence: an epsilon is expected here, such as tf::inside_root<std::ratio<1, 100000>>
// names: Inner
constexpr tf::layer_norm<Model, Inner> epsilon{};
#endif

#if RIGHT
constexpr tf::rms_norm<Model, std::ratio<1, 1000>> rms_epsilon{};
#elif WRONG_rms_epsilon_inside_root
// sentence: an epsilon is expected here: a std::ratio such as std::ratio<1, 100000>
// names: inside_root
constexpr tf::rms_norm<Model, tf::inside_root<>> rms_epsilon{};
#elif WRONG_rms_epsilon_float
// sentence: an epsilon is expected here: a std::ratio such as std::ratio<1, 100000>
// names: float
constexpr tf::rms_norm<Model, float> rms_epsilon{};
#endif

#if RIGHT
constexpr tf::embedding<Words, Model, tf::unscaled> scale{};
#elif WRONG_scale_true
// compiler: a value where a template takes a type
// names: type
constexpr tf::embedding<Words, Model, true> scale{};
#elif WRONG_scale_bias
// sentence: a scale of embeddings is expected here: tf::scaled_by_root or tf::unscaled
// names: without_bias
constexpr tf::embedding<Words, Model, tf::without_bias> scale{};
#elif WRONG_scale_axis
// sentence: a scale of embeddings is expected here: tf::scaled_by_root or tf::unscaled
// names: Model
constexpr tf::embedding<Words, Model, Model> scale{};
#endif

#if RIGHT
constexpr tf::conventions<tf::attention_bias<tf::without_bias>> attention_bias{};
#elif WRONG_attention_bias_false
// compiler: a value where a template takes a type
// names: type
using wrong_attention_bias = tf::attention_bias<false>;
#elif WRONG_attention_bias_bool
// sentence: a bias policy is expected here: tf::with_bias or tf::without_bias
// names: bool
constexpr tf::conventions<tf::attention_bias<bool>> attention_bias{};
#elif WRONG_attention_bias_without_argument
// compiler: a template where a template takes a type
constexpr tf::conventions<tf::attention_bias> attention_bias{};
#endif

#if RIGHT
constexpr tf::conventions<tf::feed_forward_bias<tf::without_bias>> feed_forward_bias{};
#elif WRONG_feed_forward_bias_activation
// sentence: a bias policy is expected here: tf::with_bias or tf::without_bias
// names: relu_activation
constexpr tf::conventions<tf::feed_forward_bias<tf::relu_activation>> feed_forward_bias{};
#endif

#if RIGHT
constexpr tf::conventions<tf::dropout_rate<std::ratio<1, 10>>> dropout{};
#elif WRONG_dropout_number
// compiler: a value where a template takes a type
// names: type
using wrong_dropout = tf::dropout_rate<0.1>;
#elif WRONG_dropout_double
// sentence: dropout_rate<Rate>: a std::ratio such as std::ratio<1, 10> is expected here, or tf::runtime_dropout
// names: double
constexpr tf::conventions<tf::dropout_rate<double>> dropout{};
#elif WRONG_dropout_bias
// sentence: dropout_rate<Rate>: a std::ratio such as std::ratio<1, 10> is expected here, or tf::runtime_dropout
// names: with_bias
constexpr tf::conventions<tf::dropout_rate<tf::with_bias>> dropout{};
#endif

#if RIGHT
constexpr tf::conventions<tf::norm_before, tf::gated> choices{};
#elif WRONG_choices_mask
// sentence: conventions<...>: each argument must be a choice of one of the kinds of choice.hpp
// names: no_mask
constexpr tf::conventions<tf::no_mask> choices{};
#elif WRONG_choices_layer
// sentence: conventions<...>: each argument must be a choice of one of the kinds of choice.hpp
// names: layer_norm
constexpr tf::conventions<tf::layer_norm<Model>> choices{};
#elif WRONG_choices_twice
// sentence: conventions<...>: at most one choice of each kind can be made
// names: trained_positions
constexpr tf::conventions<tf::trained_positions, tf::no_positions> choices{};
#elif WRONG_choices_norms_of_axis
// sentence: an epsilon is expected here, such as tf::inside_root<std::ratio<1, 100000>>
// names: Model
constexpr tf::conventions<tf::layer_norms<Model>> choices{};
#elif WRONG_choices_heads_of_config
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: int
constexpr tf::conventions<tf::grouped_heads<int>> choices{};
#endif


// Types that a layer or a configuration chooses are no functions of a formula.
struct Query : tf::axis<"M", 8> {};
#if RIGHT
struct activated {
  using map_type = tf::linear<Model, Inner>;
  BOOST_HANA_DEFINE_STRUCT(activated, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const { return tf::gelu(map(x)); }
};
static_assert(tf::workspace_bytes<activated, tf::shape<Query, Model>> != 1);
#elif WRONG_activation_that_is_called
// sentence: an activation's type is chosen by a layer or a configuration; a formula calls a function, such as relu(x)
struct activated {
  using map_type = tf::linear<Model, Inner>;
  BOOST_HANA_DEFINE_STRUCT(activated, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const { return tf::gelu_activation{}(map(x)); }
};
static_assert(tf::workspace_bytes<activated, tf::shape<Query, Model>> != 1);
#elif WRONG_activation_among_the_members
// sentence: an activation's type is chosen by a layer or a configuration; a formula calls a function, such as relu(x)
struct activated {
  using map_type = tf::linear<Model, Inner>;
  using activation_type = tf::relu_activation;
  BOOST_HANA_DEFINE_STRUCT(activated, (map_type, map), (activation_type, activation));
  constexpr auto operator()(const tf::expression auto& x) const { return activation(map(x)); }
};
static_assert(tf::workspace_bytes<activated, tf::shape<Query, Model>> != 1);
#elif WRONG_activation_between_layers
// sentence: an activation's type is chosen by a layer or a configuration; a formula calls a function, such as relu(x)
struct activated {
  using first_type = tf::linear<Model, Inner>;
  using second_type = tf::linear<Inner, Model>;
  using activation_type = tf::relu_activation;
  BOOST_HANA_DEFINE_STRUCT(activated, (first_type, first), (activation_type, activation), (second_type, second));
  constexpr auto operator()(const tf::expression auto& x) const { return second(activation(first(x))); }
};
static_assert(tf::workspace_bytes<activated, tf::shape<Query, Model>> != 1);
#elif WRONG_mechanism_that_is_called
// sentence: a mechanism's type is chosen by a layer or a configuration; a formula calls attention(q, k, v, mask)
struct activated {
  using map_type = tf::linear<Model, Inner>;
  BOOST_HANA_DEFINE_STRUCT(activated, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const { return tf::softmax_attention{}(x, x, x); }
};
static_assert(tf::workspace_bytes<activated, tf::shape<Query, Model>> != 1);
#endif
