#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include <typeformer/pronounce/pronouncer.hpp>

/// What commands that pronounce have in common.
namespace typeformer::cli {

/// --threads, --model and --precision.
struct pronouncer_options {
  std::size_t threads = 0;  ///< 0: as kernels::threads has it
  std::string model;        ///< none: the one in the program
  std::string precision = "float32";
};

/// `given` outlives the command.
void add_pronouncer_options(CLI::App& command, pronouncer_options& given);

pronouncer make_pronouncer(const pronouncer_options& given);

/// "WORD<TAB>PHONES\n", and with its log probability "WORD<TAB>PHONES<TAB>LOGP\n".
std::string row_of(std::string_view word, std::span<const std::string_view> phones);
std::string row_of(std::string_view word, std::span<const std::string_view> phones, double log_probability);

}  // namespace typeformer::cli
