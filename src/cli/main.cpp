#include <exception>
#include <new>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <typeformer/error.hpp>
#include <typeformer/kernels/instruction_set.hpp>

#include "../io/sentence.hpp"
#include "arguments.hpp"
#include "describe_command.hpp"
#include "exit_code.hpp"
#include "interruption.hpp"
#include "output.hpp"
#include "pronounce_command.hpp"

namespace typeformer::cli {
namespace {

constexpr std::string_view help = R"(typeformer COMMAND [OPTION…] [ARGUMENT…]

Transformers whose shapes are types.

  pronounce    print how words are pronounced
  describe     print a model's operations, their shapes and what they cost
  -h, --help   this help; behind a command, help for that command
  --version    the version and the instruction set in use

Examples:
  $ typeformer pronounce typeformer
  typeformer	T AY P F AO R M ER
  $ typeformer pronounce < words.txt > phones.tsv
  $ typeformer describe pronounce

Exit codes:
  0    all went well
  1    something could not be read, said or written: standard error has it
  2    the command line has no meaning
  130  interrupted

Environment:
  TYPEFORMER_INSTRUCTION_SET   the newest instruction set to use: sse2, avx2,
                               avx512 or neon; otherwise the newest there is
)";

std::string version() {
  return fmt::format("typeformer {}\ninstruction set {}\n", TYPEFORMER_VERSION,
                     kernels::name_of(kernels::chosen_instruction_set()));
}

int run(std::span<const std::string> arguments, output& to) {
  if (arguments.empty()) {
    complain(fmt::format("no command is given\n\n{}", help.substr(0, help.size() - 1)));
    return exit_code::wrong_usage;
  }
  const std::string& command = arguments.front();
  if (command == "pronounce") return run_pronounce(arguments.subspan(1), to);
  if (command == "describe") return run_describe(arguments.subspan(1), to);
  bool help_wanted = false, version_wanted = false;
  const auto others =
      parse(arguments, {{"-h", &help_wanted}, {"--help", &help_wanted}, {"--version", &version_wanted}});
  if (help_wanted) return show(help, to);
  if (version_wanted) return show(version(), to);
  throw usage_error{
      fmt::format("there is no command {}; there are pronounce and describe", io::in_quotes(others.front()))};
}

}  // namespace
}  // namespace typeformer::cli

int main(int argc, char** argv) {
  using namespace typeformer::cli;
  end_when_interrupted();
  output to;
  try {
    return run(std::vector<std::string>(argv + (argc > 0), argv + argc), to);
  } catch (const output_closed&) {
    return exit_code::success;
  } catch (const usage_error& problem) {
    complain(std::string{problem.what()} + "; see typeformer --help");
    return exit_code::wrong_usage;
  } catch (const std::bad_alloc&) {
    complain("there is not enough memory");
  } catch (const std::exception& problem) {
    complain(problem.what());
  }
  return exit_code::failure;
}
