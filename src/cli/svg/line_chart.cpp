#include "line_chart.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "../../svg/svg.hpp"
#include "round_ticks.hpp"

namespace typeformer::cli {
namespace {

constexpr double margin = 20, title_size = 15, label_size = 12, tick_size = 11;
constexpr double plot_width = 640, panel_head = 34, panel_foot = 12;
constexpr double legend_gap = 16, legend_row = 20, swatch = 18;

// Distinct for the colour-blind too, and dark enough on white (Okabe and Ito 2008, without the yellow); then again,
// dashed.
constexpr std::array<std::string_view, 6> colours{"#0072b2", "#d55e00", "#009e73", "#a8558a", "#56a5d8", "#7a5c00"};

using point = std::pair<double, double>;
bool is_shown(const point& p) { return std::abs(p.first) <= 1e300 && std::abs(p.second) <= 1e300; }

double height_of(const chart_panel& panel) {
  return std::max(200.0, legend_row * static_cast<double>(panel.lines.size()));
}

/// What an axis spans.
struct range {
  double low = std::numeric_limits<double>::infinity(), high = -low;

  void include(double x) {
    low = std::min(low, x);
    high = std::max(high, x);
  }
  bool is_empty() const { return low > high; }
  /// With room around it where it is one number alone, and 0 … 1 where it is none.
  range widened() const {
    if (is_empty()) return {0, 1};
    const double size = std::max(std::abs(low), std::abs(high));
    if (high - low > std::max(1e-9 * size, 1e-200)) return *this;
    const double room = size > 1e-100 ? size / 2 : 1;
    return {low - room, high + room};
  }
  /// Its part below x.
  double part(double x) const { return (x - low) / (high - low); }
};

/// The lines of all panels by name, in the order in which they come.
class names {
 public:
  explicit names(std::span<const chart_panel> panels) {
    for (const auto& panel : panels)
      for (const auto& line : panel.lines)
        if (std::ranges::find(all_, line.name) == all_.end()) all_.push_back(line.name);
  }
  double widest() const {
    double width = 0;
    for (const std::string_view name : all_) width = std::max(width, svg::width_of(name, label_size));
    return width;
  }
  std::string_view colour(std::string_view name) const { return colours[place_of(name) % colours.size()]; }
  /// The attributes that draw a line.
  std::string stroke(std::string_view name) const {
    return fmt::format("stroke=\"{}\" stroke-width=\"2\"{}", colour(name),
                       place_of(name) / colours.size() % 2 ? " stroke-dasharray=\"6 4\"" : "");
  }

 private:
  std::size_t place_of(std::string_view name) const {
    return static_cast<std::size_t>(std::ranges::find(all_, name) - all_.begin());
  }

  std::vector<std::string_view> all_;
};

/// A line through its points, of which those that fall together are one; a dot where there is one alone.
std::string curve(const chart_line& line, const names& lines, const auto& place) {
  std::string path, last;
  std::size_t shown = 0;
  point at;
  for (const point& p : line.points) {
    if (!is_shown(p)) continue;
    at = place(p);
    std::string text = svg::pixels(at.first) + " " + svg::pixels(at.second);
    if (text == last) continue;
    path += (shown++ ? "L" : "M") + text;
    last = std::move(text);
  }
  if (shown == 0) return "";
  const std::string tip = "><title>" + svg::escaped(line.name) + "</title>";
  if (shown == 1)
    return fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"3\" fill=\"{}\"{}</circle>\n", svg::pixels(at.first),
                       svg::pixels(at.second), lines.colour(line.name), tip);
  return fmt::format("<path d=\"{}\" fill=\"none\" stroke-linejoin=\"round\" {}{}</path>\n", path,
                     lines.stroke(line.name), tip);
}

std::string drawn(const chart_panel& panel, const range& xs, const round_ticks& x_ticks, const names& lines,
                  double left, double top, bool is_last) {
  range seen;
  for (const auto& line : panel.lines)
    for (const point& p : line.points)
      if (is_shown(p)) seen.include(p.second);
  range ys = seen.widened();
  const double step = round_step(ys.high - ys.low, 5);
  ys = {std::floor(ys.low / step + 1e-6) * step, std::ceil(ys.high / step - 1e-6) * step};
  const round_ticks y_ticks{step, ys.low, ys.high};

  const double bottom = top + height_of(panel);
  const auto place = [&](const point& p) {
    return point{left + plot_width * xs.part(p.first), bottom - (bottom - top) * ys.part(p.second)};
  };
  std::string body = svg::text(left, top - 12, panel.y_label, {.size = label_size, .weight = "600"});
  for (const double tick : y_ticks.positions) {
    const double y = place({xs.low, tick}).second;
    body += svg::line(left, y, left + plot_width, y, svg::grid);
    body += svg::text(left - 8, y + 0.35 * tick_size, y_ticks.label(tick),
                      {.size = tick_size, .anchor = "end", .fill = svg::faint_ink});
  }
  for (const double tick : x_ticks.positions) {
    const double x = place({tick, ys.low}).first;
    body += svg::line(x, top, x, bottom, svg::grid);
    if (is_last)
      body += svg::text(x, bottom + 18, x_ticks.label(tick),
                        {.size = tick_size, .anchor = "middle", .fill = svg::faint_ink});
  }
  body += svg::line(left, bottom, left + plot_width, bottom, svg::faint_ink);

  double legend = top + 6;
  for (const auto& line : panel.lines) {
    const double x = left + plot_width + legend_gap;
    body += fmt::format("<path d=\"M{} {}h{}\" {}/>\n", svg::pixels(x), svg::pixels(legend), swatch,
                        lines.stroke(line.name));
    body += svg::text(x + swatch + 8, legend + 0.35 * label_size, line.name, {.size = label_size});
    legend += legend_row;
    body += curve(line, lines, place);
  }
  if (seen.is_empty())
    body += svg::text(left + plot_width / 2, (top + bottom) / 2, "nothing to show yet",
                      {.size = label_size, .anchor = "middle", .fill = svg::faint_ink});
  return body;
}

}  // namespace

std::string line_chart_svg(std::string_view title, std::string_view x_label, std::span<const chart_panel> panels) {
  range seen;
  for (const auto& panel : panels)
    for (const auto& line : panel.lines)
      for (const point& p : line.points)
        if (is_shown(p)) seen.include(p.first);
  range xs = seen.widened();
  if (xs.low > 0 && xs.low < xs.high / 10) xs.low = 0;  // a run whose first point is late began at 0 all the same
  const round_ticks x_ticks{round_step(xs.high - xs.low, 8), xs.low, xs.high};

  const names lines{panels};
  const double left = margin + 48, legend = legend_gap + swatch + 8 + lines.widest();
  double top = margin + title_size + 4;
  std::string body = svg::text(margin, margin + title_size - 2, title, {.size = title_size, .weight = "600"});
  for (const auto& panel : panels) {
    top += panel_head;
    body += drawn(panel, xs, x_ticks, lines, left, top, &panel == &panels.back());
    top += height_of(panel) + panel_foot;
  }
  body += svg::text(left + plot_width / 2, top + 24, x_label,
                    {.size = label_size, .anchor = "middle", .fill = svg::faint_ink});
  const double width = std::max(left + plot_width + legend, margin + svg::width_of(title, title_size)) + margin;
  return svg::document(width, top + 24 + margin, title, body);
}

}  // namespace typeformer::cli
