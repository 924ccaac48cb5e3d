#include "pronouncer_options.hpp"

#include <filesystem>

#include "file_option.hpp"
#include "interruption.hpp"
#include "number_options.hpp"

namespace typeformer::cli {

void add_pronouncer_options(CLI::App& command, pronouncer_options& given) {
  constexpr std::size_t most_threads = 1024;
  command.add_option("--threads", given.threads, "threads; otherwise TYPEFORMER_THREADS, or one for each processor")
      ->type_name("N")
      ->transform(whole_number(1, most_threads));
  add_file_option(command, "--model", given.model, "a safetensors file of weights; otherwise those in the program");
}

pronouncer make_pronouncer(const pronouncer_options& given) {
  const signals_for_main_thread guard;
  return given.model.empty() ? pronouncer{given.threads}
                             : pronouncer{std::filesystem::path{given.model}, given.threads};
}

}  // namespace typeformer::cli
