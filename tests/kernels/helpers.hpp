#pragma once
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include <typeformer/kernels/instruction_set.hpp>
#include <typeformer/kernels/random.hpp>
#include <typeformer/kernels/threads.hpp>

#include "../catch.hpp"

/// What the tests of kernels share. References are plain loops in double, or in long double where T is double.
namespace typeformer::kernels::testing {

template <class T>
inline constexpr T infinity = std::numeric_limits<T>::infinity();
template <class T>
inline constexpr T not_a_number = std::numeric_limits<T>::quiet_NaN();
/// The step from 1 to the next number: one ulp of results in [1, 2).
template <class T>
inline constexpr double epsilon = std::numeric_limits<T>::epsilon();

/// What references to T are computed in. On Arm long double is computed by software: slow, the more so emulated.
template <class T>
using exact = std::conditional_t<std::is_same_v<T, float>, double, long double>;

/// Of hundreds of forms all are checked, or the share that the environment says, on an emulated processor, where one
/// takes a hundred times as long, and under sanitizers.
inline double checked_share() {
  static const char* const set = std::getenv("TYPEFORMER_TEST_SHARE");
  static const double share = set ? std::atof(set) : 1;
  return share;
}

/// From one of many thousand points to the next: 1, or 7 at a share of 3 %. It is odd, so that of points of two kinds
/// in turn both are checked.
inline int checked_step() { return static_cast<int>(std::ceil(std::sqrt(1 / checked_share()))) | 1; }

/// Whether to check the next form. By the golden ratio, so that of hundreds each size in nested lists is checked still.
inline bool is_next_checked() {
  static std::size_t count = 0;
  return std::fmod(0.6180339887498949 * static_cast<double>(count++), 1) < checked_share();
}

/// A sample<T> is made for a form, runs, and has worst(), its largest error as a part of what is allowed.
template <template <class> class Sample, class Form>
void check_samples(const Form& f) {
  INFO(f);
  const auto of_type = [&](auto zero) {
    Sample<decltype(zero)> s(f);
    s.run();
    CHECK(s.worst() <= 1);
  };
  of_type(0.F);
  of_type(0.);
}

/// Calls f() once with each instruction set this machine can run and that is chosen, and then takes back the one that
/// was in use.
template <class Chosen, class F>
void for_each_instruction_set(Chosen is_chosen, F f) {
  struct taken_back {  // also where a failed REQUIRE ends the test
    instruction_set before = chosen_instruction_set();
    ~taken_back() { choose_instruction_set(before); }
  } at_the_end;
  for (const instruction_set set : available_instruction_sets()) {
    if (!is_chosen(set)) continue;
    INFO("instruction set " << name_of(set));
    choose_instruction_set(set);
    f();
  }
}
/// Each that this machine can run and that has kernels of its own; and those too that add to another's what multiplies
/// quantized numbers.
template <class F>
void for_each_instruction_set(F f) {
  for_each_instruction_set([](instruction_set set) { return base_of(set) == set; }, f);
}
template <class F>
void for_each_quantized_instruction_set(F f) {
  for_each_instruction_set([](instruction_set) { return true; }, f);
}

/// Sizes around the widths of vectors, of panels and of several vectors at once.
inline std::vector<std::size_t> sizes() {
  std::vector<std::size_t> all;
  for (std::size_t size = 0; size <= 35; ++size) all.push_back(size);
  all.insert(all.end(), {63, 64, 65, 127, 128, 129, 257, 1000});
  return all;
}

/// The i-th number of a sequence, the same on every machine: the sum of four uniform ones, shifted and scaled to the
/// mean and deviation given. It is nearly normal, and within 3.47 deviations. The 18 bits of the sum times the scale
/// fill a double, so that sums of products round as any would.
///
/// Not std::normal_distribution: libstdc++ takes a logarithm in long double for each number, which, compiled by clang,
/// was 40 % of the time of the kernels' tests.
inline double random_number(std::uint64_t seed, std::uint64_t i, double mean = 0, double deviation = 1) {
  const std::uint64_t bits = counter_random(seed, i);
  const std::uint64_t sum = (bits & 0xffff) + (bits >> 16 & 0xffff) + (bits >> 32 & 0xffff) + (bits >> 48);
  constexpr double mean_of_sum = 2 * 65535, deviation_of_sum = 37837.2;  // √(4·(2³² − 1)/12)
  return mean + (static_cast<double>(sum) - mean_of_sum) * (deviation / deviation_of_sum);
}

/// `size` such numbers.
template <class T>
std::vector<T> random_values(std::size_t size, unsigned seed, double mean = 0, double deviation = 1) {
  std::vector<T> values(size);
  for (std::size_t i = 0; i < size; ++i) values[i] = static_cast<T>(random_number(seed, i, mean, deviation));
  return values;
}

/// The nearest number in bfloat16, ties to even; of no NaN.
inline float to_bf16(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  return std::bit_cast<float>((bits + 0x7fff + (bits >> 16 & 1)) & 0xffff'0000);
}

/// |found - expected| / allowed: at most 1 where it is right. NaN is expected as NaN, infinity as the same infinity.
inline double error_ratio(double found, long double expected, double allowed) {
  if (std::isnan(expected)) return std::isnan(found) ? 0 : infinity<double>;
  if (std::isnan(found)) return infinity<double>;
  if (found == expected) return 0;
  return static_cast<double>(std::fabs(found - expected)) / allowed;
}

/// Bitwise equality but for NaN, which equals NaN.
template <class T>
bool same(const std::vector<T>& a, const std::vector<T>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (std::isnan(a[i]) ? !std::isnan(b[i]) : a[i] != b[i] || std::signbit(a[i]) != std::signbit(b[i])) return false;
  }
  return true;
}

}  // namespace typeformer::kernels::testing
