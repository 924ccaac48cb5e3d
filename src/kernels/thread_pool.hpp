#pragma once
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstdint>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include <typeformer/error.hpp>
#include <typeformer/kernels/executor.hpp>

#include "processors.hpp"
#include "spin_until.hpp"

namespace typeformer::kernels {

/// The library's own threads. The thread that calls run() is worker 0, the others are started here.
///
/// A parallel region is one call of run(). Its tasks are first a static partition, each worker's in their order: so a
/// worker has the same rows in one operation after another, and finds them in its own caches. Then work stealing: a
/// worker that has run its own tasks takes those of others.
///
/// A worker waits at one cache line, which holds all that it reads to begin: a line that another core has written takes
/// 0.1 µs to come, and 0.5 µs where the two cores share no L3.
class thread_pool final : public executor {
 public:
  explicit thread_pool(std::size_t count) : partitions_(count), asleep_(count), threads_(count) {
    workers_.reserve(count - 1);
    try {
      for (std::size_t worker = 1; worker < count; ++worker) workers_.emplace_back([this, worker] { work(worker); });
    } catch (const std::system_error& problem) {
      const std::size_t started = workers_.size() + 1;  // with the caller
      stop();
      throw error("threads: only " + std::to_string(started) + " of " + std::to_string(count) +
                  " threads could be started: " + problem.code().message());
    } catch (...) {
      stop();
      throw;
    }
  }
  ~thread_pool() override { stop(); }
  thread_pool(const thread_pool&) = delete;
  thread_pool& operator=(const thread_pool&) = delete;

  std::size_t concurrency() const override { return partitions_.size(); }

  /// `tasks` below 2³².
  void run(std::size_t tasks, task_function task) override {
    const auto count = static_cast<std::uint32_t>(tasks), workers = static_cast<std::uint32_t>(partitions_.size());
    const std::uint32_t least = count / workers, with_one_more = count % workers;
    finished_.store(0, std::memory_order_relaxed);
    ++region_;
    // Workers without tasks are not woken.
    const std::uint32_t busy = std::min(count, workers);
    for (std::uint32_t worker = busy; worker-- > 0;) {
      const std::uint32_t size = least + (worker < with_one_more);
      partitions_[worker].offer(region_, worker * least + std::min(worker, with_one_more) + size, size, task);
      if (asleep_[worker].load(std::memory_order_relaxed) != 0) wake(worker);
    }
    const std::uint32_t own = partitions_[0].take_all(0);
    // Wakes workers that went to sleep while their tasks were on their way. This costs nothing: the flags have arrived.
    for (std::uint32_t worker = 1; worker < busy; ++worker) wake(worker);
    std::uint32_t others = count - own, done = 0;
    const auto all = [&] { return (done = finished_.load(std::memory_order_acquire)) == others; };
    if (all()) return;
    move_late_workers(least, with_one_more, busy);
    others -= steal(0);
    if (spin_until(all)) return;
    while (!all()) finished_.wait(done, std::memory_order_acquire);
  }

 private:
  /// A worker's tasks of a region. `ticket` holds the region and how many tasks are left. A thread takes a task by
  /// lowering the ticket that it has read. Where that succeeds, that region still runs, and so all that was read in
  /// between is that region's. So a worker that comes late does no harm, and no thread waits for it.
  class alignas(64) partition {
   public:
    void offer(std::uint32_t region, std::uint32_t end, std::uint32_t size, task_function task) {
      end_.store(end, std::memory_order_relaxed);
      const auto words = std::bit_cast<task_words>(task);
      task_[0].store(words[0], std::memory_order_relaxed);
      task_[1].store(words[1], std::memory_order_relaxed);
      ticket_.store(std::uint64_t{region} << 32 | size, std::memory_order_release);
      region_.store(region, std::memory_order_release);
    }

    /// What its worker waits for.
    std::atomic<std::uint32_t>& region() { return region_; }

    /// Tasks that nobody has taken.
    std::uint32_t left() const { return static_cast<std::uint32_t>(ticket_.load(std::memory_order_relaxed)); }

