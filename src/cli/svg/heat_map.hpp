#pragma once
#include <span>
#include <string>
#include <string_view>

namespace typeformer::cli {

/// A picture of a matrix, a square for each number: the darker, the nearer to 1. Numbers are in the squares' tooltips;
/// those outside 0 … 1 have the colour of the nearer end, and NaN is grey.
///
/// shapes   values [rows, columns], as many as there are labels
std::string heat_map_svg(std::string_view title, std::span<const std::string> row_labels,
                         std::span<const std::string> column_labels, std::span<const float> values);

}  // namespace typeformer::cli
