#include "man_page.hpp"

#include <fmt/format.h>

namespace typeformer::cli {
namespace {

/// Text as roff reads it: a backslash begins an escape, a dash is a hyphen, and a line that begins with a dot or a
/// quote is a request.
std::string roff(std::string_view text) {
  std::string escaped;
  bool is_line_start = true;
  for (const char c : text) {
    if (is_line_start && (c == '.' || c == '\'')) escaped += "\\&";
    escaped += c == '\\' ? "\\e" : c == '-' ? "\\-" : std::string(1, c);
    is_line_start = c == '\n';
  }
  return escaped;
}

/// As it stands, line by line.
std::string unfilled(std::string_view text) { return ".nf\n" + roff(text) + "\n.fi\n"; }

}  // namespace

std::string man_page(std::string_view version, std::string_view summary, std::string_view footer,
                     std::span<const command_entry> commands) {
  std::string page = fmt::format(
      ".TH TYPEFORMER 1 \"\" \"typeformer {}\"\n.SH NAME\ntypeformer \\- {}\n.SH SYNOPSIS\n"
      ".B typeformer\n.I COMMAND\n[\\fIOPTION\\fR]...\n.SH COMMANDS\n",
      roff(version), roff(summary));
  for (const auto& command : commands) {
    page += fmt::format(".SS {}\n{}.\n", roff(command.name), roff(command.text));
    for (const auto& option : command.options) {
      page += fmt::format(".TP\n.B {}\n", roff(option.name));
      if (!option.is_flag() && !option.is_positional())
        page.insert(page.size() - 1, fmt::format(" \\fI{}\\fR", roff(option.value)));
      page += roff(option.text) + "\n";
    }
    page += ".PP\n" + unfilled(command.footer);
  }
  return page + ".SH NOTES\n" + unfilled(footer);
}

}  // namespace typeformer::cli
