#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <typeformer/io/safetensors.hpp>
#include <typeformer/kernels/threads.hpp>
#include <typeformer/pronounce/pronouncer.hpp>

namespace typeformer {

/// Letters of a word, or its phones, without start and end.
using token_list = std::vector<std::int32_t>;
/// Those of a batch; they live elsewhere.
using token_lists = std::span<const token_list* const>;

/// A decoding context: it decodes or scores one batch of words at a time. What it needs for a kind of work is made when
/// that is first asked for.
class pronouncing_context {
 public:
  struct found {
    token_list phones;
    double log_probability;
  };

  /// Words that are searched at once, at most.
  static constexpr std::size_t searched_words = 16;
  /// How many of some words a beam searches at once. It does not depend on the number of threads, as results must not,
  /// but leaves several threads some of few words. On an Emerald Rapids, whose L2 does not hold the weights, a beam of
  /// 4 takes 1.04 s for 1,500 words, 16 at once, and 1.08 s, 8 at once. A beam of 16 is as fast with 8, whose caches
  /// are half of 109 MB.
  static constexpr std::size_t searched_at_once(std::size_t words, std::size_t width) {
    constexpr std::size_t few_words = 128, wide_beam = 5;
    return words < few_words || width >= wide_beam ? searched_words / 2 : searched_words;
  }

  virtual ~pronouncing_context() = default;

  /// Of at most pronouncer::batch words.
  virtual std::vector<token_list> greedy(token_lists words) = 0;
  /// Of at most searched_words words; of each the n_best, best first.
  virtual std::vector<std::vector<found>> search(token_lists words, std::size_t width, std::size_t n_best) = 0;
  /// Of at most pronouncer::batch words, each with its phones.
  virtual std::vector<double> score(token_lists words, token_lists phones) = 0;
  /// Of one word as these phones are predicted: of each and of the end, if there is a position for it, how much the
  /// last decoder layer attends to each letter and to the end, the mean over its heads.
  ///
  /// throws   for an architecture whose decoder has no layers of attention
  virtual std::vector<float> attention(const token_list& word, const token_list& phones) = 0;
};

/// The weights of one architecture, which any number of threads share.
class pronouncing_model {
 public:
  virtual ~pronouncing_model() = default;
  /// Whose kernels run on `threads`, which outlive it: on all of them, or, called in one of their tasks, on its thread.
  virtual std::unique_ptr<pronouncing_context> make_context(kernels::threads& threads) const = 0;
  /// Of fewer words in a batch the kernels are so short that waking threads costs more than they save.
  virtual std::size_t least_words_on_all_threads() const = 0;
  virtual std::size_t parameters() const = 0;
};

/// The model that a file has the weights of: of the architecture that its metadata names (architecture.hpp).
///
/// throws   for one that is not known, or that does not compute in that precision; as load (tensor/weights_file.hpp)
///          does for that model
std::unique_ptr<pronouncing_model> load_pronouncing_model(const safetensors::file& from, precision computes_in);

/// throws   for another precision than float32
void check_float32(const safetensors::file& from, precision computes_in);

/// Of a Transformer: first_pronounce if the file names as many encoder layers, otherwise pronounce.
std::unique_ptr<pronouncing_model> load_transformer(const safetensors::file& from, precision computes_in);

// In a file each, which compile side by side: g++ 12 takes 20 s for each.
std::unique_ptr<pronouncing_model> load_pronounce(const safetensors::file& from);
std::unique_ptr<pronouncing_model> load_pronounce_bf16(const safetensors::file& from);
std::unique_ptr<pronouncing_model> load_pronounce_int8(const safetensors::file& from);
std::unique_ptr<pronouncing_model> load_first_pronounce(const safetensors::file& from);

}  // namespace typeformer
