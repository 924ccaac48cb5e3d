#pragma once
#include <cstdint>
#include <span>
#include <type_traits>

#include <boost/hana/define_struct.hpp>

#include <typeformer/expressions/refused_calls.hpp>
#include <typeformer/layers/config.hpp>
#include <typeformer/layers/decoder.hpp>
#include <typeformer/layers/embedding.hpp>
#include <typeformer/layers/encoder.hpp>
#include <typeformer/layers/positions.hpp>
#include <typeformer/layers/sublayers.hpp>
#include <typeformer/tensor/tokens.hpp>

namespace typeformer {

namespace detail {
// A function, since a class in whose body a rule is broken makes clang print more than the rule.
template <class Source, class Target>
constexpr auto only_vocabulary() {
  static_assert(same_axis<sized<Source>, sized<Target>>,
                "transformer: one_table needs source and target of the same vocabulary");
  return std::type_identity<Target>{};
}
}  // namespace detail

/// Source embedding, target embedding and output projection are one table; source and target share a vocabulary.
///
/// source   Vaswani et al. 2017, section 3.4
struct one_table {
  /// The table of all three.
  template <class Config>
  using shared = embedding_of<typename decltype(detail::only_vocabulary<typename Config::SourceVocabulary,
                                                                        typename Config::TargetVocabulary>())::type,
                              Config>;
  /// None of its own.
  template <class Config>
  using source = absent;
  /// None of its own.
  template <class Config>
  using target = absent;
  /// None of its own: logits are products with the shared table.
  template <class Config>
  using output = absent;
};
/// Target embedding and output projection are one table; the source has a table of its own.
///
/// source   Press and Wolf 2017
struct tied_output {
  /// None that source and target share.
  template <class Config>
  using shared = absent;
  /// The source's table.
  template <class Config>
  using source = embedding_of<typename Config::SourceVocabulary, Config>;
  /// The target's table, by which logits are computed, too.
  template <class Config>
  using target = embedding_of<typename Config::TargetVocabulary, Config>;
  /// None of its own.
  template <class Config>
  using output = absent;
};
/// Source, target and output have a table each.
struct three_tables {
  /// None that source and target share.
  template <class Config>
  using shared = absent;
  /// The source's table.
  template <class Config>
  using source = tied_output::source<Config>;
  /// The target's table.
  template <class Config>
  using target = tied_output::target<Config>;
  /// The output projection, Model → TargetVocabulary, without a bias.
  template <class Config>
  using output = linear<typename Config::Model, typename Config::TargetVocabulary, without_bias>;
};

/// How many tokens of each row of a batch are there; the others are masked. Without numbers, all are there.
struct row_lengths {
  std::span<const std::int32_t> lengths;  ///< one number for each row; empty where all tokens are there

