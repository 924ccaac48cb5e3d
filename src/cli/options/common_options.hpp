#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

/// Options that several commands have. What is given to them outlives the command.
namespace typeformer::cli {

/// MODEL, one of the names known.
CLI::Option* add_model_option(CLI::App& command, std::string& model, const std::vector<std::string>& known);

/// --threads; 0 where it is not given.
CLI::Option* add_threads_option(CLI::App& command, std::size_t& threads);

/// --color, which holds from where it stands on the command line.
CLI::Option* add_color_option(CLI::App& command);

/// Adds an option that names a file: not by an empty text, which a script's variable that is not set would leave, and
/// which elsewhere means that the option is not given.
CLI::Option* add_file_option(CLI::App& command, const std::string& name, std::string& file, const std::string& text);

/// What the text of an option must be: a whole number in decimal from `least` to `most`. CLI11 would take one that
/// begins with 0 for octal and the largest for one that is too large, so the text becomes one that has no two readings:
/// an option has this with transform().
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

/// The same for a real number, which is finite, from `least` to `most`.
CLI::Validator real_number(double least, double most = std::numeric_limits<double>::max());
/// The same above a bound.
CLI::Validator real_number_above(double bound);

}  // namespace typeformer::cli
