#pragma once
#include <span>
#include <string>

#include "output.hpp"

namespace typeformer::cli {

/// typeformer pronounce [WORD…]: `arguments` are those behind the command's name. Returns the exit code.
int run_pronounce(std::span<const std::string> arguments, output& to);

}  // namespace typeformer::cli
