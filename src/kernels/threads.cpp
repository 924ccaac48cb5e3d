#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <string_view>

#include <typeformer/error.hpp>
#include <typeformer/kernels/threads.hpp>

#include "processors.hpp"
#include "thread_pool.hpp"
#include "turn_lock.hpp"

namespace typeformer::kernels::inline v0_1 {
namespace {

constexpr std::align_val_t scratch_alignment{64};

struct scratch_deleter {
  void operator()(void* p) const { ::operator delete(p, scratch_alignment); }
};

std::size_t default_count() {
  const char* const given = std::getenv("TYPEFORMER_THREADS");
  if (!given) return std::min(processors(), threads::max_count);
  constexpr std::size_t most = threads::max_count;
  const std::string_view text{given};
  const char* const end = text.data() + text.size();
  std::size_t count = 0;
  const auto [behind, problem] = std::from_chars(text.data(), end, count);
  if (problem == std::errc{} && behind == end && count >= 1 && count <= most) return count;
  throw error("the environment variable TYPEFORMER_THREADS is \"" + std::string(text) +
              "\"; it must be a number from 1 to " + std::to_string(most));
}

std::size_t checked_count(std::size_t count) {
  if (count == 0) return default_count();
  if (count <= threads::max_count) return count;
  throw error("threads(" + std::to_string(count) + "): a pool has at most " + std::to_string(threads::max_count) +
              " threads");
}

/// Scratch for `count` threads and `more`, one behind the other.
void* allocate_scratch(std::size_t count, std::size_t more) {
  constexpr std::size_t each = threads::scratch_bytes;
  constexpr std::size_t most = std::numeric_limits<std::ptrdiff_t>::max() / each;
  if (count <= most - more)
    if (void* const all = ::operator new((count + more) * each, scratch_alignment, std::nothrow)) return all;
  throw error("threads: the scratch memory of " + std::to_string(count) + " threads, " + std::to_string(each) +
              " bytes each, cannot be allocated");
}

std::size_t concurrency_of(const executor& given) {
  if (const std::size_t count = given.concurrency()) return count;
  throw error("threads(executor): its concurrency is 0, but must be at least 1");
}

/// The region that the running code is a part of, and the scratch that it may use. `outer` is the part that called
/// for_each. So a list of these has all regions that wait for the running code, whatever threads they are on.
struct part {
  const threads* region_of;
  void* scratch;
  const part* outer;
};

thread_local constinit const part* innermost = nullptr;

/// Makes `now` the innermost part while it lives.
class within {
 public:
  explicit within(const part& now) : before_{innermost} { innermost = &now; }
  ~within() { innermost = before_; }
  within(const within&) = delete;
  within& operator=(const within&) = delete;

 private:
  const part* before_;
};

}  // namespace

struct threads::state {
  /// A pool of `count`, or scratch for `count` worker threads of another's executor. There the caller has scratch of
  /// its own: it is no worker thread, and may call for_each again while it waits.
  state(std::size_t count, executor* given)
      : scratch{allocate_scratch(count, given != nullptr)}, of_caller{scratch_of(given ? count : 0)} {
    if (given) {
      runs_tasks = given;
    } else if (count > 1) {
      runs_tasks = &pool.emplace(count);
    }
  }

  void* scratch_of(std::size_t worker) const { return static_cast<std::byte*>(scratch.get()) + worker * scratch_bytes; }

  turn_lock turns;
  std::unique_ptr<void, scratch_deleter> scratch;
  void* of_caller;
  executor* runs_tasks = nullptr;  // null: the caller does
  std::optional<thread_pool> pool;
};

/// A call of for_each, as an executor's tasks see it: in one cache line.
struct alignas(64) threads::region {
  const threads* of;
  const part& caller;
  const state& on;
  task_function function;
  void* context;

  static void run_task(void* running, std::size_t task, std::size_t worker) noexcept {
    const auto& now = *static_cast<const region*>(running);
    const part mine{now.of, now.on.scratch_of(worker), &now.caller};
    const within here{mine};
    now.function(now.context, task, mine.scratch);
  }
};

threads::threads(std::size_t count) : count_{checked_count(count)}, state_{std::make_unique<state>(count_, nullptr)} {}

threads::threads(executor& runs_tasks)
    : count_{concurrency_of(runs_tasks)}, state_{std::make_unique<state>(count_, &runs_tasks)} {}

threads::~threads() = default;

void threads::run(std::size_t tasks, task_function function, void* context) {
  const auto alone = [&](void* scratch) {
    for (std::size_t task = 0; task < tasks; ++task) function(context, task, scratch);
  };
  for (const part* p = innermost; p; p = p->outer)
    if (p->region_of == this) return alone(innermost->scratch);

  const std::lock_guard turn{state_->turns};
  const part caller{this, state_->of_caller, innermost};
  const within here{caller};
  // A pool counts tasks in 32 bits.
  if (!state_->runs_tasks || tasks <= 1 || (state_->pool && tasks > std::numeric_limits<std::uint32_t>::max()))
    return alone(caller.scratch);

  region now{this, caller, *state_, function, context};
  state_->runs_tasks->run(tasks, {region::run_task, &now});
}

}  // namespace typeformer::kernels::inline v0_1
