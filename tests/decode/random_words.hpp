#pragma once
#include <algorithm>
#include <vector>

#include "../small_model.hpp"

namespace typeformer::testing {

/// A batch of words at random and their lengths; behind a word's end is what must not matter.
template <class Config>
struct random_words {
  using source_type = tokens<typename Config::SourceVocabulary, typename Config::Batch, typename Config::Source>;
  std::vector<std::int32_t> lengths;
  source_type source;

  explicit random_words(std::vector<std::int32_t> n, std::int32_t behind_the_end = 0, unsigned seed = 7)
      : lengths{std::move(n)},
        source(lengths.size(), static_cast<std::size_t>(*std::max_element(lengths.begin(), lengths.end()))) {
    std::mt19937 generator{seed};
    for (std::size_t b = 0; b < lengths.size(); ++b)
      for (std::int32_t i = 0; i < static_cast<std::int32_t>(source.shape().last()); ++i) {
        const auto token = static_cast<std::int32_t>(generator() % bound<typename Config::SourceVocabulary>);
        source(b, i) = i < lengths[b] ? token : behind_the_end;
      }
  }

  source_type alone(std::size_t b) const {
    source_type one(1, static_cast<std::size_t>(lengths[b]));
    std::copy_n(&source(b, 0), one.size(), one.data());
    return one;
  }
};

/// A target vocabulary and a length so small that all targets can be counted.
struct tiny : small {
  struct Target : axis<"L", up_to<4>> {};
  struct Phone : axis<"phone", 4> {};
  using TargetVocabulary = Phone;
};

}  // namespace typeformer::testing