  constexpr row_lengths() = default;  ///< all tokens are there
  /// One number for each row, read while the model runs.
  constexpr row_lengths(std::span<const std::int32_t> of_rows) : lengths{of_rows} {}
  /// Of a container of numbers, which must live until the model has run.
  template <class Lengths>
    requires std::is_convertible_v<const Lengths&, std::span<const std::int32_t>>
  constexpr row_lengths(const Lengths& of_rows) : lengths{of_rows} {}
};

/// As the encoder of a configuration: typeformer::encoder. A module of this kind is called with embedded tokens and a
/// mask. The others are in layers/recurrent/encoder_decoder.hpp and layers/convolutional_encoder.hpp.
struct transformer_encoder {
  static constexpr auto kind = choice::encoder;
  /// encoder_layers layers.
  template <class Config>
  using encoder = typeformer::encoder<Config>;
};
/// As the decoder of a configuration: typeformer::decoder. A module of this kind is called with embedded tokens, the
/// encoder's output and two masks. The other is in layers/recurrent/encoder_decoder.hpp.
struct transformer_decoder {
  static constexpr auto kind = choice::decoder;
  /// decoder_layers layers.
  template <class Config>
  using decoder = typeformer::decoder<Config>;
};

/// The whole encoder-decoder, p(y|x): from source tokens and target tokens to logits of each next target token. Config
/// is a transformer_config (layers/config.hpp). Its encoder and its decoder are a Transformer's, unless it chooses
/// others: then this is a recurrent or a convolutional model, which is trained and decoded by the same code.
///
/// shapes   source [L…, Source] of SourceVocabulary   target [L…, Target] of TargetVocabulary   →   [L…, Target,
///          TargetVocabulary], L… at most one axis, the batch
/// requires tokens of these vocabularies and axes
/// throws   more positions than the axes' bounds
/// source   Vaswani et al. 2017
template <class Config>
struct transformer {
  using config = typename decltype(detail::transformer_config_of<Config>())::type;
  using embeddings = typename config::embeddings;
  using Model = typename config::Model;
  using Source = typename config::Source;
  using Target = typename config::Target;
  using SourceVocabulary = typename config::SourceVocabulary;
  using TargetVocabulary = typename config::TargetVocabulary;
  using shared_type = typename embeddings::template shared<config>;
  using source_type = typename embeddings::template source<config>;
  using target_type = typename embeddings::template target<config>;
  using output_type = typename embeddings::template output<config>;
  using source_positions_type = positions_of<Source, config>;
  using target_positions_type = positions_of<Target, config>;
  using encoder_type = typename config::choices::encoder::template encoder<config>;
  using decoder_type = typename config::choices::decoder::template decoder<config>;
  using dropout = typename decltype(detail::checked_rate<typename config::choices::dropout::type>())::type;
  BOOST_HANA_DEFINE_STRUCT(transformer, (shared_type, embedding), (source_type, source_embedding),
                           (target_type, target_embedding), (source_positions_type, source_positions),
                           (target_positions_type, target_positions), (encoder_type, encoder), (decoder_type, decoder),
                           (output_type, output));

  // clang-format off: clang prints all lines of a macro's call before the line of the program.
  TYPEFORMER_NO_OTHER_CALL_THAN_WITH(2, row_lengths, "transformer(source, target), transformer(source, target, lengths): source and target must be tokens, and lengths row_lengths")
  // clang-format on

  /// The encoder's output, which the decoder attends to. `lengths` are those of the source's rows.
  ///
  /// shapes   source [L…, Source]   →   [L…, Source, Model]
  template <sound_expression X>
  constexpr auto encode(const X& source, row_lengths lengths = {}) const {
    static_assert(are_tokens_on<X, SourceVocabulary, on_source<X>>,
                  "transformer.encode(source): source must be tokens of the model's SourceVocabulary on its Source");
    const auto& x = as_if_tokens<SourceVocabulary, on_source<X>>(source);
    if constexpr (are_sound<decltype(x)>) {
      return encoder(drop<dropout>(source_positions(embed_source(x))), cross_mask<Source>(x, lengths));
    } else {
      return any_formula{};
    }
  }

  /// Logits of the token after each of target's. `lengths` are those of the source's rows, as encode() had them.
  ///
  /// shapes   target [L…, Target]   encoder_output [L…, Source, Model]   →   [L…, Target, TargetVocabulary]
  template <sound_expression X, sound_expression EncoderOutput>
  constexpr auto decode(const X& target, const EncoderOutput& encoder_output, row_lengths lengths = {}) const {
    static_assert(
        are_tokens_on<X, TargetVocabulary, on_target<X>>,
        "transformer.decode(target, encoder_output): target must be tokens of the model's TargetVocabulary on "
        "its Target");
    static_assert(
        same_axis<sized_last<EncoderOutput>, sized<Model>>,
        "transformer.decode(target, encoder_output): the last axis of encoder_output must be the model's width");
    static_assert(
        same_axes<on_source<X>, all_but_last<EncoderOutput>>,
        "transformer.decode(target, encoder_output): encoder_output must be on target's batch and the model's "
        "Source");
    const auto& x = as_if_tokens<TargetVocabulary, on_target<X>>(target);
    const auto& encoded = as_if<followed_by<on_source<X>, Model>>(encoder_output);
    if constexpr (are_sound<decltype(x), decltype(encoded)>) {
      return in_frame(*this, target, [&] {
        return logits(decoder(drop<dropout>(target_positions(embed_target(x))), encoded,
                              causal_mask_of<Target, config>{}, cross_mask<Target>(x, lengths)));
      });
    } else {
      return any_formula{};
    }
  }

