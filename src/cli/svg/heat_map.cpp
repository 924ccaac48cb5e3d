#include "heat_map.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include <typeformer/error.hpp>

#include "../../svg/svg.hpp"

namespace typeformer::cli {
namespace {

/// From nearly white to dark blue. Its lightness falls evenly, so it reads the same without colours, in print and to
/// the colour-blind.
std::string colour_of(double x) {
  constexpr std::array<std::array<double, 3>, 4> stops{
      {{243, 246, 250}, {166, 196, 224}, {62, 124, 181}, {10, 42, 89}}};
  if (std::isnan(x)) return "#b8b8b8";
  const double place = std::clamp(x, 0.0, 1.0) * (stops.size() - 1);
  const auto i = std::min(static_cast<std::size_t>(place), stops.size() - 2);
  const double part = place - static_cast<double>(i);
  const auto channel = [&](std::size_t c) {
    return static_cast<int>(std::lround(stops[i][c] + part * (stops[i + 1][c] - stops[i][c])));
  };
  return fmt::format("#{:02x}{:02x}{:02x}", channel(0), channel(1), channel(2));
}

constexpr double margin = 20, cell = 30, gap = 2, title_size = 15, label_size = 13, scale_size = 11;
constexpr double scale_width = 160, scale_height = 10;

/// The colours from 0 to 1, with numbers below them.
std::string scale(double x, double y) {
  std::string body;
  for (double left = 0; left < scale_width; left += 2)
    body += svg::rectangle(x + left, y, 2, scale_height, colour_of((left + 1) / scale_width));
  for (const double value : {0.0, 0.5, 1.0})
    body += svg::text(x + value * scale_width, y + scale_height + 14, fmt::format("{}", value),
                      {.size = scale_size, .anchor = "middle", .fill = svg::faint_ink});
  return body;
}

}  // namespace

std::string heat_map_svg(std::string_view title, std::span<const std::string> row_labels,
                         std::span<const std::string> column_labels, std::span<const float> values) {
  const std::size_t rows = row_labels.size(), columns = column_labels.size();
  if (values.size() != rows * columns)
    throw error{
        fmt::format("heat_map_svg: there are {} values for {} rows and {} columns", values.size(), rows, columns)};

  // Columns are as wide as their labels want.
  double widest_row = 0, column_width = cell;
  for (const std::string& label : row_labels) widest_row = std::max(widest_row, svg::width_of(label, label_size));
  for (const std::string& label : column_labels)
    column_width = std::max(column_width, svg::width_of(label, label_size) + 6);
  const double left = std::ceil(margin + widest_row + 8), top = margin + title_size + 34;
  const double right = left + column_width * static_cast<double>(columns);
  const double bottom = top + cell * static_cast<double>(rows);

  std::string body = svg::text(margin, margin + title_size - 2, title, {.size = title_size, .weight = "600"});
  for (std::size_t j = 0; j < columns; ++j)
    body += svg::text(left + (static_cast<double>(j) + 0.5) * column_width, top - 8, column_labels[j],
                      {.size = label_size, .anchor = "middle"});
  for (std::size_t i = 0; i < rows; ++i) {
    const double y = top + static_cast<double>(i) * cell;
    body += svg::text(left - 8, y + cell / 2 + 0.35 * label_size, row_labels[i], {.size = label_size, .anchor = "end"});
    for (std::size_t j = 0; j < columns; ++j) {
      const auto value = static_cast<double>(values[i * columns + j]);
      body += svg::rectangle(left + static_cast<double>(j) * column_width + gap / 2, y + gap / 2, column_width - gap,
                             cell - gap, colour_of(value),
                             fmt::format("{}, {}: {:.3f}", row_labels[i], column_labels[j], value));
    }
  }
  body += scale(left + gap / 2, bottom + 18);
  const double width = std::max({right, left + scale_width, margin + svg::width_of(title, title_size)}) + margin;
  return svg::document(width, bottom + 18 + scale_height + 14 + margin, title, body);
}

}  // namespace typeformer::cli
