#include <typeformer/typeformer.hpp>
namespace tf = typeformer;

struct Model : tf::axis<"d_model", 64> {};
struct Inner : tf::axis<"d_ff", 128> {};
struct Head : tf::axis<"h", 4> {};
struct Width : tf::axis<"d̃", 16> {};
struct Kernel : tf::axis<"k", 3> {};
struct Position : tf::axis<"N", tf::up_to<32>> {};
struct Words : tf::axis<"V", 100> {};
struct paper : tf::conventions<> {
  using Model = ::Model;
  using Head = ::Head;
  using Width = ::Width;
  using Inner = ::Inner;
  static constexpr std::size_t encoder_layers = 2, decoder_layers = 2;
};
using width_shape = tf::shape<Model>;

// A number in the place of an axis.
#if RIGHT
using number_for_an_axis = tf::linear<Model, Inner>;
#elif WRONG_number_for_an_axis
// compiler: a number where a template takes a type
// names: type
using number_for_an_axis = tf::linear<512, Inner>;
#elif WRONG_numbers_for_axes
// compiler: a number where a template takes a type
// names: type
using number_for_an_axis = tf::linear<Model, 128>;
#endif

// What is no axis, by layer: C++ types, shapes, tensors, modules and Configs.
#if RIGHT
constexpr tf::linear<Model, Inner> linear{};
#elif WRONG_linear_of_int
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: int
constexpr tf::linear<int, Inner> linear{};
#elif WRONG_linear_of_shape
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: shape
constexpr tf::linear<Model, tf::shape<Inner>> linear{};
#elif WRONG_linear_of_tensor
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: tensor
constexpr tf::linear<Model, tf::tensor<float, Inner>> linear{};
#elif WRONG_linear_of_config
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: paper
constexpr tf::linear<paper, Inner> linear{};
#elif WRONG_linear_of_two
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: int
constexpr tf::linear<int, int> linear{};
#endif

#if RIGHT
constexpr tf::embedding<Words, Model> embedding{};
#elif WRONG_embedding_of_tokens
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: tokens
constexpr tf::embedding<tf::tokens<Words, Position>, Model> embedding{};
#elif WRONG_embedding_of_float
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: float
constexpr tf::embedding<Words, float> embedding{};
#endif

#if RIGHT
constexpr tf::layer_norm<Model> layer_norm{};
#elif WRONG_layer_norm_of_shape
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: shape<Model>
constexpr tf::layer_norm<width_shape> layer_norm{};
#elif WRONG_layer_norm_of_float
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: float
constexpr tf::layer_norm<float> layer_norm{};
#endif

#if RIGHT
constexpr tf::rms_norm<Model> rms_norm{};
#elif WRONG_rms_norm_of_module
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: linear
constexpr tf::rms_norm<tf::linear<Model, Inner>> rms_norm{};
#endif

#if RIGHT
constexpr tf::feed_forward<Model, Inner> feed_forward{};
#elif WRONG_feed_forward_of_config
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: paper
constexpr tf::feed_forward<paper, Inner> feed_forward{};
#elif WRONG_feed_forward_of_activation_third
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: gelu_activation
constexpr tf::feed_forward<Model, Inner, tf::gelu_activation> feed_forward{};
#elif WRONG_feed_forward_of_bias_third
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: without_bias
constexpr tf::feed_forward<Model, Inner, tf::without_bias> feed_forward{};
#endif

#if RIGHT
constexpr tf::gated_feed_forward<Model, Inner> gated_feed_forward{};
#elif WRONG_gated_feed_forward_of_double
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: double
constexpr tf::gated_feed_forward<Model, double> gated_feed_forward{};
#endif

#if RIGHT
constexpr tf::multi_head_attention<Head, Width, Model> multi_head_attention{};
#elif WRONG_multi_head_attention_of_int
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: int
constexpr tf::multi_head_attention<int, Width, Model> multi_head_attention{};
#elif WRONG_multi_head_attention_of_module
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: layer_norm
constexpr tf::multi_head_attention<Head, Width, tf::layer_norm<Model>> multi_head_attention{};
#elif WRONG_multi_head_attention_of_bias_fourth
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: without_bias
constexpr tf::multi_head_attention<Head, Width, Model, tf::without_bias> multi_head_attention{};
#endif

