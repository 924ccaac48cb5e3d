#include <algorithm>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <typeformer/error.hpp>
#include <typeformer/kernels/instruction_set.hpp>

#include "../io/sentence.hpp"
#include "command.hpp"
#include "exit_code.hpp"
#include "help/option_table.hpp"
#include "interruption.hpp"
#include "options/common_options.hpp"
#include "text/nearest.hpp"
#include "text/output.hpp"

namespace typeformer::cli {
namespace {

constexpr std::string_view footer = R"(Examples:
  $ typeformer pronounce typeformer
  typeformer	T AY P F AO R M ER
  $ typeformer pronounce < words.txt > phones.tsv
  $ typeformer pronounce --beam 4 --nbest 3 typeformer
  $ typeformer describe pronounce
  $ typeformer score pronounce --data dev.tsv
  $ typeformer evaluate pronounce --data dev.tsv
  $ typeformer train pronounce --data train.tsv --dev dev.tsv --out mine.safetensors
  $ typeformer completion bash

Exit codes:
  0    all went well
  1    something could not be read, pronounced or written: see standard error
  2    the command line has no meaning
  130  interrupted

Environment:
  TYPEFORMER_INSTRUCTION_SET   the newest instruction set to use: sse2, avx2,
                               avx512 or neon; otherwise the newest there is
  TYPEFORMER_THREADS           threads to work with, where --threads does not
                               say; otherwise one for each processor
  NO_COLOR                     if it is not empty, nothing has colours unless
                               --color always asks for them)";

std::string version() {
  return fmt::format("typeformer {}\ninstruction set {}", TYPEFORMER_VERSION,
                     kernels::name_of(kernels::chosen_instruction_set()));
}

/// Of a command line whose first argument, `found`, is no command.
std::string no_command(std::string_view found, const CLI::App& program) {
  std::vector<std::string> names;
  for (const auto& command : option_table(program)) names.push_back(command.name);
  const std::string_view meant = nearest(found, names);
  return fmt::format("{} is not a command{}; the commands are {}", io::in_quotes(found),
                     meant.empty() ? "" : fmt::format(" (did you mean {}?)", meant), fmt::join(names, ", "));
}

/// An option where the command should be: it may be one that the command has.
bool is_option(std::string_view argument) { return argument.size() > 1 && argument.front() == '-'; }

/// CLI11 would take the next argument for the value that is not there.
bool lacks_value(std::string_view argument) {
  return argument.starts_with("--") && argument.find('=') == argument.size() - 1;
}

/// `arguments` have the last one first.
int run(std::vector<std::string> arguments, output& to) {
  CLI::App program{"Transformers whose shapes are types.", "typeformer"};
  action chosen;
  program.footer(std::string{footer});
  program.set_version_flag("--version", version, "the version, and the instruction set in use");
  program.require_subcommand(1);
  program.get_formatter()->column_width(18);
  add_pronounce_command(program, chosen);
  add_describe_command(program, chosen);
  add_score_command(program, chosen);
  add_evaluate_command(program, chosen);
  add_train_command(program, chosen);
  add_completion_command(program, chosen);
  add_man_page_command(program, chosen);
  for (CLI::App* const command : program.get_subcommands({})) add_color_option(*command);
  if (arguments.empty()) {
    const std::string help = program.help();
    complain("no command is given\n\n" + help.substr(0, help.find_last_not_of('\n') + 1));
    return exit_code::wrong_usage;
  }
  const std::string first = arguments.back();
  if (const auto found = std::ranges::find_if(arguments, lacks_value); found != arguments.end()) {
    complain(io::in_quotes(*found) + " has no value behind the '='; see typeformer --help");
    return exit_code::wrong_usage;
  }
  try {
    program.parse(std::move(arguments));
  } catch (const CLI::CallForHelp&) {
    return show(program.help(), to);
  } catch (const CLI::CallForVersion& asked) {
    return show(std::string{asked.what()} + "\n", to);
  } catch (const CLI::ParseError& problem) {
    const auto commands = program.get_subcommands();
    if (is_option(first)) {
      complain(fmt::format("{} stands before the command, but options come after it, as in typeformer {} --help",
                           io::in_quotes(first), commands.empty() ? "pronounce" : commands[0]->get_name()));
    } else if (commands.empty()) {
      complain(no_command(first, program) + "; see typeformer --help");
    } else {
      complain(fmt::format("{}; see typeformer {} --help", io::printable(problem.what()), commands[0]->get_name()));
    }
    return exit_code::wrong_usage;
  }
  return chosen(to);
}

}  // namespace
}  // namespace typeformer::cli

int main(int argc, char** argv) {
  using namespace typeformer::cli;
  reserve_closed_streams();
  end_when_interrupted();
  output to;
  try {
    // No word begins with a dash, so "--" has nothing to keep apart; CLI11 wants the last argument first.
    std::vector<std::string> arguments(argv + (argc > 0), argv + argc);
    std::erase(arguments, "--");
    std::ranges::reverse(arguments);
    return run(std::move(arguments), to);
  } catch (const output_closed&) {
    return exit_code::success;
  } catch (const std::bad_alloc&) {
    complain("there is not enough memory");
  } catch (const std::exception& problem) {
    complain(typeformer::io::printable(problem.what()));
  }
  return exit_code::failure;
}
