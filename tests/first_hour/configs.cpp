#include <typeformer/typeformer.hpp>
namespace tf = typeformer;

// Configs that lack a member, misspell it, or have one of another kind.
#if RIGHT
namespace right_encoder {
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
};
constexpr tf::encoder<mine> model{};
}
#elif WRONG_encoder_no_Model
// sentence: Config: it must have the axis Model, the width of each position: `struct Model : tf::axis<"d_model", 512> {};`
// names: mine
struct mine : tf::conventions<> {
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
};
constexpr tf::encoder<mine> model{};
#elif WRONG_encoder_no_Head
// sentence: Config: it must have the axis Head, the heads of attention: `struct Head : tf::axis<"h", 8> {};`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
};
constexpr tf::encoder<mine> model{};
#elif WRONG_encoder_no_Width
// sentence: Config: it must have the axis Width, the width of a head: `struct Width : tf::axis<"d̃", 64> {};`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
};
constexpr tf::encoder<mine> model{};
#elif WRONG_encoder_no_Inner
// sentence: Config: it must have the axis Inner, the inner width of feed-forward layers: `struct Inner : tf::axis<"d_ff", 2048> {};`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  static constexpr std::size_t encoder_layers = 2;
};
constexpr tf::encoder<mine> model{};
#elif WRONG_encoder_no_encoder_layers
// sentence: Config: it must have encoder_layers, the number of an encoder's layers: `static constexpr std::size_t encoder_layers = 6;`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
};
constexpr tf::encoder<mine> model{};
#elif WRONG_encoder_misspelt_Inner
// sentence: Config: it must have the axis Inner, the inner width of feed-forward layers: `struct Inner : tf::axis<"d_ff", 2048> {};`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Iner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
};
constexpr tf::encoder<mine> model{};
#elif WRONG_encoder_lower_case_model
// sentence: Config: it must have the axis Model, the width of each position: `struct Model : tf::axis<"d_model", 512> {};`
// names: mine
struct mine : tf::conventions<> {
  struct model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
};
constexpr tf::encoder<mine> model{};
#elif WRONG_encoder_int_for_Model
// sentence: Config: it must have the axis Model, the width of each position: `struct Model : tf::axis<"d_model", 512> {};`
// names: mine
struct mine : tf::conventions<> {
  using Model = int;
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
};
constexpr tf::encoder<mine> model{};
#elif WRONG_encoder_number_for_Inner
// sentence: Config: it must have the axis Inner, the inner width of feed-forward layers: `struct Inner : tf::axis<"d_ff", 2048> {};`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  static constexpr std::size_t Inner = 128;
  static constexpr std::size_t encoder_layers = 2;
};
constexpr tf::encoder<mine> model{};
#elif WRONG_encoder_shape_for_Width
// sentence: Config: it must have the axis Width, the width of a head: `struct Width : tf::axis<"d̃", 64> {};`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  using Width = tf::shape<>;
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
};
constexpr tf::encoder<mine> model{};
#elif WRONG_encoder_layers_misspelt
// sentence: Config: it must have encoder_layers, the number of an encoder's layers: `static constexpr std::size_t encoder_layers = 6;`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layer = 2;
};
constexpr tf::encoder<mine> model{};
#elif WRONG_encoder_double_layers
// sentence: Config: it must have encoder_layers, the number of an encoder's layers: `static constexpr std::size_t encoder_layers = 6;`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr double encoder_layers = 2;
};
constexpr tf::encoder<mine> model{};
#elif WRONG_encoder_negative_layers
// sentence: Config: it must have encoder_layers, the number of an encoder's layers: `static constexpr std::size_t encoder_layers = 6;`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr int encoder_layers = -2;
};
constexpr tf::encoder<mine> model{};
#elif WRONG_encoder_bool_layers
// sentence: Config: it must have encoder_layers, the number of an encoder's layers: `static constexpr std::size_t encoder_layers = 6;`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr bool encoder_layers = true;
};
constexpr tf::encoder<mine> model{};
#elif WRONG_encoder_layers_not_static
// sentence: Config: it must have encoder_layers, the number of an encoder's layers: `static constexpr std::size_t encoder_layers = 6;`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  std::size_t encoder_layers = 2;
};
constexpr tf::encoder<mine> model{};
#elif WRONG_encoder_layers_not_constant
// sentence: Config: it must have encoder_layers, the number of an encoder's layers: `static constexpr std::size_t encoder_layers = 6;`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static inline std::size_t encoder_layers = 2;
};
constexpr tf::encoder<mine> model{};
#elif WRONG_encoder_layers_as_type
// sentence: Config: it must have encoder_layers, the number of an encoder's layers: `static constexpr std::size_t encoder_layers = 6;`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  using encoder_layers = std::integral_constant<std::size_t, 2>;
};
constexpr tf::encoder<mine> model{};
#elif WRONG_encoder_private_Inner
// sentence: Config: it must have the axis Inner, the inner width of feed-forward layers: `struct Inner : tf::axis<"d_ff", 2048> {};`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  private: struct Inner : tf::axis<"d_ff", 128> {}; public:
  static constexpr std::size_t encoder_layers = 2;
};
constexpr tf::encoder<mine> model{};
#elif WRONG_encoder_private_layers
// sentence: Config: it must have encoder_layers, the number of an encoder's layers: `static constexpr std::size_t encoder_layers = 6;`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  private: static constexpr std::size_t encoder_layers = 2;
};
constexpr tf::encoder<mine> model{};
#elif WRONG_encoder_struct_that_is_no_axis
// sentence: Config: it must have the axis Head, the heads of attention: `struct Head : tf::axis<"h", 8> {};`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
};
constexpr tf::encoder<mine> model{};
#elif WRONG_encoder_axis_object
// sentence: Config: it must have the axis Head, the heads of attention: `struct Head : tf::axis<"h", 8> {};`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  static constexpr tf::axis<"h", 4> Head{};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
};
constexpr tf::encoder<mine> model{};
#elif WRONG_no_conventions
// sentence: Config: it must derive from conventions<...>, as `struct mine : tf::conventions<> {...};` does
// names: mine
struct mine {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
};
constexpr tf::encoder<mine> model{};
#elif WRONG_private_conventions
// sentence: Config: it must derive from conventions<...>, as `struct mine : tf::conventions<> {...};` does
// names: mine
class mine : tf::conventions<> {
 public:
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
};
constexpr tf::encoder<mine> model{};
#elif WRONG_choice_as_base
// sentence: Config: it must derive from conventions<...>, as `struct mine : tf::conventions<> {...};` does
// names: mine
struct mine : tf::norm_before {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
};
constexpr tf::encoder<mine> model{};
#elif WRONG_dropout_in_the_body
// sentence: Config: choices are arguments of conventions<...>, not members of a Config
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr double dropout = 0.1;
};
constexpr tf::encoder<mine> model{};
#elif WRONG_activation_in_the_body
// sentence: Config: choices are arguments of conventions<...>, not members of a Config
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
  using activation = tf::gelu_activation;
};
constexpr tf::encoder<mine> model{};
#elif WRONG_activation_value_in_the_body
// sentence: Config: choices are arguments of conventions<...>, not members of a Config
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr tf::gelu_activation activation{};
};
constexpr tf::encoder<mine> model{};
#elif WRONG_bias_in_the_body
// sentence: Config: choices are arguments of conventions<...>, not members of a Config
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr bool attention_bias = false;
};
constexpr tf::encoder<mine> model{};
#elif WRONG_normalization_in_the_body
// sentence: Config: choices are arguments of conventions<...>, not members of a Config
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
  using normalization = tf::norm_before;
};
constexpr tf::encoder<mine> model{};
#elif WRONG_positions_in_the_body
// sentence: Config: choices are arguments of conventions<...>, not members of a Config
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
  using positions = tf::trained_positions;
};
constexpr tf::encoder<mine> model{};
#elif WRONG_heads_in_the_body
// sentence: Config: choices are arguments of conventions<...>, not members of a Config
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr int heads = 4;
};
constexpr tf::encoder<mine> model{};
#elif WRONG_norm_in_the_body
// sentence: Config: choices are arguments of conventions<...>, not members of a Config
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
  using norm = tf::rms_norms<>;
};
constexpr tf::encoder<mine> model{};
#elif WRONG_choice_twice
// sentence: conventions<...>: at most one choice of each kind can be made
// names: norm_before
struct mine : tf::conventions<tf::norm_before, tf::norm_after> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
};
constexpr tf::encoder<mine> model{};
#elif WRONG_same_choice_twice
// sentence: conventions<...>: at most one choice of each kind can be made
// names: gated
struct mine : tf::conventions<tf::gated, tf::gated> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
};
constexpr tf::encoder<mine> model{};
#elif WRONG_two_activations
// sentence: conventions<...>: at most one choice of each kind can be made
// names: gelu_activation
struct mine : tf::conventions<tf::gelu_activation, tf::relu_activation> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
};
constexpr tf::encoder<mine> model{};
#elif WRONG_bias_as_choice
// sentence: conventions<...>: each argument must be a choice of one of the kinds of choice.hpp
// names: without_bias
struct mine : tf::conventions<tf::without_bias> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
};
constexpr tf::encoder<mine> model{};
#elif WRONG_int_as_choice
// sentence: conventions<...>: each argument must be a choice of one of the kinds of choice.hpp
// names: int
struct mine : tf::conventions<int> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
};
constexpr tf::encoder<mine> model{};
#elif WRONG_axis_as_choice
// sentence: conventions<...>: each argument must be a choice of one of the kinds of choice.hpp
// names: axis
struct mine : tf::conventions<tf::axis<"x", 2>> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
};
constexpr tf::encoder<mine> model{};
#elif WRONG_ratio_as_choice
// sentence: conventions<...>: each argument must be a choice of one of the kinds of choice.hpp
// names: std::ratio
struct mine : tf::conventions<std::ratio<1, 10>> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
};
constexpr tf::encoder<mine> model{};
#elif WRONG_embeddings_as_choice
// sentence: conventions<...>: each argument must be a choice of one of the kinds of choice.hpp
// names: tied_output
struct mine : tf::conventions<tf::tied_output> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
};
constexpr tf::encoder<mine> model{};
#elif WRONG_Config_as_choice
// sentence: conventions<...>: each argument must be a choice of one of the kinds of choice.hpp
// names: conventions
struct mine : tf::conventions<tf::conventions<>> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
};
constexpr tf::encoder<mine> model{};
#elif WRONG_model_known_at_run_time
// sentence: Config: the extents of widths, heads and vocabularies must be known to the compiler: `struct Model : tf::axis<"d_model", 512> {};`
// names: Model
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", tf::up_to<64>> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
};
constexpr tf::encoder<mine> model{};
#elif WRONG_alias_for_a_width
// sentence: an axis must be a struct of its own, `struct Width : tf::axis<"d", 64> {};`: an alias is the same type as each other of this name and extent
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  using Width = tf::axis<"d", 16>;
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
};
constexpr tf::encoder<mine> model{};
#elif WRONG_zero_layers
// sentence: encoder, decoder: there must be at least one layer
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 0;
};
constexpr tf::encoder<mine> model{};
#elif WRONG_number_as_choice
// compiler: a number where a template takes a type
// names: type
struct mine : tf::conventions<6> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
};
constexpr tf::encoder<mine> model{};
#elif WRONG_function_as_choice
// compiler: a value where a template takes a type
struct mine : tf::conventions<tf::relu> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
};
constexpr tf::encoder<mine> model{};
#elif WRONG_norms_without_arguments
// compiler: a template where a template takes a type
struct mine : tf::conventions<tf::rms_norms> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
};
constexpr tf::encoder<mine> model{};
#endif

