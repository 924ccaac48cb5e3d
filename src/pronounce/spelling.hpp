#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vocabulary.hpp"

namespace typeformer {

/// From words to the tokens of a vocabulary of letters. A lower-case letter that the vocabulary lacks is read as the
/// upper-case one, and the apostrophe ’ as '.
class spelling {
 public:
  /// `origin` names the vocabulary's file in errors.
  ///
  /// throws   for an entry after the markers that is more than one character
  spelling(const vocabulary& letters, std::string_view origin, std::size_t longest_word);

  /// Why a word cannot be read, as a sentence about it; empty if it can.
  std::string refusal(std::string_view word) const;

  /// The tokens of a word for which refusal() has no sentence.
  std::vector<std::int32_t> tokens(std::string_view word) const;

 private:
  std::optional<std::int32_t> token(char32_t letter) const;

  std::map<char32_t, std::int32_t> letters_;
  std::string known_;  // "A to Z and the apostrophe are"
  std::size_t longest_word_;
};

}  // namespace typeformer
