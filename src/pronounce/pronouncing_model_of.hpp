#pragma once
#include <algorithm>
#include <memory>
#include <optional>
#include <type_traits>

#include <typeformer/decode/beam.hpp>
#include <typeformer/decode/cross_attention.hpp>
#include <typeformer/decode/greedy.hpp>
#include <typeformer/decode/scoring.hpp>
#include <typeformer/decode/transformer_decoding.hpp>
#include <typeformer/kernels/threads.hpp>
#include <typeformer/pronounce/pronouncer.hpp>
#include <typeformer/tensor/weights_file.hpp>

#include "pronouncing_model.hpp"

namespace typeformer {

template <class Config, class Numbers>
using packed_model = packed_weights<transformer<Config>, Numbers>;

/// Token lists padded to the longest one and `extra` positions more, and their lengths. The padding is 0.
template <is_axis Vocabulary, is_axis Batch, is_axis Positions>
struct padded {
  padded(token_lists lists, std::size_t extra) : tokens(lists.size(), longest(lists) + extra) {
    for (std::size_t b = 0; b < lists.size(); ++b) {
      std::ranges::copy(*lists[b], tokens.data() + b * tokens.shape().last());
      lengths.push_back(static_cast<std::int32_t>(lists[b]->size()));
    }
  }

  static std::size_t longest(token_lists lists) {
    std::size_t size = 0;
    for (const token_list* list : lists) size = std::max(size, list->size());
    return size;
  }

  typeformer::tokens<Vocabulary, Batch, Positions> tokens;
  std::vector<std::int32_t> lengths;
};

/// Words, each with the end behind it.
template <class Config, is_axis Batch>
struct ended_words : padded<typename Config::Letter, Batch, typename Config::Source> {
  explicit ended_words(token_lists words) : padded<typename Config::Letter, Batch, typename Config::Source>{words, 1} {
    for (std::size_t b = 0; b < words.size(); ++b)
      this->tokens(b, static_cast<std::size_t>(this->lengths[b]++)) = Config::source_end_token;
  }
};

template <class Config, class Numbers>
class pronouncing_context_of final : public pronouncing_context {
 public:
  pronouncing_context_of(const packed_model<Config, Numbers>& weights, kernels::threads& threads)
      : weights_{weights}, threads_{threads} {}

  std::vector<token_list> greedy(token_lists words) override {
    if (!greedy_) greedy_.emplace(weights_, threads_);
    const ended_words<Config, Words> source{words};
    const auto result = (*greedy_)(source.tokens, source.lengths);
    std::vector<token_list> predicted;
    for (std::size_t b = 0; b < words.size(); ++b) predicted.emplace_back(result.row(b).begin(), result.row(b).end());
    return predicted;
  }

  std::vector<std::vector<found>> search(token_lists words, std::size_t width, std::size_t n_best) override {
    const beam_options options{.width = width, .n_best = n_best};
    if (!beam_ || beam_options_ != options) beam_.emplace(weights_, threads_, beam_options_ = options);
    const ended_words<Config, SearchedWords> source{words};
    const auto result = (*beam_)(source.tokens, source.lengths);
    std::vector<std::vector<found>> all(words.size());
    for (std::size_t b = 0; b < words.size(); ++b)
      for (const hypothesis& h : result.row(b))
        all[b].push_back({{h.tokens.begin(), h.tokens.end()}, h.log_probability});
    return all;
  }

  std::vector<double> score(token_lists words, token_lists phones) override {
    if (!scorer_) scorer_.emplace(weights_, threads_);
    const ended_words<Config, Words> source{words};
    const padded<typename Config::Phone, Words, typename Config::Target> target{phones, 0};
    const auto result = (*scorer_)(target.lengths, source.tokens, target.tokens, source.lengths);
    return {result.log_probabilities.begin(), result.log_probabilities.end()};
  }

  std::vector<float> attention(const token_list& word, const token_list& phones) override {
    if constexpr (!std::is_same_v<typename Config::choices::decoder, transformer_decoder>) {
      static_cast<void>(word), static_cast<void>(phones);
      throw error{"there is no map of attention of a model whose decoder is not a Transformer's"};
    } else {
      const token_list* const words[]{&word};
      const ended_words<Config, Words> source{words};
      // The phone of the last position is predicted there, and is not read.
      const token_list read{phones.begin(), phones.begin() + std::min(std::ssize(phones), longest_target)};
      const token_list* const targets[]{&read};
      const padded<typename Config::Phone, Words, typename Config::Target> target{targets, 0};
      cross_attention<Config, Words, Numbers> look{weights_, threads_};
      const auto seen = look(source.tokens, source.lengths, target.tokens, target.lengths);
      constexpr std::size_t heads = bound<typename Config::Head>, last = Config::decoder_layers - 1;
      const std::size_t positions = read.size() + 1, letters = word.size() + 1;
      std::vector<float> mean(positions * letters);
      for (std::size_t h = 0; h < heads; ++h)
        for (std::size_t i = 0; i < positions; ++i)
          for (std::size_t j = 0; j < letters; ++j) mean[i * letters + j] += seen(last, 0, h, i, j) / float{heads};
      return mean;
    }
  }

 private:
  struct Words : axis<"B", up_to<pronouncer::batch>> {};
  struct SearchedWords : axis<"B", up_to<searched_words>> {};
  struct Beam : axis<"k", up_to<pronouncer::widest_beam>> {};
  static constexpr std::ptrdiff_t longest_target = bound<typename Config::Target> - 1;

  const packed_model<Config, Numbers>& weights_;
  kernels::threads& threads_;
  std::optional<greedy_decoder<transformer_decoding<Config, Words>, Numbers>> greedy_;
  std::optional<beam_decoder<transformer_beams<Config, SearchedWords, Beam>, Numbers>> beam_;
  beam_options beam_options_;
  std::optional<scorer<transformer_decoding<Config, Words>, Numbers>> scorer_;
};

template <class Config, class Numbers = float>
class pronouncing_model_of final : public pronouncing_model {
 public:
  explicit pronouncing_model_of(const safetensors::file& from)
      : weights_{typeformer::load<transformer<Config>>(from)} {}

  static std::unique_ptr<pronouncing_model> load_from(const safetensors::file& from, precision computes_in) {
    check_float32(from, computes_in);
    return std::make_unique<pronouncing_model_of>(from);
  }

  std::unique_ptr<pronouncing_context> make_context(kernels::threads& threads) const override {
    return std::make_unique<pronouncing_context_of<Config, Numbers>>(weights_, threads);
  }
  /// On a Zen 4 two threads say one word in 0.76 of the time of one in float32. In bf16 and int8 they say one or two in
  /// as long at best, and in 1.1 times as long while they wake for each; six in 0.78 and 0.84 of the time.
  std::size_t least_words_on_all_threads() const override { return std::is_same_v<Numbers, float> ? 1 : 6; }
  std::size_t parameters() const override { return parameter_count<transformer<Config>>; }

 private:
  packed_model<Config, Numbers> weights_;
};

}  // namespace typeformer
