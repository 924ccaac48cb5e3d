#include "pronunciation_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace typeformer::cli {

std::string row_of(std::string_view word, std::span<const std::string_view> phones) {
  return fmt::format("{}\t{}\n", word, fmt::join(phones, " "));
}

std::string row_of(std::string_view word, std::span<const std::string_view> phones, double log_probability) {
  return fmt::format("{}\t{}\t{:.6f}\n", word, fmt::join(phones, " "), log_probability);
}

}  // namespace typeformer::cli
