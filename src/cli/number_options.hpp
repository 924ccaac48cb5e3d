#pragma once
#include <cstdint>
#include <limits>

#include <CLI/CLI.hpp>

namespace typeformer::cli {

/// What the text of an option must be: a whole number in decimal from `least` to `most`. CLI11 would take one that
/// begins with 0 for octal and the largest for one that is too large, so the text becomes one that has no two readings:
/// an option has this with transform().
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

/// The same for a real number, which is finite, from `least` to `most`.
CLI::Validator real_number(double least, double most = std::numeric_limits<double>::max());
/// The same above a bound.
CLI::Validator real_number_above(double bound);

}  // namespace typeformer::cli
