#pragma once
#include <chrono>

namespace typeformer::kernels {

/// Whether `done()` came true within about 30 µs. Waking a sleeping thread takes as long.
template <class F>
bool spin_until(F done) {
  using clock = std::chrono::steady_clock;
  if (done()) return true;
  const auto end = clock::now() + std::chrono::microseconds(30);
  do {
    for (int i = 0; i < 32; ++i) {
      if (done()) return true;
#if defined(__x86_64__)
      __builtin_ia32_pause();
#elif defined(__aarch64__)
      asm volatile("yield");
#endif
    }
  } while (clock::now() < end);
  return false;
}

}  // namespace typeformer::kernels
