#pragma once
#include <cstddef>
#include <string_view>
#include <utf8proc.h>

namespace typeformer::io {

/// What some programs begin a text with. It is not a part of the text.
inline constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

struct character {
  char32_t code;
  std::size_t bytes;  // 0: not UTF-8
};

/// The character at the front of a text that is not empty. Overlong forms, surrogates and numbers beyond U+10FFFF are
/// not UTF-8.
inline character front_character(std::string_view text) {
  utf8proc_int32_t code = 0;
  const auto bytes = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                      static_cast<utf8proc_ssize_t>(text.size()), &code);
  if (bytes <= 0) return {0, 0};
  return {static_cast<char32_t>(code), static_cast<std::size_t>(bytes)};
}

}  // namespace typeformer::io
