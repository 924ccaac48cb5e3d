#include <algorithm>

#include <typeformer/kernels/elementwise.hpp>

#include "central_differences.hpp"
#include "dual.hpp"
#include "helpers.hpp"

namespace typeformer::kernels::testing {
namespace {

/// The derivative of the formula.
long double reference(activation function, long double x) {
  return derivative([=](dual t) { return plain_activation(function, t); }, x);
}

/// f′ at x as the kernel has it, added to 0.
template <class T>
std::vector<T> derivatives(activation function, const std::vector<T>& x, threads& threads) {
  const std::vector<T> dy(x.size(), T(1));
  std::vector<T> dx(x.size());
  add_activation_gradient(x.size(), function, x.data(), dy.data(), dx.data(), threads);
  return dx;
}

}  // namespace

// Float 5 · 2^-24 (NEON needs 4.6), of which e^-|x| has 2.5 ulp of at most 1/4, and x · slope and the
// argument's own rounding the rest; in double xsimd's erf has no more than 2e-14.
TEMPLATE_TEST_CASE("derivatives of activations are within their bounds", "", float, double) {
  using T = TestType;
  threads one(1);
  std::vector<T> x;
  for (int i = -60'000; i <= 60'000; i += checked_step()) x.push_back(T(i) / T(2048));
  for (const activation function : all_activations) {
    INFO("activation " << int(function));
    const double bound = sizeof(T) == 4 ? 5 * 0x1p-24 : function == activation::gelu_erf ? 2e-14 : 1e-15;
    std::vector<long double> expected(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) expected[i] = reference(function, x[i]);
    for_each_instruction_set([&] {
      const auto found = derivatives(function, x, one);
      double worst = 0;
      for (std::size_t i = 0; i < x.size(); ++i) {
        worst = std::max(worst, error_ratio(found[i], expected[i], bound));
      }
      CHECK(worst <= 1);
    });
  }
}

TEST_CASE("derivatives of activations are the slopes of the functions") {
  threads one(1);
  const auto x = random_values<double>(103, 1, 0, 3), dy = random_values<double>(103, 2);
  for (const activation function : all_activations) {
    INFO("activation " << int(function));
    for_each_instruction_set([&] {
      std::vector<double> dx(x.size());
      add_activation_gradient(x.size(), function, x.data(), dy.data(), dx.data(), one);
      const auto loss = [&](const std::vector<double>& at) {
        std::vector<double> y(at.size());
        activate(at.size(), function, at.data(), y.data(), one);
        return weighted_sum(dy, y);
      };
      CHECK(count_apart(dx, central_differences(x, loss)) == 0);
    });
  }
}

TEMPLATE_TEST_CASE("derivatives of activations take their limits at infinity, 0 for relu at 0, and keep NaN", "", float,
                   double) {
  using T = TestType;
  threads one(1);
  const T largest = std::numeric_limits<T>::max();
  const std::vector<T> x = {infinity<T>, largest, -largest, -infinity<T>, not_a_number<T>, 0, -T(0)};
  for (const activation function : all_activations) {
    INFO("activation " << int(function));
    const T left = static_cast<T>(reference(function, -1000)), right = static_cast<T>(reference(function, 1000));
    for_each_instruction_set([&] {
      const auto found = derivatives(function, x, one);
      CHECK(found[0] == right);
      CHECK(found[1] == right);
      CHECK(found[2] == left);
      CHECK(found[3] == left);
      CHECK((std::isnan(found[4]) || function == activation::none));
      CHECK(found[5] == static_cast<T>(reference(function, 0)));
      CHECK(found[6] == found[5]);
    });
  }
}

// The product is rounded once or twice, as the instruction set has it: within one ulp of the larger summand.
TEMPLATE_TEST_CASE("add_activation_gradient adds to what is there, for any size", "", float, double) {
  using T = TestType;
  threads one(1);
  for (const activation function : all_activations) {
    for (const std::size_t size : sizes()) {
      INFO("activation " << int(function) << ", size " << size);
      const auto x = random_values<T>(size, 1, 0, 3), dy = random_values<T>(size, 2),
                 before = random_values<T>(size, 3);
      for_each_instruction_set([&] {
        const auto slopes = derivatives(function, x, one);
        auto dx = before;
        dx.push_back(T(99));
        add_activation_gradient(size, function, x.data(), dy.data(), dx.data(), one);
        double worst = 0;
        for (std::size_t i = 0; i < size; ++i) {
          const long double added = static_cast<long double>(slopes[i]) * dy[i];
          const double allowed = epsilon<T> * static_cast<double>(std::fabs(added) + std::fabs(before[i]));
          worst = std::max(worst, error_ratio(dx[i], added + before[i], allowed));
        }
        CHECK(worst <= 1);
        CHECK(dx.back() == 99);
      });
    }
  }
}

TEMPLATE_TEST_CASE("add_activation_gradient is bitwise the same for any number of threads", "", float, double) {
  using T = TestType;
  const auto x = random_values<T>(100'003, 1, 0, 3);
  for_each_instruction_set([&] {
    for (const activation function : all_activations) {
      threads one(1);
      const auto expected = derivatives(function, x, one);
      for (const std::size_t count : {2, 3}) {
        threads threads(count);
        CHECK(same(derivatives(function, x, threads), expected));
      }
    }
  });
}

}  // namespace typeformer::kernels::testing
