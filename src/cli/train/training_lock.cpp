#include "training_lock.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "../../io/sentence.hpp"

namespace typeformer::cli {
namespace {

namespace fs = std::filesystem;

// Whoever held the lock before may have removed its file since this one was opened.
bool is_at(const struct stat& opened, const fs::path& file) {
  struct stat named{};
  return ::stat(file.c_str(), &named) == 0 && named.st_dev == opened.st_dev && named.st_ino == opened.st_ino;
}

// Not a lock of fcntl(): closing any other descriptor of the file would free it.
bool lock(const io::descriptor& file) {
  while (::flock(file.number(), LOCK_EX | LOCK_NB) != 0)
    if (errno != EINTR) return false;
  return true;
}

}  // namespace

fs::path lock_of(const fs::path& out) {
  std::error_code failure;
  fs::path file = fs::weakly_canonical(fs::absolute(out), failure);
  if (failure) file = out;
  return file += ".lock";
}

training_lock::training_lock(const fs::path& out) : file_{lock_of(out)} {
  struct stat status{};
  do {
    held_ = io::descriptor{::open(file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666)};
    if (!held_.is_open() || ::fstat(held_.number(), &status) != 0)
      io::refuse(file_.string(), "cannot be written: {}", std::strerror(errno));
    if (!lock(held_) && errno == EWOULDBLOCK)
      io::refuse(out.string(), "another training writes it, which holds the lock {}", io::printable(file_.string()));
  } while (!is_at(status, file_));
}

training_lock::~training_lock() {
  // A file that is not empty is not of this program.
  struct stat status{};
  if (::fstat(held_.number(), &status) == 0 && S_ISREG(status.st_mode) && status.st_size == 0 && is_at(status, file_))
    ::unlink(file_.c_str());
}

}  // namespace typeformer::cli