#if RIGHT
namespace right_decoder {
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t decoder_layers = 2;
};
constexpr tf::decoder<mine> model{};
}
#elif WRONG_decoder_of_an_encoder
// sentence: Config: it must have decoder_layers, the number of a decoder's layers: `static constexpr std::size_t decoder_layers = 6;`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
};
constexpr tf::decoder<mine> model{};
#elif WRONG_decoder_layers_named_layers
// sentence: Config: it must have decoder_layers, the number of a decoder's layers: `static constexpr std::size_t decoder_layers = 6;`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t layers = 2;
};
constexpr tf::decoder<mine> model{};
#elif WRONG_decoder_Inner_called_d_ff
// sentence: Config: it must have the axis Inner, the inner width of feed-forward layers: `struct Inner : tf::axis<"d_ff", 2048> {};`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct d_ff : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t decoder_layers = 2;
};
constexpr tf::decoder<mine> model{};
#endif

#if RIGHT
namespace right_transformer {
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr std::size_t decoder_layers = 2;
  struct Source : tf::axis<"N", tf::up_to<32>> {};
  struct Target : tf::axis<"L", tf::up_to<32>> {};
  struct SourceVocabulary : tf::axis<"V", 100> {};
  struct TargetVocabulary : tf::axis<"W", 90> {};
  using embeddings = tf::three_tables;
};
constexpr tf::transformer<mine> model{};
}
#elif WRONG_alias_for_a_vocabulary
// sentence: an axis must be a struct of its own, `struct Width : tf::axis<"d", 64> {};`: an alias is the same type as each other of this name and extent
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr std::size_t decoder_layers = 2;
  struct Source : tf::axis<"N", tf::up_to<32>> {};
  struct Target : tf::axis<"L", tf::up_to<32>> {};
  using SourceVocabulary = tf::axis<"V", 100>;
  struct TargetVocabulary : tf::axis<"W", 90> {};
  using embeddings = tf::three_tables;
};
constexpr tf::transformer<mine> model{};
#elif WRONG_alias_for_a_source
// sentence: an axis must be a struct of its own, `struct Width : tf::axis<"d", 64> {};`: an alias is the same type as each other of this name and extent
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr std::size_t decoder_layers = 2;
  using Source = tf::axis<"N", tf::up_to<32>>;
  struct Target : tf::axis<"L", tf::up_to<32>> {};
  struct SourceVocabulary : tf::axis<"V", 100> {};
  struct TargetVocabulary : tf::axis<"W", 90> {};
  using embeddings = tf::three_tables;
};
constexpr tf::transformer<mine> model{};
#elif WRONG_vocabulary_known_at_run_time
// sentence: Config: the extents of widths, heads and vocabularies must be known to the compiler: `struct Model : tf::axis<"d_model", 512> {};`
// names: SourceVocabulary
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr std::size_t decoder_layers = 2;
  struct Source : tf::axis<"N", tf::up_to<32>> {};
  struct Target : tf::axis<"L", tf::up_to<32>> {};
  struct SourceVocabulary : tf::axis<"V", tf::up_to<100>> {};
  struct TargetVocabulary : tf::axis<"W", 90> {};
  using embeddings = tf::three_tables;
};
constexpr tf::transformer<mine> model{};
#elif WRONG_transformer_no_Source
// sentence: Config: it must have the axis Source, the positions of a source
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr std::size_t decoder_layers = 2;
  struct Target : tf::axis<"L", tf::up_to<32>> {};
  struct SourceVocabulary : tf::axis<"V", 100> {};
  struct TargetVocabulary : tf::axis<"W", 90> {};
  using embeddings = tf::three_tables;
};
constexpr tf::transformer<mine> model{};
#elif WRONG_transformer_no_Target
// sentence: Config: it must have the axis Target, the positions of a target
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr std::size_t decoder_layers = 2;
  struct Source : tf::axis<"N", tf::up_to<32>> {};
  struct SourceVocabulary : tf::axis<"V", 100> {};
  struct TargetVocabulary : tf::axis<"W", 90> {};
  using embeddings = tf::three_tables;
};
constexpr tf::transformer<mine> model{};
#elif WRONG_transformer_no_SourceVocabulary
// sentence: Config: it must have the axis SourceVocabulary, a source's tokens
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr std::size_t decoder_layers = 2;
  struct Source : tf::axis<"N", tf::up_to<32>> {};
  struct Target : tf::axis<"L", tf::up_to<32>> {};
  struct TargetVocabulary : tf::axis<"W", 90> {};
  using embeddings = tf::three_tables;
};
constexpr tf::transformer<mine> model{};
#elif WRONG_transformer_Vocabulary_alone
// sentence: Config: it must have the axis TargetVocabulary, a target's tokens
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr std::size_t decoder_layers = 2;
  struct Source : tf::axis<"N", tf::up_to<32>> {};
  struct Target : tf::axis<"L", tf::up_to<32>> {};
  struct SourceVocabulary : tf::axis<"V", 100> {};
  struct Vocabulary : tf::axis<"W", 90> {};
  using embeddings = tf::three_tables;
};
constexpr tf::transformer<mine> model{};
#elif WRONG_transformer_no_embeddings
// sentence: Config: it must have embeddings, which is one_table, tied_output or three_tables
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr std::size_t decoder_layers = 2;
  struct Source : tf::axis<"N", tf::up_to<32>> {};
  struct Target : tf::axis<"L", tf::up_to<32>> {};
  struct SourceVocabulary : tf::axis<"V", 100> {};
  struct TargetVocabulary : tf::axis<"W", 90> {};
};
constexpr tf::transformer<mine> model{};
#elif WRONG_transformer_misspelt_embeddings
// sentence: Config: it must have embeddings, which is one_table, tied_output or three_tables
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr std::size_t decoder_layers = 2;
  struct Source : tf::axis<"N", tf::up_to<32>> {};
  struct Target : tf::axis<"L", tf::up_to<32>> {};
  struct SourceVocabulary : tf::axis<"V", 100> {};
  struct TargetVocabulary : tf::axis<"W", 90> {};
  using embedding = tf::three_tables;
};
constexpr tf::transformer<mine> model{};
#elif WRONG_transformer_embedding_scale_as_embeddings
// sentence: Config: it must have embeddings, which is one_table, tied_output or three_tables
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr std::size_t decoder_layers = 2;
  struct Source : tf::axis<"N", tf::up_to<32>> {};
  struct Target : tf::axis<"L", tf::up_to<32>> {};
  struct SourceVocabulary : tf::axis<"V", 100> {};
  struct TargetVocabulary : tf::axis<"W", 90> {};
  using embeddings = tf::unscaled;
};
constexpr tf::transformer<mine> model{};
#elif WRONG_transformer_number_for_Target
// sentence: Config: it must have the axis Target, the positions of a target
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr std::size_t decoder_layers = 2;
  struct Source : tf::axis<"N", tf::up_to<32>> {};
  static constexpr int Target = 32;
  struct SourceVocabulary : tf::axis<"V", 100> {};
  struct TargetVocabulary : tf::axis<"W", 90> {};
  using embeddings = tf::three_tables;
};
constexpr tf::transformer<mine> model{};
#elif WRONG_transformer_value_for_embeddings
// sentence: Config: it must have embeddings, which is one_table, tied_output or three_tables
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr std::size_t decoder_layers = 2;
  struct Source : tf::axis<"N", tf::up_to<32>> {};
  struct Target : tf::axis<"L", tf::up_to<32>> {};
  struct SourceVocabulary : tf::axis<"V", 100> {};
  struct TargetVocabulary : tf::axis<"W", 90> {};
  static constexpr tf::three_tables embeddings{};
};
constexpr tf::transformer<mine> model{};
#elif WRONG_transformer_tokens_for_vocabulary
// sentence: Config: it must have the axis SourceVocabulary, a source's tokens
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr std::size_t decoder_layers = 2;
  struct Source : tf::axis<"N", tf::up_to<32>> {};
  struct Target : tf::axis<"L", tf::up_to<32>> {};
  using SourceVocabulary = std::int32_t;
  struct TargetVocabulary : tf::axis<"W", 90> {};
  using embeddings = tf::three_tables;
};
constexpr tf::transformer<mine> model{};
#elif WRONG_transformer_no_layers_of_decoder
// sentence: Config: it must have decoder_layers, the number of a decoder's layers: `static constexpr std::size_t decoder_layers = 6;`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
  struct Source : tf::axis<"N", tf::up_to<32>> {};
  struct Target : tf::axis<"L", tf::up_to<32>> {};
  struct SourceVocabulary : tf::axis<"V", 100> {};
  struct TargetVocabulary : tf::axis<"W", 90> {};
  using embeddings = tf::three_tables;
};
constexpr tf::transformer<mine> model{};
#endif

