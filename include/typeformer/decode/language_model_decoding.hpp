#pragma once
#include <cstdint>

#include <typeformer/decode/decoding_of.hpp>
#include <typeformer/layers/config_kinds.hpp>
#include <typeformer/layers/language_model.hpp>
#include <typeformer/tensor/tokens.hpp>

namespace typeformer {

namespace detail {
template <class Config>
struct start_of_rows {};
template <has_start_token Config>
struct start_of_rows<Config> {
  static constexpr std::int32_t start_token = language_model_config<Config> ? Config::start_token : 0;
};
template <class Config>
struct end_of_rows {};
template <has_end_token Config>
struct end_of_rows<Config> {
  static constexpr std::int32_t end_token = language_model_config<Config> ? Config::end_token : 0;
};

/// The gate of language_model_decoding<Config, Batch>: the first rule that is broken is reported.
template <class Config>
consteval bool must_decode_language_model() {
  if constexpr (!is_config<Config>) {
    static_assert(is_config<Config>,
                  "language_model_decoding<Config, Batch>: Config must be a configuration, which "
                  "derives from conventions<...>");
  } else {
    static_assert(is_language_models<Config>,
                  "language_model_decoding<Config, Batch>: Config must be a language model's, "
                  "with Position and Vocabulary; a transformer has a transformer_decoding");
  }
  return true;
}

template <class Config>
using language_models_or_any = std::conditional_t<is_config_of_language_model<Config>, Config, any_config>;

/// Of what is no configuration of a language model.
template <class Config, class Batch>
struct decoding_of_language_model {
  using refused = void;
};
template <is_config_of_language_model Config, is_axis Batch>
struct decoding_of_language_model<Config, Batch>
    : decoding_of<
          language_model<Config>, typename language_model<Config>::Position,
          tokens<typename language_model<Config>::Vocabulary, Batch, typename language_model<Config>::Position>>,
      start_of_rows<Config>,
      end_of_rows<Config> {
  static constexpr std::size_t most_prompt = bound<typename language_model<Config>::Position>;
};
}  // namespace detail

/// How a language model is decoded: what follows a prompt. Where its configuration has a start_token, one row begins
/// with it if no prompt is given; several rows are prompts of one start token each. Where it has an end_token, rows end
/// with it.
template <class Config, class Batch = left_out>
  requires(detail::must_decode_language_model<Config>() && must_be_axes<detail::axis_beside<Config, Batch>>() &&
           detail::is_checked<decltype(detail::layer_config_of<detail::language_models_or_any<Config>>())> &&
           detail::is_checked<decltype(detail::language_model_config_of<detail::language_models_or_any<Config>>())>)
struct language_model_decoding : detail::decoding_of_language_model<Config, Batch> {};

}  // namespace typeformer
