#pragma once
#include <cstddef>
#include <memory>
#include <type_traits>

#include <typeformer/kernels/executor.hpp>

namespace typeformer::kernels {

/// Threads that kernels share their work among: a small pool of its own, or an embedding program's executor. In a pool
/// the calling thread works too, so `threads(1)` starts none, and `threads(n)` starts n - 1, however many call. They
/// spin for some 30 µs after their last task and then sleep.
///
/// Any number of models and of calling threads may share one. Callers take turns, region by region (a region is a call
/// of for_each), so that no more threads compute than count(); who is to compute beside others takes threads of its
/// own. One that comes while a region runs may go before others that wait, but not before one that has waited for a
/// millisecond. A turn that nobody else wants costs some 10 ns.
///
/// Kernels cut their work by shape alone and never by the number of threads, so results are bitwise the same for any.
class threads {
 public:
  /// A pool. A `count` of 0 means what the environment variable TYPEFORMER_THREADS says, a number from 1 to 1024, or
  /// without it one for each processor that this process may run on.
  ///
  /// refuses  a count of 0 where TYPEFORMER_THREADS is anything else; more threads than the system starts
  explicit threads(std::size_t count = 1);
  /// Starts no thread: tasks go to `runs_tasks`, which outlives this. A region of one task is run by its caller.
  ///
  /// refuses  a concurrency of 0
  explicit threads(executor& runs_tasks);
  /// No region may be running.
  ~threads();
  threads(const threads&) = delete;
  threads& operator=(const threads&) = delete;

  /// How many tasks run at once: the pool's threads and the caller, or the executor's concurrency.
  std::size_t count() const noexcept { return count_; }

  /// What one worker may use while it runs a task: 64-byte aligned, there since construction, without contents.
  static constexpr std::size_t scratch_bytes = 384 << 10;

  /// Calls f(task, scratch) for every task in [0, tasks), in any order, and returns when all are done.
  /// Allocates nothing. A task must not throw: that ends the program.
  ///
  /// A task may call for_each itself. Where that would wait for the task's own region, which waits for the task, the
  /// inner tasks run one after the other, at once, in the scratch of the outer one, whose contents are lost to it.
  /// Tasks of other threads may be called, too, but not both ways by different callers: both could wait for ever.
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

}  // namespace typeformer::kernels
