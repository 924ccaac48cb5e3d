#include "spelling.hpp"

#include "../io/sentence.hpp"
#include "../io/utf8.hpp"

namespace typeformer {
namespace {

constexpr char32_t apostrophe = U'\'', typographic_apostrophe = U'\u2019';

bool is_within(char32_t code, char32_t first, char32_t last) { return first <= code && code <= last; }

// Of the letters beyond ASCII those of the Latin, Greek and Cyrillic blocks are distinguished from signs: the others
// are "characters", which is never wrong.
bool is_letter_beyond_ascii(char32_t code) {
  return (is_within(code, 0xc0, 0x24f) && code != 0xd7 && code != 0xf7) || is_within(code, 0x386, 0x481) ||
         is_within(code, 0x48a, 0x52f) || is_within(code, 0x1e00, 0x1fbc);
}

// "the digit '2'", "the letter 'ï' (U+00EF)"
std::string described(char32_t code, std::string_view bytes) {
  if (code == U' ') return "a space";
  const std::string shown = io::in_quotes(bytes);
  if (is_within(code, U'0', U'9')) return "the digit " + shown;
  const bool in_ascii = is_within(code, U'!', U'~');
  const bool is_letter = in_ascii ? is_within(code | 0x20, U'a', U'z') : is_letter_beyond_ascii(code);
  return fmt::format("the {} {}", is_letter ? "letter" : "character", shown) +
         (in_ascii ? "" : fmt::format(" (U+{:04X})", static_cast<unsigned>(code)));
}

// "A to Z and the apostrophe are": runs of three and more characters in a row are named by their ends.
std::string text_of(const std::map<char32_t, std::string>& letters) {
  std::vector<std::string> parts;
  for (auto first = letters.begin(); first != letters.end();) {
    auto last = first, next = std::next(first);
    std::size_t run = 1;
    for (; next != letters.end() && next->first == last->first + 1; ++next, ++run) last = next;
    if (run < 3) last = first, next = std::next(first);
    if (first->first != apostrophe)
      parts.push_back(first == last ? first->second : first->second + " to " + last->second);
    first = next;
  }
  if (letters.contains(apostrophe)) parts.push_back("the apostrophe");
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i)
    text += (i == 0 ? "" : i + 1 < parts.size() ? ", " : " and ") + parts[i];
  return text + (letters.size() > 1 ? " are" : " is");
}

}  // namespace

spelling::spelling(const vocabulary& letters, std::string_view origin, std::size_t longest_word)
    : longest_word_{longest_word} {
  std::map<char32_t, std::string> shown;
  for (std::size_t i = vocabulary::markers; i < letters.size(); ++i) {
    const auto token = static_cast<std::int32_t>(i);
    const std::string_view entry = letters[token];
    const auto [code, bytes] = io::front_character(entry);
    if (bytes != entry.size())
      io::refuse(origin, "entry {} of the letters is {}, but a letter is one character", i, io::in_quotes(entry));
    letters_[code] = token;
    shown[code] = io::printable(entry);
  }
  known_ = text_of(shown);
}

std::optional<std::int32_t> spelling::token(char32_t letter) const {
  const auto known = [this](char32_t code) -> std::optional<std::int32_t> {
    const auto found = letters_.find(code);
    return found == letters_.end() ? std::nullopt : std::optional{found->second};
  };
  if (const auto token = known(letter)) return token;
  if (is_within(letter, U'a', U'z')) return known(letter - U'a' + U'A');
  if (letter == typographic_apostrophe) return known(apostrophe);
  return std::nullopt;
}

std::string spelling::refusal(std::string_view word) const {
  using io::in_quotes;
  if (word.empty()) return "the word is empty";
  std::size_t letters = 0;
  for (std::string_view rest = word; !rest.empty(); ++letters) {
    const auto [code, bytes] = io::front_character(rest);
    if (bytes == 0)
      return fmt::format("{} is not UTF-8: its byte {} is 0x{:02x}", in_quotes(word), word.size() - rest.size() + 1,
                         static_cast<unsigned char>(rest.front()));
    if (!token(code))
      return fmt::format("{} has {}, but only {} known", in_quotes(word), described(code, rest.substr(0, bytes)),
                         known_);
    rest.remove_prefix(bytes);
  }
  if (letters > longest_word_)
    return fmt::format("{} has {} letters, but at most {} are read", in_quotes(word), letters, longest_word_);
  return {};
}

std::vector<std::int32_t> spelling::tokens(std::string_view word) const {
  std::vector<std::int32_t> tokens;
  while (!word.empty()) {
    const auto [code, bytes] = io::front_character(word);
    tokens.push_back(token(code).value());
    word.remove_prefix(bytes);
  }
  return tokens;
}

}  // namespace typeformer
