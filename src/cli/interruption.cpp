#include "interruption.hpp"

#include <unistd.h>

#include "exit_code.hpp"
#include "progress.hpp"

namespace typeformer::cli {
namespace {

// Output leaves in whole lines (output.hpp), so nothing is left to finish.
extern "C" void end_interrupted(int) {
  progress::erase();
  ::_exit(exit_code::interrupted);
}

}  // namespace

void end_when_interrupted() {
  std::signal(SIGPIPE, SIG_IGN);
  for (const int signal : {SIGINT, SIGTERM})
    if (std::signal(signal, end_interrupted) == SIG_IGN) std::signal(signal, SIG_IGN);
}

signals_for_main_thread::signals_for_main_thread() {
  sigset_t all;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_BLOCK, &all, &before_);
}

signals_for_main_thread::~signals_for_main_thread() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

}  // namespace typeformer::cli
