#include "held_file.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <cstdio>
#include <fcntl.h>
#include <signal.h>
#include <span>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <vector>

#include "sentence.hpp"

namespace typeformer::io {
namespace {

constexpr std::string_view part_begin = ".typeformer-", part_end = ".part";

// Of the same form as the temporary names of replacement_file. False if `file` cannot have a second name in `folder`.
bool link_in(std::filesystem::path& chosen, const std::filesystem::path& folder, const std::filesystem::path& file) {
  for (unsigned count = 0;; ++count) {
    chosen = folder / fmt::format("{}{}-{}{}", part_begin, ::getpid(), count, part_end);
    // A symbolic link is followed: its target is what stays, while the link will lead to the newer file.
    if (::linkat(AT_FDCWD, file.c_str(), AT_FDCWD, chosen.c_str(), AT_SYMLINK_FOLLOW) == 0) return true;
    if (errno != EEXIST) return false;
  }
}

// 0 if the name is not that of a temporary file.
pid_t program_of(std::string_view name) {
  if (!name.starts_with(part_begin) || !name.ends_with(part_end)) return 0;
  name.remove_prefix(part_begin.size());
  pid_t number = 0;
  const auto [end, failure] = std::from_chars(name.data(), name.data() + name.size(), number);
  return failure == std::errc{} && number > 0 && end != name.data() + name.size() && *end == '-' ? number : 0;
}

}  // namespace

held_file::held_file(const std::filesystem::path& file, const std::filesystem::path& to) : to_(to) {
  std::error_code ignored;
  const auto status = std::filesystem::status(to, ignored);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    refuse(to.string(), "cannot be written: it is not a regular file");
  if (link_in(link_, to.has_parent_path() ? to.parent_path() : ".", file)) return;

  link_.clear();
  copy_.emplace(to);
  input_file input(file);
  std::vector<std::byte> piece(std::size_t{1} << 20);
  for (std::uint64_t left = input.size(); left > 0;) {
    const auto bytes = std::span(piece).first(static_cast<std::size_t>(std::min<std::uint64_t>(left, piece.size())));
    input.read(bytes);
    copy_->write(bytes);
    left -= bytes.size();
  }
}

held_file::~held_file() {
  if (!link_.empty()) ::unlink(link_.c_str());
}

void held_file::commit() {
  if (copy_) return copy_->commit();
  // No fsync: should the power fail now, `to` is the file that it was before, and that is whole.
  if (std::rename(link_.c_str(), to_.c_str()) != 0)
    refuse(to_.string(), "cannot be written: {}", std::generic_category().message(errno));
  // Where both were names of one file already, renaming has done nothing.
  ::unlink(link_.c_str());
  link_.clear();
}

void remove_abandoned_parts(const std::filesystem::path& folder, std::chrono::seconds age) {
  std::error_code failure;
  for (std::filesystem::directory_iterator entry(folder, failure), end; !failure && entry != end;
       entry.increment(failure)) {
    const auto& path = entry->path();
    const pid_t program = program_of(path.filename().native());
    if (program == 0 || ::kill(program, 0) == 0 || errno != ESRCH) continue;
    // Not the time of its contents: a second name is younger than those. Not std::time(): it may lag behind the clock
    // of files by some milliseconds, over the end of a second.
    const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    struct stat status{};
    if (::lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
        std::chrono::seconds(now - status.st_ctime) >= age)
      ::unlink(path.c_str());
  }
}

}  // namespace typeformer::io
