#include "svg.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "../io/sentence.hpp"

namespace typeformer::svg {

std::string escaped(std::string_view text) {
  std::string safe;
  const std::string shown = io::printable(text);
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const char c = shown[i];
    // U+FFFE and U+FFFF are UTF-8, but no characters of XML.
    if (const auto three = std::string_view{shown}.substr(i, 3); three == "\xef\xbf\xbe" || three == "\xef\xbf\xbf") {
      safe += three.back() == '\xbe' ? "\\ufffe" : "\\uffff";
      i += 2;
    } else if (c == '<') {
      safe += "&lt;";
    } else if (c == '>') {
      safe += "&gt;";
    } else if (c == '&') {
      safe += "&amp;";
    } else if (c == '"') {
      safe += "&quot;";
    } else if (c == '\'') {
      safe += "&apos;";
    } else {
      safe += c;
    }
  }
  return safe;
}

double width_of(std::string_view text, double size) {
  const auto starts_character = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; };
  return 0.62 * size * static_cast<double>(std::ranges::count_if(text, starts_character));
}

std::string pixels(double x) { return fmt::format("{}", std::round(10 * x) / 10); }

std::string text(double x, double y, std::string_view content, const text_style& style) {
  return fmt::format(
      "<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{}\" fill=\"{}\" font-weight=\"{}\">{}</text>\n",
      pixels(x), pixels(y), style.size, style.anchor, style.fill, style.weight, escaped(content));
}

std::string rectangle(double x, double y, double width, double height, std::string_view fill, std::string_view tip) {
  const std::string start = fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"", pixels(x),
                                        pixels(y), pixels(width), pixels(height), fill);
  if (tip.empty()) return start + "/>\n";
  return start + "><title>" + escaped(tip) + "</title></rect>\n";
}

std::string line(double x1, double y1, double x2, double y2, std::string_view stroke) {
  return fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\"/>\n", pixels(x1), pixels(y1),
                     pixels(x2), pixels(y2), stroke);
}

std::string document(double width, double height, std::string_view title, std::string_view body) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" role=\"img\" "
      "aria-label=\"{2}\" font-family=\"system-ui, 'Segoe UI', 'Helvetica Neue', 'DejaVu Sans', Arial, sans-serif\">\n"
      "{3}{4}</svg>\n",
      pixels(std::ceil(width)), pixels(std::ceil(height)), escaped(title), rectangle(0, 0, width, height, paper), body);
}

}  // namespace typeformer::svg
