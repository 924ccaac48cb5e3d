#include <algorithm>

#include <typeformer/kernels/elementwise_program.hpp>

#include "central_differences.hpp"
#include "dual.hpp"
#include "helpers.hpp"
#include "program_cases.hpp"

namespace typeformer::kernels::testing {
namespace {

/// A result may be off by ε · (relative · |y| + absolute); one rounding is off by ε/2 · |y| at most.
struct bound {
  double relative, absolute = 0;
};
struct bounds_of {
  unary_function function;
  bound float_value, double_value, float_slope, double_slope;
};

// Measured on each instruction set and rounded up; exp and what follows it as exp_test.cpp has it. xsimd's erf is
// within 7.6e-15 in double. Where x² is large, its rounding weighs as much in e^−x²: there erf's slope is next to 0.
constexpr bounds_of all_bounds[] = {
    {unary_function::exp, {2.5}, {2}, {2.5}, {2}},       {unary_function::log, {1}, {1}, {0.5}, {0.5}},
    {unary_function::sqrt, {0.5}, {0.5}, {1}, {1}},      {unary_function::rsqrt, {1}, {1}, {1.5}, {1.5}},
    {unary_function::abs, {0}, {0}, {0}, {0}},           {unary_function::square, {0.5}, {0.5}, {0}, {0}},
    {unary_function::sin, {1.5}, {1.5}, {1.5}, {1.5}},   {unary_function::cos, {1.5}, {1.5}, {1.5}, {1.5}},
    {unary_function::erf, {1.5}, {35}, {0, 2}, {0, 1}},  {unary_function::softplus, {2}, {1.5}, {2.5}, {1.5}},
    {unary_function::elu, {3}, {1.5}, {2.5}, {2}},       {unary_function::negate, {0}, {0}, {0}, {0}},
    {unary_function::reciprocal, {0.5}, {0.5}, {1}, {1}}};

bool is_of_positive(unary_function f) {
  return f == unary_function::log || f == unary_function::sqrt || f == unary_function::rsqrt;
}

long double value(unary_function f, long double x) { return plain_unary_function(f, x); }
long double slope(unary_function f, long double x) {
  return derivative([=](dual t) { return plain_unary_function(f, t); }, x);
}

/// The function's domain, densely around 0, and each magnitude up to 1e12; 0 left out.
template <class T>
std::vector<T> arguments(unary_function f) {
  std::vector<T> x;
  for (int i = -60'000; i <= 60'000; ++i) {
    if (!is_next_checked()) continue;
    if (i != 0) x.push_back(static_cast<T>(i * 2.0003e-4));                   // [-12, 12]
    if (i != 0) x.push_back(static_cast<T>(i * 0.199998));                    // [-12'000, 12'000]
    x.push_back(static_cast<T>(std::pow(10, i / 5000.) * (i % 2 ? 1 : -1)));  // ±[1e-12, 1e12]
  }
  if (is_of_positive(f)) {
    for (T& each : x) each = std::fabs(each);
  }
  return x;
}

/// The largest error in what is allowed. Below the smallest normal number 0 is allowed too.
template <class T, class Reference>
double worst_error(unary_function f, const std::vector<T>& x, const std::vector<T>& y, bound allowed,
                   Reference reference) {
  double worst = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    long double expected = reference(f, x[i]);
    if (std::fabs(expected) > std::numeric_limits<T>::max()) expected = std::copysign(infinity<long double>, expected);
    const double steps = allowed.relative * static_cast<double>(std::fabs(expected)) + allowed.absolute;
    worst = std::max(worst, error_ratio(y[i], expected, epsilon<T> * steps + std::numeric_limits<T>::min()));
  }
  return worst;
}

}  // namespace

TEST_CASE("the list of unary functions has every one", "[unary_function]") {
  constexpr std::size_t count = all_unary_functions.size();
  for (std::size_t i = 0; i < count; ++i) CHECK(static_cast<std::size_t>(all_unary_functions[i]) == i);
  CHECK(std::isnan(plain_unary_function(static_cast<unary_function>(count), 1.)));
  REQUIRE(std::size(all_bounds) == count);
  for (std::size_t i = 0; i < count; ++i) CHECK(all_bounds[i].function == all_unary_functions[i]);
}

TEMPLATE_TEST_CASE("unary functions and their derivatives are within their bounds", "[unary_function]", float, double) {
  using T = TestType;
  constexpr bool is_float = sizeof(T) == 4;
  threads one(1);
  for (const bounds_of& of : all_bounds) {
    INFO("function " << int(of.function));
    const auto x = arguments<T>(of.function);
    for_each_instruction_set([&] {
      const auto y = evaluated(program_of(of.function), x, one);
      const auto slopes = evaluated(derivative_of(of.function), x, one);
      CHECK(worst_error(of.function, x, y, is_float ? of.float_value : of.double_value, value) <= 1);
      CHECK(worst_error(of.function, x, slopes, is_float ? of.float_slope : of.double_slope, slope) <= 1);
    });
  }
}

