#pragma once
#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

#include <typeformer/kernels/executor.hpp>

#include "spin_until.hpp"

namespace typeformer::kernels {

/// The library's own threads. Whoever calls run() is worker 0, the others are started here.
///
/// A region is one call of run(). `ticket` holds its number and how many tasks are left to take; a thread takes one by
/// lowering the ticket it has read. When that succeeds, the region of that ticket still runs, and so what was read in
/// between is that region's. So a worker that wakes late does no harm, and nobody waits for it.
class thread_pool final : public executor {
 public:
  explicit thread_pool(std::size_t count) : count_{count} {
    workers_.reserve(count - 1);
    try {
      for (std::size_t worker = 1; worker < count; ++worker) workers_.emplace_back([this, worker] { work(worker); });
    } catch (...) {
      stop();
      throw;
    }
  }
  ~thread_pool() override { stop(); }
  thread_pool(const thread_pool&) = delete;
  thread_pool& operator=(const thread_pool&) = delete;

  std::size_t concurrency() const override { return count_; }

  /// `tasks` below 2³².
  void run(std::size_t tasks, task_function task) override {
    const auto count = static_cast<std::uint32_t>(tasks);
    finished_.store(0, std::memory_order_relaxed);
    tasks_.store(count, std::memory_order_relaxed);
    task_.store(&task, std::memory_order_relaxed);
    const auto next = (ticket_.load(std::memory_order_relaxed) / region_step + 1) * region_step;
    ticket_.store(next + count, std::memory_order_release);
    // Sequentially consistent: notify_all() looks for sleepers, and they look for this.
    region_.fetch_add(1);
    region_.notify_all();
    help(0);
    std::uint32_t done = 0;
    const auto all = [&] { return (done = finished_.load(std::memory_order_acquire)) == count; };
    if (spin_until(all)) return;
    while (!all()) finished_.wait(done, std::memory_order_acquire);
  }

 private:
  static constexpr std::uint64_t region_step = std::uint64_t{1} << 32;

  /// Takes tasks while there are any.
  void help(std::size_t worker) {
    auto mine = ticket_.load(std::memory_order_acquire);
    for (;;) {
      const auto left = static_cast<std::uint32_t>(mine);
      const auto count = tasks_.load(std::memory_order_relaxed);
      const auto* const task = task_.load(std::memory_order_relaxed);
      if (left == 0) return;
      if (!ticket_.compare_exchange_weak(mine, mine - 1, std::memory_order_acq_rel, std::memory_order_acquire))
        continue;
      (*task)(count - left, worker);
      if (finished_.fetch_add(1) + 1 == count) finished_.notify_one();
      mine = ticket_.load(std::memory_order_acquire);
    }
  }

  void work(std::size_t worker) {
    std::uint32_t seen = 0;
    for (;;) {
      const auto moved = [&] { return region_.load(std::memory_order_acquire) != seen; };
      if (!spin_until(moved)) region_.wait(seen, std::memory_order_acquire);
      seen = region_.load(std::memory_order_acquire);
      if (stopping_.load(std::memory_order_acquire)) return;
      help(worker);
    }
  }

  void stop() {
    stopping_.store(true);
    region_.fetch_add(1);
    region_.notify_all();
    for (auto& worker : workers_) worker.join();
  }

  alignas(64) std::atomic<std::uint64_t> ticket_{0};
  std::atomic<std::uint32_t> tasks_{0};
  std::atomic<const task_function*> task_{nullptr};
  alignas(64) std::atomic<std::uint32_t> finished_{0};
  alignas(64) std::atomic<std::uint32_t> region_{0};  // what workers wait for
  std::atomic<bool> stopping_{false};

  std::size_t count_;
  std::vector<std::thread> workers_;
};

}  // namespace typeformer::kernels
