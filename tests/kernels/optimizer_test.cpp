#include <algorithm>

#include <typeformer/kernels/optimizer.hpp>

#include "helpers.hpp"

namespace typeformer::kernels::testing {
namespace {

template <class T>
struct adam_state {
  std::vector<T> moment, second_moment, weight;

  explicit adam_state(std::size_t size) : moment(size), second_moment(size), weight(random_values<T>(size, 1)) {}
};

/// 50 steps whose gradients differ, and whose rate does.
template <class F>
void for_each_step(double decay, F f) {
  for (std::size_t t = 1; t <= 50; ++t) {
    f(adam_step{.rate = 0.01 / std::sqrt(static_cast<double>(t)), .decay = decay, .gradient_scale = 0.5, .step = t});
  }
}

template <class T>
std::vector<T> gradient_of(std::size_t size, std::size_t step) {
  return random_values<T>(size, static_cast<unsigned>(100 + step));
}

}  // namespace

// Each step rounds a moment by 1.5 ε at most, and what was before fades: over 10 steps for the first moment, over 50
// for the second. The direction, of the size of 1, is off by the first's error and half the second's, and the rates sum
// up to 0.13; the weight itself is rounded 50 times, by half an ulp.
TEMPLATE_TEST_CASE("adam follows the formula for 50 steps, with and without decay", "", float, double) {
  using T = TestType;
  threads one(1);
  for (const std::size_t size : {0, 1, 7, 16, 37, 1009}) {
    for (const double decay : {0.0, 0.1}) {
      INFO("size " << size << ", decay " << decay);
      adam_state<double> expected(size);
      const auto start = random_values<T>(size, 1);
      std::copy(start.begin(), start.end(), expected.weight.begin());
      for_each_step(decay, [&](const adam_step& step) {
        const auto gradient = gradient_of<T>(size, step.step);
        for (std::size_t i = 0; i < size; ++i) {
          double &m = expected.moment[i], &v = expected.second_moment[i], &w = expected.weight[i];
          const double g = 0.5 * gradient[i];
          m = 0.9 * m + (1 - 0.9) * g;
          v = 0.98 * v + (1 - 0.98) * g * g;
          const double corrected = m / (1 - std::pow(0.9, step.step)), square = v / (1 - std::pow(0.98, step.step));
          w -= step.rate * (corrected / (std::sqrt(square) + 1e-9) + decay * w);
        }
      });
      for_each_instruction_set([&] {
        adam_state<T> found(size);
        for_each_step(decay, [&](const adam_step& step) {
          adam(step, size, gradient_of<T>(size, step.step).data(), found.moment.data(), found.second_moment.data(),
               found.weight.data(), one);
        });
        double worst = 0;
        for (std::size_t i = 0; i < size; ++i) {
          const double m = expected.moment[i], v = expected.second_moment[i], w = expected.weight[i];
          const double moved = epsilon<T> * (8 + 25 * std::fabs(w));
          worst = std::max({worst, error_ratio(found.moment[i], m, 15 * epsilon<T> * std::sqrt(v)),
                            error_ratio(found.second_moment[i], v, 75 * epsilon<T> * v),
                            error_ratio(found.weight[i], w, moved)});
        }
        CHECK(worst <= 1);
      });
    }
  }
}

// m = 0.1 g and v = 0.02 g², both corrected to g and g²: one step of the rate against the gradient's sign.
TEMPLATE_TEST_CASE("adam's first step is the rate, whatever the gradient's size", "", float, double) {
  using T = TestType;
  threads one(1);
  const std::vector<T> gradient = {T(1e-3), T(-1e4)};
  for_each_instruction_set([&] {
    std::vector<T> moment(2), second_moment(2), weight(2);
    adam({.rate = 0.125, .epsilon = 0}, 2, gradient.data(), moment.data(), second_moment.data(), weight.data(), one);
    CHECK(std::fabs(weight[0] + 0.125) <= epsilon<T>);
    CHECK(std::fabs(weight[1] - 0.125) <= epsilon<T>);
  });
}

TEMPLATE_TEST_CASE("adam keeps NaN and infinity to their own weights", "", float, double) {
  using T = TestType;
  threads one(1);
  const std::vector<T> gradient = {1, not_a_number<T>, 1, infinity<T>, 0};
  for_each_instruction_set([&] {
    std::vector<T> moment(5), second_moment(5), weight(5, T(1));
    adam({.rate = 0.1}, 5, gradient.data(), moment.data(), second_moment.data(), weight.data(), one);
    CHECK(std::isfinite(weight[0]));
    CHECK(std::isnan(weight[1]));
    CHECK(std::isfinite(weight[2]));
    CHECK(std::isnan(weight[3]));
    CHECK(weight[4] == 1);
  });
}

// Four accumulators of two doubles or more: a block of 16384 adds up to 2100 times on a way, each within half an ulp.
TEMPLATE_TEST_CASE("sum_of_squares is exact to rounding in double, for any size", "", float, double) {
  using T = TestType;
  auto all = sizes();
  all.insert(all.end(), {16'384, 100'003});
  for (const std::size_t size : all) {
    INFO("size " << size);
    const auto x = random_values<T>(size, 1, 1);
    long double expected = 0;
    for (const T value : x) expected += static_cast<long double>(value) * value;
    for_each_instruction_set([&] {
      threads one(1);
      const double found = sum_of_squares(size, x.data(), one);
      CHECK(error_ratio(found, expected, 1100 * epsilon<double> * static_cast<double>(expected)) <= 1);
      for (const std::size_t count : {2, 3}) {
        threads threads(count);
        CHECK(sum_of_squares(size, x.data(), threads) == found);
      }
    });
  }
}

TEST_CASE("sum_of_squares takes more blocks than it holds sums of at a time") {
  std::vector<float> x(5'000'011, 1.F);
  x[4'500'000] = 3;
  for_each_instruction_set([&] {
    for (const std::size_t count : {1, 2}) {
      threads threads(count);
      CHECK(sum_of_squares(x.size(), x.data(), threads) == 5'000'019);
    }
  });
}

TEST_CASE("sum_of_squares of floats neither overflows nor underflows, and keeps NaN and infinity") {
  threads one(1);
  for_each_instruction_set([&] {
    for (const std::size_t size : {1, 3, 16, 37}) {
      std::vector<float> x(size);
      for (const float value : {0x1p100F, 0x1p-100F, infinity<float>, not_a_number<float>}) {
        x.back() = value;
        const double expected = static_cast<double>(value) * value;
        CHECK(error_ratio(sum_of_squares(size, x.data(), one), expected, epsilon<double> * 0) == 0);
      }
    }
  });
}

// Each product and the sum are rounded, in one way or another: within an ulp of both summands.
TEMPLATE_TEST_CASE("update_average weighs the average against the new values", "", float, double) {
  using T = TestType;
  auto all = sizes();
  all.push_back(70'001);
  for (const std::size_t size : all) {
    INFO("size " << size);
    const auto x = random_values<T>(size, 1), before = random_values<T>(size, 2);
    for_each_instruction_set([&] {
      threads one(1);
      auto average = before;
      update_average(size, T(0.9), x.data(), average.data(), one);
      double worst = 0;
      for (std::size_t i = 0; i < size; ++i) {
        const long double kept = static_cast<long double>(T(0.9)) * before[i], added = (1.L - T(0.9)) * x[i];
        const double allowed = epsilon<T> * static_cast<double>(std::fabs(kept) + std::fabs(added));
        worst = std::max(worst, error_ratio(average[i], kept + added, allowed));
      }
      CHECK(worst <= 1);
      for (const std::size_t count : {2, 3}) {
        threads threads(count);
        auto other = before;
        update_average(size, T(0.9), x.data(), other.data(), threads);
        CHECK(same(other, average));
      }
    });
  }
}

TEMPLATE_TEST_CASE("adam is bitwise the same for any number of threads", "", float, double) {
  using T = TestType;
  constexpr std::size_t size = 100'003;
  const auto gradient = gradient_of<T>(size, 1);
  for_each_instruction_set([&] {
    adam_state<T> expected(size);
    for (const std::size_t count : {1, 2, 3}) {
      threads threads(count);
      adam_state<T> found(size);
      adam({.rate = 0.1, .decay = 0.01, .step = 3}, size, gradient.data(), found.moment.data(),
           found.second_moment.data(), found.weight.data(), threads);
      if (count == 1) expected = found;
      CHECK(same(found.moment, expected.moment));
      CHECK(same(found.second_moment, expected.second_moment));
      CHECK(same(found.weight, expected.weight));
    }
  });
}

}  // namespace typeformer::kernels::testing
