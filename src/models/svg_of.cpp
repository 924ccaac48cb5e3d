#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "../svg/svg.hpp"
#include "diagram.hpp"
#include "text_table.hpp"

namespace typeformer {
namespace {

using svg::pixels;

constexpr double margin = 24, title_size = 17, box_width = 284, box_height = 46, arrow = 46, frame_pad = 18,
                 column_width = box_width + 2 * frame_pad, gutter = 104, frame_head = 24;

// The system's colours decide which of the two a reader sees.
constexpr std::string_view style = R"(<style>
  .paper { fill: #ffffff } .ink { fill: #1f2328 } .faint { fill: #59636e }
  .box { fill: #eef4fb; stroke: #5b8fc7 } .table { fill: #fdf3e1; stroke: #c99a3f } .norm { fill: #f0f1f3; stroke: #9aa3ad }
  .frame { fill: none; stroke: #9aa3ad; stroke-dasharray: 5 4 }
  .flow { fill: none; stroke: #59636e; stroke-width: 1.4 } .head { fill: #59636e }
  .residual { fill: none; stroke: #2f8f5b; stroke-width: 1.4 } .residual-head { fill: #2f8f5b }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #0d1117 } .ink { fill: #e6edf3 } .faint { fill: #9198a1 }
    .box { fill: #14263b; stroke: #4a7fb8 } .table { fill: #33270f; stroke: #b08a3c } .norm { fill: #1d232b; stroke: #5f6873 }
    .frame { stroke: #5f6873 } .flow { stroke: #9198a1 } .head { fill: #9198a1 }
    .residual { stroke: #4fb783 } .residual-head { fill: #4fb783 }
  }
</style>
)";

std::string label(double x, double y, std::string_view content, double size, std::string_view kind,
                  std::string_view anchor = "start", bool is_bold = false) {
  return fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{}\"{}>{}</text>\n", kind,
                     pixels(x), pixels(y), size, anchor, is_bold ? " font-weight=\"600\"" : "", svg::escaped(content));
}

std::string rounded(double x, double y, double width, double height, std::string_view kind) {
  return fmt::format("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"6\"/>\n", kind, pixels(x),
                     pixels(y), pixels(width), pixels(height));
}

/// A line through points, and the head of an arrow at its end, which points down, or to the right or left.
std::string arrow_through(std::initializer_list<std::pair<double, double>> points, std::string_view kind,
                          std::string_view head_kind) {
  std::string path;
  for (const auto& [across, down] : points) path += (path.empty() ? "M" : "L") + pixels(across) + " " + pixels(down);
  const double x = points.end()[-1].first, y = points.end()[-1].second;
  const double from_x = points.end()[-2].first, from_y = points.end()[-2].second;
  const double dx = x > from_x ? 1 : x < from_x ? -1 : 0, dy = y > from_y ? 1 : y < from_y ? -1 : 0;
  const auto corner = [&](double side) {
    return pixels(x - 7 * dx + 4 * side * dy) + " " + pixels(y - 7 * dy + 4 * side * dx);
  };
  return fmt::format("<path class=\"{}\" d=\"{}\"/>\n<path class=\"{}\" d=\"M{} {}L{}L{}Z\"/>\n", kind, path, head_kind,
                     pixels(x), pixels(y), corner(1), corner(-1));
}

std::string names_of(const std::vector<step_axis>& axes) {
  std::string t;
  for (const step_axis& a : axes) t += (t.empty() ? "" : " × ") + a.name;
  return t;
}
std::string extents_of(const std::vector<step_axis>& axes) {
  std::string t;
  for (const step_axis& a : axes)
    t += (t.empty() ? "" : " × ") + std::string{a.is_bound ? "≤" : ""} + with_separators(a.extent);
  return t;
}

/// "310 G", "4.19 M", "512"
std::string short_number(std::size_t number) {
  constexpr std::array<std::string_view, 6> units{"", " k", " M", " G", " T", " P"};
  double x = static_cast<double>(number);
  std::size_t unit = 0;
  while (x >= 999.5 && unit + 1 < units.size()) x /= 1000, ++unit;
  return unit == 0 ? std::to_string(number)
                   : fmt::format("{:.{}f}{}", x,
                                 x < 9.995   ? 2
                                 : x < 99.95 ? 1
                                             : 0,
                                 units[unit]);
}

/// Draws one column from above, and notes where others read it and where it reads others.
class column_picture {
 public:
  struct reader {
    double y;
    std::vector<std::size_t> columns;
  };
  /// `is_read`: by other columns, so that nothing leaves the picture at its end.
  column_picture(const diagram_column& column, double left, double top, bool is_read)
      : centre_{left + column_width / 2}, y_{top} {
    std::string what;
    for (const std::string& input : column.inputs) what += (what.empty() ? "" : ", ") + input;
    body += label(centre_, y_, what, 13, "ink", "middle", true);
    y_ += 8;
    shape_ = &column.input_axes;
    for (const diagram_part& part : column.parts) add(part);
    draw_arrow(!is_read);
  }
  std::string body;
  std::vector<reader> readers;
  double bottom() const { return y_; }

 private:
  void add(const diagram_part& part) {
    const bool is_layer = !part.title.empty();
    draw_arrow();
    const double frame_top = y_;
    double residual_from = y_ - 10;
    if (is_layer) {
      y_ += frame_head + 20;
      body += arrow_through({{centre_, frame_top}, {centre_, y_}}, "flow", "head");
      residual_from = frame_top + frame_head;
    }
    for (std::size_t i = 0; i < part.boxes.size(); ++i) {
      if (i > 0) draw_arrow();
      const diagram_box& box = part.boxes[i];
      if (!box.reads.empty()) readers.push_back({y_ + box_height / 2, box.reads});
      draw(box);
      if (box.joins) {
        const double x = centre_ + box_width / 2, to = y_ - box_height / 2;
        body += arrow_through(
            {{centre_, residual_from}, {x + frame_pad / 2, residual_from}, {x + frame_pad / 2, to}, {x, to}},
            "residual", "residual-head");
        residual_from = y_ + arrow - 10;
      }
    }
    if (is_layer) {
      y_ += frame_pad;
      const double left = centre_ - column_width / 2;
      body += rounded(left, frame_top, column_width, y_ - frame_top, "frame");
      const std::string title = part.times > 1 ? fmt::format("{} × {}", part.title, part.times) : part.title;
      body += label(left + 10, frame_top + 18, title, 13, "ink", "start", true);
      body += line_down(y_ - frame_pad, y_);
    }
  }

  void draw(const diagram_box& box) {
    const double left = centre_ - box_width / 2;
    const bool is_small = box.parameters == 0 && !box.shares_parameters;
    const std::string_view kind = box.title.find("embedding") != box.title.npos                            ? "table"
                                  : (box.title + box.detail).find("norm") != std::string::npos || is_small ? "norm"
                                                                                                           : "box";
    body += rounded(left, y_, box_width, box_height, kind);
    body += label(left + 10, y_ + 19, box.title, 13, "ink", "start", true);
    if (!box.detail.empty() && box.detail != box.title)
      body += label(left + box_width - 10, y_ + 19, box.detail, 11, "faint", "end");
    const std::string parameters = box.parameters > 0      ? with_separators(box.parameters) + " parameters"
                                   : box.shares_parameters ? "shared parameters"
                                                           : "";
    body += label(left + 10, y_ + 36, parameters, 11, "faint");
    body += label(left + box_width - 10, y_ + 36, short_number(box.operations) + " operations", 11, "faint", "end");
    y_ += box_height;
    shape_ = &box.result;
  }

  /// An arrow down, with the shape of what flows; or the line alone.
  void draw_arrow(bool has_head = true) {
    const double to = y_ + arrow;
    body += has_head ? arrow_through({{centre_, y_}, {centre_, to}}, "flow", "head") : line_down(y_, to);
    body += label(centre_ + 8, y_ + 16, names_of(*shape_), 12, "ink");
    body += label(centre_ + 8, y_ + 30, extents_of(*shape_), 10, "faint");
    y_ = to;
  }
  std::string line_down(double from, double to) const {
    return fmt::format("<path class=\"flow\" d=\"M{0} {1}L{0} {2}\"/>\n", pixels(centre_), pixels(from), pixels(to));
  }

  double centre_, y_;
  const std::vector<step_axis>* shape_ = nullptr;
};

bool is_read_by_another(const std::vector<diagram_column>& columns, std::size_t column) {
  for (const diagram_column& other : columns)
    for (const diagram_part& part : other.parts)
      for (const diagram_box& box : part.boxes)
        if (std::ranges::count(box.reads, column)) return true;
  return false;
}

}  // namespace

std::string v0_1::svg_of(const description& d) {
  const std::vector<diagram_column> columns = diagram_of(d);
  std::string body = label(margin, margin + title_size, d.name, title_size, "ink", "start", true);
  const std::string sums =
      fmt::format("{} parameters · {} operations · {} bytes of workspace", with_separators(d.parameters),
                  short_number(d.operation_count), with_separators(d.workspace_bytes));
  body += label(margin, margin + title_size + 20, sums, 12, "faint");
  const double top = margin + title_size + 56;
  const auto left_of = [](std::size_t i) { return margin + static_cast<double>(i) * (column_width + gutter); };
  std::vector<column_picture> pictures;
  for (std::size_t i = 0; i < columns.size(); ++i)
    pictures.emplace_back(columns[i], left_of(i), top, is_read_by_another(columns, i));

  double bottom = 0;
  for (std::size_t i = 0; i < pictures.size(); ++i) {
    body += pictures[i].body;
    bottom = std::max(bottom, pictures[i].bottom());
    double lane = 0;
    for (const auto& reader : pictures[i].readers)
      for (const std::size_t from : reader.columns) {
        // From the end of the other column, along the gutter beside this one.
        const double y = pictures[from].bottom(), side = from < i ? -1 : 1;
        const double edge = left_of(i) + column_width / 2 + side * box_width / 2;
        const double x = left_of(i) + column_width / 2 + side * (column_width / 2 + gutter / 2 + lane);
        body += arrow_through({{left_of(from) + column_width / 2, y}, {x, y}, {x, reader.y}, {edge, reader.y}}, "flow",
                              "head");
        lane += 6;
      }
  }
  const double width = std::max({left_of(columns.size()) - gutter, margin + svg::width_of(d.name, title_size),
                                 margin + svg::width_of(sums, 12)}) +
                       margin;
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" role=\"img\" "
      "aria-label=\"{2}\" font-family=\"system-ui, 'Segoe UI', 'Helvetica Neue', 'DejaVu Sans', Arial, sans-serif\">\n"
      "{3}<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n{4}</svg>\n",
      pixels(width), pixels(bottom + margin), svg::escaped(d.name), style, body);
}

}  // namespace typeformer
