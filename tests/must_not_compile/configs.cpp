// Configurations that lack a member, and choices that are none. It is long because each wrong Config is written whole: a
// shared base would have the member that is to be missing.
#include <typeformer/axis/axis.hpp>
#include <typeformer/layers/encoder_model.hpp>
#include <typeformer/layers/language_model.hpp>
#include <typeformer/layers/mechanisms/rotary_positions.hpp>
#include <typeformer/layers/transformer.hpp>
#include <typeformer/readings/running.hpp>

namespace tf = typeformer;

namespace encoders {
#if RIGHT
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"w", 8> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 2;
};
constexpr auto parameters = tf::parameter_count<tf::encoder<mine>>;
#elif WRONG_encoder_without_model
// sentence: Config: it must have the axis Model, the width of each position: `struct Model : tf::axis<"d_model", 512> {};`
// names: mine
struct mine : tf::conventions<> {
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"w", 8> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 2;
};
constexpr auto parameters = tf::parameter_count<tf::encoder<mine>>;
#elif WRONG_encoder_without_head
// sentence: Config: it must have the axis Head, the heads of attention: `struct Head : tf::axis<"h", 8> {};`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Width : tf::axis<"w", 8> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 2;
};
constexpr auto parameters = tf::parameter_count<tf::encoder<mine>>;
#elif WRONG_encoder_without_width
// sentence: Config: it must have the axis Width, the width of a head: `struct Width : tf::axis<"d̃", 64> {};`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 2;
};
constexpr auto parameters = tf::parameter_count<tf::encoder<mine>>;
#elif WRONG_encoder_without_inner
// sentence: Config: it must have the axis Inner, the inner width of feed-forward layers: `struct Inner : tf::axis<"d_ff", 2048> {};`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"w", 8> {};
  static constexpr std::size_t encoder_layers = 2;
};
constexpr auto parameters = tf::parameter_count<tf::encoder<mine>>;
#elif WRONG_encoder_of_an_inner_width_known_at_run_time
// sentence: Config: the extents of widths, heads and vocabularies must be known to the compiler: `struct Model : tf::axis<"d_model", 512> {};`
// names: mine, Inner
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"w", 8> {};
  struct Inner : tf::axis<"d_ff", tf::up_to<64>> {};
  static constexpr std::size_t encoder_layers = 2;
};
constexpr auto parameters = tf::parameter_count<tf::encoder<mine>>;
#elif WRONG_encoder_of_an_alias_for_a_width
// sentence: an axis must be a struct of its own, `struct Width : tf::axis<"d", 64> {};`: an alias is the same type as each other of this name and extent
// names: axis
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  using Width = tf::axis<"w", 8>;
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 2;
};
constexpr auto parameters = tf::parameter_count<tf::encoder<mine>>;
#elif WRONG_encoder_without_encoder_layers
// sentence: Config: it must have encoder_layers, the number of an encoder's layers: `static constexpr std::size_t encoder_layers = 6;`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"w", 8> {};
  struct Inner : tf::axis<"d_ff", 64> {};
};
constexpr auto parameters = tf::parameter_count<tf::encoder<mine>>;
#elif WRONG_encoder_without_conventions
// sentence: Config: it must derive from conventions<...>, as `struct mine : tf::conventions<> {...};` does
// names: mine
struct mine {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"w", 8> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 2;
};
constexpr auto parameters = tf::parameter_count<tf::encoder<mine>>;
#elif WRONG_encoder_with_a_choice_in_its_body
// sentence: Config: choices are arguments of conventions<...>, not members of a Config
// names: mine
struct mine : tf::conventions<> {
  using normalization = tf::norm_before;
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"w", 8> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 2;
};
constexpr auto parameters = tf::parameter_count<tf::encoder<mine>>;
#endif
}  // namespace encoders

namespace decoders {
#if RIGHT
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"w", 8> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t decoder_layers = 2;
};
constexpr auto parameters = tf::parameter_count<tf::decoder<mine>>;
#elif WRONG_decoder_without_decoder_layers
// sentence: Config: it must have decoder_layers, the number of a decoder's layers: `static constexpr std::size_t decoder_layers = 6;`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"w", 8> {};
  struct Inner : tf::axis<"d_ff", 64> {};
};
constexpr auto parameters = tf::parameter_count<tf::decoder<mine>>;
#endif
}  // namespace decoders

