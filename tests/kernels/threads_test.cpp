#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#if defined(__linux__)
#include <sched.h>
#endif

#include <typeformer/error.hpp>
#include <typeformer/kernels/threads.hpp>

#include "../../src/kernels/processors.hpp"
#include "../catch.hpp"
#include "helpers.hpp"

namespace typeformer::kernels {
namespace {

TEST_CASE("every task runs once, whatever their number", "[threads]") {
  for (const std::size_t count : {1, 2, 3, 7}) {
    threads threads(count);
    CHECK(threads.count() == count);
    for (const std::size_t tasks : {0, 1, 2, 3, 64, 1000}) {
      std::vector<int> runs(tasks);
      threads.for_each(tasks, [&](std::size_t task, void*) { ++runs[task]; });
      CHECK(runs == std::vector<int>(tasks, 1));
    }
  }
}

/// A worker that slept on through an offer would leave the pool's end waiting for ever.
TEST_CASE("threads wake, however late their caller is done with its own tasks", "[threads]") {
  using clock = std::chrono::steady_clock;
  const int pools = static_cast<int>(3000 * testing::checked_share());
  for (int pool = 0; pool < pools; ++pool) {
    threads threads(2);
    // About as long as a worker without tasks stays awake.
    const auto longer = std::chrono::microseconds(20 + pool % 60);
    for (int region = 0; region < 2; ++region)
      threads.for_each(2, [=](std::size_t task, void*) {
        const auto end = clock::now() + longer;
        while (task == 0 && clock::now() < end) {
        }
      });
  }
  SUCCEED();
}

/// As if the processors were too few for all threads.
TEST_CASE("a worker's tasks that it does not come to are stolen by others", "[threads]") {
  threads threads(3);
  for (int region = 0; region < 200; ++region) {
    std::atomic<int> others{0};
    // The thread that has the first task of the last partition keeps it until the other eight are done.
    threads.for_each(9, [&](std::size_t task, void*) {
      if (task == 6)
        while (others < 8) std::this_thread::yield();
      else
        ++others;
    });
    REQUIRE(others == 8);
  }
}

/// The environment variable while it lives: as given, or unset.
class environment {
 public:
  explicit environment(const char* count) : was_set_(std::getenv(variable) != nullptr) {
    if (was_set_) before_ = std::getenv(variable);
    set(count);
  }
  ~environment() { set(was_set_ ? before_.c_str() : nullptr); }
  environment(const environment&) = delete;
  environment& operator=(const environment&) = delete;

 private:
  static constexpr const char* variable = "TYPEFORMER_THREADS";
  static void set(const char* count) { count ? setenv(variable, count, 1) : unsetenv(variable); }

