#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <thread>
#include <vector>

#include <typeformer/kernels/threads.hpp>

#include "../catch.hpp"

namespace typeformer::kernels {
namespace {

/// Calls f(caller) on so many threads at once.
template <class F>
void on_callers(std::size_t count, F f) {
  std::vector<std::jthread> callers;
  for (std::size_t caller = 0; caller < count; ++caller) callers.emplace_back([=] { f(caller); });
}

void raise_to(std::atomic<std::size_t>& most, std::size_t value) {
  for (std::size_t now = most; now < value && !most.compare_exchange_weak(now, value);) {
  }
}

TEST_CASE("callers that share threads each get their own results", "[threads]") {
  constexpr std::size_t callers = 4, regions = 2000;
  for (const std::size_t count : {1, 2, 3}) {
    threads threads(count);
    std::uint64_t sums[callers] = {};
    on_callers(callers, [&](std::size_t caller) {
      for (std::size_t region = 0; region < regions; ++region) {
        std::uint64_t parts[5] = {};
        threads.for_each(1 + region % 5, [&](std::size_t task, void* scratch) {
          auto& mine = *static_cast<std::uint64_t*>(scratch);
          mine = caller * regions + region;
          parts[task] = mine + task;
        });
        for (const std::uint64_t part : parts) sums[caller] += part;
      }
    });
    for (std::size_t caller = 0; caller < callers; ++caller) {
      std::uint64_t expected = 0;
      for (std::size_t region = 0; region < regions; ++region)
        for (std::size_t task = 0; task <= region % 5; ++task) expected += caller * regions + region + task;
      CHECK(sums[caller] == expected);
    }
  }
}

TEST_CASE("however many call, no more tasks run at once than there are threads", "[threads]") {
  for (const std::size_t count : {1, 2, 3}) {
    threads threads(count);
    std::atomic<std::size_t> running{0}, most{0};
    on_callers(5, [&](std::size_t) {
      for (int region = 0; region < 10; ++region)
        threads.for_each(6, [&](std::size_t, void*) {
          raise_to(most, ++running);
          std::this_thread::sleep_for(std::chrono::microseconds(100));
          --running;
        });
    });
    CHECK(most == count);
  }
}

#if defined(__linux__)
std::size_t threads_of_process() {
  const std::filesystem::directory_iterator all("/proc/self/task");
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}
/// The least of a while: a thread that somebody has joined is listed a little longer.
std::size_t lasting_threads_of_process() {
  std::size_t least = threads_of_process();
  for (int look = 0; look < 20; ++look) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    least = std::min(least, threads_of_process());
  }
  return least;
}

TEST_CASE("callers do not multiply threads", "[threads]") {
  constexpr std::size_t callers = 4, count = 3;
  const std::size_t before = lasting_threads_of_process();
  threads threads(count);
  CHECK(lasting_threads_of_process() == before + count - 1);
  std::atomic<std::size_t> most{0};
  on_callers(callers, [&](std::size_t) {
    for (int region = 0; region < 20; ++region) {
      threads.for_each(4, [](std::size_t, void*) {});
      raise_to(most, threads_of_process());
    }
  });
  CHECK(most <= before + count - 1 + callers);
}
#endif

TEST_CASE("a caller that waits is not overtaken again and again", "[threads]") {
  threads threads(1);
  const auto long_region = [&] {
    threads.for_each(1, [](std::size_t, void*) { std::this_thread::sleep_for(std::chrono::milliseconds(1)); });
  };
  std::atomic<int> overtaken{0};
  std::atomic<bool> waiting{false}, stop{false};
  std::jthread other([&] {
    while (!stop) {
      if (overtaken == 100) waiting.wait(true);  // the other would wait for ever
      long_region();
      if (waiting) ++overtaken;
    }
  });
  std::array<int, 21> counts{};
  for (int& count : counts) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    overtaken = 0;
    waiting = true;
    long_region();
    waiting = false;
    waiting.notify_all();
    count = overtaken;
  }
  stop = true;
  // Not the largest: on a busy processor either thread may sleep for long on its own.
  std::ranges::nth_element(counts, counts.begin() + counts.size() / 2);
  CHECK(counts[counts.size() / 2] <= 10);
}

TEST_CASE("a task may call for_each of its own threads: that runs there and at once", "[threads]") {
  for (const std::size_t count : {1, 2, 3}) {
    threads threads(count);
    std::atomic<int> runs{0}, elsewhere{0}, other_scratch{0};
    threads.for_each(6, [&](std::size_t, void* outer) {
      const auto here = std::this_thread::get_id();
      threads.for_each(5, [&](std::size_t, void* inner) {
        ++runs;
        if (std::this_thread::get_id() != here) ++elsewhere;
        if (inner != outer) ++other_scratch;
      });
    });
    CHECK(runs == 30);
    CHECK(elsewhere == 0);
    CHECK(other_scratch == 0);
  }
}

TEST_CASE("a task may come back to its own threads by way of others", "[threads]") {
  threads a(2), b(2);
  std::atomic<int> runs{0}, shared_scratch{0};
  for (int round = 0; round < 20; ++round)
    a.for_each(2, [&](std::size_t, void*) {
      std::atomic<int> arrived{0};
      void* scratch[2] = {};
      b.for_each(2, [&](std::size_t way, void*) {
        // Each waits for the other, so one of the two runs on the thread of b.
        ++arrived;
        while (arrived < 2) std::this_thread::yield();
        a.for_each(3, [&](std::size_t, void* mine) {
          scratch[way] = mine;
          ++runs;
        });
      });
      if (scratch[0] == scratch[1]) ++shared_scratch;
    });
  CHECK(runs == 20 * 2 * 2 * 3);
  CHECK(shared_scratch == 0);
}

TEST_CASE("after a region its caller waits for its turn as before", "[threads]") {
  threads a(2), b(2);
  std::atomic<int> running{0};
  std::atomic<bool> together{false};
  on_callers(2, [&](std::size_t) {
    for (int region = 0; region < 200; ++region) {
      b.for_each(2, [](std::size_t, void*) {});
      a.for_each(1, [&](std::size_t, void*) {
        if (++running > 1) together = true;
        std::this_thread::yield();
        --running;
      });
    }
  });
  CHECK(!together);
}

}  // namespace
}  // namespace typeformer::kernels
