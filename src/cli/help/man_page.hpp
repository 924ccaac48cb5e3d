#pragma once
#include <span>
#include <string>
#include <string_view>

#include "option_table.hpp"

namespace typeformer::cli {

/// The manual page of the program and its commands, in roff's man macros.
std::string man_page(std::string_view version, std::string_view summary, std::string_view footer,
                     std::span<const command_entry> commands);

}  // namespace typeformer::cli
