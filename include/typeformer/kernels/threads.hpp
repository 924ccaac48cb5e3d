#pragma once
#include <cstddef>
#include <memory>
#include <type_traits>

namespace typeformer::kernels {

/// A small pool of threads that kernels share their work among. The calling thread works too, so `threads(1)` starts
/// none. Workers spin for some 30 µs after their last task and then sleep. One caller at a time may use a pool: others
/// take a pool each, or wait.
///
/// Kernels cut their work by shape alone and never by the number of threads, so results are bitwise the same for any.
class threads {
 public:
  /// `count` of 0 means one for each processor.
  explicit threads(std::size_t count = 1);
  ~threads();
  threads(const threads&) = delete;
  threads& operator=(const threads&) = delete;

  std::size_t count() const noexcept { return count_; }

  /// What one worker may use while it runs a task: 64-byte aligned, there since construction, without contents.
  static constexpr std::size_t scratch_bytes = 256 << 10;

  /// Calls f(task, scratch) for every task in [0, tasks), in any order, and returns when all are done.
  /// Allocates nothing. A task must not throw.
  template <class F>
  void for_each(std::size_t tasks, F&& f) {
    run(
        tasks,
        [](void* g, std::size_t task, void* scratch) { (*static_cast<std::remove_reference_t<F>*>(g))(task, scratch); },
        const_cast<void*>(static_cast<const void*>(std::addressof(f))));
  }

 private:
  using task_function = void (*)(void* context, std::size_t task, void* scratch);
  void run(std::size_t tasks, task_function function, void* context);

  struct pool;
  std::size_t count_;
  std::unique_ptr<pool> pool_;
};

}  // namespace typeformer::kernels
