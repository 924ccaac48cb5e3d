#pragma once
#include <functional>

#include <CLI/CLI.hpp>

#include "text/output.hpp"

namespace typeformer::cli {

/// What a command does once the command line is read. The exit code.
using action = std::function<int(output&)>;

/// A command adds itself, its options and its help to the program's, and sets `chosen` when it is the one that is
/// given.
void add_pronounce_command(CLI::App& program, action& chosen);
void add_score_command(CLI::App& program, action& chosen);
void add_describe_command(CLI::App& program, action& chosen);
void add_evaluate_command(CLI::App& program, action& chosen);
void add_train_command(CLI::App& program, action& chosen);
void add_completion_command(CLI::App& program, action& chosen);
void add_man_page_command(CLI::App& program, action& chosen);

}  // namespace typeformer::cli
