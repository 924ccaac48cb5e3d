#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <typeformer/error.hpp>
#include <typeformer/kernels/threads.hpp>

namespace typeformer {

struct pronouncer_parts;

inline namespace v0_1 {

/// One pronunciation of a word.
struct pronunciation {
  std::vector<std::string_view> phones;  ///< without stress, as the weights' vocabulary names them
  double log_probability;                ///< log p(phones | word), in nats
};

/// How much the last decoder layer's cross-attention attends to each letter as it predicts each phone, the mean over
/// its heads. Row and column of the end follow the others; where the phones were cut off at 40, there is no such row.
struct attention_map {
  std::vector<std::string> letters;  ///< as the weights' vocabularies name them; the end is "</s>"
  std::vector<std::string> phones;   ///< likewise
  std::vector<float> weights;        ///< [phones, letters]; each row sums to 1
};

/// What a pronouncer multiplies with. All else is computed with floats, and training is.
enum class precision : std::uint8_t {
  float32,  ///< float
  bf16,     ///< bf16_products (tensor/quantized_weights.hpp)
  int8,     ///< int8_products
};

/// Turns spelled words into ARPAbet phones (without stress), with the model `pronounce`. At most 40 phones are
/// predicted for a word.
///
///   tf::pronouncer pronounce;
///   auto phones = pronounce("TYPEFORMER");   // {"T", "AY", "P", …}
///
/// throws   when the model's probabilities are not finite, as of weights that are far too large; when this pronouncer
///          was moved from
///
/// One thread at a time may use a pronouncer; several pronouncers may be used at once, and may share their threads.
class pronouncer {
 public:
  /// With the weights embedded in the library, and threads of its own; 0: as many as kernels::threads has it.
  explicit pronouncer(std::size_t threads = 1, precision computes_in = precision::float32);
  /// With threads that outlive it.
  explicit pronouncer(kernels::threads& threads, precision computes_in = precision::float32);
  /// With weights from a safetensors file whose metadata names the vocabularies, `source` and `target`: those of
  /// `pronounce` or, if it has as many encoder layers, of `first_pronounce` (models/pronounce.hpp).
  ///
  /// throws   for a file that is of neither: the first tensor that is missing, one too many or of another shape; for a
  ///          number that is not finite; for vocabularies that are not those of the model or have control characters;
  ///          for another precision than float32, where the file is not of `pronounce`
  explicit pronouncer(const std::filesystem::path& weights, std::size_t threads = 1,
                      precision computes_in = precision::float32);
  /// With weights from such a file, and threads that outlive it.
  pronouncer(const std::filesystem::path& weights, kernels::threads& threads,
             precision computes_in = precision::float32);
  /// What is moved from throws when it is used.
  pronouncer(pronouncer&&) noexcept;
  /// What is moved from throws when it is used.
  pronouncer& operator=(pronouncer&&) noexcept;
  ~pronouncer();

  /// How many words are worked on at once; more are cut into batches.
  static constexpr std::size_t batch = 32;
  /// Letters of the longest word that is read.
  static constexpr std::size_t longest_word = 63;

  /// Why a word cannot be pronounced, as a sentence about it that is safe to print; empty if it can. Letters may be of
  /// either case, and ’ is read as '.
  std::string refusal(std::string_view word) const;

  /// The phones that greedy decoding takes one after the other.
  ///
  /// throws   for a word for which refusal() has a sentence
  std::vector<std::string_view> operator()(std::string_view word);
  /// One result for each word, in the words' order. Words of like length are worked on together. The phones' names live
  /// as long as the pronouncer.
  std::vector<std::vector<std::string_view>> operator()(std::span<const std::string_view> words);

  /// The width of the widest beam.
  static constexpr std::size_t widest_beam = 16;

  /// The most likely pronunciations of each word that a beam search of `width` finds, best first: `count` of them, or
  /// as many as there are. Those that were cut off at 40 phones follow the others, and their probability is without the
  /// end's share. A width of 1 predicts what operator() predicts, but for scores so near to each other that
  /// rounding decides.
  ///
  /// cost     some `width` times that of operator(); less for the best alone than for more
  /// throws   for a width outside 1 … widest_beam, a count outside 1 … width, a word for which refusal() has a sentence
  std::vector<std::vector<pronunciation>> search(std::span<const std::string_view> words, std::size_t width,
                                                 std::size_t count = 1);

  /// Why these phones cannot be scored: an unknown one, or more than 39; empty if they can, as no phones at all can.
  std::string refusal_of_phones(std::span<const std::string_view> phones) const;

  /// log p(phones | word) of each word with its phones, in nats: that they are predicted, and then the end.
  ///
  /// throws   for a word or phones for which there is a refusal; for different numbers of words and of lists of phones
  std::vector<double> score(std::span<const std::string_view> words,
                            std::span<const std::vector<std::string_view>> phones);

  /// How a word's phones, as operator() predicts them, attend to its letters.
  ///
  /// throws   for a word for which refusal() has a sentence
  attention_map attention(std::string_view word);

 private:
  friend typeformer::pronouncer_parts;
  struct state;
  explicit pronouncer(std::unique_ptr<state> made);
  state& checked_state() const;
  std::unique_ptr<state> state_;
};

}  // namespace v0_1
}  // namespace typeformer