  /// Of what was refused: the same.
  constexpr any_formula encode(const any_formula&, row_lengths = {}) const { return {}; }
  /// Of what was refused: the same.
  template <class X>
  constexpr any_formula decode(const X&, const any_formula&, row_lengths = {}) const {
    return {};
  }

  /// Both halves, as in training: `source` [L…, Source], `target` [L…, Target], which begins with the start token   →
  /// logits [L…, Target, TargetVocabulary]. `lengths` are those of the source's rows.
  template <sound_expression X, sound_expression Y>
  constexpr auto operator()(const X& source, const Y& target, row_lengths lengths = {}) const {
    constexpr bool source_fits = are_tokens_on<X, SourceVocabulary, on_source<X>>;
    static_assert(are_tokens_on<X, SourceVocabulary, on_source<X>>,
                  "transformer(source, target): source must be tokens of the model's SourceVocabulary on its Source");
    if constexpr (source_fits)  // the two exchanged are one mistake
      static_assert(are_tokens_on<Y, TargetVocabulary, on_target<Y>>,
                    "transformer(source, target): target must be tokens of the model's TargetVocabulary on its Target");
    if constexpr (source_fits && are_tokens_on<Y, TargetVocabulary, on_target<Y>>)
      static_assert(same_axes<all_but_last<X>, all_but_last<Y>>,
                    "transformer(source, target): the axes before the last must be the same");
    const auto& x = as_if_tokens<SourceVocabulary, on_source<X>>(source);
    const auto& y = as_if_tokens<TargetVocabulary, on_target<X>>(target);
    if constexpr (are_sound<decltype(x), decltype(y)> && same_axes<all_but_last<X>, all_but_last<Y>>) {
      return in_frame(*this, source, [&] {
        const auto encoder_output = encode(x, lengths);
        return [this, &y, encoder_output, lengths] { return decode(y, encoder_output, lengths); };
      });
    } else {
      return any_formula{};
    }
  }

  /// `source` [L…, Source]   →   [L…, Source, Model], without positions, by whichever table is the source's
  template <class X>
  constexpr auto embed_source(const X& source) const {
    if constexpr (std::is_same_v<source_type, absent>) {
      return embedding(as_if_tokens<TargetVocabulary, shape_t<X>>(source));  // one_table has its own rule
    } else {
      return source_embedding(source);
    }
  }
  /// `target` [L…, Target]   →   [L…, Target, Model], without positions, by whichever table is the target's
  template <class X>
  constexpr auto embed_target(const X& target) const {
    if constexpr (std::is_same_v<target_type, absent>) {
      return embedding(target);
    } else {
      return target_embedding(target);
    }
  }
  /// The output projection, by whichever table is the output's.
  ///
  /// shapes   x [L…, N, Model]   →   [L…, N, TargetVocabulary], lazy
  template <sound_expression X>
  constexpr auto logits(const X& x) const {
    if constexpr (!std::is_same_v<output_type, absent>) {
      return output(x);
    } else if constexpr (std::is_same_v<target_type, absent>) {
      return embedding.logits(x);
    } else {
      return target_embedding.logits(x);
    }
  }
  /// Of what was refused: the same.
  constexpr any_formula logits(const any_formula&) const { return {}; }

 private:
  template <class X>
  using on_source = with_last_axis<X, Source>;
  template <class X>
  using on_target = with_last_axis<X, Target>;

  /// Queries attend to the source's tokens up to their row's length; without lengths, to all.
  template <class Query, class X>
  static constexpr auto cross_mask(const X& x, row_lengths rows) {
    if constexpr (X::shape_type::rank == 2) {
      return padding<axis_at<typename X::shape_type, 0>, Query, Source>{rows.lengths};
    } else {
      if (!rows.lengths.empty())
        throw error{"transformer: lengths are those of the rows of one batch axis, but the tokens are " +
                    text_of(x.shape)};
      return no_mask{};
    }
  }
};

}  // namespace typeformer