#if RIGHT
namespace right_language_model {
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t decoder_layers = 2;
  struct Position : tf::axis<"P", tf::up_to<32>> {};
  struct Vocabulary : tf::axis<"U", 100> {};
  using embeddings = tf::three_tables;
};
constexpr tf::language_model<mine> model{};
}
#elif WRONG_language_model_no_Position
// sentence: Config: it must have the axis Position, the positions of a sequence
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t decoder_layers = 2;
  struct Vocabulary : tf::axis<"U", 100> {};
  using embeddings = tf::three_tables;
};
constexpr tf::language_model<mine> model{};
#elif WRONG_language_model_no_Vocabulary
// sentence: Config: it must have the axis Vocabulary, a sequence's tokens
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t decoder_layers = 2;
  struct Position : tf::axis<"P", tf::up_to<32>> {};
  using embeddings = tf::three_tables;
};
constexpr tf::language_model<mine> model{};
#elif WRONG_language_model_no_decoder_layers
// sentence: Config: it must have decoder_layers, the number of a decoder's layers: `static constexpr std::size_t decoder_layers = 6;`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
  struct Position : tf::axis<"P", tf::up_to<32>> {};
  struct Vocabulary : tf::axis<"U", 100> {};
  using embeddings = tf::three_tables;
};
constexpr tf::language_model<mine> model{};
#elif WRONG_language_model_no_embeddings
// sentence: Config: it must have embeddings, which is tied_output or three_tables
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t decoder_layers = 2;
  struct Position : tf::axis<"P", tf::up_to<32>> {};
  struct Vocabulary : tf::axis<"U", 100> {};
};
constexpr tf::language_model<mine> model{};
#elif WRONG_language_model_Positions
// sentence: Config: it must have the axis Position, the positions of a sequence
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t decoder_layers = 2;
  struct Positions : tf::axis<"P", tf::up_to<32>> {};
  struct Vocabulary : tf::axis<"U", 100> {};
  using embeddings = tf::three_tables;
};
constexpr tf::language_model<mine> model{};
#elif WRONG_language_model_alias_for_Position
// sentence: an axis must be a struct of its own, `struct Width : tf::axis<"d", 64> {};`: an alias is the same type as each other of this name and extent
// names: axis
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t decoder_layers = 2;
  using Position = tf::axis<"P", tf::up_to<32>>;
  struct Vocabulary : tf::axis<"U", 100> {};
  using embeddings = tf::three_tables;
};
struct Batch : tf::axis<"B", tf::up_to<4>> {};
void decode(tf::greedy_decoder<tf::language_model_decoding<mine, Batch>>&);
#endif