TEST_CASE("derivatives of unary functions are the slopes of the functions", "[unary_function]") {
  threads one(1);
  for (const unary_function f : all_unary_functions) {
    INFO("function " << int(f));
    auto x = random_values<double>(103, 1, 0, 2);
    for (double& each : x) {
      if (std::fabs(each) < 0.01) each = 0.5;
      if (is_of_positive(f)) each = std::fabs(each);
    }
    for_each_instruction_set([&] {
      const std::vector<double> ones(x.size(), 1);
      const auto loss = [&](const std::vector<double>& at) {
        return weighted_sum(ones, evaluated(program_of(f), at, one));
      };
      CHECK(count_apart(evaluated(derivative_of(f), x, one), central_differences(x, loss)) == 0);
    });
  }
}

TEMPLATE_TEST_CASE("unary functions have their limits at 0 and the infinities, and keep NaN", "[unary_function]", float,
                   double) {
  using T = TestType;
  threads one(1);
  constexpr T inf = infinity<T>, nan = not_a_number<T>;
  const std::vector<T> x = {-inf, -0.0, 0, inf, nan};
  struct limits {
    unary_function function;
    T values[4], slopes[4];
  };
  const T bell = static_cast<T>(1.12837916709551257390L);
  const limits all[] = {{unary_function::exp, {0, 1, 1, inf}, {0, 1, 1, inf}},
                        {unary_function::log, {nan, -inf, -inf, inf}, {-T(0), -inf, inf, 0}},
                        {unary_function::sqrt, {nan, -T(0), 0, inf}, {nan, -inf, inf, 0}},
                        {unary_function::rsqrt, {nan, -inf, inf, 0}, {nan, -inf, -inf, -T(0)}},
                        {unary_function::abs, {inf, 0, 0, inf}, {-1, 0, 0, 1}},
                        {unary_function::square, {inf, 0, 0, inf}, {-inf, -T(0), 0, inf}},
                        {unary_function::sin, {nan, -T(0), 0, nan}, {nan, 1, 1, nan}},
                        {unary_function::cos, {nan, 1, 1, nan}, {nan, 0, 0, nan}},
                        {unary_function::erf, {-1, 0, 0, 1}, {0, bell, bell, 0}},
                        {unary_function::softplus, {0, std::log(T(2)), std::log(T(2)), inf}, {0, 0.5, 0.5, 1}},
                        {unary_function::elu, {-1, -T(0), 0, inf}, {0, 1, 1, 1}},
                        {unary_function::negate, {inf, 0, -T(0), -inf}, {-1, -1, -1, -1}},
                        {unary_function::reciprocal, {-T(0), -inf, inf, 0}, {-T(0), -inf, -inf, -T(0)}}};
  for (const limits& of : all) {
    for_each_instruction_set([&] {
      const auto y = evaluated(program_of(of.function), x, one), slopes = evaluated(derivative_of(of.function), x, one);
      for (std::size_t i = 0; i < 4; ++i) {
        INFO("function " << int(of.function) << " of " << x[i] << ": " << y[i] << ", slope " << slopes[i]);
        CHECK(error_ratio(y[i], of.values[i], of.function == unary_function::softplus ? epsilon<T> : 0) <= 1);
        CHECK(error_ratio(slopes[i], of.slopes[i], 0) <= 1);
      }
      CHECK(std::isnan(y[4]));
      CHECK((std::isnan(slopes[4]) || of.function == unary_function::negate));
    });
  }
}

// Around the largest argument that vectors reduce, the largest there is, and what is next to multiples of π/2.
TEMPLATE_TEST_CASE("sin and cos are exact for large arguments and near their zeros", "[unary_function]", float,
                   double) {
  using T = TestType;
  threads one(1);
  std::vector<T> x = {std::numeric_limits<T>::max(), T(1e22), T(0x1.921FB4p+1F), T(0x1.921FB54442D18p+0)};
  for (const T far : {T(8192), T(0x1p20)}) {
    T above = far, below = far;
    for (int i = 0; i < 1000; ++i) {
      x.insert(x.end(), {above, below, -above, -below});
      above = std::nextafter(above, infinity<T>);
      below = std::nextafter(below, T(0));
    }
  }
  for (int i = 1; i < 600'000; i += i < 6000 ? 1 : 997) {
    if (!is_next_checked()) continue;
    const T zero = static_cast<T>(i * 1.57079632679489661923132169163975144L);
    x.insert(x.end(), {zero, std::nextafter(zero, T(0)), std::nextafter(zero, infinity<T>)});
  }
  for_each_instruction_set([&] {
    for (const unary_function f : {unary_function::sin, unary_function::cos}) {
      CHECK(worst_error(f, x, evaluated(program_of(f), x, one), {1.5}, value) <= 1);
    }
  });
}

TEMPLATE_TEST_CASE("log is exact around 1 and of subnormal numbers", "[unary_function]", float, double) {
  using T = TestType;
  threads one(1);
  std::vector<T> x = {std::numeric_limits<T>::denorm_min(), std::numeric_limits<T>::min(),
                      std::numeric_limits<T>::max()};
  for (T each = std::numeric_limits<T>::denorm_min(); each < std::numeric_limits<T>::min(); each *= T(1.7)) {
    x.push_back(each);
  }
  T above = 1, below = 1;
  for (int i = 0; i < 1000; ++i) {
    x.insert(x.end(), {above, below});
    above = std::nextafter(above, infinity<T>);
    below = std::nextafter(below, T(0));
  }
  for_each_instruction_set([&] {
    const auto y = evaluated(program_of(unary_function::log), x, one);
    CHECK(worst_error(unary_function::log, x, y, {1}, value) <= 1);
  });
}

}  // namespace typeformer::kernels::testing