  bool was_set_;
  std::string before_;
};

TEST_CASE("0 threads means the environment variable's number", "[threads]") {
  for (const std::size_t count : {1, 2, 5}) {
    const environment says(std::to_string(count).c_str());
    CHECK(threads(0).count() == count);
    CHECK(threads(3).count() == 3);
  }
}

TEST_CASE("an environment variable that is not a number of threads is an error", "[threads]") {
  for (const std::string bad : {"", "0", "-1", "+2", " 2", "2 ", "1.5", "two", "1025", "99999999999999999999"}) {
    const environment says(bad.c_str());
    CHECK_THROWS_WITH(threads(0), "the environment variable TYPEFORMER_THREADS is \"" + bad +
                                      "\"; it must be a number from 1 to 1024");
    CHECK(threads(2).count() == 2);
  }
}

#if defined(__linux__)
TEST_CASE("0 threads without the variable means one for each processor that the process may run on", "[threads]") {
  const environment none(nullptr);
  cpu_set_t before;
  REQUIRE(sched_getaffinity(0, sizeof before, &before) == 0);
  CHECK(threads(0).count() == static_cast<std::size_t>(CPU_COUNT(&before)));
  std::size_t processor = 0;
  while (!CPU_ISSET(processor, &before)) ++processor;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(processor, &one);
  REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
  CHECK(threads(0).count() == 1);
  REQUIRE(sched_setaffinity(0, sizeof before, &before) == 0);
}

TEST_CASE("a thread is moved from a processor and may run on all afterwards", "[threads]") {
  std::atomic<int> thread{0}, processor{-1};
  std::atomic<bool> stop{false};
  std::thread runs([&] {
    thread = this_thread();
    while (!stop) processor = this_processor();
  });
  while (thread == 0 || processor < 0) std::this_thread::yield();
  cpu_set_t before, after;
  CHECK(sched_getaffinity(thread, sizeof before, &before) == 0);
  // Where other programs have the processors, the system may move it back before it is seen (12 of 100 attempts
  // were, in an emulator beside a second test), so that only time bounds the attempts.
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  int moves = 0;
  do {
    const int from = processor;
    move_from(from, thread);
    std::this_thread::sleep_for(std::chrono::microseconds(200));
    moves += processor != from;
  } while (CPU_COUNT(&before) > 1 && moves < 20 && std::chrono::steady_clock::now() < end);
  CHECK(sched_getaffinity(thread, sizeof after, &after) == 0);
  stop = true;
  runs.join();
  CHECK(CPU_EQUAL(&before, &after));
  if (CPU_COUNT(&before) > 1) CHECK(moves == 20);
}
#endif

TEST_CASE("what tasks write is visible when for_each returns, many times over", "[threads]") {
  threads threads(3);
  std::uint64_t sum = 0, expected = 0;
  for (std::size_t round = 0; round < 20000; ++round) {
    const std::size_t tasks = 2 + round % 5;
    std::uint64_t parts[6] = {};
    threads.for_each(tasks, [&](std::size_t task, void*) { parts[task] = round * 10 + task; });
    for (std::size_t task = 0; task < 6; ++task) {
      sum += parts[task];
      if (task < tasks) expected += round * 10 + task;
    }
  }
  CHECK(sum == expected);
}

TEST_CASE("threads that sleep wake up again", "[threads]") {
  threads threads(2);
  for (int round = 0; round < 5; ++round) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    // Each task waits for the other, so two threads must take them.
    std::atomic<int> arrived{0};
    threads.for_each(2, [&](std::size_t, void*) {
      ++arrived;
      while (arrived < 2) std::this_thread::yield();
    });
    CHECK(arrived == 2);
  }
}

TEST_CASE("for_each waits for a task that takes much longer than threads spin", "[threads]") {
  threads threads(2);
  const auto caller = std::this_thread::get_id();
  std::atomic<int> arrived{0}, done{0};
  threads.for_each(2, [&](std::size_t, void*) {
    ++arrived;
    while (arrived < 2) std::this_thread::yield();
    if (std::this_thread::get_id() != caller) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    ++done;
  });
  CHECK(done == 2);
}

TEST_CASE("each thread that runs tasks has aligned scratch of its own", "[threads]") {
  threads threads(3);
  void* scratch[3] = {};
  std::atomic<std::size_t> arrived{0};
  threads.for_each(3, [&](std::size_t task, void* mine) {
    scratch[task] = mine;
    for (std::size_t i = 0; i < threads::scratch_bytes; ++i)
      static_cast<unsigned char*>(mine)[i] = static_cast<unsigned char>(task);
    ++arrived;
    while (arrived < 3) std::this_thread::yield();
  });
  for (std::size_t task = 0; task < 3; ++task) {
    CHECK(reinterpret_cast<std::uintptr_t>(scratch[task]) % 64 == 0);
    const auto* bytes = static_cast<const unsigned char*>(scratch[task]);
    bool kept = true;
    for (std::size_t i = 0; i < threads::scratch_bytes; ++i) kept = kept && bytes[i] == task;
    CHECK(kept);
  }
}

TEST_CASE("a pool that was never used, or has just finished, is destroyed", "[threads]") {
  for (int round = 0; round < 50; ++round) {
    threads unused(3), used(3);
    used.for_each(9, [](std::size_t, void*) {});
  }
}

TEST_CASE("more threads than a pool can have are an error, not a lack of memory", "[threads]") {
  CHECK_THROWS_WITH(threads(100'000), "threads(100000): a pool has at most 1024 threads");
  CHECK_THROWS_WITH(threads(1025), "threads(1025): a pool has at most 1024 threads");
  CHECK_THROWS_AS(threads(std::numeric_limits<std::size_t>::max()), error);
}

}  // namespace
}  // namespace typeformer::kernels
