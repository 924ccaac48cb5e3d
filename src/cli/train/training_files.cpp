#include "training_files.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include <typeformer/train/checkpoint.hpp>

#include "../../io/sentence.hpp"
#include "../../io/system_file.hpp"
#include "../options/shared_files.hpp"
#include "training_lock.hpp"

namespace typeformer::cli {
namespace {

namespace fs = std::filesystem;

/// The step of the snapshot of this name, if it is one's.
std::optional<std::size_t> step_of(std::string_view name, std::string_view begin) {
  if (!name.starts_with(begin)) return std::nullopt;
  name.remove_prefix(begin.size());
  std::size_t step = 0;
  const auto [end, failure] = std::from_chars(name.data(), name.data() + name.size(), step);
  return failure == std::errc{} && end == name.data() + name.size() ? std::optional{step} : std::nullopt;
}

// A file that cannot be looked at is refused when it is read.
bool is_missing(const fs::path& file) {
  std::error_code failure;
  return fs::status(file, failure).type() == fs::file_type::not_found;
}

}  // namespace

void check_files(const train_options& given) {
  const fs::path checkpoint = given.checkpoint(), previous = previous_of(checkpoint);
  const std::array read{named_file{"--data", given.data}, named_file{"--dev", given.dev},
                        named_file{"--start", given.start}};
  // Not with each other: whoever makes one of the checkpoints again from the other may link them.
  for (const named_file& saved : {named_file{"the checkpoint", checkpoint},
                                  {"the checkpoint before", previous},
                                  {"the lock", lock_of(given.out)}})
    refuse_shared_files(read, std::array{named_file{"--out", given.out}, named_file{"--log", given.log},
                                         named_file{"--plot", given.plot}, saved});
  if (given.resume && is_missing(checkpoint) && is_missing(previous))
    io::refuse(checkpoint.string(), "is not there, so there is nothing that --resume could go on from");
}

void try_to_write_files(const train_options& given) {
  const fs::path checkpoint = given.checkpoint();
  for (const fs::path& file :
       {fs::path{given.out}, checkpoint, previous_of(checkpoint), fs::path{given.log}, fs::path{given.plot}})
    if (!file.empty()) const io::replacement_file attempt{file};
}

void remove_snapshots(const train_options& given, std::size_t last) {
  const fs::path model{given.out}, folder = model.has_parent_path() ? model.parent_path() : ".";
  const std::string begin = model.filename().string() + ".step-";
  // What cannot be listed or removed stays, as it would without this.
  std::error_code failure;
  for (fs::directory_iterator file{folder, failure}, end; !failure && file != end; file.increment(failure))
    if (const auto step = step_of(file->path().filename().string(), begin); step && *step <= last)
      if (std::error_code is_no_file; fs::is_regular_file(file->symlink_status(is_no_file)))
        fs::remove(file->path(), is_no_file);
}

}  // namespace typeformer::cli
