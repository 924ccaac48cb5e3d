#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <new>
#include <thread>
#include <vector>

#include <typeformer/kernels/threads.hpp>

namespace typeformer::kernels {
namespace {

constexpr std::align_val_t scratch_alignment{64};

void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

/// Whether `done()` came true within about 30 µs. Waking a sleeping thread takes as long.
template <class F>
bool spin_until(F done) {
  using clock = std::chrono::steady_clock;
  if (done()) return true;
  const auto end = clock::now() + std::chrono::microseconds(30);
  do {
    for (int i = 0; i < 32; ++i) {
      if (done()) return true;
      pause();
    }
  } while (clock::now() < end);
  return false;
}

struct scratch_deleter {
  void operator()(void* p) const { ::operator delete(p, scratch_alignment); }
};

}  // namespace

/// A region is one call of for_each. `ticket` holds its number and how many tasks are left to take; a thread takes one
/// by lowering the ticket it has read. When that succeeds, the region of that ticket still runs, and so what was read
/// in between is that region's. So a worker that wakes late does no harm, and nobody waits for it.
struct threads::pool {
  static constexpr std::uint64_t region_step = std::uint64_t{1} << 32;

  alignas(64) std::atomic<std::uint64_t> ticket{0};
  std::atomic<std::uint32_t> tasks{0};
  std::atomic<task_function> function{nullptr};
  std::atomic<void*> context{nullptr};
  alignas(64) std::atomic<std::uint32_t> finished{0};
  alignas(64) std::atomic<std::uint32_t> region{0};  // what workers wait for
  std::atomic<bool> stopping{false};

  std::unique_ptr<void, scratch_deleter> scratch;
  std::vector<std::thread> workers;

  explicit pool(std::size_t count) : scratch(::operator new(count* scratch_bytes, scratch_alignment)) {
    workers.reserve(count - 1);
  }

  ~pool() {
    stopping.store(true);
    region.fetch_add(1);
    region.notify_all();
    for (auto& worker : workers) worker.join();
  }

  void start(std::size_t count) {
    for (std::size_t worker = 1; worker < count; ++worker) workers.emplace_back([this, worker] { work(worker); });
  }

  void* scratch_of(std::size_t worker) const { return static_cast<std::byte*>(scratch.get()) + worker * scratch_bytes; }

  /// Takes tasks while there are any.
  void help(std::size_t worker) {
    auto mine = ticket.load(std::memory_order_acquire);
    for (;;) {
      const auto left = static_cast<std::uint32_t>(mine);
      const auto count = tasks.load(std::memory_order_relaxed);
      const auto call = function.load(std::memory_order_relaxed);
      const auto with = context.load(std::memory_order_relaxed);
      if (left == 0) return;
      if (!ticket.compare_exchange_weak(mine, mine - 1, std::memory_order_acq_rel, std::memory_order_acquire)) continue;
      call(with, count - left, scratch_of(worker));
      if (finished.fetch_add(1) + 1 == count) finished.notify_one();
      mine = ticket.load(std::memory_order_acquire);
    }
  }

  void work(std::size_t worker) {
    std::uint32_t seen = 0;
    for (;;) {
      const auto moved = [&] { return region.load(std::memory_order_acquire) != seen; };
      if (!spin_until(moved)) region.wait(seen, std::memory_order_acquire);
      seen = region.load(std::memory_order_acquire);
      if (stopping.load(std::memory_order_acquire)) return;
      help(worker);
    }
  }

  void run(std::uint32_t count, task_function f, void* with) {
    finished.store(0, std::memory_order_relaxed);
    tasks.store(count, std::memory_order_relaxed);
    function.store(f, std::memory_order_relaxed);
    context.store(with, std::memory_order_relaxed);
    const auto next = (ticket.load(std::memory_order_relaxed) / region_step + 1) * region_step;
    ticket.store(next + count, std::memory_order_release);
    // Sequentially consistent: notify_all() looks for sleepers, and they look for this.
    region.fetch_add(1);
    region.notify_all();
    help(0);
    std::uint32_t done = 0;
    const auto all = [&] { return (done = finished.load(std::memory_order_acquire)) == count; };
    if (spin_until(all)) return;
    while (!all()) finished.wait(done, std::memory_order_acquire);
  }
};

threads::threads(std::size_t count)
    : count_(count ? count : std::max<std::size_t>(1, std::thread::hardware_concurrency())),
      pool_(std::make_unique<pool>(count_)) {
  pool_->start(count_);
}

threads::~threads() = default;

void threads::run(std::size_t tasks, task_function function, void* context) {
  if (count_ == 1 || tasks <= 1 || tasks > std::numeric_limits<std::uint32_t>::max()) {
    for (std::size_t task = 0; task < tasks; ++task) function(context, task, pool_->scratch_of(0));
  } else {
    pool_->run(static_cast<std::uint32_t>(tasks), function, context);
  }
}

}  // namespace typeformer::kernels
