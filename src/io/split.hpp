#pragma once
#include <algorithm>
#include <string_view>
#include <vector>

namespace typeformer::io {

/// The parts between spaces, one or several. The parts are views of `text`.
inline std::vector<std::string_view> split_at_spaces(std::string_view text) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end > 0) parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

}  // namespace typeformer::io
