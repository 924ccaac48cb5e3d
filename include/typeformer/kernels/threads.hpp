#pragma once
#include <cstddef>
#include <memory>
#include <type_traits>

#include <typeformer/kernels/executor.hpp>

namespace typeformer::kernels::inline v0_1 {

/// The threads that run kernels: a small pool of its own, or an embedding program's executor. In a pool the calling
/// thread computes too, so `threads(1)` starts none, and `threads(n)` starts n - 1 worker threads, however many threads
/// call. These spin for some 30 µs after their last task and then sleep.
///
/// Any number of models and of calling threads may share one. Callers take turns, one parallel region (a call of
/// for_each) each, so that no more threads compute than count(). Models that are to compute at the same time have
/// `threads` of their own. A caller that comes while a region runs may go before others that wait, but not before one
/// that has waited for a millisecond. A turn that no other caller wants costs some 10 ns.
///
/// Kernels partition their work by shape alone and never by the number of threads, so results are bitwise the same for
/// any.
class threads {
 public:
  /// The most threads of a pool.
  static constexpr std::size_t max_count = 1024;

  /// A pool. A `count` of 0 means the environment variable TYPEFORMER_THREADS, a number from 1 to max_count, or without
  /// it one thread for each processor that this process may run on.
  ///
  /// throws  error: a count above max_count; a count of 0 where TYPEFORMER_THREADS is no such number; more threads than
  ///         the system starts, or than it has scratch memory for
  explicit threads(std::size_t count = 1);
  /// Starts no thread: tasks go to `runs_tasks`, which outlives this. A region of one task is run by its caller.
  ///
  /// throws  error: a concurrency of 0, or more than the system has scratch memory for
  explicit threads(executor& runs_tasks);
  /// No region may be running.
  ~threads();
  threads(const threads&) = delete;
  threads& operator=(const threads&) = delete;

  /// How many tasks run at once: the pool's threads and the caller, or the executor's concurrency.
  std::size_t count() const noexcept { return count_; }

  /// What one worker thread may use while it runs a task: 64-byte aligned, allocated by the constructor, uninitialized.
  static constexpr std::size_t scratch_bytes = 384 << 10;

  /// Calls f(task, scratch) for every task in [0, tasks), in any order, and returns when all are done.
  /// Allocates nothing. A task must not throw: that ends the program.
  ///
  /// A task may call for_each itself. Where that would wait for the task's own region, which waits for the task, the
  /// inner tasks run at once, one after the other, in the scratch of the outer task, and overwrite it. A task may call
  /// for_each of other `threads`, too. But two callers that do so both ways could wait for each other for ever.
  template <class F>
  void for_each(std::size_t tasks, F&& f) {
    run(
        tasks,
        [](void* g, std::size_t task, void* scratch) noexcept {
          (*static_cast<std::remove_reference_t<F>*>(g))(task, scratch);
        },
        const_cast<void*>(static_cast<const void*>(std::addressof(f))));
  }

 private:
  using task_function = void (*)(void* context, std::size_t task, void* scratch) noexcept;
  void run(std::size_t tasks, task_function function, void* context);

  struct state;
  struct region;
  std::size_t count_;
  std::unique_ptr<state> state_;
};

}  // namespace typeformer::kernels::inline v0_1
