#pragma once
#include <optional>
#include <string_view>

#include <nlohmann/json.hpp>

namespace typeformer::io {

/// The value of a text that is JSON and nests lists and objects at most `deepest` deep; nothing of any other text.
/// nlohmann's parser takes any depth, but its dump(), copies and comparisons recur: some 100,000 brackets
/// overflow the stack.
inline std::optional<nlohmann::ordered_json> parsed_json(std::string_view text, int deepest = 64) {
  using json = nlohmann::ordered_json;
  bool is_too_deep = false;
  // What the callback returns false for is not built.
  auto value = json::parse(
      text,
      [&](int depth, json::parse_event_t, json&) {
        is_too_deep |= depth > deepest;
        return !is_too_deep;
      },
      false);
  if (is_too_deep || value.is_discarded()) return std::nullopt;
  return value;
}

}  // namespace typeformer::io