#if RIGHT
constexpr tf::grouped_query_attention<Head, Kernel, Width, Model> grouped_query_attention{};
#elif WRONG_grouped_query_attention_of_bool
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: bool
constexpr tf::grouped_query_attention<Head, bool, Width, Model> grouped_query_attention{};
#endif

#if RIGHT
constexpr tf::attention_head<Model, Width> attention_head{};
#elif WRONG_attention_head_of_size
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
constexpr tf::attention_head<Model, std::size_t> attention_head{};
#elif WRONG_attention_head_of_bias_third
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: with_bias
constexpr tf::attention_head<Model, Width, tf::with_bias> attention_head{};
#endif

#if RIGHT
constexpr tf::sinusoidal_positions<Position, Model> sinusoids{};
#elif WRONG_sinusoids_of_config
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: paper
constexpr tf::sinusoidal_positions<paper, Model> sinusoids{};
#endif

#if RIGHT
constexpr tf::learned_positions<Position, Model> learned_positions{};
#elif WRONG_learned_positions_of_shape
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: shape
constexpr tf::learned_positions<tf::shape<Position>, Model> learned_positions{};
#endif

#if RIGHT
constexpr tf::convolution<Model, Inner, Kernel> convolution{};
#elif WRONG_convolution_of_int
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: int
constexpr tf::convolution<Model, Inner, int> convolution{};
#elif WRONG_convolution_of_bias_third
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: with_bias
constexpr tf::convolution<Model, Inner, tf::with_bias> convolution{};
#endif

#if RIGHT
constexpr tf::lstm<Model, Inner> recurrent{};
#elif WRONG_recurrent_of_float
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: float
constexpr tf::lstm<Model, float> recurrent{};
#endif

#if RIGHT
constexpr tf::gru<Model, Inner> gru{};
#elif WRONG_gru_of_shape
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: shape
constexpr tf::gru<tf::shape<Model>, Inner> gru{};
#elif WRONG_gru_of_positions
// sentence: a bias policy is expected here: tf::with_bias or tf::without_bias
// names: Inner
constexpr tf::gru<Position, Model, Inner> gru{};
#endif

#if RIGHT
constexpr tf::encoder<paper> encoder{};
#elif WRONG_encoder_of_module
// sentence: Config: it must derive from conventions<...>, as `struct mine : tf::conventions<> {...};` does
// names: linear
constexpr tf::encoder<tf::linear<Model, Inner>> encoder{};
#elif WRONG_encoder_of_axis
// sentence: Config: it must derive from conventions<...>, as `struct mine : tf::conventions<> {...};` does
// names: Model
constexpr tf::encoder<Model> encoder{};
#elif WRONG_encoder_of_encoder
// sentence: Config: it must derive from conventions<...>, as `struct mine : tf::conventions<> {...};` does
constexpr tf::encoder<tf::encoder<paper>> encoder{};
#elif WRONG_encoder_of_no_layers
// sentence: encoder, decoder: there must be at least one layer
constexpr tf::encoder<paper, 0> encoder{};
#elif WRONG_encoder_of_minus_one_layer
// sentence: encoder, decoder: there must be at least one layer
constexpr tf::encoder<paper, -1> encoder{};
#elif WRONG_encoder_of_a_double
// sentence: encoder, decoder: the number of layers must be a whole number
// names: double
constexpr tf::encoder<paper, 6.0> encoder{};
#elif WRONG_encoder_of_true
// sentence: encoder, decoder: the number of layers must be a whole number
// names: bool
constexpr tf::encoder<paper, true> encoder{};
#endif

