// What bench/compare measures of this library.
#include <string_view>

#include "kinds.hpp"

namespace {

int write_weights(std::string_view name, const std::string& path) {
  using namespace bench::ours;
  if (name == "paper_base") {
    write_paper_base(path);
  } else if (name == "language_model") {
    write_language_model(path);
  } else if (name == "encoder_model") {
    write_encoder_model(path);
  } else if (name == "training_step") {
    write_training_step(path);
  } else if (name == "tiny_encoder 16" || name == "tiny_encoder 32") {
    write_tiny_encoder(name.ends_with("16") ? 16 : 32, path);
  } else {
    return 3;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 4 && std::string_view{argv[1]} == "--weights") return write_weights(argv[2], argv[3]);
  using namespace bench::ours;
  return bench::serve(argc, argv, kinds);
}
