#include <memory>
#include <string>

#include "../command.hpp"
#include "completions.hpp"
#include "man_page.hpp"

namespace typeformer::cli {
namespace {

constexpr const char* footer = R"sh(Examples:
  $ eval "$(typeformer completion bash)"
  $ typeformer completion zsh > "${fpath[1]}/_typeformer"
  $ typeformer completion fish | source

An installation has put them where the shells look. The exit code is 0, 1 if the
output cannot be written, 2 for a shell that is not known.)sh";

}  // namespace

void add_completion_command(CLI::App& program, action& chosen) {
  const auto shell = std::make_shared<std::string>();
  CLI::App* const command =
      program.add_subcommand("completion", "Print a script by which a shell completes command lines");
  command->footer(footer);
  command->add_option("SHELL", *shell, "its name")->required()->check(CLI::IsMember({"bash", "zsh", "fish"}));
  command->callback([shell, &program, &chosen] {
    chosen = [shell, &program](output& to) {
      const auto commands = option_table(program);
      return show(*shell == "bash"  ? bash_completion(commands)
                  : *shell == "zsh" ? zsh_completion(commands)
                                    : fish_completion(commands),
                  to);
    };
  });
}

void add_man_page_command(CLI::App& program, action& chosen) {
  CLI::App* const command = program.add_subcommand("man-page", "Print the manual page");
  command->group("");  // what an installation calls
  command->callback([&program, &chosen] {
    chosen = [&program](output& to) {
      return show(man_page(TYPEFORMER_VERSION, program.get_description(), program.get_footer(), option_table(program)),
                  to);
    };
  });
}

}  // namespace typeformer::cli
