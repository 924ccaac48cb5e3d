#pragma once
#include <cstddef>
#include <string>

#include <CLI/CLI.hpp>

#include <typeformer/pronounce/pronouncer.hpp>

namespace typeformer::cli {

/// --threads and --model, which commands that pronounce have.
struct pronouncer_options {
  std::size_t threads = 0;  ///< 0: as kernels::threads has it
  std::string model;        ///< none: the one in the program
};

/// `given` outlives the command.
void add_pronouncer_options(CLI::App& command, pronouncer_options& given);

pronouncer make_pronouncer(const pronouncer_options& given);

}  // namespace typeformer::cli
