#include "training_log.hpp"

#include <cerrno>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "../../io/json.hpp"
#include "../../io/sentence.hpp"
#include "../../io/system_file.hpp"

namespace typeformer::cli {
namespace {

// What a killed program has left of its last line, which has no end.
bool is_begun_line(std::string_view text) {
  constexpr std::string_view begin = R"({"step":)";
  return text.starts_with(begin) || begin.starts_with(text);
}

}  // namespace

training_log::training_log(const std::filesystem::path& file, std::optional<std::size_t> last_step) : file_{file} {
  if (file_.empty()) return;
  if (last_step && std::filesystem::exists(file_)) read(*last_step);
  // The file is replaced as a whole: a killed program leaves the earlier one or this.
  std::string text;
  for (const auto& line : lines_) text += line.dump() + "\n";
  io::write_file(file_, text);
  stream_.open(file_, std::ios::app);
  if (!stream_) io::refuse(file_.string(), "cannot be written: {}", std::strerror(errno));
}

void training_log::add(nlohmann::ordered_json line) {
  if (stream_.is_open()) {
    stream_ << line.dump() << "\n" << std::flush;
    if (!stream_) io::refuse(file_.string(), "cannot be written: {}", std::strerror(errno));
  }
  lines_.push_back(std::move(line));
}

void training_log::read(std::size_t last_step) {
  std::ifstream from{file_};
  if (!from) io::refuse(file_.string(), "cannot be read: {}", std::strerror(errno));
  std::size_t number = 0;
  for (std::string text; std::getline(from, text);) {
    ++number;
    auto line = io::parsed_json(text);
    if (line && line->is_object() && line->contains("step") && (*line)["step"].is_number_unsigned()) {
      if ((*line)["step"].get<std::size_t>() <= last_step) lines_.push_back(std::move(*line));
    } else if (!from.eof() || !is_begun_line(text)) {
      io::refuse(file_.string(), "line {} is not of a training log: {}", number, io::in_quotes(text));
    }
  }
}

}  // namespace typeformer::cli
