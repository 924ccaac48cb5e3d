#include <algorithm>

#include <typeformer/kernels/elementwise.hpp>

#include "helpers.hpp"

namespace typeformer::kernels::testing {
namespace {

/// The limit of f at ±∞, where x is one of them.
template <class T>
T reference(activation function, T x) {
  const long double y = plain_activation<long double>(function, std::isinf(x) ? std::copysign(1e30L, x) : x);
  return std::isinf(x) && std::fabs(y) > 1e20L ? static_cast<T>(std::copysign(infinity<long double>, y))
                                               : static_cast<T>(y);
}

}  // namespace

TEST_CASE("the list of activations has every one") {
  for (std::size_t i = 0; i < all_activations.size(); ++i) CHECK(static_cast<std::size_t>(all_activations[i]) == i);
  // plain_activation() has a formula for each enumerator, and NaN for what is none.
  CHECK(std::isnan(plain_activation(static_cast<activation>(all_activations.size()), 1.)));
}

TEMPLATE_TEST_CASE("activations are within their bound", "", float, double) {
  using T = TestType;
  std::vector<T> x;
  for (int i = -60'000; i <= 60'000; i += checked_step()) {
    x.push_back(static_cast<T>(i * 2.0003e-4));                               // [-12, 12]
    x.push_back(static_cast<T>(std::pow(10, i / 5000.) * (i % 2 ? 1 : -1)));  // ±[1e-12, 1e12]
  }
  threads one(1);
  for (const activation function : all_activations) {
    // exp is within 2 ulp; a few roundings follow. xsimd's erf is within 7.5e-15.
    const double bound = sizeof(T) == 4 ? 4 * 0x1p-24 : function == activation::gelu_erf ? 2e-14 : 1e-15;
    std::vector<long double> expected(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) expected[i] = plain_activation<long double>(function, x[i]);
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
        const long double expected = plain_activation<long double>(function, x[i]);
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
  const std::vector<T> x = {-infinity<T>, -far, -1000, 0, 1000, far, infinity<T>, not_a_number<T>};
  for (const activation function : all_activations) {
    for_each_instruction_set([&] {
      std::vector<T> y(x.size());
      activate(x.size(), function, x.data(), y.data(), one);
      for (std::size_t i = 0; i < x.size(); ++i) {
        const T expected = reference(function, x[i]);
        INFO("activation " << int(function) << " of " << x[i] << " gives " << y[i] << ", expected " << expected);
        // Limits are exact. At 0 a function may have any value, which is rounded.
        CHECK(error_ratio(y[i], expected, x[i] == 0 ? epsilon<T> * static_cast<double>(std::fabs(expected)) : 0) <= 1);
      }
    });
  }
}

}  // namespace typeformer::kernels::testing