namespace transformers {
#if RIGHT
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"w", 8> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr std::size_t decoder_layers = 2;
  struct Source : tf::axis<"N", tf::up_to<9>> {};
  struct Target : tf::axis<"L", tf::up_to<9>> {};
  struct SourceVocabulary : tf::axis<"V", 17> {};
  struct TargetVocabulary : tf::axis<"W", 17> {};
  using embeddings = tf::three_tables;
};
constexpr auto parameters = tf::parameter_count<tf::transformer<mine>>;
#elif WRONG_transformer_without_source
// sentence: Config: it must have the axis Source, the positions of a source
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"w", 8> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr std::size_t decoder_layers = 2;
  struct Target : tf::axis<"L", tf::up_to<9>> {};
  struct SourceVocabulary : tf::axis<"V", 17> {};
  struct TargetVocabulary : tf::axis<"W", 17> {};
  using embeddings = tf::three_tables;
};
constexpr auto parameters = tf::parameter_count<tf::transformer<mine>>;
#elif WRONG_transformer_without_target
// sentence: Config: it must have the axis Target, the positions of a target
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"w", 8> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr std::size_t decoder_layers = 2;
  struct Source : tf::axis<"N", tf::up_to<9>> {};
  struct SourceVocabulary : tf::axis<"V", 17> {};
  struct TargetVocabulary : tf::axis<"W", 17> {};
  using embeddings = tf::three_tables;
};
constexpr auto parameters = tf::parameter_count<tf::transformer<mine>>;
#elif WRONG_transformer_of_a_vocabulary_known_at_run_time
// sentence: Config: the extents of widths, heads and vocabularies must be known to the compiler: `struct Model : tf::axis<"d_model", 512> {};`
// names: mine, TargetVocabulary
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"w", 8> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr std::size_t decoder_layers = 2;
  struct Source : tf::axis<"N", tf::up_to<9>> {};
  struct Target : tf::axis<"L", tf::up_to<9>> {};
  struct SourceVocabulary : tf::axis<"V", 17> {};
  struct TargetVocabulary : tf::axis<"W", tf::up_to<17>> {};
  using embeddings = tf::three_tables;
};
constexpr auto parameters = tf::parameter_count<tf::transformer<mine>>;
#elif WRONG_transformer_without_source_vocabulary
// sentence: Config: it must have the axis SourceVocabulary, a source's tokens
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"w", 8> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr std::size_t decoder_layers = 2;
  struct Source : tf::axis<"N", tf::up_to<9>> {};
  struct Target : tf::axis<"L", tf::up_to<9>> {};
  struct TargetVocabulary : tf::axis<"W", 17> {};
  using embeddings = tf::three_tables;
};
constexpr auto parameters = tf::parameter_count<tf::transformer<mine>>;
#elif WRONG_transformer_without_target_vocabulary
// sentence: Config: it must have the axis TargetVocabulary, a target's tokens
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"w", 8> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr std::size_t decoder_layers = 2;
  struct Source : tf::axis<"N", tf::up_to<9>> {};
  struct Target : tf::axis<"L", tf::up_to<9>> {};
  struct SourceVocabulary : tf::axis<"V", 17> {};
  using embeddings = tf::three_tables;
};
constexpr auto parameters = tf::parameter_count<tf::transformer<mine>>;
#elif WRONG_transformer_without_embeddings
// sentence: Config: it must have embeddings, which is one_table, tied_output or three_tables
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"w", 8> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr std::size_t decoder_layers = 2;
  struct Source : tf::axis<"N", tf::up_to<9>> {};
  struct Target : tf::axis<"L", tf::up_to<9>> {};
  struct SourceVocabulary : tf::axis<"V", 17> {};
  struct TargetVocabulary : tf::axis<"W", 17> {};
};
constexpr auto parameters = tf::parameter_count<tf::transformer<mine>>;
#elif WRONG_transformer_without_inner
// sentence: Config: it must have the axis Inner, the inner width of feed-forward layers: `struct Inner : tf::axis<"d_ff", 2048> {};`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"w", 8> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr std::size_t decoder_layers = 2;
  struct Source : tf::axis<"N", tf::up_to<9>> {};
  struct Target : tf::axis<"L", tf::up_to<9>> {};
  struct SourceVocabulary : tf::axis<"V", 17> {};
  struct TargetVocabulary : tf::axis<"W", 17> {};
  using embeddings = tf::three_tables;
};
constexpr auto parameters = tf::parameter_count<tf::transformer<mine>>;
#endif
}  // namespace transformers

