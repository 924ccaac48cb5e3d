#include "pronouncer_options.hpp"

#include <filesystem>

#include "interruption.hpp"

namespace typeformer::cli {

void add_pronouncer_options(CLI::App& command, pronouncer_options& given) {
  constexpr std::size_t most_threads = 1024;
  command.add_option("--threads", given.threads, "threads; otherwise TYPEFORMER_THREADS, or one for each processor")
      ->type_name("N")
      ->check(CLI::Range(std::size_t{1}, most_threads));
  command.add_option("--model", given.model, "a safetensors file of weights; otherwise those in the program")
      ->type_name("FILE");
}

pronouncer make_pronouncer(const pronouncer_options& given) {
  const signals_for_main_thread guard;
  return given.model.empty() ? pronouncer{given.threads}
                             : pronouncer{std::filesystem::path{given.model}, given.threads};
}

}  // namespace typeformer::cli
