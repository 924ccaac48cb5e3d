#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <typeformer/error.hpp>
#include <typeformer/kernels/product.hpp>

#include "attention_form.hpp"
#include "executors.hpp"

namespace typeformer::kernels {
namespace {

using namespace testing;
using typeformer::testing::backwards;
using typeformer::testing::started_anew;

TEMPLATE_TEST_CASE("an executor runs every task once, and no other thread does", "[executor]", backwards,
                   started_anew) {
  TestType given;
  threads threads{given};
  CHECK(threads.count() == given.concurrency());
  for (const std::size_t tasks : {0, 1, 2, 3, 64, 1000}) {
    std::vector<int> runs(tasks);
    threads.for_each(tasks, [&](std::size_t task, void*) { ++runs[task]; });
    CHECK(runs == std::vector<int>(tasks, 1));
  }
  CHECK(given.regions == 4);  // a region without tasks or with one stays with its caller
}

/// A packed product and attention over it.
std::vector<float> computed(threads& threads) {
  constexpr std::size_t rows = 300, columns = 130, inner = 70;
  const auto x = random_values<float>(rows * inner, 1), w = random_values<float>(inner * columns, 2);
  std::vector<float> panels(w.size()), y(rows * columns), z(rows * 64);
  pack(w.data(), columns, 1, inner, columns, panels.data(), threads);
  product(product_problem<float>{.rows = rows,
                                 .columns = columns,
                                 .inner = inner,
                                 .x = x.data(),
                                 .x_stride = inner,
                                 .w = {panels.data()},
                                 .y = y.data(),
                                 .y_stride = columns},
          threads);
  const workspace<float> packed(attention_workspace(1, 2, rows, rows, 32, 32));
  const head_strides apart{0, 32, columns};
  attention(attention_problem<float>{.batch = 1,
                                     .heads = 2,
                                     .queries = rows,
                                     .keys = rows,
                                     .width = 32,
                                     .value_width = 32,
                                     .q = y.data(),
                                     .k = y.data() + 64,
                                     .v = y.data() + 66,
                                     .y = z.data(),
                                     .q_strides = apart,
                                     .k_strides = apart,
                                     .v_strides = apart,
                                     .y_strides = {0, 32, 64},
                                     .scale = 0.01F},
            packed.data(), threads);
  return z;
}

TEMPLATE_TEST_CASE("kernels give bitwise the same with an executor", "[executor]", backwards, started_anew) {
  threads alone;
  TestType given;
  threads threads{given};
  const auto expected = computed(alone);
  CHECK(std::ranges::none_of(expected, [](float x) { return std::isnan(x); }));
  CHECK(same(computed(threads), expected));
  CHECK(given.regions == 4);
}

TEST_CASE("kernels give bitwise the same to several callers that share a pool", "[threads]") {
  threads alone, threads(2);
  const auto expected = computed(alone);
  std::vector<float> found[3];
  {
    std::vector<std::jthread> callers;
    for (auto& mine : found) callers.emplace_back([&] { mine = computed(threads); });
  }
  for (const auto& mine : found) CHECK(same(mine, expected));
}

TEST_CASE("each worker thread of an executor has aligned scratch of its own, from the beginning", "[executor]") {
  backwards given;
  threads threads{given};
  void* scratch[6] = {};
  threads.for_each(6, [&](std::size_t task, void* mine) { scratch[task] = mine; });
  for (std::size_t task = 0; task < 3; ++task) {
    CHECK(reinterpret_cast<std::uintptr_t>(scratch[task]) % 64 == 0);
    CHECK(scratch[task] == scratch[task + 3]);
    for (std::size_t other = 0; other < task; ++other) {
      const auto apart = static_cast<std::byte*>(scratch[task]) - static_cast<std::byte*>(scratch[other]);
      CHECK(static_cast<std::size_t>(std::abs(apart)) >= threads::scratch_bytes);
    }
  }
}

/// Calls a function between two tasks, as a thread that waits in a pool shared with others does.
class interrupted final : public executor {
 public:
  std::function<void()> between;

  std::size_t concurrency() const override { return 1; }
  void run(std::size_t tasks, task_function task) override {
    for (std::size_t i = 0; i < tasks; ++i) {
      if (const auto work = std::exchange(between, nullptr)) work();
      task(i, 0);
    }
  }
};

TEST_CASE("a thread that waits in an executor may come back with other work", "[executor]") {
  interrupted given;
  threads threads{given};
  std::string order;
  void *outer = nullptr, *inner = nullptr;
  given.between = [&] {
    threads.for_each(2, [&](std::size_t task, void* scratch) {
      order += "ab"[task];
      inner = scratch;
    });
  };
  threads.for_each(2, [&](std::size_t task, void* scratch) {
    order += "AB"[task];
    outer = scratch;
  });
  CHECK(order == "abAB");
  CHECK(inner != outer);
}

TEST_CASE("an executor's exception is the caller's, and the next region runs", "[executor]") {
  interrupted given;
  threads threads{given};
  given.between = [] { throw std::runtime_error("no threads today"); };
  int runs = 0;
  const auto count = [&](std::size_t, void*) { ++runs; };
  CHECK_THROWS_AS(threads.for_each(2, count), std::runtime_error);
  CHECK(runs == 0);
  threads.for_each(2, count);
  CHECK(runs == 2);
}

TEST_CASE("an executor without threads is an error", "[executor]") {
  struct none final : executor {
    std::size_t concurrency() const override { return 0; }
    void run(std::size_t, task_function) override {}
  } given;
  CHECK_THROWS_WITH(threads{given}, "threads(executor): its concurrency is 0, but must be at least 1");
}

TEST_CASE("an executor with more threads than there is memory for is an error", "[executor]") {
  struct many final : executor {
    std::size_t concurrency() const override { return count; }
    void run(std::size_t, task_function) override {}
    std::size_t count;
  } given;
  for (const std::size_t count : {std::size_t{1} << 45, std::numeric_limits<std::size_t>::max()}) {
    given.count = count;
    CHECK_THROWS_WITH(threads{given}, "threads: the scratch memory of " + std::to_string(count) +
                                          " threads, 393216 bytes each, cannot be allocated");
  }
}

}  // namespace
}  // namespace typeformer::kernels
