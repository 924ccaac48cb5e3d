#include <algorithm>

#include <typeformer/kernels/rows.hpp>

#include "helpers.hpp"

namespace typeformer::kernels::testing {
namespace {

/// Largest error of y, in what is allowed, against softmax taken plainly. The difference x − max is rounded, which
/// weighs as much in e^(x − max) as it is large; exp, the sum, its inverse and the product take some more ulp; what is
/// below the smallest normal number may be 0.
template <class T>
double softmax_error(std::size_t rows, std::size_t columns, const std::vector<T>& x, const std::vector<T>& y) {
  double worst = 0;
  for (std::size_t r = 0; r < rows; ++r) {
    const T* row = x.data() + r * columns;
    long double top = -infinity<T>, sum = 0;
    for (std::size_t c = 0; c < columns; ++c) top = std::max(top, static_cast<long double>(row[c]));
    for (std::size_t c = 0; c < columns; ++c) sum += std::exp(row[c] - top);
    for (std::size_t c = 0; c < columns; ++c) {
      const long double expected = std::exp(row[c] - top) / sum;
      const double steps = 8 + static_cast<double>(top - row[c]);
      const double allowed =
          expected > 0 ? steps * epsilon<T> * static_cast<double>(expected) + std::numeric_limits<T>::min() : 0;
      worst = std::max(worst, error_ratio(y[r * columns + c], expected, allowed));
    }
  }
  return worst;
}

template <class T>
std::int32_t plain_argmax(const T* x, std::size_t columns) {
  std::size_t best = columns;
  for (std::size_t c = 0; c < columns; ++c) {
    if (!std::isnan(x[c]) && (best == columns || x[c] > x[best])) best = c;
  }
  return best == columns ? 0 : static_cast<std::int32_t>(best);
}

/// As softmax_error. A sum of 1000 columns adds some 23 times on each way to the result, each within half an ulp of
/// the partial sum: 12 ε of the largest |z| that the mean is off, as is then each difference; after that, some
/// roundings of the result itself.
template <class T>
double layer_norm_error(const layer_norm_problem<T>& problem, const std::vector<T>& x) {
  double worst = 0;
  const std::size_t columns = problem.columns;
  for (std::size_t r = 0; r < problem.rows; ++r) {
    std::vector<long double> z(columns);
    long double mean = 0, variance = 0, largest = 0;
    for (std::size_t c = 0; c < columns; ++c) {
      z[c] = x[r * columns + c];
      if (problem.residual) z[c] += problem.residual[r * columns + c];
      largest = std::max(largest, std::fabs(z[c]));
      mean += z[c];
    }
    const auto size = static_cast<long double>(columns), added = static_cast<long double>(problem.epsilon);
    mean /= size;
    for (std::size_t c = 0; c < columns; ++c) variance += (z[c] - mean) * (z[c] - mean);
    variance /= size;
    const long double deviation =
        problem.placement == epsilon_placement::inside_root ? std::sqrt(variance + added) : std::sqrt(variance) + added;
    for (std::size_t c = 0; c < columns; ++c) {
      const long double gain = problem.gain ? problem.gain[c] : 1, bias = problem.bias ? problem.bias[c] : 0;
      const long double normal = (z[c] - mean) / deviation * gain, expected = normal + bias;
      const long double steps = 12 * largest / deviation * std::fabs(gain) + 12 * std::fabs(normal) + std::fabs(bias);
      worst =
          std::max(worst, error_ratio(problem.y[r * columns + c], expected, epsilon<T> * static_cast<double>(steps)));
    }
  }
  return worst;
}

}  // namespace

TEMPLATE_TEST_CASE("softmax is within its bound for any number of columns, in place too", "", float, double) {
  using T = TestType;
  threads one(1);
  for (const std::size_t columns : sizes()) {
    for (const double deviation : {1.0, 40.0}) {
      INFO("columns " << columns << ", deviation " << deviation);
      constexpr std::size_t rows = 3;
      auto x = random_values<T>(rows * columns, 1, 5, deviation);
      for (std::size_t i = 0; i < x.size(); i += 5) x[i] = i % 2 ? -infinity<T> : std::numeric_limits<T>::denorm_min();
      if (columns == 1) std::fill(x.begin(), x.end(), T(3));
      for_each_instruction_set([&] {
        std::vector<T> y(x.size()), in_place = x;
        softmax(rows, columns, x.data(), y.data(), one);
        softmax(rows, columns, in_place.data(), in_place.data(), one);
        CHECK(softmax_error(rows, columns, x, y) <= 1);
        CHECK(same(in_place, y));
      });
    }
  }
}

TEMPLATE_TEST_CASE("log Σ exp is within its bound for any number of columns", "", float, double) {
  using T = TestType;
  for (const std::size_t columns : {1, 2, 7, 64, 511, 512, 513, 5000}) {
    for (const double deviation : {0.1, 1.0, 40.0}) {
      INFO("columns " << columns << ", deviation " << deviation);
      auto x = random_values<T>(columns, 3, 5, deviation);
      if (columns > 2) x[1] = -infinity<T>;
      long double top = x[0], sum = 0;
      for (const T one : x) top = std::max<long double>(top, one);
      for (const T one : x) sum += std::exp(one - top);
      const long double expected = std::log(sum);
      for_each_instruction_set([&] {
        const auto found = log_sum_exp_of(columns, x.data());
        CHECK(found.largest == static_cast<double>(top));
        const auto allowed = std::ldexp(4., -52) * std::max(1., static_cast<double>(expected));
        CHECK(error_ratio(found.log_sum, expected, allowed) <= 1);
        CHECK(found.log_sum >= 0);
      });
    }
  }
}

TEMPLATE_TEST_CASE("log Σ exp of a row whose largest is not finite is NaN", "", float, double) {
  using T = TestType;
  for (const std::size_t columns : {1, 5, 17, 600})
    for (const T strange : {infinity<T>, not_a_number<T>, -infinity<T>})
      for (const std::size_t place : {std::size_t{0}, columns / 2, columns - 1}) {
        std::vector<T> x(columns, strange < 0 ? strange : T(1));
        x[place] = strange;
        for_each_instruction_set([&] { CHECK(std::isnan(log_sum_exp_of(columns, x.data()).log_sum)); });
      }
}

TEMPLATE_TEST_CASE("softmax of -∞ alone is zeros, of NaN or ∞ NaN, and rows do not touch each other", "", float,
                   double) {
  using T = TestType;
  threads one(1);
  for (const std::size_t columns : {1, 2, 5, 16, 17, 64, 71}) {
    INFO("columns " << columns);
    for (std::size_t place = 0; place < columns; ++place) {
      std::vector<T> x(6 * columns, T(2));
      const auto row = [&](std::size_t r) { return x.begin() + static_cast<std::ptrdiff_t>(r * columns); };
      std::fill(row(1), row(2), -infinity<T>);
      row(2)[static_cast<std::ptrdiff_t>(place)] = not_a_number<T>;
      std::fill(row(3), row(4), -infinity<T>);
      row(3)[static_cast<std::ptrdiff_t>(place)] = not_a_number<T>;
      row(4)[static_cast<std::ptrdiff_t>(place)] = infinity<T>;
      std::fill(row(5), x.end(), -infinity<T>);
      row(5)[static_cast<std::ptrdiff_t>(place)] = T(-1e30);
      for_each_instruction_set([&] {
        std::vector<T> y(x.size());
        softmax(6, columns, x.data(), y.data(), one);
        std::size_t wrong = 0;
        for (std::size_t c = 0; c < columns; ++c) {
          wrong += std::fabs(y[c] * static_cast<T>(columns) - 1) > 2 * epsilon<T>;
          wrong += y[columns + c] != 0;
          wrong += !std::isnan(y[2 * columns + c]);
          wrong += !std::isnan(y[3 * columns + c]);
          wrong += !std::isnan(y[4 * columns + c]) && (c == place || y[4 * columns + c] != 0);
          wrong += y[5 * columns + c] != (c == place ? 1 : 0);
        }
        CHECK(wrong == 0);
      });
    }
  }
}

TEMPLATE_TEST_CASE("softmax takes numbers of any size", "", float, double) {
  using T = TestType;
  threads one(1);
  const T largest = std::numeric_limits<T>::max();
  const std::vector<T> x = {largest, -largest, 0, largest};
  for_each_instruction_set([&] {
    std::vector<T> y(4);
    softmax(1, 4, x.data(), y.data(), one);
    CHECK(y == std::vector<T>{0.5, 0, 0, 0.5});
  });
}

TEMPLATE_TEST_CASE("argmax takes the first of equals, and NaN only where all are", "", float, double) {
  using T = TestType;
  threads one(1);
  for (const std::size_t columns : sizes()) {
    if (columns == 0) continue;
    INFO("columns " << columns);
    constexpr std::size_t rows = 10;
    auto x = random_values<T>(rows * columns, 1);
    const auto row = [&](std::size_t r) { return x.data() + r * columns; };
    for (std::size_t c = 0; c < columns; ++c) {
      row(1)[c] = std::round(row(1)[c]);
      row(2)[c] = 7;
      row(3)[c] = not_a_number<T>;
      row(4)[c] = -infinity<T>;
      row(5)[c] = c < columns / 2 ? not_a_number<T> : -infinity<T>;
      if (c % 3 == 0) row(6)[c] = not_a_number<T>;
      if (c % 5 == 4) row(7)[c] = infinity<T>;
      row(8)[c] = c % 2 ? T(0) : -T(0);
      row(9)[c] = c + 1 < columns ? not_a_number<T> : -infinity<T>;
    }
    std::vector<std::int32_t> expected(rows);
    for (std::size_t r = 0; r < rows; ++r) expected[r] = plain_argmax(row(r), columns);
    for_each_instruction_set([&] {
      std::vector<std::int32_t> index(rows, -1);
      argmax(rows, columns, x.data(), index.data(), one);
      CHECK(index == expected);
    });
  }
}

TEMPLATE_TEST_CASE("layer_norm is within its bound with and without each part", "", float, double) {
  using T = TestType;
  threads one(1);
  constexpr std::size_t rows = 2;
  for (const std::size_t columns : sizes()) {
    for (const double mean : {0.0, 1e4}) {
      const auto x = random_values<T>(rows * columns, 1, mean), residual = random_values<T>(rows * columns, 2);
      const auto gain = random_values<T>(columns, 3), bias = random_values<T>(columns, 4);
      for (int parts = 0; parts < 16; ++parts) {
        INFO("columns " << columns << ", mean " << mean << ", parts " << parts);
        for_each_instruction_set([&] {
          std::vector<T> y(x.size());
          layer_norm_problem<T> problem{.rows = rows, .columns = columns, .x = x.data(), .y = y.data()};
          problem.epsilon = T(1e-5);
          if (parts & 1) problem.residual = residual.data();
          if (parts & 2) problem.gain = gain.data();
          if (parts & 4) problem.bias = bias.data();
          if (parts & 8) problem.placement = epsilon_placement::outside_root;
          layer_norm(problem, one);
          CHECK(layer_norm_error(problem, x) <= 1);

          std::vector<T> in_place = x;
          auto other = problem;
          other.x = other.y = in_place.data();
          layer_norm(other, one);
          CHECK(same(in_place, y));
          if (parts & 1) {
            in_place = residual;
            other.x = x.data();
            other.residual = other.y = in_place.data();
            layer_norm(other, one);
            CHECK(same(in_place, y));
          }
        });
      }
    }
  }
}

// With a deviation of zero the two placements differ most: 1 / √ε against 1 / ε.
TEMPLATE_TEST_CASE("layer_norm adds epsilon where its placement puts it", "", float, double) {
  using T = TestType;
  threads one(1);
  const std::vector<T> x = {1 - T(0.125), 1 + T(0.125)};
  for_each_instruction_set([&] {
    std::vector<T> y(2);
    layer_norm_problem<T> problem{.rows = 1, .columns = 2, .x = x.data(), .epsilon = T(0.25), .y = y.data()};
    layer_norm(problem, one);
    CHECK(std::fabs(y[1] - 0.125 / std::sqrt(0.015625 + 0.25)) <= 2 * epsilon<T>);
    problem.placement = epsilon_placement::outside_root;
    layer_norm(problem, one);
    CHECK(std::fabs(y[1] - 0.125 / (0.125 + 0.25)) <= 2 * epsilon<T>);
    problem.epsilon = 0;
    layer_norm(problem, one);
    CHECK(y == std::vector<T>{-1, 1});
  });
}

TEMPLATE_TEST_CASE("layer_norm gives NaN for rows with NaN or ∞ and for constant ones without epsilon", "", float,
                   double) {
  using T = TestType;
  threads one(1);
  for (const std::size_t columns : {1, 4, 16, 37, 130}) {
    INFO("columns " << columns);
    auto x = random_values<T>(4 * columns, 1);
    std::fill(x.begin() + static_cast<std::ptrdiff_t>(3 * columns), x.end(), T(2));
    x[columns - 1] = not_a_number<T>;
    x[2 * columns - 1] = infinity<T>;
    x[2 * columns] = -infinity<T>;
    for_each_instruction_set([&] {
      std::vector<T> y(x.size());
      layer_norm<T>({.rows = 4, .columns = columns, .x = x.data(), .y = y.data()}, one);
      CHECK(std::all_of(y.begin(), y.end(), [](T v) { return std::isnan(v); }));
      // With epsilon, the constant row alone is 0.
      layer_norm<T>({.rows = 4, .columns = columns, .x = x.data(), .epsilon = T(1e-5), .y = y.data()}, one);
      const auto constant = y.begin() + static_cast<std::ptrdiff_t>(3 * columns);
      CHECK(std::all_of(y.begin(), constant, [](T v) { return std::isnan(v); }));
      CHECK(std::all_of(constant, y.end(), [](T v) { return v == 0; }));
    });
  }
}

TEMPLATE_TEST_CASE("row kernels give bitwise the same for any number of threads", "", float, double) {
  using T = TestType;
  constexpr std::size_t rows = 101, columns = 513;
  const auto x = random_values<T>(rows * columns, 1), gain = random_values<T>(columns, 2);
  for_each_instruction_set([&] {
    std::vector<T> first_softmax, first_norm;
    std::vector<std::int32_t> first_index;
    for (const std::size_t count : {1, 2, 3}) {
      threads threads(count);
      std::vector<T> weights(x.size()), norm(x.size());
      std::vector<std::int32_t> index(rows);
      softmax(rows, columns, x.data(), weights.data(), threads);
      argmax(rows, columns, x.data(), index.data(), threads);
      layer_norm<T>({.rows = rows, .columns = columns, .x = x.data(), .gain = gain.data(), .y = norm.data()}, threads);
      if (count == 1) {
        first_softmax = weights;
        first_norm = norm;
        first_index = index;
        CHECK(softmax_error(rows, columns, x, weights) <= 1);
      }
      CHECK(same(weights, first_softmax));
      CHECK(same(norm, first_norm));
      CHECK(index == first_index);
    }
  });
}

}  // namespace typeformer::kernels::testing
