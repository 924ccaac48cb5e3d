#pragma once
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace typeformer::cli {

/// A line of a chart. Points that are not finite, or beyond 1e300, are left out, and the line goes on behind them.
struct chart_line {
  std::string name;
  std::vector<std::pair<double, double>> points;  // x, y
};

/// Lines of one unit, over an axis of their own.
struct chart_panel {
  std::string y_label;
  std::vector<chart_line> lines;
};

/// A picture of curves: panels one below the other over the same x, each with a grid at round numbers and a legend.
/// Lines of the same name have the same colour.
std::string line_chart_svg(std::string_view title, std::string_view x_label, std::span<const chart_panel> panels);

}  // namespace typeformer::cli
