#include "system_file.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "sentence.hpp"

namespace typeformer::io {
namespace {

// Linux moves at most some 2 GiB in a call, macOS fails with more.
constexpr std::size_t most_bytes_a_call = std::size_t{1} << 30;

std::string reason() { return std::generic_category().message(errno); }

descriptor open_new(std::filesystem::path& chosen, const std::filesystem::path& folder) {
  static std::atomic<unsigned> count = 0;
  for (;;) {
    chosen = folder / fmt::format(".typeformer-{}-{}.part", ::getpid(), count++);
    descriptor opened(::open(chosen.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (opened.is_open() || errno != EEXIST) return opened;
  }
}

}  // namespace

bool descriptor::close() {
  const int number = std::exchange(number_, -1);
  return number < 0 || ::close(number) == 0;
}

// O_NONBLOCK: opening a named pipe would wait for a writer.
input_file::input_file(const std::filesystem::path& path)
    : origin_(path.string()), descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
  if (!descriptor_.is_open()) refuse(origin_, "cannot be opened: {}", reason());
  struct stat status{};
  if (::fstat(descriptor_.number(), &status) != 0) refuse(origin_, "cannot be read: {}", reason());
  if (S_ISDIR(status.st_mode)) refuse(origin_, "is a directory, not a file");
  if (!S_ISREG(status.st_mode)) refuse(origin_, "is not a regular file");
  size_ = static_cast<std::uint64_t>(status.st_size);
}

void input_file::read(std::span<std::byte> to) {
  read_at(position_, to);
  position_ += to.size();
}

void input_file::read_at(std::uint64_t position, std::span<std::byte> to) const {
  while (!to.empty()) {
    const auto count =
        ::pread(descriptor_.number(), to.data(), std::min(to.size(), most_bytes_a_call), static_cast<off_t>(position));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) refuse(origin_, "cannot be read: {}", reason());
    if (count == 0) refuse(origin_, "became shorter while it was read: it had {}", counted(size_, "byte"));
    position += static_cast<std::uint64_t>(count);
    to = to.subspan(static_cast<std::size_t>(count));
  }
}

std::span<const std::byte> input_file::map() const {
  if (size_ == 0) return {};  // nothing of no bytes can be mapped
  void* const at = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, descriptor_.number(), 0);
  if (at == MAP_FAILED) refuse(origin_, "cannot be mapped into memory: {}", reason());
  return {static_cast<const std::byte*>(at), size_};
}

void unmap(std::span<const std::byte> bytes) {
  if (!bytes.empty()) ::munmap(const_cast<std::byte*>(bytes.data()), bytes.size());
}

replacement_file::replacement_file(const std::filesystem::path& path) : origin_(path.string()), target_(path) {
  // Renaming would replace whatever there is, a symbolic link or even a device: follow the one, refuse the other.
  std::error_code failure;
  const auto status = std::filesystem::status(path, failure);
  if (std::filesystem::is_directory(status)) refuse(origin_, "cannot be written: it is a directory");
  if (std::filesystem::exists(status)) {
    if (!std::filesystem::is_regular_file(status)) refuse(origin_, "cannot be written: it is not a regular file");
    target_ = std::filesystem::canonical(path, failure);
    if (failure) refuse(origin_, "cannot be written: {}", failure.message());
  }
  const auto folder = target_.has_parent_path() ? target_.parent_path() : std::filesystem::path(".");
  descriptor_ = open_new(temporary_, folder);
  if (!descriptor_.is_open()) refuse(origin_, "cannot be written: {}", reason());
  // Who may read a file stays as it was; some file systems know no such rights.
  if (std::filesystem::exists(status))
    static_cast<void>(::fchmod(descriptor_.number(), static_cast<mode_t>(status.permissions())));
}

replacement_file::~replacement_file() {
  if (!committed_) ::unlink(temporary_.c_str());
}

void replacement_file::write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const auto count = ::write(descriptor_.number(), bytes.data(), std::min(bytes.size(), most_bytes_a_call));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) refuse(origin_, "cannot be written: {}", reason());
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
}

void replacement_file::commit() {
  if (::fsync(descriptor_.number()) != 0 || !descriptor_.close() || ::rename(temporary_.c_str(), target_.c_str()) != 0)
    refuse(origin_, "cannot be written: {}", reason());
  committed_ = true;
  // The new name is on disk once its folder is. Some folders may be written but not read, and some file systems know no
  // fsync of folders: there the system decides when.
  const descriptor folder(::open(temporary_.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.is_open() && ::fsync(folder.number()) != 0 && errno == EIO)
    refuse(origin_, "was written, but may not survive a loss of power: {}", reason());
}

void write_file(const std::filesystem::path& path, std::string_view text) {
  replacement_file file(path);
  file.write(std::as_bytes(std::span(text)));
  file.commit();
}

}  // namespace typeformer::io
