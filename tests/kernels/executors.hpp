#pragma once
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

#include <typeformer/kernels/executor.hpp>

/// What an embedding program may hand in, at its extremes.
namespace typeformer::testing {

/// All on the calling thread, from the last task to the first, as one worker after the other.
class backwards final : public kernels::executor {
 public:
  std::size_t regions = 0;

  std::size_t concurrency() const override { return 3; }
  void run(std::size_t tasks, task_function task) override {
    ++regions;
    for (std::size_t i = tasks; i-- > 0;) task(i, i % concurrency());
  }
};

/// On three threads that are started for each region; the one that calls only waits.
class started_anew final : public kernels::executor {
 public:
  std::size_t regions = 0;

  std::size_t concurrency() const override { return 3; }
  void run(std::size_t tasks, task_function task) override {
    ++regions;
    std::atomic<std::size_t> next{0};
    std::vector<std::jthread> all;
    for (std::size_t worker = 0; worker < concurrency(); ++worker)
      all.emplace_back([&, worker] {
        for (std::size_t i = next++; i < tasks; i = next++) task(i, worker);
      });
  }
};

}  // namespace typeformer::testing
