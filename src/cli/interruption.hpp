#pragma once
#include <csignal>

namespace typeformer::cli {

/// From now on SIGINT, SIGTERM and SIGHUP end the program at once with exit code 130, unless whoever started it has
/// them ignored; a closed pipe, and a file that may not grow any more, are errors of write().
void end_when_interrupted();

/// While it lives, SIGHUP and the first SIGINT or SIGTERM do not end the program but are noted, so that long work can
/// end in order; the second SIGINT or SIGTERM ends it at once.
class noted_interruption {
 public:
  noted_interruption();
  ~noted_interruption();
  noted_interruption(const noted_interruption&) = delete;
  noted_interruption& operator=(const noted_interruption&) = delete;

  bool has_come() const;
};

/// While it lives, new threads are started that leave these signals to the main thread: the program then never ends
/// while the main thread is within a write.
class signals_for_main_thread {
 public:
  signals_for_main_thread();
  ~signals_for_main_thread();
  signals_for_main_thread(const signals_for_main_thread&) = delete;
  signals_for_main_thread& operator=(const signals_for_main_thread&) = delete;

 private:
  sigset_t before_;
};

}  // namespace typeformer::cli