namespace language_models {
#if RIGHT
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"w", 8> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t decoder_layers = 2;
  struct Position : tf::axis<"N", tf::up_to<9>> {};
  struct Vocabulary : tf::axis<"V", 17> {};
  using embeddings = tf::tied_output;
};
constexpr auto parameters = tf::parameter_count<tf::language_model<mine>>;
#elif WRONG_language_model_without_position
// sentence: Config: it must have the axis Position, the positions of a sequence
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"w", 8> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t decoder_layers = 2;
  struct Vocabulary : tf::axis<"V", 17> {};
  using embeddings = tf::tied_output;
};
constexpr auto parameters = tf::parameter_count<tf::language_model<mine>>;
#elif WRONG_language_model_of_a_vocabulary_known_at_run_time
// sentence: Config: the extents of widths, heads and vocabularies must be known to the compiler: `struct Model : tf::axis<"d_model", 512> {};`
// names: mine, Vocabulary
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"w", 8> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t decoder_layers = 2;
  struct Position : tf::axis<"N", tf::up_to<9>> {};
  struct Vocabulary : tf::axis<"V", tf::up_to<17>> {};
  using embeddings = tf::tied_output;
};
constexpr auto parameters = tf::parameter_count<tf::language_model<mine>>;
#elif WRONG_language_model_without_vocabulary
// sentence: Config: it must have the axis Vocabulary, a sequence's tokens
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"w", 8> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t decoder_layers = 2;
  struct Position : tf::axis<"N", tf::up_to<9>> {};
  using embeddings = tf::tied_output;
};
constexpr auto parameters = tf::parameter_count<tf::language_model<mine>>;
#elif WRONG_language_model_without_embeddings
// sentence: Config: it must have embeddings, which is tied_output or three_tables
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"w", 8> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t decoder_layers = 2;
  struct Position : tf::axis<"N", tf::up_to<9>> {};
  struct Vocabulary : tf::axis<"V", 17> {};
};
constexpr auto parameters = tf::parameter_count<tf::language_model<mine>>;
#elif WRONG_language_model_without_decoder_layers
// sentence: Config: it must have decoder_layers, the number of a decoder's layers: `static constexpr std::size_t decoder_layers = 6;`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"w", 8> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  struct Position : tf::axis<"N", tf::up_to<9>> {};
  struct Vocabulary : tf::axis<"V", 17> {};
  using embeddings = tf::tied_output;
};
constexpr auto parameters = tf::parameter_count<tf::language_model<mine>>;
#elif WRONG_language_model_without_width
// sentence: Config: it must have the axis Width, the width of a head: `struct Width : tf::axis<"d̃", 64> {};`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t decoder_layers = 2;
  struct Position : tf::axis<"N", tf::up_to<9>> {};
  struct Vocabulary : tf::axis<"V", 17> {};
  using embeddings = tf::tied_output;
};
constexpr auto parameters = tf::parameter_count<tf::language_model<mine>>;
#endif
}  // namespace language_models

namespace encoder_models {
#if RIGHT
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"w", 8> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 2;
  struct Position : tf::axis<"N", tf::up_to<9>> {};
  struct Vocabulary : tf::axis<"V", 17> {};
  struct Class : tf::axis<"c", 3> {};
};
constexpr auto parameters = tf::parameter_count<tf::encoder_model<mine>>;
#elif WRONG_encoder_model_without_position
// sentence: Config: it must have the axis Position, the positions of a sequence
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"w", 8> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 2;
  struct Vocabulary : tf::axis<"V", 17> {};
  struct Class : tf::axis<"c", 3> {};
};
constexpr auto parameters = tf::parameter_count<tf::encoder_model<mine>>;
#elif WRONG_encoder_model_of_classes_known_at_run_time
// sentence: Config: the extents of widths, heads and vocabularies must be known to the compiler: `struct Model : tf::axis<"d_model", 512> {};`
// names: mine, Class
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"w", 8> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 2;
  struct Position : tf::axis<"N", tf::up_to<9>> {};
  struct Vocabulary : tf::axis<"V", 17> {};
  struct Class : tf::axis<"c", tf::up_to<3>> {};
};
constexpr auto parameters = tf::parameter_count<tf::encoder_model<mine>>;
#elif WRONG_encoder_model_without_vocabulary
// sentence: Config: it must have the axis Vocabulary, a sequence's tokens
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"w", 8> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 2;
  struct Position : tf::axis<"N", tf::up_to<9>> {};
  struct Class : tf::axis<"c", 3> {};
};
constexpr auto parameters = tf::parameter_count<tf::encoder_model<mine>>;
#elif WRONG_encoder_model_without_class
// sentence: Config: it must have the axis Class, what an encoder_model tells apart
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"w", 8> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 2;
  struct Position : tf::axis<"N", tf::up_to<9>> {};
  struct Vocabulary : tf::axis<"V", 17> {};
};
constexpr auto parameters = tf::parameter_count<tf::encoder_model<mine>>;
#elif WRONG_encoder_model_without_encoder_layers
// sentence: Config: it must have encoder_layers, the number of an encoder's layers: `static constexpr std::size_t encoder_layers = 6;`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"w", 8> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  struct Position : tf::axis<"N", tf::up_to<9>> {};
  struct Vocabulary : tf::axis<"V", 17> {};
  struct Class : tf::axis<"c", 3> {};
};
constexpr auto parameters = tf::parameter_count<tf::encoder_model<mine>>;
#elif WRONG_encoder_model_without_inner
// sentence: Config: it must have the axis Inner, the inner width of feed-forward layers: `struct Inner : tf::axis<"d_ff", 2048> {};`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"w", 8> {};
  static constexpr std::size_t encoder_layers = 2;
  struct Position : tf::axis<"N", tf::up_to<9>> {};
  struct Vocabulary : tf::axis<"V", 17> {};
  struct Class : tf::axis<"c", 3> {};
};
constexpr auto parameters = tf::parameter_count<tf::encoder_model<mine>>;
#endif
}  // namespace encoder_models

