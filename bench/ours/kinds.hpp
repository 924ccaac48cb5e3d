#pragma once
#include <map>
#include <string>

#include "../worker.hpp"

/// This library's rows, one file a kind. Sizes are those of rows.py.
namespace bench::ours {

prepared product(const sizes& mnk, std::size_t threads);
prepared static_product(const sizes& mnk, std::size_t threads);
prepared cold_product(const sizes& mnk, std::size_t threads);
prepared input_gradient(const sizes& mnk, std::size_t threads);
prepared weight_gradient(const sizes& mnk, std::size_t threads);
prepared attention(const sizes& positions, std::size_t threads);
prepared causal_attention(const sizes& positions, std::size_t threads);
prepared layer_norm(const sizes& rows_columns, std::size_t threads);
prepared softmax(const sizes& rows_columns, std::size_t threads);
prepared chain(const sizes& rows_columns, std::size_t threads);
prepared chain_apart(const sizes& rows_columns, std::size_t threads);
prepared chain_gradient(const sizes& rows_columns, std::size_t threads);
prepared chain_gradient_apart(const sizes& rows_columns, std::size_t threads);
prepared paper_base(const sizes& batch_source_target, std::size_t threads);
prepared decoding_step(const sizes& source_position, std::size_t threads);
prepared decoding_step_bf16(const sizes& source_position, std::size_t threads);
prepared decoding_step_int8(const sizes& source_position, std::size_t threads);
prepared pronounce(const sizes& words, std::size_t threads);
prepared training_step(const sizes& none, std::size_t threads);
prepared tiny_encoder(const sizes& width, std::size_t threads);

inline const std::map<std::string, preparation> kinds{{"product", product},
                                                      {"static_product", static_product},
                                                      {"cold_product", cold_product},
                                                      {"input_gradient", input_gradient},
                                                      {"weight_gradient", weight_gradient},
                                                      {"attention", attention},
                                                      {"causal_attention", causal_attention},
                                                      {"layer_norm", layer_norm},
                                                      {"softmax", softmax},
                                                      {"chain", chain},
                                                      {"chain_apart", chain_apart},
                                                      {"chain_gradient", chain_gradient},
                                                      {"chain_gradient_apart", chain_gradient_apart},
                                                      {"paper_base", paper_base},
                                                      {"decoding_step", decoding_step},
                                                      {"decoding_step_bf16", decoding_step_bf16},
                                                      {"decoding_step_int8", decoding_step_int8},
                                                      {"pronounce", pronounce},
                                                      {"training_step", training_step},
                                                      {"tiny_encoder", tiny_encoder}};

// The weights that peers are given.
void write_paper_base(const std::string& path);
void write_training_step(const std::string& path);
void write_tiny_encoder(std::size_t width, const std::string& path);

/// One result.
inline std::function<std::vector<check>()> result_in(const float* y, std::size_t size) {
  return [=] { return std::vector{projection(y, size)}; };
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
