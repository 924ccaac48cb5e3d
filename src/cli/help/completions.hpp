#pragma once
#include <span>
#include <string>

#include "option_table.hpp"

/// Scripts by which shells complete the program's command line.
namespace typeformer::cli {

std::string bash_completion(std::span<const command_entry> commands);
std::string zsh_completion(std::span<const command_entry> commands);
std::string fish_completion(std::span<const command_entry> commands);

}  // namespace typeformer::cli
