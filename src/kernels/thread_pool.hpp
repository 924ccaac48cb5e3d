#pragma once
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include <typeformer/error.hpp>
#include <typeformer/kernels/executor.hpp>

#include "spin_until.hpp"

namespace typeformer::kernels {

/// The library's own threads. Whoever calls run() is worker 0, the others are started here.
///
/// A region is one call of run(). Its tasks fall into shares, one a worker, in their order: so a worker has the same
/// rows in one operation after another, and finds them in its own caches. Who has done its share helps with others.
///
/// All that a worker reads to begin stands in one line of its cache, where it waits: a line that another core has
/// written takes 0.1 µs to come, and 0.5 where the two have no cache in common.
class thread_pool final : public executor {
 public:
  explicit thread_pool(std::size_t count) : shares_(count), asleep_(count) {
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

  std::size_t concurrency() const override { return shares_.size(); }

  /// `tasks` below 2³².
  void run(std::size_t tasks, task_function task) override {
    const auto count = static_cast<std::uint32_t>(tasks), sharing = static_cast<std::uint32_t>(shares_.size());
    const std::uint32_t least = count / sharing, with_one_more = count % sharing;
    finished_.store(0, std::memory_order_relaxed);
    ++region_;
    // Workers whose share is empty are left alone.
    const std::uint32_t busy = std::min(count, sharing);
    for (std::uint32_t worker = busy; worker-- > 0;) {
      const std::uint32_t size = least + (worker < with_one_more);
      shares_[worker].offer(region_, worker * least + std::min(worker, with_one_more) + size, size, task);
      if (asleep_[worker].load(std::memory_order_relaxed) != 0) wake(worker);
    }
    const std::uint32_t own = shares_[0].take_all(0);
    // Who went to sleep while its share was on its way. To look here costs nothing: it has arrived.
    for (std::uint32_t worker = 1; worker < busy; ++worker) wake(worker);
    std::uint32_t others = count - own, done = 0;
    const auto all = [&] { return (done = finished_.load(std::memory_order_acquire)) == others; };
    if (all()) return;
    others -= help(0);
    if (spin_until(all)) return;
    while (!all()) finished_.wait(done, std::memory_order_acquire);
  }

 private:
  /// Some tasks of a region. `ticket` holds the region and how many are left; a thread takes one by lowering the ticket
  /// it has read. When that succeeds, that region still runs, and so what was read in between is that region's. So a
  /// worker that comes late does no harm, and nobody waits for it.
  class alignas(64) share {
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
    /// Two words, one at a time: what is read while they change is thrown away.
    using task_words = std::array<std::uintptr_t, 2>;
    std::array<std::atomic<std::uintptr_t>, 2> task_{};
    std::atomic<std::uint32_t> end_{0};
    std::atomic<std::uint32_t> region_{0};
  };

  /// Takes tasks of all shares but `worker`'s.
  std::uint32_t help(std::size_t worker) {
    std::uint32_t taken = 0;
    for (std::size_t next = worker + 1; next < shares_.size(); ++next) taken += shares_[next].take_all(worker);
    for (std::size_t next = 0; next < worker; ++next) taken += shares_[next].take_all(worker);
    return taken;
  }

  void work(std::size_t worker) {
    auto& region = shares_[worker].region();
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
      finish(shares_[worker].take_all(worker));
      finish(help(worker));
    }
  }

  /// Tasks that a worker has run are of one region, which does not end before they are counted here.
  void finish(std::uint32_t tasks) {
    if (tasks == 0) return;
    finished_.fetch_add(tasks);
    finished_.notify_one();
  }

  /// After an offer. This look at the flag and the worker's setting it have an order: either it is found set, or the
  /// worker, which then looks a last time, finds the offer. The flag is the worker's to clear: it may stand for a later
  /// sleep than the one that this is about.
  void wake(std::size_t worker) {
    if (asleep_[worker].fetch_or(0) != 0) shares_[worker].region().notify_one();
  }

  void stop() {
    stopping_.store(true);
    ++region_;
    for (std::size_t worker = 1; worker < shares_.size(); ++worker) {
      shares_[worker].offer(region_, 0, 0, {nullptr, nullptr});
      wake(worker);
    }
    for (auto& worker : workers_) worker.join();
  }

  std::vector<share> shares_;
  std::vector<std::atomic<std::uint8_t>> asleep_;  // not in their shares: there, a look would wait for the line
  std::atomic<bool> stopping_{false};
  alignas(64) std::uint32_t region_ = 0;                // the caller's
  alignas(64) std::atomic<std::uint32_t> finished_{0};  // tasks that workers ran, and not the caller

  std::vector<std::thread> workers_;
};

}  // namespace typeformer::kernels
