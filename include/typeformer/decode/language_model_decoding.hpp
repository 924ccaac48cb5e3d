#pragma once
#include <cstdint>

#include <typeformer/decode/decoding_of.hpp>
#include <typeformer/layers/language_model.hpp>
#include <typeformer/tensor/tokens.hpp>

namespace typeformer {

namespace detail {
template <class Config>
struct start_of_rows {};
template <has_start_token Config>
struct start_of_rows<Config> {
  static constexpr std::int32_t start_token = Config::start_token;
};
template <class Config>
struct end_of_rows {};
template <has_end_token Config>
struct end_of_rows<Config> {
  static constexpr std::int32_t end_token = Config::end_token;
};
}  // namespace detail

/// How a language model is decoded: what follows a prompt. Where its configuration has a start_token, one row begins
/// with it if no prompt is given; several rows are prompts of one start token each. Where it has an end_token, rows end
/// with it.
template <class Config, is_axis Batch>
struct language_model_decoding
    : decoding_of<
          language_model<Config>, typename language_model<Config>::Position,
          tokens<typename language_model<Config>::Vocabulary, Batch, typename language_model<Config>::Position>>,
      detail::start_of_rows<Config>,
      detail::end_of_rows<Config> {
  static constexpr std::size_t most_prompt = bound<typename language_model<Config>::Position>;
};

}  // namespace typeformer
