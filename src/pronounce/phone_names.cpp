#include "phone_names.hpp"

#include "../io/sentence.hpp"

namespace typeformer {

phone_names::phone_names(const vocabulary& phones, std::size_t most_phones) : most_phones_{most_phones} {
  for (std::size_t i = vocabulary::markers; i < phones.size(); ++i) {
    const auto token = static_cast<std::int32_t>(i);
    tokens_[std::string{phones[token]}] = token;
    known_ += (i == vocabulary::markers ? "" : i + 1 < phones.size() ? ", " : " and ") + io::shortened(phones[token]);
  }
  known_ += tokens_.size() == 1 ? " is" : " are";
}

std::optional<std::int32_t> phone_names::token(std::string_view phone) const {
  const auto found = tokens_.find(phone);
  return found == tokens_.end() ? std::nullopt : std::optional{found->second};
}

std::string phone_names::refusal(std::span<const std::string_view> phones) const {
  using io::in_quotes;
  if (phones.empty()) return "there are no phones";
  for (const std::string_view phone : phones) {
    if (token(phone)) continue;
    // Dictionaries mark stressed vowels: AE1.
    if (!phone.empty() && '0' <= phone.back() && phone.back() <= '2')
      if (const auto vowel = phone.substr(0, phone.size() - 1); token(vowel))
        return fmt::format("the phone {} has a stress mark, but only {} without one is known", in_quotes(phone),
                           in_quotes(vowel));
    return fmt::format("the phone {} is not known, but only {}", in_quotes(phone), known_);
  }
  if (phones.size() > most_phones_)
    return fmt::format("there are {} phones, but at most {} are read", phones.size(), most_phones_);
  return {};
}

std::vector<std::int32_t> phone_names::tokens(std::span<const std::string_view> phones) const {
  std::vector<std::int32_t> tokens;
  for (const std::string_view phone : phones) tokens.push_back(token(phone).value());
  return tokens;
}

}  // namespace typeformer
