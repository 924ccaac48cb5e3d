#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>

namespace typeformer::kernels {

/// A mutex that keeps no caller waiting for long.
///
/// A lock that is handed to a sleeping thread is idle until that thread is awake, which takes longer than most regions.
/// So the first thread that comes after an unlock has it, though others wait. std::mutex does the same, and may let one
/// thread wait for ever. Here a thread that has waited for a millisecond turns impatient, and newcomers wait behind it.
class turn_lock {
 public:
  void lock() {
    if (impatient_.load(std::memory_order_relaxed) == 0 && take()) return;
    wait();
  }

  // Sequentially consistent: notify_one() reads whether a thread sleeps, and that thread reads this.
  void unlock() {
    if (state_.exchange(unused) == awaited) state_.notify_one();
  }

 private:
  enum : std::uint32_t { unused, used, awaited };  // awaited: used, and threads may sleep

  bool take() {
    std::uint32_t expected = unused;
    return state_.load(std::memory_order_relaxed) == unused &&
           state_.compare_exchange_strong(expected, used, std::memory_order_acquire, std::memory_order_relaxed);
  }

  void wait() {
    using clock = std::chrono::steady_clock;
    const auto since = clock::now();
    while (const auto others = impatient_.load()) impatient_.wait(others);
    bool impatient = false;
    // From here on no thread waits for impatient ones: the threads that have come so far are few, and each has the lock
    // once.
    while (state_.exchange(awaited) != unused) {
      if (!impatient && clock::now() - since > std::chrono::milliseconds(1)) {
        impatient = true;
        impatient_.fetch_add(1);
      }
      state_.wait(awaited);
    }
    if (impatient && impatient_.fetch_sub(1) == 1) impatient_.notify_all();
  }

  alignas(64) std::atomic<std::uint32_t> state_{unused};
  std::atomic<std::uint32_t> impatient_{0};
};

}  // namespace typeformer::kernels
