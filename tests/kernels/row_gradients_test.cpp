// Long, because softmax and layer norm share their references and checks.
#include <algorithm>
#include <numeric>

#include <typeformer/kernels/rows.hpp>

#include "central_differences.hpp"
#include "helpers.hpp"

namespace typeformer::kernels::testing {
namespace {

/// A sum of 1000 columns adds some 130 times on its longest way, with two elements a vector, as does one over 131 rows
/// and their blocks. Each rounds by half an ulp at most, as often up as down: a third of that is allowed, and some for
/// what goes into the sum and what is made of it.
constexpr double sum_steps = 24;

/// What one layer_norm takes and what is added to its gradients.
template <class T>
struct norm_case {
  std::vector<T> x, residual, gain, bias, dy;
  layer_norm_problem<T> problem;

  /// parts: 1 residual, 2 gain and bias, 4 epsilon outside of the root.
  norm_case(std::size_t rows, std::size_t columns, int parts, T epsilon)
      : x(random_values<T>(rows * columns, 1)),
        residual(random_values<T>(rows * columns, 2)),
        gain(random_values<T>(columns, 3)),
        bias(random_values<T>(columns, 4)),
        dy(random_values<T>(rows * columns, 5)),
        problem{.rows = rows, .columns = columns, .x = x.data(), .epsilon = epsilon, .y = nullptr} {
    if (parts & 1) problem.residual = residual.data();
    if (parts & 2) {
      problem.gain = gain.data();
      problem.bias = bias.data();
    }
    if (parts & 4) problem.placement = epsilon_placement::outside_root;
  }
  norm_case(const norm_case&) = delete;
};

template <class T>
struct norm_gradients {
  std::vector<T> dx, dresidual, dgain, dbias;

  /// Not zeros, to see that they are added to.
  norm_gradients(std::size_t rows, std::size_t columns)
      : dx(random_values<T>(rows * columns, 6)),
        dresidual(random_values<T>(rows * columns, 7)),
        dgain(random_values<T>(columns, 8)),
        dbias(random_values<T>(columns, 9)) {}

