#include "option_table.hpp"

#include <string_view>

namespace typeformer::cli {
namespace {

std::vector<std::string> parts_of(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t end; (end = text.find(separator)) != text.npos; text.remove_prefix(end + 1))
    parts.emplace_back(text.substr(0, end));
  parts.emplace_back(text);
  return parts;
}

/// Of a type's name as CLI11 writes it: "TEXT:{a,b}" where a list is checked, "a|b" where the option says so itself.
std::vector<std::string> choices_of(std::string_view type) {
  const std::size_t open = type.find('{'), close = type.find('}');
  if (open != type.npos && close != type.npos) return parts_of(type.substr(open + 1, close - open - 1), ',');
  return type.find('|') != type.npos ? parts_of(type, '|') : std::vector<std::string>{};
}

option_entry entry_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  option_entry entry{.name = option.get_positional() ? option.get_name(true) : "--" + option.get_lnames().front(),
                     .value = "",
                     .text = option.get_description(),
                     .choices = choices_of(type)};
  if (option.get_items_expected_max() == 0) return entry;
  for (const auto& choice : entry.choices) entry.value += (entry.value.empty() ? "" : "|") + choice;
  if (entry.value.empty()) entry.value = type;
  return entry;
}

}  // namespace

std::vector<command_entry> option_table(const CLI::App& program) {
  std::vector<command_entry> table;
  for (const CLI::App* const command : program.get_subcommands({})) {
    if (command->get_group().empty()) continue;
    table.push_back({command->get_name(), command->get_description(), command->get_footer(), {}});
    for (const CLI::Option* const option : command->get_options()) table.back().options.push_back(entry_of(*option));
  }
  return table;
}

}  // namespace typeformer::cli
