#pragma once
#include <cstddef>

#include <typeformer/requires_cxx20.hpp>

namespace typeformer::kernels::inline v0_1 {

/// Runs tasks on an embedding program's own threads, in place of the library's pool. The program derives from it, and
/// gives it to `threads`.
///
///   struct in_our_pool : tf::kernels::executor {
///     std::size_t concurrency() const override { return pool.size(); }
///     void run(std::size_t tasks, task_function task) override {
///       pool.parallel_for(tasks, [=](std::size_t i, std::size_t worker) { task(i, worker); });
///     }
///   };
///
/// What a derived class promises:
/// - concurrency() is at least 1 and never changes.
/// - run() calls task(i, worker) exactly once for each i in [0, tasks), in any order and on any threads, each with a
///   worker below concurrency() that no other task has at the same time; the worker chooses the scratch.
/// - run() returns when all these calls have returned. What the caller wrote before is visible to the tasks, and
///   what they wrote is visible to the caller, as it is with a thread that is started and joined.
/// - An exception leaves run() only when no task is running, nor will be; for_each rethrows it, and the region's
///   results are incomplete. Tasks themselves throw nothing.
/// - Where its own threads call the library too, run() must come to an end without them, since all of them may be
///   waiting for their turns: for instance, the thread that calls run() runs tasks itself.
///
/// For each `threads` that has the executor, one thread at a time calls run(). While it waits, the thread that calls it
/// may do other work of the program, even work that calls the library again.
class executor {
 public:
  virtual ~executor() = default;

  /// How many tasks may run at once; workers have the numbers below it. At least 1, and always the same.
  virtual std::size_t concurrency() const = 0;

  /// What run() calls. Valid until run() returns; copied freely.
  class task_function {
   public:
    /// A region's function: which task of which region, and whose scratch it may use.
    using call = void (*)(void* region, std::size_t task, std::size_t worker) noexcept;
    /// `threads` makes these; an executor only copies and calls them.
    task_function(call c, void* region) noexcept : call_{c}, region_{region} {}

    /// Runs one task in the scratch of `worker`, which no other task has at the same time.
    void operator()(std::size_t task, std::size_t worker) const noexcept { call_(region_, task, worker); }

   private:
    call call_;
    void* region_;
  };

  /// Calls task(i, worker) once for each i below `tasks`, and returns when all calls have. The promises are above.
  virtual void run(std::size_t tasks, task_function task) = 0;
};

}  // namespace typeformer::kernels::inline v0_1