#if RIGHT
namespace right_encoder_model {
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
  struct Position : tf::axis<"P", tf::up_to<32>> {};
  struct Vocabulary : tf::axis<"U", 100> {};
  struct Class : tf::axis<"c", 3> {};
};
constexpr tf::encoder_model<mine> model{};
}
#elif WRONG_encoder_model_no_Class
// sentence: Config: it must have the axis Class, what an encoder_model tells apart
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
  struct Position : tf::axis<"P", tf::up_to<32>> {};
  struct Vocabulary : tf::axis<"U", 100> {};
};
constexpr tf::encoder_model<mine> model{};
#elif WRONG_encoder_model_Classes
// sentence: Config: it must have the axis Class, what an encoder_model tells apart
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
  struct Position : tf::axis<"P", tf::up_to<32>> {};
  struct Vocabulary : tf::axis<"U", 100> {};
  struct Classes : tf::axis<"c", 3> {};
};
constexpr tf::encoder_model<mine> model{};
#elif WRONG_encoder_model_no_Position
// sentence: Config: it must have the axis Position, the positions of a sequence
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
  struct Vocabulary : tf::axis<"U", 100> {};
  struct Class : tf::axis<"c", 3> {};
};
constexpr tf::encoder_model<mine> model{};
#elif WRONG_encoder_model_no_encoder_layers
// sentence: Config: it must have encoder_layers, the number of an encoder's layers: `static constexpr std::size_t encoder_layers = 6;`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  struct Position : tf::axis<"P", tf::up_to<32>> {};
  struct Vocabulary : tf::axis<"U", 100> {};
  struct Class : tf::axis<"c", 3> {};
};
constexpr tf::encoder_model<mine> model{};
#elif WRONG_encoder_model_int_for_Class
// sentence: Config: it must have the axis Class, what an encoder_model tells apart
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
  struct Position : tf::axis<"P", tf::up_to<32>> {};
  struct Vocabulary : tf::axis<"U", 100> {};
  using Class = int;
};
constexpr tf::encoder_model<mine> model{};
#endif

