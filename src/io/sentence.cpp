#include "sentence.hpp"

#include <algorithm>
#include <cstddef>

#include <fmt/ranges.h>

#include "utf8.hpp"

namespace typeformer::io {
namespace {

bool is_safe(char32_t code) {
  const auto within = [code](char32_t first, char32_t last) { return first <= code && code <= last; };
  return !(within(0, 0x1f) || within(0x7f, 0x9f) || code == 0x61c || within(0x200b, 0x200f) || within(0x2028, 0x202e) ||
           within(0x2060, 0x206f) || code == 0xfeff);
}

}  // namespace

std::string printable(std::string_view text) {
  std::string safe;
  while (!text.empty()) {
    const auto [code, bytes] = front_character(text);
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

std::string shortened(std::string_view text) {
  std::size_t shown = 0;
  while (shown < text.size() && shown < 100)
    shown += std::max<std::size_t>(front_character(text.substr(shown)).bytes, 1);
  return printable(text.substr(0, shown)) + (shown < text.size() ? "…" : "");
}

std::string in_quotes(std::string_view text) { return "'" + shortened(text) + "'"; }

std::string shape_text(std::span<const std::uint64_t> extents) {
  const auto shown = extents.first(std::min<std::size_t>(extents.size(), 8));
  return fmt::format("[{}{}]", fmt::join(shown, ", "), shown.size() < extents.size() ? ", …" : "");
}

std::string counted(unsigned long long count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

}  // namespace typeformer::io