namespace groups {
struct KeyHead : tf::axis<"h_k", 2> {};
struct Group : tf::axis<"g", 2> {};
#if RIGHT
struct mine : tf::conventions<tf::grouped_heads<KeyHead>> {
  struct Model : tf::axis<"d_model", 32> {};
  using Head = tf::product<KeyHead, Group>;
  struct Width : tf::axis<"w", 8> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 2;
};
constexpr auto parameters = tf::parameter_count<tf::encoder<mine>>;
#elif WRONG_encoder_of_heads_of_other_groups
// sentence: Config: with grouped_heads<KeyHead>, Head must be KeyHead or product<KeyHead, Group>
// names: mine
struct mine : tf::conventions<tf::grouped_heads<KeyHead>> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"w", 8> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 2;
};
constexpr auto parameters = tf::parameter_count<tf::encoder<mine>>;
#endif
}  // namespace groups

#if RIGHT
struct right_choices : tf::conventions<tf::norm_before, tf::gelu_activation, tf::attention_bias<tf::without_bias>> {};
struct other_choices : tf::with_choices<right_choices, tf::swish_activation> {};
constexpr auto activation = other_choices::choices::activation::function;
#elif WRONG_conventions_of_no_choice
// sentence: conventions<...>: each argument must be a choice of one of the kinds of choice.hpp
// names: without_bias
struct wrong_choices : tf::conventions<tf::norm_before, tf::without_bias> {};
#elif WRONG_conventions_of_two_normalizations
// sentence: conventions<...>: at most one choice of each kind can be made
// names: norm_before, norm_after
struct wrong_choices : tf::conventions<tf::norm_before, tf::gelu_activation, tf::norm_after> {};
#elif WRONG_conventions_of_two_feed_forward_layers
// sentence: conventions<...>: at most one choice of each kind can be made
// names: gated, plain_feed_forward
struct wrong_choices : tf::conventions<tf::gated, tf::plain_feed_forward> {};
#elif WRONG_conventions_of_two_kinds_of_positions
// sentence: conventions<...>: at most one choice of each kind can be made
// names: trained_positions, halved_sinusoids
struct wrong_choices : tf::conventions<tf::trained_positions, tf::halved_sinusoids> {};
#elif WRONG_choices_of_two_activations
// sentence: conventions<...>: at most one choice of each kind can be made
// names: gelu_activation, swish_activation
struct wrong_choices : tf::with_choices<tf::conventions<>, tf::gelu_activation, tf::swish_activation> {};
#elif WRONG_choices_before_the_configuration
// sentence: with_choices<Config, ...>: the configuration that it changes comes first, and then the choices
// names: gelu_activation
struct wrong_choices : tf::with_choices<tf::gelu_activation, tf::conventions<>> {};
#elif WRONG_normalization_without_last_norm
// sentence: conventions<...>: a choice must have what its kind needs: a normalization last_norm<Norm>, a norm norm<A>, heads key_head<Head>
// names: halved
struct halved {
  static constexpr auto kind = tf::choice::normalization;
};
struct wrong_choices : tf::conventions<halved> {};
#endif

namespace turned_positions {
#if RIGHT
struct mine : tf::conventions<tf::rotary_positions<>, tf::no_positions> {
  struct Model : tf::axis<"d_model", 36> {};
  struct Head : tf::axis<"h", 3> {};
  struct Width : tf::axis<"w", 12> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 2;
};
constexpr auto parameters = tf::parameter_count<tf::encoder<mine>>;
#elif WRONG_rotary_positions_of_an_odd_width
// sentence: Config: with rotary_positions, which turn pairs of numbers, the extent of Width must be even
// names: mine
struct mine : tf::conventions<tf::rotary_positions<>, tf::no_positions> {
  struct Model : tf::axis<"d_model", 36> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"w", 9> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 2;
};
constexpr auto parameters = tf::parameter_count<tf::encoder<mine>>;
#endif
}  // namespace turned_positions
