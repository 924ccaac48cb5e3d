#pragma once
#include <signal.h>
#include <sys/resource.h>

namespace typeformer::test {

/// While one lives, the system lets no file grow beyond `bytes`, as a full disk does.
class file_size_limit {
 public:
  explicit file_size_limit(rlim_t bytes) : handler_(::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    rlimit limit = before_;
    limit.rlim_cur = bytes;
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~file_size_limit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    ::signal(SIGXFSZ, handler_);
  }
  file_size_limit(const file_size_limit&) = delete;
  file_size_limit& operator=(const file_size_limit&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int);
};

}  // namespace typeformer::test
