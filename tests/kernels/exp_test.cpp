#include <algorithm>
#include <bit>
#include <cstdint>
#include <random>
#include <span>

#include "../../src/kernels/table.hpp"
#include "helpers.hpp"

// Those of softmax, attention and the losses too: they take them from the same templates, src/kernels/simd_math.hpp.
namespace typeformer::kernels::testing {
namespace {

// The polynomial alone is within 0.8 ulp; its last steps, and those that reduce the argument, round some more. Measured
// over every float: 2.02 ulp with AVX2 and AVX-512, and 2.31 with SSE2, where fma rounds twice; of e^x for x ≤ 0 alone
// 2.01 and 2.30, of powers of 2 2.04 and 2.30.
constexpr double float_bound = 2.5;
constexpr double double_bound = 2;

template <class T>
using function = void (*)(std::size_t, const T*, T*);

template <class T>
std::vector<T> results_of(function<T> kernel, const std::vector<T>& x) {
  std::vector<T> y(x.size());
  kernel(x.size(), x.data(), y.data());
  return y;
}
template <class T>
std::vector<T> exp_of(const std::vector<T>& x) {
  return results_of(chosen_table<T>().elementwise.exp, x);
}
template <class T>
std::vector<T> exp_not_positive_of(const std::vector<T>& x) {
  return results_of(chosen_table<T>().elementwise.exp_not_positive, x);
}
template <class T>
std::vector<T> exp2_of(const std::vector<T>& x) {
  return results_of(chosen_table<T>().elementwise.exp2_not_positive, x);
}

/// 1 ulp, inverted, of the nearest number of the narrower type. That of floats is wanted 2.2e9 times: no call, no
/// division.
double inverse_ulp(double y) {
  constexpr std::uint64_t exponent = 0x7FF0'0000'0000'0000, of_inverse = 0x7FE0'0000'0000'0000;
  return std::bit_cast<double>(of_inverse - (std::bit_cast<std::uint64_t>(y) & exponent)) * 0x1p23;
}
long double inverse_ulp(long double y) { return std::ldexp(1.0L, 52 - std::ilogb(y)); }

/// In ulp of the exact result, where that is a normal number; elsewhere the result has to be 0 or ∞.
template <class T, class Wide>
double error_in_ulp(T found, Wide expected) {
  if (expected < std::numeric_limits<T>::min()) return found == 0 ? 0 : infinity<double>;
  if (expected > std::numeric_limits<T>::max()) return found == infinity<T> ? 0 : infinity<double>;
  const auto error = static_cast<double>(std::fabs(found - expected) * inverse_ulp(expected));
  return std::isnan(error) ? infinity<double> : error;
}

template <class T, class Wide>
double worst_in_ulp(std::span<const T> found, std::span<const Wide> expected) {
  double worst = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const double error = error_in_ulp(found[i], expected[i]);
    if (error > worst) worst = error;  // std::max() takes references: half as fast with little optimization
  }
  return worst;
}

/// Calls f(x, expected) for runs of every `step`th float from 0 to `end`, the `first`th to begin with, and power(x) of
/// each, a power of one basis.
///
/// The floats of one exponent are evenly spaced, so b^(start + i·spacing) = b^start · b^(i·spacing), and the second
/// factors serve all runs of the exponent: one call of power() for a thousand floats. Their product is within 5e-16 of
/// the truth, 1e-8 ulp of float.
template <class F>
void for_each_run(double (*power)(double), float end, std::uint32_t first, std::uint32_t step, F f) {
  constexpr std::uint32_t longest = 1024;
  std::vector<float> x(longest);
  std::vector<double> factors(longest), expected(longest);
  const std::uint32_t last = std::bit_cast<std::uint32_t>(end);
  std::uint32_t at = std::bit_cast<std::uint32_t>(std::copysign(0.F, end)) + first;
  while (at <= last) {
    const std::uint32_t border = std::min(((at >> 23) + 1) << 23, last + 1);
    const int exponent = std::max<int>(at >> 23 & 0xFF, 1) - 150;  // below the normal numbers as for the least of them
    const double spacing = std::copysign(std::ldexp(step, exponent), end);
    for (std::uint32_t i = 0; i < longest; ++i) factors[i] = power(i * spacing);
    while (at < border) {
      const std::uint32_t count = std::min((border - at + step - 1) / step, longest);
      const double start = power(std::bit_cast<float>(at));
      for (std::uint32_t i = 0; i < count; ++i) {
        x[i] = std::bit_cast<float>(at + i * step);
        expected[i] = start * factors[i];
      }
      f(std::span(x).first(count), std::span(expected).first(count));
      at += count * step;
    }
  }
}

/// The largest error over every `step`th float between 0 and `end`.
double worst_of_floats(function<float> kernel, double (*power)(double), float end, std::uint32_t first,
                       std::uint32_t step) {
  double worst = 0;
  std::vector<float> y;
  for_each_run(power, end, first, step, [&](std::span<const float> x, std::span<const double> expected) {
    y.assign(x.size(), not_a_number<float>);
    kernel(x.size(), x.data(), y.data());
    worst = std::max(worst, worst_in_ulp<float, double>(y, expected));
  });
  return worst;
}
/// Between -104 and 89; e^x is 0 below and ∞ above.
double worst_of_exp(std::uint32_t first, std::uint32_t step) {
  const auto of = [=](float end) {
    return worst_of_floats(
        chosen_table<float>().elementwise.exp, [](double x) { return std::exp(x); }, end, first, step);
  };
  return std::max(of(-104), of(89));
}
/// Between the smallest normal number's logarithm and 0; below, results are no normal numbers.
double worst_of_exp_not_positive(std::uint32_t first, std::uint32_t step) {
  return worst_of_floats(
      chosen_table<float>().elementwise.exp_not_positive, [](double x) { return std::exp(x); }, -0x1.5D589Ep+6F, first,
      step);
}
double worst_of_exp2(std::uint32_t first, std::uint32_t step) {
  return worst_of_floats(
      chosen_table<float>().elementwise.exp2_not_positive, [](double x) { return std::exp2(x); }, -126, first, step);
}

/// The `count` floats from x on, away from 0.
std::vector<float> floats_from(float x, std::uint32_t count) {
  std::vector<float> all(count);
  for (std::uint32_t i = 0; i < count; ++i) all[i] = std::bit_cast<float>(std::bit_cast<std::uint32_t>(x) + i);
  return all;
}

/// Its lowest bits, where the power's exponent is taken from, are not 0.
template <class T>
T negative_nan() {
  if constexpr (sizeof(T) == 4) {
    return std::bit_cast<T>(std::uint32_t(0xFFC0'0001));
  } else {
    return std::bit_cast<T>(std::uint64_t(0xFFF8'0000'0000'0001));
  }
}

}  // namespace

TEST_CASE("powers of every 97th float are within their bounds, other floats with each instruction set") {
  std::uint32_t first = 0;
  const auto step = 97 * static_cast<std::uint32_t>(checked_step());
  for_each_instruction_set([&] {
    CHECK(worst_of_exp(first, step) <= float_bound);
    CHECK(worst_of_exp_not_positive(first, step) <= float_bound);
    CHECK(worst_of_exp2(first++, step) <= float_bound);
  });
}

// 2.2e9 floats, some 4 s with each instruction set, and half as many: a test of its own.
TEST_CASE("powers of every float are within their bounds", "[.every_float]") {
  for_each_instruction_set([] {
    CHECK(worst_of_exp(0, 1) <= float_bound);
    CHECK(worst_of_exp_not_positive(0, 1) <= float_bound);
    CHECK(worst_of_exp2(0, 1) <= float_bound);
  });
}

TEST_CASE("exp of doubles is within its bound") {
  std::mt19937_64 generator(1);
  std::uniform_real_distribution<double> distribution(-720, 720);
  std::vector<double> x(100'000);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = i % 2 ? distribution(generator) : distribution(generator) / 720;
  std::vector<long double> expected(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) expected[i] = std::exp(static_cast<long double>(x[i]));
  for_each_instruction_set([&] { CHECK(worst_in_ulp<double, long double>(exp_of(x), expected) <= double_bound); });

  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = -std::fabs(x[i]) * (708. / 720);
    expected[i] = std::exp(static_cast<long double>(x[i]));
  }
  for_each_instruction_set(
      [&] { CHECK(worst_in_ulp<double, long double>(exp_not_positive_of(x), expected) <= double_bound); });

  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] *= 1022. / 708;
    expected[i] = std::exp2(static_cast<long double>(x[i]));
  }
  for_each_instruction_set([&] { CHECK(worst_in_ulp<double, long double>(exp2_of(x), expected) <= double_bound); });
}

TEMPLATE_TEST_CASE("powers of 2 fall to zero below the normal numbers, at -infinity too; NaN stays", "", float,
                   double) {
  using T = TestType;
  constexpr T lowest = std::numeric_limits<T>::min_exponent - 1, smallest = std::numeric_limits<T>::min();
  const std::vector<T> x = {0,
                            -T(0),
                            -1,
                            lowest,
                            lowest - T(0.75),
                            lowest - 1,
                            lowest - 100,
                            -1e6,
                            -infinity<T>,
                            -std::numeric_limits<T>::max(),
                            negative_nan<T>()};
  const std::vector<T> expected = {1, 1, 0.5, smallest, 0, 0, 0, 0, 0, 0, not_a_number<T>};
  for_each_instruction_set([&] {
    CHECK(same(exp2_of(x), expected));
    const T between = exp2_of(std::vector<T>{lowest - T(0.25)})[0];
    CHECK(between >= 0);
    CHECK(between < smallest);
  });
}

TEMPLATE_TEST_CASE("powers of e fall to zero below the normal numbers, at -infinity too; NaN stays", "", float,
                   double) {
  using T = TestType;
  constexpr auto log_2 = static_cast<T>(0.69314718055994530942);
  constexpr T smallest = std::numeric_limits<T>::min();
  constexpr T lowest = (std::numeric_limits<T>::min_exponent - 1) * log_2;
  const std::vector<T> x = {0,    -T(0),        lowest - T(0.75) * log_2,       lowest - 1,       lowest - 100,
                            -1e6, -infinity<T>, -std::numeric_limits<T>::max(), negative_nan<T>()};
  const std::vector<T> expected = {1, 1, 0, 0, 0, 0, 0, 0, not_a_number<T>};
  for_each_instruction_set([&] {
    CHECK(same(exp_not_positive_of(x), expected));
    const T between = exp_not_positive_of(std::vector<T>{lowest - T(0.25) * log_2})[0];
    CHECK(between >= 0);
    CHECK(between < smallest);
  });
}

TEST_CASE("exp rises to infinity and falls to zero, float by float") {
  const auto rising = floats_from(88.7F, 20'000), falling = floats_from(-87.3F, 20'000);
  for_each_instruction_set([&] {
    const auto high = exp_of(rising), low = exp_of(falling);
    CHECK(high.front() < infinity<float>);
    CHECK(high.back() == infinity<float>);
    CHECK(low.front() > 0);
    CHECK(low.back() == 0);
    // From one float to the next the result moves by 64 ulp, far more than its error.
    CHECK(std::is_sorted(high.begin(), high.end()));
    CHECK(std::is_sorted(low.rbegin(), low.rend()));
  });
}

TEMPLATE_TEST_CASE("exp at zero, the infinities, far outside and NaN", "", float, double) {
  using T = TestType;
  const T largest = std::numeric_limits<T>::max(), smallest = std::numeric_limits<T>::denorm_min();
  // Its lowest bits are where exp looks for the power of two.
  T payload;
  if constexpr (sizeof(T) == 4) {
    payload = std::bit_cast<T>(std::uint32_t(0x7FC0'0001));
  } else {
    payload = std::bit_cast<T>(std::uint64_t(0x7FF8'0000'0000'0001));
  }
  const std::vector<T> x = {0,       -T(0),    smallest, -smallest, infinity<T>, -infinity<T>,
                            largest, -largest, 1000,     -1000,     payload};
  const std::vector<T> expected = {1, 1, 1, 1, infinity<T>, 0, infinity<T>, 0, infinity<T>, 0, not_a_number<T>};
  for_each_instruction_set([&] { CHECK(same(exp_of(x), expected)); });
}

}  // namespace typeformer::kernels::testing
