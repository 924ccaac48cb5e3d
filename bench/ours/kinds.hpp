#pragma once
#include <map>
#include <string>

#include "../worker.hpp"
#include "precision.hpp"

/// This library's rows, one file a kind. Sizes are those of rows.py.
namespace bench::ours {

prepared static_product(const sizes& mnk, std::size_t threads);
prepared input_gradient(const sizes& mnk, std::size_t threads);
prepared weight_gradient(const sizes& mnk, std::size_t threads);
prepared attention(const sizes& positions, std::size_t threads);
prepared causal_attention(const sizes& positions, std::size_t threads);
prepared attention_bf16(const sizes& positions, std::size_t threads);
prepared causal_attention_bf16(const sizes& positions, std::size_t threads);
prepared layer_norm(const sizes& rows_columns, std::size_t threads);
prepared softmax(const sizes& rows_columns, std::size_t threads);
prepared chain(const sizes& rows_columns, std::size_t threads);
prepared chain_apart(const sizes& rows_columns, std::size_t threads);
prepared chain_gradient(const sizes& rows_columns, std::size_t threads);
prepared chain_gradient_apart(const sizes& rows_columns, std::size_t threads);
prepared training_step(const sizes& none, std::size_t threads);
prepared training_step_bf16(const sizes& none, std::size_t threads);
prepared tiny_encoder(const sizes& width, std::size_t threads);

// In each precision: `product`, `product_bf16`, `product_int8`.
template <class Precision>
prepared product(const sizes& mnk, std::size_t threads);
template <class Precision>
prepared cold_product(const sizes& mnk, std::size_t threads);
template <class Precision>
prepared paper_base(const sizes& batch_source_target, std::size_t threads);
template <class Precision>
prepared decoding_step(const sizes& source_position, std::size_t threads);
template <class Precision>
prepared translate(const sizes& batch_source_target, std::size_t threads);
template <class Precision>
prepared translate_beam(const sizes& batch_source_target_width, std::size_t threads);
template <class Precision>
prepared language_model(const sizes& batch_prompt_tokens, std::size_t threads);
template <class Precision>
prepared encoder_model(const sizes& batch_positions, std::size_t threads);
template <class Precision>
prepared pronounce(const sizes& words, std::size_t threads);
template <class Precision>
prepared pronounce_beam(const sizes& words_width, std::size_t threads);

template <class Precision>
std::map<std::string, preparation> kinds_in(const std::string& suffix) {
  const std::map<std::string, preparation> kinds{{"product", product<Precision>},
                                                 {"cold_product", cold_product<Precision>},
                                                 {"paper_base", paper_base<Precision>},
                                                 {"decoding_step", decoding_step<Precision>},
                                                 {"translate", translate<Precision>},
                                                 {"translate_beam", translate_beam<Precision>},
                                                 {"language_model", language_model<Precision>},
                                                 {"encoder_model", encoder_model<Precision>},
                                                 {"pronounce", pronounce<Precision>},
                                                 {"pronounce_beam", pronounce_beam<Precision>}};
  std::map<std::string, preparation> named;
  for (const auto& [kind, prepare] : kinds) named.emplace(kind + suffix, prepare);
  return named;
}

inline const std::map<std::string, preparation> kinds = [] {
  std::map<std::string, preparation> all{{"static_product", static_product},
                                         {"input_gradient", input_gradient},
                                         {"weight_gradient", weight_gradient},
                                         {"attention", attention},
                                         {"causal_attention", causal_attention},
                                         {"attention_bf16", attention_bf16},
                                         {"causal_attention_bf16", causal_attention_bf16},
                                         {"layer_norm", layer_norm},
                                         {"softmax", softmax},
                                         {"chain", chain},
                                         {"chain_apart", chain_apart},
                                         {"chain_gradient", chain_gradient},
                                         {"chain_gradient_apart", chain_gradient_apart},
                                         {"training_step", training_step},
                                         {"training_step_bf16", training_step_bf16},
                                         {"tiny_encoder", tiny_encoder}};
  all.merge(kinds_in<float32>(""));
  all.merge(kinds_in<bf16>("_bf16"));
  all.merge(kinds_in<int8>("_int8"));
  return all;
}();

// The weights that peers are given.
void write_paper_base(const std::string& path);
void write_language_model(const std::string& path);
void write_encoder_model(const std::string& path);
void write_training_step(const std::string& path);
void write_tiny_encoder(std::size_t width, const std::string& path);

/// One result.
inline std::function<std::vector<check>()> result_in(const float* y, std::size_t size) {
  return [=] { return std::vector{projection(y, size)}; };
}

/// Each number for itself, of which all or most must be the same.
template <class Numbers>
std::function<std::vector<check>()> results_in(const Numbers& numbers) {
  std::vector<check> all;
  for (const auto x : numbers) all.push_back({static_cast<double>(x), std::abs(static_cast<double>(x))});
  return [all = std::move(all)] { return all; };
}

/// Weights with which nothing is 0 or 1, so that a mistake shows.
template <class Weights>
Weights stirred(Weights w) {
  for (std::size_t i = 0; i < w.block().size(); ++i) w.block()[i] += 0.02f * number(7, i);
  return w;
}

template <class Tokens>
void fill_tokens(Tokens& tokens, std::uint64_t key, std::size_t vocabulary) {
  for (std::size_t i = 0; i < tokens.size(); ++i)
    tokens.data()[i] = static_cast<std::int32_t>(counted(key, i) % vocabulary);
}

}  // namespace bench::ours
