#pragma once
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

/// The options that the program's commands have, read from what reads the command line: completions and the manual page
/// are made of it, so that they name what is there.
namespace typeformer::cli {

struct option_entry {
  std::string name;   ///< "--threads", or "MODEL" of what has no dashes
  std::string value;  ///< "N", "FILE", "a|b"; empty: it takes none
  std::string text;
  std::vector<std::string> choices;  ///< all values that are taken, if they are words

  bool is_positional() const { return name.front() != '-'; }
  bool is_flag() const { return value.empty(); }
  bool is_file() const { return value.starts_with("FILE"); }
};

struct command_entry {
  std::string name, text, footer;
  std::vector<option_entry> options;
};

/// The commands in their order, without those that --help does not show.
std::vector<command_entry> option_table(const CLI::App& program);

}  // namespace typeformer::cli