// What decoding asks for.
#if RIGHT
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr std::size_t decoder_layers = 2;
  struct Source : tf::axis<"N", tf::up_to<32>> {};
  struct Target : tf::axis<"L", tf::up_to<32>> {};
  struct SourceVocabulary : tf::axis<"V", 100> {};
  struct TargetVocabulary : tf::axis<"W", 90> {};
  using embeddings = tf::three_tables;
  static constexpr std::int32_t start_token = 1;
  static constexpr std::int32_t end_token = 2;
  static constexpr std::int32_t padding_token = 0;
};
using checked = tf::checked_decoding_config<mine>;
#elif WRONG_no_start_token
// sentence: Config: decoding and training need start_token, the token before the first: `static constexpr std::int32_t start_token = 1;`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr std::size_t decoder_layers = 2;
  struct Source : tf::axis<"N", tf::up_to<32>> {};
  struct Target : tf::axis<"L", tf::up_to<32>> {};
  struct SourceVocabulary : tf::axis<"V", 100> {};
  struct TargetVocabulary : tf::axis<"W", 90> {};
  using embeddings = tf::three_tables;
  static constexpr std::int32_t end_token = 2;
  static constexpr std::int32_t padding_token = 0;
};
using checked = tf::checked_decoding_config<mine>;
#elif WRONG_no_end_token
// sentence: Config: decoding and training need end_token, the token after the last: `static constexpr std::int32_t end_token = 2;`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr std::size_t decoder_layers = 2;
  struct Source : tf::axis<"N", tf::up_to<32>> {};
  struct Target : tf::axis<"L", tf::up_to<32>> {};
  struct SourceVocabulary : tf::axis<"V", 100> {};
  struct TargetVocabulary : tf::axis<"W", 90> {};
  using embeddings = tf::three_tables;
  static constexpr std::int32_t start_token = 1;
  static constexpr std::int32_t padding_token = 0;
};
using checked = tf::checked_decoding_config<mine>;
#elif WRONG_misspelt_end_token
// sentence: Config: decoding and training need end_token, the token after the last: `static constexpr std::int32_t end_token = 2;`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr std::size_t decoder_layers = 2;
  struct Source : tf::axis<"N", tf::up_to<32>> {};
  struct Target : tf::axis<"L", tf::up_to<32>> {};
  struct SourceVocabulary : tf::axis<"V", 100> {};
  struct TargetVocabulary : tf::axis<"W", 90> {};
  using embeddings = tf::three_tables;
  static constexpr std::int32_t start_token = 1;
  static constexpr std::int32_t eos_token = 2;
  static constexpr std::int32_t padding_token = 0;
};
using checked = tf::checked_decoding_config<mine>;
#elif WRONG_string_start_token
// sentence: Config: decoding and training need start_token, the token before the first: `static constexpr std::int32_t start_token = 1;`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr std::size_t decoder_layers = 2;
  struct Source : tf::axis<"N", tf::up_to<32>> {};
  struct Target : tf::axis<"L", tf::up_to<32>> {};
  struct SourceVocabulary : tf::axis<"V", 100> {};
  struct TargetVocabulary : tf::axis<"W", 90> {};
  using embeddings = tf::three_tables;
  static constexpr const char* start_token = "<s>";
  static constexpr std::int32_t end_token = 2;
  static constexpr std::int32_t padding_token = 0;
};
using checked = tf::checked_decoding_config<mine>;
#elif WRONG_string_view_end_token
// sentence: Config: decoding and training need end_token, the token after the last: `static constexpr std::int32_t end_token = 2;`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr std::size_t decoder_layers = 2;
  struct Source : tf::axis<"N", tf::up_to<32>> {};
  struct Target : tf::axis<"L", tf::up_to<32>> {};
  struct SourceVocabulary : tf::axis<"V", 100> {};
  struct TargetVocabulary : tf::axis<"W", 90> {};
  using embeddings = tf::three_tables;
  static constexpr std::int32_t start_token = 1;
  static constexpr std::string_view end_token = "</s>";
  static constexpr std::int32_t padding_token = 0;
};
using checked = tf::checked_decoding_config<mine>;
#elif WRONG_double_end_token
// sentence: Config: decoding and training need end_token, the token after the last: `static constexpr std::int32_t end_token = 2;`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr std::size_t decoder_layers = 2;
  struct Source : tf::axis<"N", tf::up_to<32>> {};
  struct Target : tf::axis<"L", tf::up_to<32>> {};
  struct SourceVocabulary : tf::axis<"V", 100> {};
  struct TargetVocabulary : tf::axis<"W", 90> {};
  using embeddings = tf::three_tables;
  static constexpr std::int32_t start_token = 1;
  static constexpr double end_token = 2;
  static constexpr std::int32_t padding_token = 0;
};
using checked = tf::checked_decoding_config<mine>;
#elif WRONG_start_token_not_static
// sentence: Config: decoding and training need start_token, the token before the first: `static constexpr std::int32_t start_token = 1;`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr std::size_t decoder_layers = 2;
  struct Source : tf::axis<"N", tf::up_to<32>> {};
  struct Target : tf::axis<"L", tf::up_to<32>> {};
  struct SourceVocabulary : tf::axis<"V", 100> {};
  struct TargetVocabulary : tf::axis<"W", 90> {};
  using embeddings = tf::three_tables;
  std::int32_t start_token = 1;
  static constexpr std::int32_t end_token = 2;
  static constexpr std::int32_t padding_token = 0;
};
using checked = tf::checked_decoding_config<mine>;
#elif WRONG_private_end_token
// sentence: Config: decoding and training need end_token, the token after the last: `static constexpr std::int32_t end_token = 2;`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr std::size_t decoder_layers = 2;
  struct Source : tf::axis<"N", tf::up_to<32>> {};
  struct Target : tf::axis<"L", tf::up_to<32>> {};
  struct SourceVocabulary : tf::axis<"V", 100> {};
  struct TargetVocabulary : tf::axis<"W", 90> {};
  using embeddings = tf::three_tables;
  static constexpr std::int32_t start_token = 1;
  private: static constexpr std::int32_t end_token = 2; public:
  static constexpr std::int32_t padding_token = 0;
};
using checked = tf::checked_decoding_config<mine>;
#elif WRONG_bool_start_token
// sentence: Config: decoding and training need start_token, the token before the first: `static constexpr std::int32_t start_token = 1;`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr std::size_t decoder_layers = 2;
  struct Source : tf::axis<"N", tf::up_to<32>> {};
  struct Target : tf::axis<"L", tf::up_to<32>> {};
  struct SourceVocabulary : tf::axis<"V", 100> {};
  struct TargetVocabulary : tf::axis<"W", 90> {};
  using embeddings = tf::three_tables;
  static constexpr bool start_token = true;
  static constexpr std::int32_t end_token = 2;
  static constexpr std::int32_t padding_token = 0;
};
using checked = tf::checked_decoding_config<mine>;
#endif

// A Config of another model: of several members that are missing, the first is named.
#if RIGHT
struct of_an_encoder : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
};
static_assert(tf::parameter_count<tf::encoder<of_an_encoder>> > 0);
#elif WRONG_language_model_of_the_Config_of_an_encoder
// sentence: Config: it must have decoder_layers, the number of a decoder's layers: `static constexpr std::size_t decoder_layers = 6;`
// names: of_an_encoder
struct of_an_encoder : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d", 16> {};
  struct Inner : tf::axis<"d_ff", 128> {};
  static constexpr std::size_t encoder_layers = 2;
};
constexpr tf::language_model<of_an_encoder> model{};
#elif WRONG_Config_of_nothing
// sentence: Config: it must have the axis Model, the width of each position: `struct Model : tf::axis<"d_model", 512> {};`
// names: of_nothing
struct of_nothing : tf::conventions<> {};
constexpr tf::encoder<of_nothing> model{};
#endif
