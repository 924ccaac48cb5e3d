// The machine's limits, as rows: `fma MILLIONS` of operations in all threads together, `read MEBIBYTES` of memory that
// no cache holds. Compiled for the processor it runs on.
#include <memory>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <thread>

#include "worker.hpp"

namespace {

#if defined(__AVX512F__)
constexpr std::size_t vector_bytes = 64;
#elif defined(__AVX__)
constexpr std::size_t vector_bytes = 32;
#else
constexpr std::size_t vector_bytes = 16;
#endif
using vector [[gnu::vector_size(vector_bytes)]] = float;
constexpr std::size_t lanes = vector_bytes / sizeof(float);

/// Leaves a thread the processor number i of those the process may run on. Linux puts a new thread where its creator
/// runs, and would part the two only after some 4 ms; so the creator does it.
void keep_to_processor(pthread_t thread, std::size_t i) {
  static const cpu_set_t allowed = [] {
    cpu_set_t set;
    CPU_ZERO(&set);
    sched_getaffinity(0, sizeof set, &set);
    return set;
  }();
  for (int processor = 0; processor < CPU_SETSIZE; ++processor) {
    if (!CPU_ISSET(processor, &allowed) || i-- != 0) continue;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(processor, &one);
    pthread_setaffinity_np(thread, sizeof one, &one);
    return;
  }
}

/// f(i) in the thread i of `threads`. Rows are so large that starting threads, some 50 µs, is no part of them.
template <class F>
std::function<void(std::size_t)> repeated_on(std::size_t threads, F f) {
  return [=](std::size_t times) {
    const auto work = [=](std::size_t i) {
      for (std::size_t n = 0; n < times; ++n) {
        f(i);
        asm volatile("" ::: "memory");
      }
    };
    keep_to_processor(pthread_self(), 0);
    std::vector<std::thread> others;
    for (std::size_t i = 1; i < threads; ++i) {
      others.emplace_back(work, i);
      keep_to_processor(others.back().native_handle(), i);
    }
    work(0);
    for (auto& t : others) t.join();
  };
}

// Sums that do not wait for each other, as many as hide an operation's latency and leave registers.
constexpr std::size_t sums = 12;

float multiply_and_add(std::size_t steps) {
  volatile float shrink = 0.999f, lift = 0.001f;  // which the compiler cannot know
  const vector x = vector{} + shrink, y = vector{} + lift;
  vector sum[sums];
  for (auto& s : sum) s = vector{} + lift;
  for (std::size_t i = 0; i < steps; ++i) {
#pragma GCC unroll 12
    for (auto& s : sum) s = s * x + y;
  }
  float all = 0;
  for (const auto& s : sum) all += s[0];
  return all;
}

bench::prepared products(const bench::sizes& sizes, std::size_t threads) {
  const std::size_t steps = sizes.at(0) * 1'000'000 / (threads * sums * lanes * 2);
  return {repeated_on(threads,
                      [=](std::size_t) {
                        volatile float kept = multiply_and_add(steps);
                        static_cast<void>(kept);
                      }),
          [] { return std::vector<bench::check>{}; }};
}

float sum_of(const float* x, std::size_t size) {
  vector sum[sums]{};
  for (std::size_t i = 0; i + sums * lanes <= size; i += sums * lanes)
#pragma GCC unroll 12
    for (std::size_t j = 0; j < sums; ++j) sum[j] += *reinterpret_cast<const vector*>(x + i + j * lanes);
  float all = 0;
  for (const auto& s : sum) all += s[0];
  return all;
}

bench::prepared reading(const bench::sizes& sizes, std::size_t threads) {
  const std::size_t bytes = sizes.at(0) << 20, part = bytes / sizeof(float) / threads / lanes * lanes;
  constexpr std::size_t huge_page = 2 << 20;
  const std::shared_ptr<float> memory{static_cast<float*>(std::aligned_alloc(huge_page, bytes)), std::free};
  ::madvise(memory.get(), bytes, MADV_HUGEPAGE);
  std::fill_n(memory.get(), bytes / sizeof(float), 1.0f);
  return {repeated_on(threads,
                      [=](std::size_t i) {
                        volatile float kept = sum_of(memory.get() + i * part, part);
                        static_cast<void>(kept);
                      }),
          [] { return std::vector<bench::check>{}; }};
}

}  // namespace

int main(int argc, char** argv) { return bench::serve(argc, argv, {{"fma", products}, {"read", reading}}); }
