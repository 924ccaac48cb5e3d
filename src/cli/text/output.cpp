#include "output.hpp"

#include <cerrno>
#include <climits>
#include <cstring>
#include <fcntl.h>
#include <initializer_list>
#include <poll.h>
#include <unistd.h>
#include <utility>

#include <typeformer/error.hpp>

#include "../../io/system_file.hpp"
#include "../exit_code.hpp"
#include "../interruption.hpp"
#include "color.hpp"
#include "status_line.hpp"

namespace typeformer::cli {
namespace {

// False if the descriptor takes no more; errno says why.
bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {  // whoever shares the descriptor made it non-blocking
      pollfd writable{descriptor, POLLOUT, 0};
      ::poll(&writable, 1, -1);
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

}  // namespace

void output::write(std::string_view lines) {
  if (waiting_.size() + lines.size() > PIPE_BUF) flush();
  waiting_ += lines;
}

void output::flush() {
  if (waiting_.empty()) return;
  const std::string leaving = std::exchange(waiting_, {});
  if (write_all(STDOUT_FILENO, leaving)) return;
  if (errno == EPIPE) throw output_closed{};
  throw error{std::string{"standard output: cannot be written: "} + std::strerror(errno)};
}

int show(std::string_view text, output& to) {
  to.write(text);
  to.flush();
  return exit_code::success;
}

int write_file(const std::string& path, std::string_view text) {
  const noted_interruption interruption;
  io::write_file(path, text);
  return interruption.has_come() ? exit_code::interrupted : exit_code::success;
}

void complain(std::string_view sentence) {
  status_line::erase();
  constexpr std::string_view plain = "typeformer: ", red = "\x1b[1;31mtypeformer:\x1b[0m ";
  write_all(STDERR_FILENO, std::string{shows_color(STDERR_FILENO) ? red : plain} + std::string{sentence} + "\n");
}

void reserve_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    // The lowest free number is what open() gives. Opened the wrong way round, it fails with EBADF.
    if (::fcntl(stream, F_GETFD) < 0 && errno == EBADF) [[maybe_unused]]
      const int reserved = ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

}  // namespace typeformer::cli
