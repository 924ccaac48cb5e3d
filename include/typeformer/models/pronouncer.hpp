#pragma once
#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <typeformer/error.hpp>

namespace typeformer {

/// Turns spelled words into ARPAbet phones (without stress), with the model `pronounce` and greedy decoding. At most 40
/// phones are said of a word.
///
///   tf::pronouncer pronounce;
///   auto phones = pronounce("TYPEFORMER");   // {"T", "AY", "P", …}
///
/// One thread at a time may use a pronouncer; several pronouncers may be used at once.
class pronouncer {
 public:
  /// With the weights embedded in the library. `threads` of 0: one for each processor.
  explicit pronouncer(std::size_t threads = 1);
  /// With weights from a safetensors file whose metadata names the vocabularies, `source` and `target`.
  explicit pronouncer(const std::filesystem::path& weights, std::size_t threads = 1);
  pronouncer(pronouncer&&) noexcept;
  pronouncer& operator=(pronouncer&&) noexcept;
  ~pronouncer();

  /// How many words are worked on at once; more are cut into batches.
  static constexpr std::size_t batch = 64;
  /// Letters of the longest word that is read.
  static constexpr std::size_t longest_word = 63;

  /// Why a word cannot be pronounced, as a sentence about it that is safe to print; empty if it can. Letters may be of
  /// either case, and ’ is read as '.
  std::string refusal(std::string_view word) const;

  /// refuses  a word for which refusal() has a sentence
  std::vector<std::string_view> operator()(std::string_view word);
  /// One result for each word, in the words' order. Words of like length are worked on together. The phones' names live
  /// as long as the pronouncer.
  std::vector<std::vector<std::string_view>> operator()(std::span<const std::string_view> words);

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace typeformer
