#pragma once
#include <span>
#include <string>

#include "output.hpp"

namespace typeformer::cli {

/// typeformer describe MODEL: `arguments` are those behind the command's name. Returns the exit code.
int run_describe(std::span<const std::string> arguments, output& to);

}  // namespace typeformer::cli
