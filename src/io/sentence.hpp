#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <typeformer/error.hpp>

namespace typeformer::io {

/// `text`, which anyone may have written, made safe for a terminal: control characters, those that change the direction
/// of writing, and bytes that are not UTF-8 become "\x1b", "\u202e" and the like.
std::string printable(std::string_view text);

/// `text`, printable; of a text above some 100 bytes only the beginning, and "…". Sentences print the texts of files
/// so: a name can have as many megabytes as its file.
std::string shortened(std::string_view text);

/// 'text', shortened.
std::string in_quotes(std::string_view text);

/// "[2, 3]"; of more than 8 extents only the first, and "…".
std::string shape_text(std::span<const std::uint64_t> extents);

/// "1 byte", "2 bytes".
std::string counted(unsigned long long count, std::string_view what);

/// Throws the error "origin: sentence". Hidden: a shared library would give every instance, with fmt's name in it.
template <class... Arguments>
[[noreturn, gnu::visibility("hidden")]] void refuse(std::string_view origin, fmt::format_string<Arguments...> sentence,
                                                    Arguments&&... arguments) {
  throw error(printable(origin) + ": " + fmt::format(sentence, std::forward<Arguments>(arguments)...));
}

}  // namespace typeformer::io
