#pragma once
#include <string>
#include <string_view>

// What pictures are put together from: parts of SVG as text. Positions and sizes are in pixels, to a tenth.
namespace typeformer::svg {

inline constexpr std::string_view ink = "#24292f", faint_ink = "#57606a", grid = "#e4e7eb", paper = "#ffffff";

/// A text as XML holds it, whatever its bytes: with < > & and quotes written out, and what is not printable as \x1b.
std::string escaped(std::string_view text);

/// About how wide a text will be; fonts differ.
double width_of(std::string_view text, double size);

struct text_style {
  double size = 12;
  std::string_view anchor = "start";  // or "middle", "end"
  std::string_view fill = ink;
  std::string_view weight = "normal";
};
/// A line of text, x and y the place of its anchor on its base line.
std::string text(double x, double y, std::string_view content, const text_style& style = {});

/// `tip` is what browsers show under the mouse; none if it is empty.
std::string rectangle(double x, double y, double width, double height, std::string_view fill,
                      std::string_view tip = {});

std::string line(double x1, double y1, double x2, double y2, std::string_view stroke);

/// The whole picture, its parts in `body`.
std::string document(double width, double height, std::string_view title, std::string_view body);

/// A number of pixels.
std::string pixels(double x);

}  // namespace typeformer::svg
