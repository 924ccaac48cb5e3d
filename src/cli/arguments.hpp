#pragma once
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace typeformer::cli {

/// A command line that has no meaning: exit code 2.
struct usage_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// "--json", which sets a flag, or "--model FILE" and "--model=FILE", which set a text.
struct option {
  std::string_view name;
  std::variant<bool*, std::optional<std::string>*> target;
};

/// Sets what the options say and returns the other arguments, byte for byte: words may be anything, so no argument has
/// a meaning but for a "-" at its beginning. Behind "--" none has.
///
/// refuses  an option that is not among `options`, one without its value, and a flag with one
std::vector<std::string> parse(std::span<const std::string> arguments, std::initializer_list<option> options);

/// A number for the option `name`.
///
/// refuses  what is not a number from 1 to `most` in digits
std::size_t parse_number(std::string_view name, std::string_view text, std::size_t most);

}  // namespace typeformer::cli
