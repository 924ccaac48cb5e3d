#include "completions.hpp"

#include <string_view>

#include <fmt/format.h>

namespace typeformer::cli {
namespace {

/// In single quotes, as all three shells read them.
std::string quoted(std::string_view text, std::string_view quote_inside) {
  std::string all = "'";
  for (const char c : text) all += c == '\'' ? std::string{quote_inside} : std::string(1, c);
  return all + "'";
}

std::string names_of(std::span<const command_entry> commands) {
  std::string names;
  for (const auto& command : commands) names += (names.empty() ? "" : " ") + command.name;
  return names;
}

/// What may stand behind a command: its options, and the names that a positional takes.
std::string words_of(const command_entry& command) {
  std::string words;
  for (const auto& option : command.options) {
    if (!option.is_positional()) words += " " + option.name;
    if (option.is_positional() && !option.choices.empty()) words += fmt::format(" {}", fmt::join(option.choices, " "));
  }
  return words.empty() ? words : words.substr(1);
}

/// A description as zsh reads it within _arguments.
std::string zsh_text(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string zsh_values(const option_entry& option) {
  if (!option.choices.empty()) return fmt::format("({})", fmt::join(option.choices, " "));
  return option.is_file() ? "_files" : " ";
}

}  // namespace

std::string bash_completion(std::span<const command_entry> commands) {
  std::string values, words;
  for (const auto& command : commands) {
    words += fmt::format("    {}) words='{}' ;;\n", command.name, words_of(command));
    for (const auto& option : command.options) {
      if (option.is_positional() || option.is_flag()) continue;
      const std::string found = !option.choices.empty()
                                    ? fmt::format("compgen -W '{}' -- \"$current\"", fmt::join(option.choices, " "))
                                    : "compgen -f -- \"$current\"";
      const bool is_known = !option.choices.empty() || option.is_file();
      values += fmt::format("    '{} {}') {}return ;;\n", command.name, option.name,
                            is_known ? fmt::format("mapfile -t COMPREPLY < <({}); ", found) : "");
    }
  }
  return fmt::format(R"sh(# Completion of typeformer for bash: eval "$(typeformer completion bash)"
_typeformer() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} command=${{COMP_WORDS[1]}} words=''
  if [ "$COMP_CWORD" -eq 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W '{} --help --version' -- "$current")
    return
  fi
  COMPREPLY=()
  case "$command ${{COMP_WORDS[COMP_CWORD - 1]}}" in
{}  esac
  case $command in
{}  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}}
complete -o filenames -F _typeformer typeformer
)sh",
                     names_of(commands), values, words);
}

std::string zsh_completion(std::span<const command_entry> commands) {
  std::string names, cases;
  for (const auto& command : commands) {
    names += "    " + quoted(zsh_text(command.name) + ":" + command.text, "'\\''") + "\n";
    cases += fmt::format("    {})\n      _arguments", command.name);
    for (const auto& option : command.options) {
      const std::string value = option.is_flag() ? "" : fmt::format(":value:{}", zsh_values(option));
      const std::string entry =
          option.is_positional() ? "*" + value : fmt::format("{}[{}]{}", option.name, zsh_text(option.text), value);
      cases += " \\\n        " + quoted(entry, "'\\''");
    }
    cases += "\n      ;;\n";
  }
  return fmt::format(R"sh(#compdef typeformer
# Completion of typeformer for zsh: typeformer completion zsh > "${{fpath[1]}}/_typeformer"
_typeformer() {{
  local -a commands=(
{}  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
{}  esac
}}
_typeformer "$@"
)sh",
                     names, cases);
}

std::string fish_completion(std::span<const command_entry> commands) {
  std::string lines =
      "# Completion of typeformer for fish: typeformer completion fish | source\n"
      "complete -c typeformer -f\n"
      "complete -c typeformer -n __fish_use_subcommand -l help -d 'how it is used'\n"
      "complete -c typeformer -n __fish_use_subcommand -l version -d 'the version, and the instruction set in "
      "use'\n";
  for (const auto& command : commands) {
    lines += fmt::format("complete -c typeformer -n __fish_use_subcommand -a {} -d {}\n", command.name,
                         quoted(command.text, "\\'"));
    const std::string behind = fmt::format("complete -c typeformer -n '__fish_seen_subcommand_from {}'", command.name);
    for (const auto& option : command.options) {
      std::string line = behind;
      if (!option.is_positional()) line += " -l " + option.name.substr(2);
      if (!option.is_positional() && !option.is_flag()) line += option.is_file() ? " -r -F" : " -x";
      if (!option.choices.empty()) line += fmt::format(" -a '{}'", fmt::join(option.choices, " "));
      if (line != behind) lines += line + " -d " + quoted(option.text, "\\'") + "\n";
    }
  }
  return lines;
}

}  // namespace typeformer::cli
