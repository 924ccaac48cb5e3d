#include <algorithm>

#include <typeformer/kernels/elementwise.hpp>

#include "helpers.hpp"

namespace typeformer::kernels::testing {
namespace {

long double reference(activation function, long double x) {
  const auto sigmoid = [](long double t) { return 1 / (1 + std::exp(-t)); };
  switch (function) {
    case activation::none:
      return x;
    case activation::relu:
      return x > 0 || std::isnan(x) ? x : 0;
    case activation::gelu_erf:
      return x * std::erfc(-x * std::sqrt(0.5L)) / 2;
    case activation::gelu_tanh:
      return x * (1 + std::tanh(std::sqrt(2 / std::acos(-1.0L)) * (x + 0.044715L * x * x * x))) / 2;
    case activation::gelu_quick:
      return x * sigmoid(1.702L * x);
    case activation::swish:
      return x * sigmoid(x);
    case activation::sigmoid:
      return sigmoid(x);
    case activation::tanh:
      return std::tanh(x);
  }
  return 0;
}

constexpr activation functions[] = {activation::none,      activation::relu,       activation::gelu_erf,
                                    activation::gelu_tanh, activation::gelu_quick, activation::swish,
                                    activation::sigmoid,   activation::tanh};

}  // namespace

TEMPLATE_TEST_CASE("activations are within their bound", "", float, double) {
  using T = TestType;
  std::vector<T> x;
  for (int i = -60'000; i <= 60'000; ++i) {
    x.push_back(static_cast<T>(i * 2.0003e-4));                               // [-12, 12]
    x.push_back(static_cast<T>(std::pow(10, i / 5000.) * (i % 2 ? 1 : -1)));  // ±[1e-12, 1e12]
  }
  threads one(1);
  for (const activation function : functions) {
    // exp is within 2 ulp; a few roundings follow. xsimd's erf is within 7.5e-15.
    const double bound = sizeof(T) == 4 ? 4 * 0x1p-24 : function == activation::gelu_erf ? 2e-14 : 1e-15;
    std::vector<long double> expected(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) expected[i] = reference(function, x[i]);
    for_each_instruction_set([&] {
      std::vector<T> y(x.size());
      activate(x.size(), function, x.data(), y.data(), one);
      double worst = 0;
      for (std::size_t i = 0; i < x.size(); ++i) {
        const double size = std::max(1.0, static_cast<double>(std::fabs(expected[i])));
        worst = std::max(worst, error_ratio(y[i], expected[i], bound * size));
      }
      INFO("activation " << int(function));
      CHECK(worst <= 1);
    });
  }
}

TEMPLATE_TEST_CASE("tanh and sigmoid keep the digits of small results", "", float, double) {
  using T = TestType;
  threads one(1);
  std::vector<T> x, y(2000);
  for (int i = 0; i < 2000; ++i) x.push_back(static_cast<T>(-std::pow(10, -i / 80.) * 20));
  for_each_instruction_set([&] {
    for (const activation function : {activation::tanh, activation::sigmoid}) {
      activate(x.size(), function, x.data(), y.data(), one);
      double worst = 0;
      for (std::size_t i = 0; i < x.size(); ++i) {
        const long double expected = reference(function, x[i]);
        worst = std::max(worst, error_ratio(y[i], expected, 3 * epsilon<T> * static_cast<double>(std::fabs(expected))));
      }
      INFO("activation " << int(function));
      CHECK(worst <= 1);
    }
  });
}

TEMPLATE_TEST_CASE("activations have their limits at the infinities, and keep NaN", "", float, double) {
  using T = TestType;
  threads one(1);
  const T far = std::numeric_limits<T>::max() / 2;
  for (const activation function : functions) {
    const bool bounded = function == activation::sigmoid || function == activation::tanh;
    const T low = function == activation::none ? -infinity<T> : function == activation::tanh ? T(-1) : T(0);
    const T high = bounded ? T(1) : infinity<T>;
    const T low_far = function == activation::none ? -far : low;
    const T high_far = bounded ? T(1) : far;
    const std::vector<T> x = {-infinity<T>, -far, -1000, 0, 1000, far, infinity<T>, not_a_number<T>};
    const std::vector<T> expected = {low,
                                     low_far,
                                     function == activation::none ? T(-1000) : low,
                                     function == activation::sigmoid ? T(0.5) : T(0),
                                     bounded ? T(1) : T(1000),
                                     high_far,
                                     high,
                                     not_a_number<T>};
    for_each_instruction_set([&] {
      std::vector<T> y(x.size());
      activate(x.size(), function, x.data(), y.data(), one);
      for (std::size_t i = 0; i < x.size(); ++i) {
        INFO("activation " << int(function) << " of " << x[i] << " gives " << y[i]);
        CHECK((std::isnan(expected[i]) ? std::isnan(y[i]) : y[i] == expected[i]));
      }
    });
  }
}

}  // namespace typeformer::kernels::testing
