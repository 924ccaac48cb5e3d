#include "file_option.hpp"

namespace typeformer::cli {

CLI::Option* add_file_option(CLI::App& command, const std::string& name, std::string& file, const std::string& text) {
  const auto check = [](const std::string& given) -> std::string {
    return given.empty() ? "the name of a file is expected, but the text is empty" : "";
  };
  return command.add_option(name, file, text)->type_name("FILE")->check(check);
}

}  // namespace typeformer::cli
