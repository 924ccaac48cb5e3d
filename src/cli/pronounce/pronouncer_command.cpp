#include "pronouncer_command.hpp"

#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "../interruption.hpp"
#include "../options/common_options.hpp"

namespace typeformer::cli {

void add_pronouncer_options(CLI::App& command, pronouncer_options& given) {
  add_threads_option(command, given.threads);
  add_file_option(command, "--model", given.model, "a safetensors file of weights; otherwise those in the program");
  command.add_option("--precision", given.precision, "what products are computed in; otherwise float32")
      ->check(CLI::IsMember({"float32", "bf16", "int8"}));
}

pronouncer make_pronouncer(const pronouncer_options& given) {
  const signals_for_main_thread guard;
  const auto computes_in = given.precision == "bf16"   ? precision::bf16
                           : given.precision == "int8" ? precision::int8
                                                       : precision::float32;
  return given.model.empty() ? pronouncer{given.threads, computes_in}
                             : pronouncer{std::filesystem::path{given.model}, given.threads, computes_in};
}

std::string row_of(std::string_view word, std::span<const std::string_view> phones) {
  return fmt::format("{}\t{}\n", word, fmt::join(phones, " "));
}

std::string row_of(std::string_view word, std::span<const std::string_view> phones, double log_probability) {
  return fmt::format("{}\t{}\t{:.6f}\n", word, fmt::join(phones, " "), log_probability);
}

}  // namespace typeformer::cli
