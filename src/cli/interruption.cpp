#include "interruption.hpp"

#include <atomic>
#include <initializer_list>
#include <unistd.h>

#include "exit_code.hpp"
#include "text/status_line.hpp"

namespace typeformer::cli {
namespace {

// Output leaves in whole lines (output.hpp), so nothing is left to finish.
extern "C" void end_interrupted(int) {
  status_line::erase();
  ::_exit(exit_code::interrupted);
}

std::atomic<bool> is_noted{false}, is_asked_for{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler writes it");

extern "C" void note_interruption(int signal) {
  is_noted = true;
  // A terminal that is closed sends SIGHUP twice, through the shell and by itself, and a logout SIGTERM beside it: none
  // of them says that saving takes too long.
  if (signal != SIGHUP && is_asked_for.exchange(true)) end_interrupted(signal);
}

void on_interruption(void (*handler)(int)) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    if (std::signal(signal, handler) == SIG_IGN) std::signal(signal, SIG_IGN);
}

}  // namespace

void end_when_interrupted() {
  for (const int signal : {SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_IGN);
  on_interruption(end_interrupted);
}

noted_interruption::noted_interruption() {
  is_noted = is_asked_for = false;
  on_interruption(note_interruption);
}
noted_interruption::~noted_interruption() { on_interruption(end_interrupted); }
bool noted_interruption::has_come() const { return is_noted; }

signals_for_main_thread::signals_for_main_thread() {
  sigset_t all;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_BLOCK, &all, &before_);
}

signals_for_main_thread::~signals_for_main_thread() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

}  // namespace typeformer::cli
