#pragma once
#include <algorithm>
#include <cstddef>
#include <thread>

#if defined(__linux__)
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

/// What the operating system and they themselves say of processors.
namespace typeformer::kernels {

/// Those that this process may run on. std::thread::hardware_concurrency() counts all of the machine (glibc 2.36).
inline std::size_t processors() {
#if defined(__linux__)
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) return static_cast<std::size_t>(CPU_COUNT(&allowed));
#endif
  return std::max(1U, std::thread::hardware_concurrency());
}

/// Whether Intel made this one.
inline bool is_of_intel() {
#if defined(__x86_64__)
  return __builtin_cpu_is("intel");
#else
  return false;
#endif
}

/// The one that this thread runs on; -1 where that is not known. It takes 2 ns.
inline int this_processor() {
#if defined(__linux__)
  return sched_getcpu();
#else
  return -1;
#endif
}

/// This thread, for move_from(); 0 where that is not known.
inline int this_thread() {
#if defined(__linux__)
  return static_cast<int>(syscall(SYS_gettid));
#else
  return 0;
#endif
}

/// Makes a thread go on another processor, if it runs or waits on this one and may run on others. It takes some 3 µs.
inline void move_from(int processor, int thread) {
#if defined(__linux__)
  cpu_set_t allowed;
  if (thread == 0 || processor < 0 || processor >= CPU_SETSIZE) return;
  if (sched_getaffinity(thread, sizeof allowed, &allowed) != 0) return;
  cpu_set_t others = allowed;
  CPU_CLR(processor, &others);
  if (CPU_COUNT(&others) != 0 && sched_setaffinity(thread, sizeof others, &others) == 0)
    sched_setaffinity(thread, sizeof allowed, &allowed);
#else
  static_cast<void>(processor);
  static_cast<void>(thread);
#endif
}

}  // namespace typeformer::kernels
