#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <typeformer/decode/check_lengths.hpp>
#include <typeformer/decode/decoding_of.hpp>
#include <typeformer/layers/config_kinds.hpp>
#include <typeformer/layers/transformer.hpp>
#include <typeformer/tensor/tokens.hpp>

namespace typeformer {

namespace detail {
/// The gate of transformer_decoding<Config, Batch>: the first rule that is broken is reported.
template <class Config>
consteval bool must_decode_transformer() {
  if constexpr (!is_config<Config>) {
    static_assert(is_config<Config>,
                  "transformer_decoding<Config, Batch>: Config must be a configuration, which derives "
                  "from conventions<...>");
  } else {
    static_assert(is_transformers<Config>,
                  "transformer_decoding<Config, Batch>: Config must be a transformer's, with "
                  "Source and Target; a language model has a language_model_decoding");
  }
  return true;
}

/// Of what is no configuration of a transformer.
template <class Config, class Batch>
struct decoding_of_transformer {
  using refused = void;
};
template <is_config_of_transformer Config, is_axis Batch>
struct decoding_of_transformer<Config, Batch>
    : decoding_of<transformer<Config>, typename decltype(detail::decoding_config_of<Config>())::type::Target,
                  tokens<typename decltype(detail::decoding_config_of<Config>())::type::SourceVocabulary, Batch,
                         typename decltype(detail::decoding_config_of<Config>())::type::Source>,
                  tokens<typename decltype(detail::decoding_config_of<Config>())::type::TargetVocabulary, Batch,
                         typename decltype(detail::decoding_config_of<Config>())::type::Target>,
                  row_lengths> {
  static constexpr std::int32_t start_token = checked_decoding_config<Config>::start_token;
  static constexpr std::int32_t end_token = checked_decoding_config<Config>::end_token;

  using source_view = token_view<typename Config::SourceVocabulary, shape<Batch, typename Config::Source>>;
  using target_view = token_view<typename Config::TargetVocabulary, shape<Batch, typename Config::Target>>;

  static void check(std::string_view decoder, const source_view& source, const target_view&,
                    const row_lengths& of_source) {
    detail::check_lengths(decoder, source.shape, of_source.lengths);
  }
};
}  // namespace detail

/// How an encoder-decoder is decoded: decoders are given a source and the lengths of its rows; its targets are
/// predicted, from start_token to end_token.
///
/// throws   in a decoder: lengths that are not one for each row, or lie outside 1 … the source's extent
template <class Config, class Batch = left_out>
  requires(detail::must_decode_transformer<Config>() && must_be_axes<detail::axis_beside<Config, Batch>>() &&
           detail::is_checked<decltype(detail::layer_config_of<detail::transformers_or_any<Config>>())> &&
           detail::is_checked<decltype(detail::decoding_config_of<detail::transformers_or_any<Config>>())>)
struct transformer_decoding : detail::decoding_of_transformer<Config, Batch> {};

/// The rows of a beam search: for each row of Batch, as many as Beam is wide.
template <is_axis Batch, is_axis Beam>
struct beams : axis<"B·k", up_to<bound<Batch> * bound<Beam>>> {};

/// How an encoder-decoder is decoded by a beam search: sources of Batch, on the axis of their beams, `beams`.
template <class Config, class Batch, class Beam>
  requires(detail::must_decode_transformer<Config>() && must_be_axes<detail::axis_beside<Config, Batch>>() &&
           must_be_axes<detail::axis_beside<Config, Beam>>())
struct transformer_beams : transformer_decoding<Config, beams<Batch, Beam>> {
  using first_batch = Batch;  ///< the axis of the sources that are given
};

}  // namespace typeformer
