#pragma once
#include <string>

#include <CLI/CLI.hpp>

namespace typeformer::cli {

/// Adds an option that names a file: not by an empty text, which a script's variable that is not set would leave, and
/// which elsewhere means that the option is not given. `file` outlives the command.
CLI::Option* add_file_option(CLI::App& command, const std::string& name, std::string& file, const std::string& text);

}  // namespace typeformer::cli
