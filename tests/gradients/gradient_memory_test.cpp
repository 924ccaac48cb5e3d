#include <algorithm>

#include <typeformer/error.hpp>
#include <typeformer/readings/gradient_memory.hpp>
#include <typeformer/readings/recorded_ranges.hpp>

#include "../catch.hpp"

namespace typeformer::testing {
namespace {

using ends = std::pair<std::size_t, std::size_t>;

bool are_zeros(const float* x, std::size_t count) {
  return std::all_of(x, x + count, [](float v) { return v == 0; });
}

}  // namespace

TEST_CASE("gradient memory: a range has its own zeros until it is released") {
  kernels::threads threads{1};
  gradient_memory<float> memory{400};
  CHECK(memory.find(100, 101) == nullptr);
  memory.add(100, 150, threads);
  memory.add(10, 30, threads);
  float* const upper = memory.find(100, 150);
  float* const lower = memory.find(10, 30);
  REQUIRE(upper != nullptr);
  REQUIRE(lower != nullptr);
  CHECK(are_zeros(upper, 50));
  std::fill_n(upper, 50, 1.0f);
  CHECK(are_zeros(lower, 20));
  CHECK(memory.find(120, 130) == upper + 20);  // a part
  CHECK(memory.find(120, 151) == nullptr);     // beyond it
  CHECK(memory.find(99, 120) == nullptr);
  memory.release(120);  // where no block begins
  CHECK(memory.find(100, 150) == upper);
  memory.release(100);
  CHECK(memory.find(100, 150) == nullptr);
  CHECK(memory.find(10, 30) == lower);
}

TEST_CASE("gradient memory: what was released is used again, and is zeros again") {
  kernels::threads threads{1};
  gradient_memory<float> memory{400};
  memory.add(0, 60, threads);
  memory.add(200, 300, threads);
  float* const first = memory.find(200, 300);
  std::fill_n(first, 100, 1.0f);
  memory.release(200);
  memory.add(100, 180, threads);
  CHECK(memory.find(100, 180) == first);
  CHECK(are_zeros(first, 80));
  CHECK(memory.highest() == 164);  // 60 numbers, up to a multiple of a cache line, and 100
  memory.release_from(100);
  CHECK(memory.find(100, 180) == nullptr);
  CHECK(memory.find(0, 60) != nullptr);
}

TEST_CASE("gradient memory: blocks that overlap are refused") {
  kernels::threads threads{1};
  gradient_memory<float> memory{400};
  memory.add(100, 150, threads);
  const auto refused = "recording: the gradient of a part of what is used together was asked for alone";
  CHECK_THROWS_WITH(memory.add(90, 101, threads), refused);
  CHECK_THROWS_WITH(memory.add(149, 160, threads), refused);
  CHECK_THROWS_WITH(memory.add(50, 200, threads), refused);
  CHECK_NOTHROW(memory.add(150, 160, threads));
  CHECK_NOTHROW(memory.add(90, 100, threads));
}

TEST_CASE("gradient memory: no block is of numbers beyond those that there is room for") {
  kernels::threads threads{1};
  gradient_memory<float> memory{100};
  memory.add(0, 60, threads);
  CHECK_THROWS_WITH(memory.add(64, 101, threads),
                    "recording: the gradient of number 100 was asked for, but there is room for 100 numbers");
  CHECK(memory.find(64, 101) == nullptr);
  CHECK_NOTHROW(memory.add(64, 100, threads));
}

TEST_CASE("gradient memory: where gaps are too small, there is room still") {
  kernels::threads threads{1};
  gradient_memory<float> memory{96};
  // From the lowest place on: 16 to 32, 48 to 64, 0 to 16, 32 to 48, 64 to 96.
  for (const std::size_t first : {16, 48, 0, 32}) memory.add(first, first + 16, threads);
  memory.add(64, 96, threads);
  CHECK(memory.highest() == 96);
  std::fill_n(memory.find(0, 16), 16, 1.0f);
  std::fill_n(memory.find(64, 96), 32, 2.0f);
  for (int time = 0; time < 2; ++time) {
    for (const std::size_t first : {16, 32, 48}) memory.release(first);
    memory.add(16, 64, threads);  // gaps of 32 and of 16
    float* const found = memory.find(16, 64);
    CHECK(are_zeros(found, 48));
    CHECK(memory.find(40, 64) == found + 24);
    std::fill_n(found, 48, 3.0f);
    CHECK(std::count(memory.find(0, 16), memory.find(0, 16) + 16, 1.0f) == 16);
    CHECK(std::count(memory.find(64, 96), memory.find(64, 96) + 32, 2.0f) == 32);
  }
  CHECK(memory.highest() == 96 + 64);
  memory.release(16);
  memory.add(16, 32, threads);
  CHECK(memory.find(16, 32) != nullptr);
  CHECK(memory.highest() == 96 + 64);
}

TEST_CASE("recorded ranges: a part belongs to its range, several to all of theirs") {
  recorded_ranges ranges;
  ranges.note(0, 10, true);
  ranges.note(16, 16, false);
  ranges.note(16, 40, false);
  ranges.note(48, 60, false);
  CHECK(ranges.around(3, 5) == ends{0, 10});
  CHECK(ranges.around(16, 40) == ends{16, 40});
  CHECK(ranges.around(20, 50) == ends{16, 60});
  CHECK(ranges.around(42, 44) == ends{42, 44});  // of none
  CHECK(ranges.around(70, 80) == ends{70, 80});
  CHECK(ranges.is_of_input(9));
  CHECK_FALSE(ranges.is_of_input(16));
}

TEST_CASE("recorded ranges: what is run again is noted in the midst of the others, and forgotten") {
  recorded_ranges ranges;
  ranges.note(0, 10, true);
  ranges.note(80, 90, false);
  const auto [begin, before] = ranges.go_to(16);
  ranges.note(16, 30, false);
  ranges.note(32, 40, false);
  CHECK(ranges.around(20, 21) == ends{16, 30});
  CHECK(ranges.around(33, 34) == ends{32, 40});
  CHECK(ranges.around(85, 86) == ends{80, 90});
  ranges.forget_from(begin);
  ranges.go_back_to(before);
  CHECK(ranges.around(20, 21) == ends{20, 21});
  CHECK(ranges.around(85, 86) == ends{80, 90});
  ranges.note(96, 99, false);
  CHECK(ranges.around(97, 98) == ends{96, 99});
}

}  // namespace typeformer::testing