    /// Runs tasks while there are any; how many.
    std::uint32_t take_all(std::size_t worker) {
      std::uint32_t taken = 0;
      auto mine = ticket_.load(std::memory_order_acquire);
      for (;;) {
        const auto left = static_cast<std::uint32_t>(mine);
        const auto end = end_.load(std::memory_order_relaxed);
        const auto task = std::bit_cast<task_function>(
            task_words{task_[0].load(std::memory_order_relaxed), task_[1].load(std::memory_order_relaxed)});
        if (left == 0) return taken;
        if (!ticket_.compare_exchange_weak(mine, mine - 1, std::memory_order_acq_rel, std::memory_order_acquire))
          continue;
        task(end - left, worker);
        ++taken;
        mine = ticket_.load(std::memory_order_acquire);
      }
    }

   private:
    std::atomic<std::uint64_t> ticket_{0};
    /// Two words, read one at a time: what is read while they change is not used.
    using task_words = std::array<std::uintptr_t, 2>;
    std::array<std::atomic<std::uintptr_t>, 2> task_{};
    std::atomic<std::uint32_t> end_{0};
    std::atomic<std::uint32_t> region_{0};
  };

  /// Where a worker has not begun when its caller is done, they may be waiting for one processor, though another is
  /// free: the system leaves threads where they ran last, for up to 50 ms. The caller would run nearly all tasks alone.
  void move_late_workers(std::uint32_t least, std::uint32_t with_one_more, std::uint32_t busy) {
    const auto is_late = [&](std::uint32_t worker) {
      return partitions_[worker].left() == least + (worker < with_one_more);
    };
    for (std::uint32_t worker = 1; worker < busy; ++worker) {
      if (!is_late(worker)) continue;
      const auto now = std::chrono::steady_clock::now();
      if (now < next_move_) return;
      next_move_ = now + std::chrono::milliseconds(1);
      for (; worker < busy; ++worker)
        if (is_late(worker)) move_from(this_processor(), threads_[worker].load(std::memory_order_relaxed));
    }
  }

  /// Runs tasks of all partitions but `worker`'s own.
  std::uint32_t steal(std::size_t worker) {
    std::uint32_t taken = 0;
    for (std::size_t next = worker + 1; next < partitions_.size(); ++next) taken += partitions_[next].take_all(worker);
    for (std::size_t next = 0; next < worker; ++next) taken += partitions_[next].take_all(worker);
    return taken;
  }

  void work(std::size_t worker) {
    threads_[worker].store(this_thread(), std::memory_order_relaxed);
    auto& region = partitions_[worker].region();
    std::uint32_t seen = 0;
    const auto moved = [&] { return region.load(std::memory_order_acquire) != seen; };
    for (;;) {
      if (!spin_until(moved)) {
        asleep_[worker].exchange(1);
        region.wait(seen, std::memory_order_acquire);
        asleep_[worker].store(0, std::memory_order_relaxed);
      }
      seen = region.load(std::memory_order_acquire);
      if (stopping_.load(std::memory_order_acquire)) return;
      finish(partitions_[worker].take_all(worker));
      finish(steal(worker));
    }
  }

  /// Counts tasks that a worker has run. They are of one region, which does not end before.
  void finish(std::uint32_t tasks) {
    if (tasks == 0) return;
    finished_.fetch_add(tasks);
    finished_.notify_one();
  }

  /// After an offer. Reading the flag here and setting it there are ordered: either the flag is set, or the worker,
  /// which reads the region once more before it sleeps, finds the offer. The worker alone clears the flag, since it may
  /// already be set for a later sleep.
  void wake(std::size_t worker) {
    if (asleep_[worker].fetch_or(0) != 0) partitions_[worker].region().notify_one();
  }

  void stop() {
    stopping_.store(true);
    ++region_;
    for (std::size_t worker = 1; worker < partitions_.size(); ++worker) {
      partitions_[worker].offer(region_, 0, 0, {nullptr, nullptr});
      wake(worker);
    }
    for (auto& worker : workers_) worker.join();
  }

  std::vector<partition> partitions_;
  std::vector<std::atomic<std::uint8_t>> asleep_;  // not in the partitions: there, a read would wait for the cache line
  std::vector<std::atomic<int>> threads_;          // as the system numbers them; 0 until a worker has started
  std::atomic<bool> stopping_{false};
  alignas(64) std::uint32_t region_ = 0;                // the caller's, as the next line
  std::chrono::steady_clock::time_point next_move_{};   // until then no worker is moved
  alignas(64) std::atomic<std::uint32_t> finished_{0};  // tasks that workers ran, and not the caller

  std::vector<std::thread> workers_;
};

}  // namespace typeformer::kernels
