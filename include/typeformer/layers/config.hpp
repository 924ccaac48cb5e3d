#pragma once
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <typeformer/layers/conventions.hpp>
#include <typeformer/tensor/tokens.hpp>

/// A configuration is a struct of axes, numbers and choices. These are its levels, each a concept: a level has the
/// members of those before it and its own. Whoever takes a Config begins with the rules of its level, one for each
/// member, so that a missing one is reported by its name, once.
// Above 300 lines, since each member has a concept, a sentence and what stands in for it, and each rule goes on from
// what the one before it has found.
namespace typeformer {

namespace detail {
/// In the place of members that are missing.
struct any_config : conventions<> {
  struct Model : axis<"d_model", 1>, stand_in {};
  struct Head : axis<"h", 1>, stand_in {};
  struct Width : axis<"d̃", 1>, stand_in {};
  struct Inner : axis<"d_ff", 1>, stand_in {};
  static constexpr std::size_t encoder_layers = 1, decoder_layers = 1;
  struct Source : axis<"N", up_to<1>>, stand_in {};
  struct Target : axis<"L", up_to<1>>, stand_in {};
  struct SourceVocabulary : axis<"V", 1>, stand_in {};
  struct TargetVocabulary : axis<"W", 1>, stand_in {};
  struct Position : axis<"N", up_to<1>>, stand_in {};
  struct Vocabulary : axis<"V", 1>, stand_in {};
  struct Class : axis<"c", 1>, stand_in {};
  struct embeddings {
    template <class>
    using shared = absent;
    template <class>
    using source = absent;
    template <class>
    using target = absent;
    template <class>
    using output = absent;
  };
  static constexpr std::int32_t start_token = 0, end_token = 0, padding_token = 0;
};

// Asked first: g++ 12 takes the value of a member that is not static for an error, even in a concept.
template <class Pointer>
concept is_static = !std::is_member_pointer_v<Pointer>;
template <auto Number>
  requires(is_number<Number> && is_not_negative<Number>)
struct a_count;
template <auto Number>
  requires(is_number<Number>)
struct a_token;
}  // namespace detail

/// A rule's condition of members that are numbers: of a concept g++ 12 says why it is false, in errors.
template <class C, bool IsThere>
inline constexpr bool is_member = IsThere;

/// Whether a configuration has made choices: it derives from conventions or with_choices. Here and in the concepts
/// below a member that is private or of another kind is as good as none.
template <class C>
concept has_choices = requires { typename C::choices; };
/// Whether a type is an axis, or an alias, which has a rule of its own (is_own_axis).
template <class A>
concept is_axis_or_alias = is_axis<A> || !is_own_axis<A>;
/// Whether a configuration has the axis Model, the width of each position.
template <class C>
concept has_model = is_axis_or_alias<typename C::Model>;
/// Whether a configuration has the axis Head, the heads of attention.
template <class C>
concept has_head = is_axis_or_alias<typename C::Head>;
/// Whether a configuration has the axis Width of one head.
template <class C>
concept has_width = is_axis_or_alias<typename C::Width>;
/// Whether a configuration has the axis Inner of feed-forward layers.
template <class C>
concept has_inner = is_axis_or_alias<typename C::Inner>;
/// Whether a configuration has `static constexpr std::size_t encoder_layers`, not negative.
template <class C>
concept has_encoder_layers = requires {
  requires detail::is_static<decltype(&C::encoder_layers)>;
  typename detail::a_count<C::encoder_layers>;
};
/// Whether a configuration has `static constexpr std::size_t decoder_layers`, not negative.
template <class C>
concept has_decoder_layers = requires {
  requires detail::is_static<decltype(&C::decoder_layers)>;
  typename detail::a_count<C::decoder_layers>;
};
/// Whether a configuration has the axis Source, the positions of a source.
template <class C>
concept has_source = is_axis_or_alias<typename C::Source>;
/// Whether a configuration has the axis Target, the positions of a target.
template <class C>
concept has_target = is_axis_or_alias<typename C::Target>;
/// Whether a configuration has the axis SourceVocabulary.
template <class C>
concept has_source_vocabulary = is_axis_or_alias<typename C::SourceVocabulary>;
/// Whether a configuration has the axis TargetVocabulary.
template <class C>
concept has_target_vocabulary = is_axis_or_alias<typename C::TargetVocabulary>;
/// Whether a configuration has `embeddings`: one_table, tied_output or three_tables (layers/transformer.hpp).
template <class C>
concept has_embeddings = requires { typename C::embeddings::template output<detail::any_config>; };
/// Whether a configuration has the axis Position, the positions of a sequence of one vocabulary.
template <class C>
concept has_position = is_axis_or_alias<typename C::Position>;
/// Whether a configuration has the axis Vocabulary.
template <class C>
concept has_vocabulary = is_axis_or_alias<typename C::Vocabulary>;
/// Whether a configuration has the axis Class, what an encoder_model tells apart.
template <class C>
concept has_class = is_axis_or_alias<typename C::Class>;
/// Whether a configuration has `static constexpr std::int32_t start_token`, the token before a target's first.
template <class C>
concept has_start_token = requires {
  requires detail::is_static<decltype(&C::start_token)>;
  typename detail::a_token<C::start_token>;
};
/// Whether a configuration has `static constexpr std::int32_t end_token`, the token after a target's last.
template <class C>
concept has_end_token = requires {
  requires detail::is_static<decltype(&C::end_token)>;
  typename detail::a_token<C::end_token>;
};
/// Whether a configuration has `static constexpr std::int32_t padding_token`, the token behind a row's end.
template <class C>
concept has_padding_token = requires {
  requires detail::is_static<decltype(&C::padding_token)>;
  typename detail::a_token<C::padding_token>;
};

/// Whether Head is made of the heads of keys that are chosen (grouped_heads).
template <class C>
inline constexpr bool has_heads_of_its_groups = true;
template <class C>
  requires has_choices<C> && has_head<C>
inline constexpr bool has_heads_of_its_groups<C> =
    made_of_key_heads<sized<typename C::Head>, sized<typename C::choices::heads::template key_head<typename C::Head>>>;

/// Whether axes can be those of parameters: structs of their own whose extents the compiler knows.
template <class... A>
concept are_axes_of_parameters = ((has_static_extent<A> && is_own_axis<A>) && ...);

/// What the layers of encoders and decoders take: choices (layers/conventions.hpp) and the axes Model, the width of
/// each position; Head, the heads of attention; Width, of one head; Inner, of the feed-forward layer.
template <class C>
concept layer_config =
    has_choices<C> && has_model<C> && has_head<C> && has_width<C> && has_inner<C> &&
    are_axes_of_parameters<typename C::Model, typename C::Head, typename C::Width, typename C::Inner> &&
    has_heads_of_its_groups<C>;

/// What an encoder takes: a layer_config, and how many layers there are, `static constexpr std::size_t encoder_layers`.
template <class C>
concept encoder_config = layer_config<C> && has_encoder_layers<C>;
/// What a decoder takes: a layer_config, and how many layers there are, `static constexpr std::size_t decoder_layers`.
template <class C>
concept decoder_config = layer_config<C> && has_decoder_layers<C>;

/// What a transformer takes: the sequence axes Source and Target, their vocabularies, SourceVocabulary and
/// TargetVocabulary, and which tables are one: `using embeddings`, one of layers/transformer.hpp.
template <class C>
concept transformer_config =
    encoder_config<C> && decoder_config<C> && has_source<C> && has_target<C> && has_source_vocabulary<C> &&
    has_target_vocabulary<C> && are_axes_of_parameters<typename C::SourceVocabulary, typename C::TargetVocabulary> &&
    is_own_axis<typename C::Source> && is_own_axis<typename C::Target> && has_embeddings<C>;

/// Whether the tokens that a configuration of one vocabulary names are of it; it may name none.
template <class C>
concept has_tokens_of_vocabulary =
    has_vocabulary<C> && (!has_start_token<C> || is_in_vocabulary<typename C::Vocabulary, C::start_token>) &&
    (!has_end_token<C> || is_in_vocabulary<typename C::Vocabulary, C::end_token>) &&
    (!has_padding_token<C> || is_in_vocabulary<typename C::Vocabulary, C::padding_token>);

/// What a language model takes: decoder_layers, the sequence axis Position, the Vocabulary of its tokens, and
/// embeddings: tied_output, or three_tables, where the output has a table of its own.
template <class C>
concept language_model_config =
    decoder_config<C> && has_position<C> && has_tokens_of_vocabulary<C> &&
    are_axes_of_parameters<typename C::Vocabulary> && is_own_axis<typename C::Position> && has_embeddings<C>;

/// What an encoder model takes: the sequence axis Position, the Vocabulary of its tokens, and the axis Class of what it
/// yields.
template <class C>
concept encoder_model_config =
    encoder_config<C> && has_position<C> && has_vocabulary<C> && has_class<C> &&
    are_axes_of_parameters<typename C::Vocabulary, typename C::Class> && is_own_axis<typename C::Position>;

/// What decoding takes: the tokens before the first and after the last, `static constexpr std::int32_t start_token,
/// end_token`, both of TargetVocabulary.
template <class C>
concept decoding_config = transformer_config<C> && has_start_token<C> && has_end_token<C> &&
                          is_in_vocabulary<typename C::TargetVocabulary, C::start_token> &&
                          is_in_vocabulary<typename C::TargetVocabulary, C::end_token>;

/// What training takes: the token behind a row's end, `static constexpr std::int32_t padding_token`, of both
/// vocabularies.
template <class C>
concept training_config =
    decoding_config<C> && has_padding_token<C> && is_in_vocabulary<typename C::SourceVocabulary, C::padding_token> &&
    is_in_vocabulary<typename C::TargetVocabulary, C::padding_token>;

/// Whether a configuration has what a choice is called as a member: that would change nothing.
template <class C>
inline constexpr bool has_choices_in_its_body =
    requires { typename C::normalization; } || requires { typename C::template norm<no_axis>; } ||
    requires { typename C::norm; } || requires { typename C::heads; } || requires { typename C::causal_mask; } ||
    requires { typename C::attention_bias; } || requires { typename C::feed_forward_bias; } ||
    requires { typename C::activation; } || requires { typename C::embedding_scale; } ||
    requires { typename C::attention; } || requires { typename C::feed_forward; } ||
    requires { typename C::positions; } || requires { typename C::encoder; } || requires { typename C::decoder; } ||
    requires { typename C::dropout; } || requires { C::normalization; } || requires { C::norm; } ||
    requires { C::heads; } || requires { C::causal_mask; } || requires { C::attention_bias; } ||
    requires { C::feed_forward_bias; } || requires { C::activation; } || requires { C::embedding_scale; } ||
    requires { C::attention; } || requires { C::feed_forward; } || requires { C::positions; } ||
    requires { C::encoder; } || requires { C::decoder; } || requires { C::dropout; };
/// The condition of the rule that a configuration takes its choices through conventions only: none in its body.
template <class C>
inline constexpr bool has_choices_of_conventions_alone = !has_choices_in_its_body<C>;

/// Whether a configuration's attention takes heads of its Width.
template <class C>
inline constexpr bool has_width_of_its_attention = true;
template <class C>
  requires requires { C::choices::attention::template takes_width<typename C::Width>; }
inline constexpr bool has_width_of_its_attention<C> = C::choices::attention::template takes_width<typename C::Width>;

namespace detail {
/// C with all members, so that code below the rule for a missing one adds no error of its own.
template <class A>
using fixed_axis = std::conditional_t<has_static_extent<A> && is_own_axis<A>, A, any_axis>;
template <class A, class StandIn>
using own_axis = std::conditional_t<is_own_axis<A>, A, StandIn>;
template <class C>
struct completed : C {
  using choices = typename std::conditional_t<has_choices<C> && has_width_of_its_attention<C>, C, any_config>::choices;
  using Model = fixed_axis<typename std::conditional_t<has_model<C>, C, any_config>::Model>;
  using Head = typename choices::heads::template key_head<
      fixed_axis<typename std::conditional_t<has_head<C>, C, any_config>::Head>>;
  using Width = fixed_axis<typename std::conditional_t<has_width<C>, C, any_config>::Width>;
  using Inner = fixed_axis<typename std::conditional_t<has_inner<C>, C, any_config>::Inner>;
  static constexpr std::size_t encoder_layers =
      std::conditional_t<has_encoder_layers<C>, C, any_config>::encoder_layers;
  static constexpr std::size_t decoder_layers =
      std::conditional_t<has_decoder_layers<C>, C, any_config>::decoder_layers;
  using Source = own_axis<typename std::conditional_t<has_source<C>, C, any_config>::Source, any_config::Source>;
  using Target = own_axis<typename std::conditional_t<has_target<C>, C, any_config>::Target, any_config::Target>;
  using SourceVocabulary =
      fixed_axis<typename std::conditional_t<has_source_vocabulary<C>, C, any_config>::SourceVocabulary>;
  using TargetVocabulary =
      fixed_axis<typename std::conditional_t<has_target_vocabulary<C>, C, any_config>::TargetVocabulary>;
  using Position =
      own_axis<typename std::conditional_t<has_position<C>, C, any_config>::Position, any_config::Position>;
  using Vocabulary = fixed_axis<typename std::conditional_t<has_vocabulary<C>, C, any_config>::Vocabulary>;
  using Class = fixed_axis<typename std::conditional_t<has_class<C>, C, any_config>::Class>;
  using embeddings = typename std::conditional_t<has_embeddings<C>, C, any_config>::embeddings;
  static constexpr std::int32_t start_token = 0, end_token = 0, padding_token = 0, source_end_token = 0;
};

/// The first of some axes that is an alias, or a good axis; and the first whose extent the compiler does not know.
template <class... A>
using first_alias = typename first_sought<candidate<A, !is_own_axis<A>>...>::type;
template <class... A>
using first_unknown = typename first_sought<candidate<A, !has_static_extent<A>>...>::type;
/// The same of a Config: of all its axes, of whatever level, and of those that each layer has.
template <class C>
struct axes_of_config {
  template <bool IsThere>
  using from = std::conditional_t<IsThere, C, any_config>;
  using Model = typename from<has_model<C>>::Model;
  using Head = typename from<has_head<C>>::Head;
  using Width = typename from<has_width<C>>::Width;
  using Inner = typename from<has_inner<C>>::Inner;
  using alias =
      first_alias<Model, Head, Width, Inner, typename from<has_source<C>>::Source, typename from<has_target<C>>::Target,
                  typename from<has_source_vocabulary<C>>::SourceVocabulary,
                  typename from<has_target_vocabulary<C>>::TargetVocabulary, typename from<has_position<C>>::Position,
                  typename from<has_vocabulary<C>>::Vocabulary, typename from<has_class<C>>::Class>;
  using unknown = first_unknown<Model, Head, Width, Inner>;
  /// The first that is wrong, or void.
  using wrong = std::conditional_t<!std::is_same_v<alias, any_axis>, alias,
                                   std::conditional_t<!std::is_same_v<unknown, any_axis>, unknown, void>>;
};

/// The gate of vocabularies.
template <class... A>
constexpr void must_have_known_extents() {
  using unknown = first_unknown<A...>;
  static_assert(known_to_the_compiler<unknown, extent<unknown>>,
                "Config: the extents of widths, heads and vocabularies must be known to the compiler: `struct Model : "
                "tf::axis<\"d_model\", 512> {};`");
}

/// Whether with_choices refused what it was to change.
template <class C>
inline constexpr bool has_refused_choices = requires { typename C::choices::refused; };
/// What is no configuration at all has one rule: all others are as if any were there.
template <class C>
using config_or_any = std::conditional_t<has_choices<C> && !has_refused_choices<C>, C, any_config>;

/// C, which is Config or stands for it. Where anything is wrong, Config with all members: what is no configuration
/// keeps the axes that it has.
template <bool Complete, class C, class Config>
using complete = std::type_identity<std::conditional_t<
    Complete && std::is_same_v<C, Config> && has_width_of_its_attention<C>, C,
    completed<std::conditional_t<std::is_class_v<Config> && !std::is_final_v<Config>, Config, any_config>>>>;

/// C while all that was asked of it before is there, so that of several missing members the first alone is reported.
template <bool Holds, class C>
using while_right = std::conditional_t<Holds, C, any_config>;

// Functions, since a class in whose body a rule is broken makes clang print more than the rule; their results are
// `auto`, so that naming a function instantiates it. A rule is in one of them, so that it is reported once.
// Axis is the one that is wrong, or void: an argument so that compilers print it.
template <class Config, class Axis = typename axes_of_config<Config>::wrong>
constexpr auto layer_config_of() {
  static_assert(has_choices<Config>,
                "Config: it must derive from conventions<...>, as `struct mine : tf::conventions<> {...};` does");
  using C = config_or_any<Config>;
  static_assert(has_choices_of_conventions_alone<C>,
                "Config: choices are arguments of conventions<...>, not members of a Config");
  static_assert(has_model<C>,
                "Config: it must have the axis Model, the width of each position: `struct Model : "
                "tf::axis<\"d_model\", 512> {};`");
  using D = while_right<has_model<C>, C>;
  static_assert(has_head<D>,
                "Config: it must have the axis Head, the heads of attention: `struct Head : tf::axis<\"h\", 8> {};`");
  using E = while_right<has_head<D>, D>;
  static_assert(has_width<E>,
                "Config: it must have the axis Width, the width of a head: `struct Width : tf::axis<\"d̃\", 64> {};`");
  using F = while_right<has_width<E>, E>;
  static_assert(has_inner<F>,
                "Config: it must have the axis Inner, the inner width of feed-forward layers: `struct Inner : "
                "tf::axis<\"d_ff\", 2048> {};`");
  using G = while_right<has_inner<F>, F>;
  // Here, not in a function: then three of clang's lines less are between these rules and the program.
  using alias = typename axes_of_config<G>::alias;
  static_assert(is_own_axis<alias>,
                "an axis must be a struct of its own, `struct Width : tf::axis<\"d\", 64> {};`: an alias is the same "
                "type as each other of this name and extent");
  using unknown = typename axes_of_config<G>::unknown;
  static_assert(known_to_the_compiler<unknown, extent<unknown>>,
                "Config: the extents of widths, heads and vocabularies must be known to the compiler: `struct Model : "
                "tf::axis<\"d_model\", 512> {};`");
  static_assert(has_heads_of_its_groups<C>,
                "Config: with grouped_heads<KeyHead>, Head must be KeyHead or product<KeyHead, Group>");
  static_assert(has_width_of_its_attention<G>,
                "Config: with rotary_positions, which turn pairs of numbers, the extent of Width must be even");
  return complete<layer_config<C>, C, Config>{};
}
template <class Config>
constexpr auto encoder_layers_of() {
  using C = config_or_any<Config>;
  using D = while_right<layer_config<C>, C>;
  static_assert(is_member<D, has_encoder_layers<D>>,
                "Config: it must have encoder_layers, the number of an encoder's layers: `static constexpr "
                "std::size_t encoder_layers = 6;`");
  return complete<has_encoder_layers<C>, C, Config>{};
}
template <class Config>
constexpr auto decoder_layers_of() {
  using C = config_or_any<Config>;
  using D = while_right<layer_config<C>, C>;
  static_assert(is_member<D, has_decoder_layers<D>>,
                "Config: it must have decoder_layers, the number of a decoder's layers: `static constexpr "
                "std::size_t decoder_layers = 6;`");
  return complete<has_decoder_layers<C>, C, Config>{};
}
template <class Config>
constexpr auto transformer_config_of() {
  using C = config_or_any<Config>;
  layer_config_of<Config>();
  encoder_layers_of<Config>();
  decoder_layers_of<Config>();
  using D = while_right<encoder_config<C> && decoder_config<C>, C>;
  static_assert(has_source<D>, "Config: it must have the axis Source, the positions of a source");
  using E = while_right<has_source<D>, D>;
  static_assert(has_target<E>, "Config: it must have the axis Target, the positions of a target");
  using F = while_right<has_target<E>, E>;
  static_assert(has_source_vocabulary<F>, "Config: it must have the axis SourceVocabulary, a source's tokens");
  using G = while_right<has_source_vocabulary<F>, F>;
  static_assert(has_target_vocabulary<G>, "Config: it must have the axis TargetVocabulary, a target's tokens");
  using H = while_right<has_target_vocabulary<G>, G>;
  must_have_known_extents<typename H::SourceVocabulary, typename H::TargetVocabulary>();
  static_assert(has_embeddings<H>, "Config: it must have embeddings, which is one_table, tied_output or three_tables");
  return complete<transformer_config<C>, C, Config>{};
}
template <class Config>
constexpr auto language_model_config_of() {
  using C = config_or_any<Config>;
  layer_config_of<Config>();
  decoder_layers_of<Config>();
  using D = while_right<decoder_config<C>, C>;
  static_assert(has_position<D>, "Config: it must have the axis Position, the positions of a sequence");
  using E = while_right<has_position<D>, D>;
  static_assert(has_vocabulary<E>, "Config: it must have the axis Vocabulary, a sequence's tokens");
  using F = while_right<has_vocabulary<E>, E>;
  must_have_known_extents<typename F::Vocabulary>();
  static_assert(has_embeddings<F>, "Config: it must have embeddings, which is tied_output or three_tables");
  using G = while_right<has_embeddings<F>, F>;
  static_assert(is_member<G, has_tokens_of_vocabulary<G>>,
                "Config: start_token, end_token and padding_token must be tokens of Vocabulary, from 0 and below its "
                "extent");
  return complete<language_model_config<C>, C, Config>{};
}
template <class Config>
constexpr auto encoder_model_config_of() {
  using C = config_or_any<Config>;
  layer_config_of<Config>();
  encoder_layers_of<Config>();
  using D = while_right<encoder_config<C>, C>;
  static_assert(has_position<D>, "Config: it must have the axis Position, the positions of a sequence");
  using E = while_right<has_position<D>, D>;
  static_assert(has_vocabulary<E>, "Config: it must have the axis Vocabulary, a sequence's tokens");
  using F = while_right<has_vocabulary<E>, E>;
  static_assert(has_class<F>, "Config: it must have the axis Class, what an encoder_model tells apart");
  using G = while_right<has_class<F>, F>;
  must_have_known_extents<typename G::Vocabulary, typename G::Class>();
  return complete<encoder_model_config<C>, C, Config>{};
}
template <class Config>
constexpr auto decoding_config_of() {
  using C = config_or_any<Config>;
  // The innermost first, here and below: a compiler's way from their rules to the program is then short.
  layer_config_of<Config>();
  encoder_layers_of<Config>();
  decoder_layers_of<Config>();
  transformer_config_of<Config>();
  using D = while_right<transformer_config<C>, C>;
  static_assert(is_member<D, has_start_token<D>>,
                "Config: decoding and training need start_token, the token before the first: `static constexpr "
                "std::int32_t start_token = 1;`");
  using E = while_right<has_start_token<D>, D>;
  static_assert(is_member<E, has_end_token<E>>,
                "Config: decoding and training need end_token, the token after the last: `static constexpr "
                "std::int32_t end_token = 2;`");
  using F = while_right<has_end_token<E>, E>;
  static_assert(is_in_vocabulary<typename F::TargetVocabulary, F::start_token> &&
                    is_in_vocabulary<typename F::TargetVocabulary, F::end_token>,
                "Config: start_token and end_token must be tokens of TargetVocabulary, from 0 and below its extent");
  return complete<decoding_config<C>, C, Config>{};
}
template <class Config>
constexpr auto training_config_of() {
  using C = config_or_any<Config>;
  layer_config_of<Config>();
  encoder_layers_of<Config>();
  decoder_layers_of<Config>();
  transformer_config_of<Config>();
  decoding_config_of<Config>();
  using D = while_right<decoding_config<C>, C>;
  static_assert(is_member<D, has_padding_token<D>>,
                "Config: training needs padding_token, the token behind a row's end: `static constexpr std::int32_t "
                "padding_token = 0;`");
  using E = while_right<has_padding_token<D>, D>;
  static_assert(is_in_vocabulary<typename E::SourceVocabulary, E::padding_token> &&
                    is_in_vocabulary<typename E::TargetVocabulary, E::padding_token>,
                "Config: padding_token must be a token of SourceVocabulary and of TargetVocabulary, from 0 and below "
                "their extents");
  return complete<training_config<C>, C, Config>{};
}
}  // namespace detail

/// The number of layers of an encoder of Config, which must name it.
template <class Config>
inline constexpr std::size_t checked_encoder_layers =
    decltype(detail::encoder_layers_of<Config>())::type::encoder_layers;
/// The number of layers of a decoder of Config, which must name it.
template <class Config>
inline constexpr std::size_t checked_decoder_layers =
    decltype(detail::decoder_layers_of<Config>())::type::decoder_layers;

/// How many layers a stack has where a program does not say so: as many as its Config names. A Config that names none
/// is reported in the stack, below the line that names it, and not where its argument gets its default.
inline constexpr std::size_t unknown_layers = static_cast<std::size_t>(-1);
/// encoder_layers of Config, or unknown_layers: the default of encoder's Layers.
template <class Config>
inline constexpr std::size_t encoder_layers_or_unknown = unknown_layers;
template <has_encoder_layers Config>
inline constexpr std::size_t encoder_layers_or_unknown<Config> = Config::encoder_layers;
/// decoder_layers of Config, or unknown_layers: the default of decoder's Layers.
template <class Config>
inline constexpr std::size_t decoder_layers_or_unknown = unknown_layers;
template <has_decoder_layers Config>
inline constexpr std::size_t decoder_layers_or_unknown<Config> = Config::decoder_layers;

/// The layers of an encoder stack: Layers where a program names a number, else encoder_layers of Config.
template <class Config, std::size_t Layers>
inline constexpr std::size_t layers_of_encoder = Layers;
template <class Config>
inline constexpr std::size_t layers_of_encoder<Config, unknown_layers> =
    decltype(detail::encoder_layers_of<Config>())::type::encoder_layers;
/// The layers of a decoder stack: Layers where a program names a number, else decoder_layers of Config.
template <class Config, std::size_t Layers>
inline constexpr std::size_t layers_of_decoder = Layers;
template <class Config>
inline constexpr std::size_t layers_of_decoder<Config, unknown_layers> =
    decltype(detail::decoder_layers_of<Config>())::type::decoder_layers;

/// The configuration, checked. Classes name the function themselves, since an alias is one more line of g++ between a
/// program and the rule that it breaks.
template <class Config>
using checked_decoding_config = typename decltype(detail::decoding_config_of<Config>())::type;

namespace detail {
/// In a constraint: asks a Config with the rules of the function whose result it is.
template <class Config>
inline constexpr bool is_checked = true;
}  // namespace detail

}  // namespace typeformer
