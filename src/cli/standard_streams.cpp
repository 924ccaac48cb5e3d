#include "standard_streams.hpp"

#include <cerrno>
#include <fcntl.h>
#include <initializer_list>
#include <unistd.h>

namespace typeformer::cli {

void reserve_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    // The lowest free number is what open() gives. Opened the wrong way round, it fails with EBADF.
    if (::fcntl(stream, F_GETFD) < 0 && errno == EBADF) [[maybe_unused]]
      const int reserved = ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

}  // namespace typeformer::cli
