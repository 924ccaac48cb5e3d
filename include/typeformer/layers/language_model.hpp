#pragma once
#include <boost/hana/define_struct.hpp>

#include <typeformer/expressions/refused_calls.hpp>
#include <typeformer/layers/config.hpp>
#include <typeformer/layers/embedding.hpp>
#include <typeformer/layers/encoder.hpp>
#include <typeformer/layers/transformer.hpp>

namespace typeformer {

namespace detail {
/// What embeddings ask a configuration for.
template <class Config>
struct one_vocabulary : Config {
  using SourceVocabulary = typename Config::Vocabulary;
  using TargetVocabulary = typename Config::Vocabulary;
};
}  // namespace detail

/// The decoder-only: from tokens to logits of each next token. Its layers are an encoder's under a causal mask. Config
/// is a language_model_config (layers/config.hpp).
///
///   struct letters : tf::conventions<tf::norm_before, tf::gelu_activation, tf::gated> {
///     struct Position : tf::axis<"N", tf::up_to<256>> {};
///     struct Vocabulary : tf::axis<"V", 96> {};
///     …                                                   // Model, Head, Width, Inner
///     static constexpr std::size_t decoder_layers = 2;
///     using embeddings = tf::tied_output;
///   };
///
/// shapes   tokens [L…, Position] of Vocabulary   →   [L…, Position, Vocabulary]
/// requires tokens of this vocabulary and axis
/// throws   more positions than the axis's bound
/// source   Radford et al. 2018
template <class Config>
struct language_model {
  using config = typename decltype(detail::language_model_config_of<Config>())::type;
  using Position = typename config::Position;
  using Vocabulary = typename config::Vocabulary;
  using embedding_type = embedding_of<Vocabulary, config>;
  using positions_type = positions_of<Position, config>;
  using decoder_type = encoder<Config, checked_decoder_layers<Config>>;
  using output_type = typename config::embeddings::template output<detail::one_vocabulary<config>>;
  using dropout = typename decltype(detail::checked_rate<typename config::choices::dropout::type>())::type;
  BOOST_HANA_DEFINE_STRUCT(language_model, (embedding_type, embedding), (positions_type, positions),
                           (decoder_type, decoder), (output_type, output));

  template <is_axis... Leading>
  using input = tokens<Vocabulary, Leading..., Position>;

  // clang-format off: clang prints all lines of a macro's call before the line of the program.
  TYPEFORMER_NO_OTHER_CALL("language_model(x): x must be tokens, and nothing else: its mask is part of the configuration")
  // clang-format on

  /// Logits of the token after each position: `x` [L…, Position] of Vocabulary   →   [L…, Position, Vocabulary].
  template <sound_expression X>
  constexpr auto operator()(const X& x) const {
    static_assert(are_tokens_on<X, Vocabulary, with_last_axis<X, Position>>,
                  "language_model(x): x must be tokens of the model's Vocabulary on its Position");
    const auto& seen = as_if_tokens<Vocabulary, with_last_axis<X, Position>>(x);
    if constexpr (!are_sound<decltype(seen)>) {
      return any_formula{};
    } else {
      return in_frame(*this, seen, [&] {
        const auto y = decoder(drop<dropout>(positions(embedding(seen))), causal_mask_of<Position, config>{});
        if constexpr (std::is_same_v<output_type, absent>) {
          return embedding.logits(y);
        } else {
          return output(y);
        }
      });
    }
  }
};

}  // namespace typeformer
