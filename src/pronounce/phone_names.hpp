#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vocabulary.hpp"

namespace typeformer {

/// From phones' names to the tokens of a vocabulary of phones.
class phone_names {
 public:
  phone_names(const vocabulary& phones, std::size_t most_phones);

  /// Why these phones cannot be read, as a sentence; empty if they can.
  std::string refusal(std::span<const std::string_view> phones) const;

  /// The tokens of phones for which refusal() has no sentence.
  std::vector<std::int32_t> tokens(std::span<const std::string_view> phones) const;

 private:
  std::optional<std::int32_t> token(std::string_view phone) const;

  std::map<std::string, std::int32_t, std::less<>> tokens_;
  std::string known_;  // "AA, AE and AH are"
  std::size_t most_phones_;
};

}  // namespace typeformer
