#include "text_table.hpp"

#include <algorithm>

#include "../io/utf8.hpp"
#include "latex.hpp"

namespace typeformer {

std::string with_separators(std::size_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  return digits;
}

std::size_t width_of(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const auto [code, bytes] = io::front_character(text);
    width +=
        bytes == 0 ? 1 : static_cast<std::size_t>(std::max(utf8proc_charwidth(static_cast<utf8proc_int32_t>(code)), 0));
    text.remove_prefix(std::max<std::size_t>(bytes, 1));
  }
  return width;
}

std::string text_table::written(table_format format) const {
  return format == table_format::markdown ? markdown() : format == table_format::latex ? latex() : text();
}

std::string text_table::text() const {
  std::vector<std::size_t> widths;
  for (const column& c : columns_) widths.push_back(width_of(c.heading));
  for (const auto& row : rows_)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));

  std::string text;
  const auto add_line = [&](const auto& cell_at) {
    std::string line;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const std::string& cell = cell_at(i);
      const std::string padding(widths[i] - width_of(cell), ' ');
      line += (i ? "  " : "") + (columns_[i].cells == content::numbers ? padding + cell : cell + padding);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  };
  add_line([&](std::size_t i) -> const std::string& { return columns_[i].heading; });
  for (const auto& row : rows_) add_line([&](std::size_t i) -> const std::string& { return row[i]; });
  return text;
}

std::string text_table::markdown() const {
  const auto line = [&](const auto& cell_at) {
    std::string t = "|";
    for (std::size_t i = 0; i < columns_.size(); ++i) t += cell_at(i) + "|";
    return t + "\n";
  };
  std::string t = line([&](std::size_t i) { return " " + columns_[i].heading + " "; });
  t += line([&](std::size_t i) -> std::string { return columns_[i].cells == content::numbers ? "-:" : "-"; });
  for (const auto& row : rows_)
    t += line([&](std::size_t i) -> std::string {
      if (row[i].empty()) return " ";
      return columns_[i].cells == content::formulas ? " `" + row[i] + "` " : " " + row[i] + " ";
    });
  return t;
}

std::string text_table::latex() const {
  const auto line = [&](const auto& cell_at) {
    std::string t;
    for (std::size_t i = 0; i < columns_.size(); ++i) t += (i ? " & " : "") + cell_at(i);
    return t + " \\\\\n";
  };
  std::string t = "\\begin{tabular}{";
  for (const column& c : columns_) t += c.cells == content::numbers ? 'r' : 'l';
  t += "}\n\\hline\n" + line([&](std::size_t i) { return latex::words(columns_[i].heading); }) + "\\hline\n";
  for (const auto& row : rows_)
    t += line([&](std::size_t i) -> std::string {
      if (row[i].empty()) return "";
      return columns_[i].cells == content::formulas ? "$" + latex::math(row[i]) + "$" : latex::words(row[i]);
    });
  return t + "\\hline\n\\end{tabular}\n";
}

}  // namespace typeformer
