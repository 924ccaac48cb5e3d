#pragma once
#include <typeformer/train/transformer_objective.hpp>

#include "../small_model.hpp"

/// A task that a small model learns in seconds: words backwards.
namespace typeformer::testing {

struct mirror : small {
  struct Phone : axis<"phone", 17> {};
  using TargetVocabulary = Phone;
  static constexpr std::size_t encoder_layers = 1, decoder_layers = 1;
};
struct Examples : axis<"B", up_to<64>> {};
inline constexpr std::int32_t first_letter = 3;

/// Words of three to five letters at random, each followed by the end, and their mirror images.
struct examples {
  tokens<small::Letter, Examples, small::Source> source;
  tokens<mirror::Phone, Examples, small::Target> target;
  labels<mirror::Phone, Examples, small::Target> next;
  std::vector<std::int32_t> lengths;

  examples(std::size_t rows, unsigned seed) : source(rows, 6), target(rows, 6), next(rows, 6) {
    std::ranges::fill(next.elements(), -1);
    std::mt19937 generator{seed};
    for (std::size_t b = 0; b < rows; ++b) {
      const std::size_t length = 3 + generator() % 3;
      for (std::size_t i = 0; i < length; ++i) source(b, i) = first_letter + static_cast<std::int32_t>(generator() % 5);
      source(b, length) = small::source_end_token;
      lengths.push_back(static_cast<std::int32_t>(length + 1));
      target(b, 0) = small::start_token;
      for (std::size_t i = 0; i < length; ++i) next(b, i) = target(b, i + 1) = source(b, length - 1 - i);
      next(b, length) = small::end_token;
    }
  }
  /// For a model like mirror.
  typename transformer_trainer<mirror, Examples>::batch_type batch(label_smoothing smoothing = {}) const {
    return {source, target, row_lengths{lengths}, next, smoothing};
  }
};

}  // namespace typeformer::testing
