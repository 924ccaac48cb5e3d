#include "sentence.hpp"

#include <algorithm>
#include <cstddef>

namespace typeformer::io {
namespace {

struct character {
  char32_t code;
  std::size_t bytes;  // 0: not UTF-8
};

// The character at the front of a text that is not empty. Overlong forms, surrogates and numbers beyond U+10FFFF are
// not UTF-8.
character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const char32_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < bytes) return {0, 0};
  char32_t code = lead & (0x7fu >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0u) != 0x80) return {0, 0};
    code = code << 6 | (byte(i) & 0x3fu);
  }
  constexpr char32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
  if (code < smallest[bytes] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return {0, 0};
  return {code, bytes};
}

bool is_safe(char32_t code) {
  const auto within = [code](char32_t first, char32_t last) { return first <= code && code <= last; };
  return !(within(0, 0x1f) || within(0x7f, 0x9f) || code == 0x61c || within(0x200b, 0x200f) || within(0x2028, 0x202e) ||
           within(0x2060, 0x206f) || code == 0xfeff);
}

}  // namespace

std::string printable(std::string_view text) {
  std::string safe;
  while (!text.empty()) {
    const auto [code, bytes] = first_character(text);
    if (bytes == 0 || code < 0x80) {
      const auto byte = static_cast<unsigned char>(text.front());
      safe += bytes == 1 && is_safe(code) ? std::string(1, text.front()) : fmt::format("\\x{:02x}", byte);
    } else if (is_safe(code)) {
      safe += text.substr(0, bytes);
    } else {
      safe += fmt::format("\\u{:04x}", static_cast<unsigned>(code));
    }
    text.remove_prefix(bytes == 0 ? 1 : bytes);
  }
  return safe;
}

std::string in_quotes(std::string_view text) {
  std::size_t shown = 0;
  while (shown < text.size() && shown < 100)
    shown += std::max<std::size_t>(first_character(text.substr(shown)).bytes, 1);
  return "'" + printable(text.substr(0, shown)) + (shown < text.size() ? "…'" : "'");
}

std::string counted(unsigned long long count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

}  // namespace typeformer::io
