#pragma once
#include <span>
#include <string>
#include <string_view>

namespace typeformer::cli {

/// The one of the names that was probably meant: the fewest letters that differ, at most half of its own; none if
/// there is no such name.
std::string_view nearest(std::string_view given, std::span<const std::string> names);

}  // namespace typeformer::cli