#if RIGHT
constexpr tf::decoder<paper> decoder{};
#elif WRONG_decoder_of_int
// sentence: Config: it must derive from conventions<...>, as `struct mine : tf::conventions<> {...};` does
// names: int
constexpr tf::decoder<int> decoder{};
#elif WRONG_decoder_of_choice
// sentence: Config: it must derive from conventions<...>, as `struct mine : tf::conventions<> {...};` does
// names: norm_before
constexpr tf::decoder<tf::norm_before> decoder{};
#endif

#if RIGHT
constexpr tf::encoder_layer<paper> encoder_layer{};
#elif WRONG_encoder_layer_of_axes
// sentence: Config: it must derive from conventions<...>, as `struct mine : tf::conventions<> {...};` does
// names: Head
constexpr tf::encoder_layer<Head> encoder_layer{};
#endif

#if RIGHT
constexpr tf::encoder<paper, 6> layers_first{};
#elif WRONG_layers_first
// compiler: a number where a template takes a type
// names: type
constexpr tf::encoder<6, paper> layers_first{};
#elif WRONG_type_of_layers
// compiler: a type where a template takes a number
// names: type
constexpr tf::encoder<paper, paper> layers_first{};
#endif

#if RIGHT
constexpr tf::linear<Model, Inner> arguments{};
#elif WRONG_one_axis
// sentence: an axis is missing: more axes must follow those that are named
constexpr tf::linear<Model> arguments{};
#elif WRONG_one_axis_of_feed_forward
// sentence: an axis is missing: more axes must follow those that are named
constexpr tf::feed_forward<Model> arguments{};
#endif

// Layers of wrong axes in a module, which calls them.
#if RIGHT
template <class Layer>
struct caller {
  BOOST_HANA_DEFINE_STRUCT(caller, (Layer, layer));
  constexpr auto operator()(const tf::expression auto& x) const { return layer(x); }
};
using positions = tf::shape<Position, Model>;
constexpr auto bytes = tf::workspace_bytes<caller<tf::linear<Model, Inner>>, positions>;
#elif WRONG_alias_for_a_width_of_a_map
// sentence: an axis must be a struct of its own, `struct Width : tf::axis<"d", 64> {};`: an alias is the same type as each other of this name and extent
// names: axis
using Half = tf::axis<"half", 32>;
struct caller {
  using layer_type = tf::linear<Model, Half>;
  BOOST_HANA_DEFINE_STRUCT(caller, (layer_type, layer));
  constexpr auto operator()(const tf::expression auto& x) const { return layer(x); }
};
constexpr auto bytes = tf::workspace_bytes<caller, tf::shape<Position, Model>>;
#elif WRONG_alias_for_a_width_of_heads
// sentence: an axis must be a struct of its own, `struct Width : tf::axis<"d", 64> {};`: an alias is the same type as each other of this name and extent
// names: axis
using Half = tf::axis<"half", 32>;
struct caller {
  using layer_type = tf::multi_head_attention<Head, Half, Model>;
  BOOST_HANA_DEFINE_STRUCT(caller, (layer_type, layer));
  constexpr auto operator()(const tf::expression auto& x) const { return layer(x); }
};
constexpr auto bytes = tf::workspace_bytes<caller, tf::shape<Position, Model>>;
#elif WRONG_convolution_of_int_that_is_called
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: int
struct caller {
  using layer_type = tf::convolution<int, Inner, Kernel>;
  BOOST_HANA_DEFINE_STRUCT(caller, (layer_type, layer));
  constexpr auto operator()(const tf::expression auto& x) const { return layer(x); }
};
constexpr auto bytes = tf::workspace_bytes<caller, tf::shape<Position, Model>>;
#elif WRONG_positions_of_a_shape_that_are_called
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: shape
struct caller {
  using layer_type = tf::learned_positions<tf::shape<Position>, Model>;
  BOOST_HANA_DEFINE_STRUCT(caller, (layer_type, layer));
  constexpr auto operator()(const tf::expression auto& x) const { return layer(x); }
};
constexpr auto bytes = tf::workspace_bytes<caller, tf::shape<Position, Model>>;
#endif