  /// Of the four, those whose bit is in `kept`; null for the others.
  void add(const norm_case<T>& of, threads& threads, int kept = 15) {
    std::vector<T> workspace(layer_norm_gradient_workspace(of.problem.rows, of.problem.columns), not_a_number<T>);
    const auto given = [&](std::vector<T>& sums, int bit) { return kept & bit ? sums.data() : nullptr; };
    add_layer_norm_gradient(of.problem, of.dy.data(), given(dx, 1), given(dresidual, 2), given(dgain, 4),
                            given(dbias, 8), workspace.data(), threads);
  }
};

/// Largest error of `found` after one add() to a new one, in what is allowed, against the formulas taken plainly. The
/// mean, and so each n, is off by the steps times ε·max|z|, against the row's deviation.
template <class T>
double norm_error(const norm_case<T>& of, const norm_gradients<T>& found) {
  const auto& p = of.problem;
  const norm_gradients<T> before(p.rows, p.columns);
  const auto size = static_cast<long double>(p.columns);
  std::vector<long double> dgain(p.columns), dbias(p.columns), gain_allowed(p.columns), bias_allowed(p.columns);
  double worst = 0;
  for (std::size_t r = 0; r < p.rows; ++r) {
    std::vector<long double> z(p.columns), g(p.columns);
    long double mean = 0, variance = 0, largest = 0, mean_g = 0, mean_gn = 0, mean_abs_g = 0, mean_abs_gn = 0;
    for (std::size_t c = 0; c < p.columns; ++c) {
      z[c] = of.x[r * p.columns + c];
      if (p.residual) z[c] += of.residual[r * p.columns + c];
      g[c] = static_cast<long double>(of.dy[r * p.columns + c]) * (p.gain ? of.gain[c] : 1);
      largest = std::max(largest, std::fabs(z[c]));
      mean += z[c] / size;
      mean_g += g[c] / size;
      mean_abs_g += std::fabs(g[c]) / size;
    }
    for (std::size_t c = 0; c < p.columns; ++c) variance += (z[c] - mean) * (z[c] - mean) / size;
    const long double added = static_cast<long double>(p.epsilon), deviation = std::sqrt(variance);
    const bool inside = p.placement == epsilon_placement::inside_root;
    const long double s = inside ? std::sqrt(variance + added) : deviation + added;
    const long double ratio = inside ? 1 : deviation == 0 ? 0 : s / deviation;
    const long double condition = 1 + (deviation == 0 ? 0 : largest / deviation);
    for (std::size_t c = 0; c < p.columns; ++c) {
      mean_gn += g[c] * (z[c] - mean) / s / size;
      mean_abs_gn += std::fabs(g[c] * (z[c] - mean) / s) / size;
    }
    for (std::size_t c = 0; c < p.columns; ++c) {
      const std::size_t i = r * p.columns + c;
      const long double n = (z[c] - mean) / s, dz = (g[c] - mean_g - n * mean_gn * ratio) / s;
      const long double terms = (std::fabs(g[c]) + mean_abs_g + (std::fabs(n) + 1) * mean_abs_gn * ratio) / s;
      const auto check = [&](T sum, T start) {
        const long double allowed = sum_steps * condition * terms + std::fabs(start);
        worst = std::max(worst, error_ratio(sum, start + dz, epsilon<T> * static_cast<double>(allowed)));
      };
      check(found.dx[i], before.dx[i]);
      check(found.dresidual[i], before.dresidual[i]);
      const long double dy = of.dy[i];
      dgain[c] += dy * n;
      dbias[c] += dy;
      gain_allowed[c] += sum_steps * condition * std::fabs(dy) * (std::fabs(n) + 1);
      bias_allowed[c] += sum_steps * std::fabs(dy);
    }
  }
  for (std::size_t c = 0; c < p.columns; ++c) {
    const auto check = [&](T sum, T start, long double expected, long double allowed) {
      allowed = epsilon<T> * (allowed + std::fabs(start) * 3);
      worst = std::max(worst, error_ratio(sum, start + expected, static_cast<double>(allowed)));
    };
    check(found.dgain[c], before.dgain[c], dgain[c], gain_allowed[c]);
    check(found.dbias[c], before.dbias[c], dbias[c], bias_allowed[c]);
  }
  return worst;
}

template <class T>
std::vector<T> softmax_of(std::size_t rows, std::size_t columns, std::vector<T> x) {
  threads one(1);
  softmax(rows, columns, x.data(), x.data(), one);
  return x;
}

}  // namespace

TEMPLATE_TEST_CASE("add_softmax_gradient adds y · (dy − Σ y·dy) for any number of columns", "", float, double) {
  using T = TestType;
  threads one(1);
  for (const std::size_t rows : {0, 1, 3}) {
    for (const std::size_t columns : sizes()) {
      INFO("rows " << rows << ", columns " << columns);
      const auto y = softmax_of(rows, columns, random_values<T>(rows * columns, 1, 0, 3));
      const auto dy = random_values<T>(y.size(), 2), before = random_values<T>(y.size(), 3);
      for_each_instruction_set([&] {
        auto dx = before;
        add_softmax_gradient(rows, columns, y.data(), dy.data(), dx.data(), one);
        double worst = 0;
        for (std::size_t r = 0; r < rows; ++r) {
          long double total = 0, magnitude = 0;
          for (std::size_t i = r * columns; i < (r + 1) * columns; ++i) {
            total += static_cast<long double>(y[i]) * dy[i];
            magnitude += std::fabs(static_cast<long double>(y[i]) * dy[i]);
          }
          for (std::size_t i = r * columns; i < (r + 1) * columns; ++i) {
            const long double expected = before[i] + y[i] * (dy[i] - total);
            const long double allowed = y[i] * (std::fabs(dy[i]) + sum_steps * magnitude) + std::fabs(before[i]);
            worst = std::max(worst, error_ratio(dx[i], expected, epsilon<T> * static_cast<double>(allowed)));
          }
        }
        CHECK(worst <= 1);
      });
    }
  }
}

TEST_CASE("add_softmax_gradient is the slope of softmax") {
  threads one(1);
  constexpr std::size_t rows = 3, columns = 11;
  const auto x = random_values<double>(rows * columns, 1), dy = random_values<double>(x.size(), 2);
  const auto loss = [&](const std::vector<double>& at) { return weighted_sum(dy, softmax_of(rows, columns, at)); };
  for_each_instruction_set([&] {
    std::vector<double> dx(x.size());
    add_softmax_gradient(rows, columns, softmax_of(rows, columns, x).data(), dy.data(), dx.data(), one);
    CHECK(count_apart(dx, central_differences(x, loss)) == 0);
  });
}

TEMPLATE_TEST_CASE("add_softmax_gradient adds nothing where y is 0, and NaN to its row alone", "", float, double) {
  using T = TestType;
  threads one(1);
  for (const std::size_t columns : {1, 5, 16, 71}) {
    INFO("columns " << columns);
    std::vector<T> y(3 * columns, 1 / static_cast<T>(columns)), dy = random_values<T>(y.size(), 1);
    std::fill(y.begin(), y.begin() + static_cast<std::ptrdiff_t>(columns), T(0));
    dy[2 * columns - 1] = not_a_number<T>;
    for_each_instruction_set([&] {
      std::vector<T> dx(y.size(), T(3));
      add_softmax_gradient(3, columns, y.data(), dy.data(), dx.data(), one);
      for (std::size_t c = 0; c < columns; ++c) {
        CHECK(dx[c] == 3);
        CHECK(std::isnan(dx[columns + c]));
        CHECK(std::isfinite(dx[2 * columns + c]));
      }
    });
  }
}

TEMPLATE_TEST_CASE("add_layer_norm_gradient is within its bound with and without each part", "", float, double) {
  using T = TestType;
  threads one(1);
  std::vector<std::pair<std::size_t, std::size_t>> shapes = {{0, 5}, {1, 5}, {63, 3}, {64, 17}, {65, 16}, {131, 37}};
  for (const std::size_t columns : sizes()) shapes.emplace_back(2, columns);
  for (const auto& [rows, columns] : shapes) {
    for (int parts = 0; parts < 8; ++parts) {
      INFO("rows " << rows << ", columns " << columns << ", parts " << parts);
      const norm_case<T> of(rows, columns, parts, T(1e-3));
      for_each_instruction_set([&] {
        norm_gradients<T> found(rows, columns);
        found.add(of, one);
        CHECK(norm_error(of, found) <= 1);
      });
    }
  }
}

TEST_CASE("add_layer_norm_gradient is the slope of layer_norm") {
  threads one(1);
  constexpr std::size_t rows = 3, columns = 7;
  for (int parts = 0; parts < 8; ++parts) {
    for (const double added : {0.0, 0.25}) {
      INFO("parts " << parts << ", epsilon " << added);
      norm_case<double> of(rows, columns, parts, added);
      if (added > 0) std::fill(of.x.begin(), of.x.begin() + columns, 0.5);  // with no residual, a deviation of 0
      for_each_instruction_set([&] {
        norm_gradients<double> found(rows, columns);
        for (auto* sums : {&found.dx, &found.dresidual, &found.dgain, &found.dbias}) {
          std::fill(sums->begin(), sums->end(), 0);
        }
        found.add(of, one);
        const auto check = [&](const std::vector<double>& slopes, const std::vector<double>& at, auto problem_with) {
          const auto loss = [&](const std::vector<double>& changed) {
            std::vector<double> y(rows * columns);
            auto problem = of.problem;
            problem.y = y.data();
            problem_with(problem, changed.data());
            layer_norm(problem, one);
            return weighted_sum(of.dy, y);
          };
          CHECK(count_apart(slopes, central_differences(at, loss)) == 0);
        };
        check(found.dx, of.x, [](auto& problem, const double* changed) { problem.x = changed; });
        if (parts & 1) {
          check(found.dresidual, of.residual, [](auto& problem, const double* changed) { problem.residual = changed; });
        }
        if (parts & 2) {
          check(found.dgain, of.gain, [](auto& problem, const double* changed) { problem.gain = changed; });
          check(found.dbias, of.bias, [](auto& problem, const double* changed) { problem.bias = changed; });
        }
      });
    }
  }
}

// At a deviation of 0 both placements have a slope as long as ε > 0, (g − mean(g)) / s; without it there is none.
TEMPLATE_TEST_CASE("add_layer_norm_gradient of a constant row is finite with epsilon and NaN without", "", float,
                   double) {
  using T = TestType;
  threads one(1);
  for (const std::size_t columns : {2, 4, 16, 37, 130}) {
    for (const int parts : {0, 4}) {
      for (const T added : {T(0), T(0.0625)}) {
        INFO("columns " << columns << ", parts " << parts << ", epsilon " << added);
        norm_case<T> of(1, columns, parts, added);
        std::fill(of.x.begin(), of.x.end(), T(2));
        const double mean = std::accumulate(of.dy.begin(), of.dy.end(), 0.0) / static_cast<double>(columns);
        const double divisor = parts & 4 ? 0.0625 : 0.25;
        for_each_instruction_set([&] {
          norm_gradients<T> found(1, columns);
          std::fill(found.dx.begin(), found.dx.end(), T(0));
          found.add(of, one);
          double worst = 0;
          for (std::size_t c = 0; c < columns; ++c) {
            const double expected = added > 0 ? (of.dy[c] - mean) / divisor : not_a_number<double>;
            worst = std::max(worst, error_ratio(found.dx[c], expected, 16 * epsilon<T> / divisor));
          }
          CHECK(worst <= 1);
        });
      }
    }
  }
}

TEMPLATE_TEST_CASE("add_layer_norm_gradient leaves out what is null and changes no other", "", float, double) {
  using T = TestType;
  threads one(1);
  constexpr std::size_t rows = 67, columns = 19;
  const norm_case<T> of(rows, columns, 3, T(1e-5));
  const norm_gradients<T> none(rows, columns);
  for_each_instruction_set([&] {
    norm_gradients<T> all(rows, columns);
    all.add(of, one);
    for (int kept = 0; kept < 16; ++kept) {
      INFO("kept " << kept);
      norm_gradients<T> some(rows, columns);
      some.add(of, one, kept);
      CHECK(same(some.dx, (kept & 1 ? all : none).dx));
      CHECK(same(some.dresidual, (kept & 2 ? all : none).dresidual));
      CHECK(same(some.dgain, (kept & 4 ? all : none).dgain));
      CHECK(same(some.dbias, (kept & 8 ? all : none).dbias));
    }
  });
}

TEMPLATE_TEST_CASE("add_layer_norm_gradient keeps NaN to its row, and to the sums it is part of", "", float, double) {
  using T = TestType;
  threads one(1);
  for (const std::size_t columns : {2, 16, 37}) {
    INFO("columns " << columns);
    norm_case<T> of(3, columns, 2, T(1e-5));
    of.x[2 * columns - 1] = not_a_number<T>;
    for_each_instruction_set([&] {
      norm_gradients<T> found(3, columns);
      found.add(of, one);
      for (std::size_t c = 0; c < columns; ++c) {
        CHECK(std::isfinite(found.dx[c]));
        CHECK(std::isnan(found.dx[columns + c]));
        CHECK(std::isfinite(found.dx[2 * columns + c]));
        CHECK(std::isnan(found.dgain[c]));
        CHECK(std::isfinite(found.dbias[c]));
      }
    });
  }
}

TEMPLATE_TEST_CASE("row gradients are bitwise the same for any number of threads", "", float, double) {
  using T = TestType;
  for (const auto& [rows, columns] : {std::pair<std::size_t, std::size_t>{301, 257}, {1031, 9}, {7, 5003}}) {
    INFO("rows " << rows << ", columns " << columns);
    const norm_case<T> of(rows, columns, 3, T(1e-5));
    const auto y = softmax_of(rows, columns, of.x);
    for_each_instruction_set([&] {
      norm_gradients<T> first(rows, columns);
      std::vector<T> first_softmax;
      for (const std::size_t count : {1, 2, 3}) {
        threads threads(count);
        norm_gradients<T> found(rows, columns);
        auto dx = of.residual;
        found.add(of, threads);
        add_softmax_gradient(rows, columns, y.data(), of.dy.data(), dx.data(), threads);
        if (count == 1) {
          first = found;
          first_softmax = dx;
        }
        CHECK(same(found.dx, first.dx));
        CHECK(same(found.dresidual, first.dresidual));
        CHECK(same(found.dgain, first.dgain));
        CHECK(same(found.dbias, first.dbias));
        CHECK(same(dx, first_softmax));
      }
    });
  }
}

}  // namespace typeformer::kernels::testing
