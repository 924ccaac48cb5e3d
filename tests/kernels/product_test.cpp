#include <algorithm>
#include <utility>

#include <typeformer/kernels/product.hpp>

#include "../../src/kernels/product_partition.hpp"
#include "helpers.hpp"

namespace typeformer::kernels {
namespace {

using namespace testing;

/// Everything about one product but what its numbers are.
struct form {
  std::size_t rows, columns, inner;
  std::size_t gap = 0;  // how much wider than their rows the arrays are
  bool bias = false, residual = false, in_place = false;
  double scale = 1;
  activation function = activation::none;
};

template <class T>
struct sample {
  form f;
  std::size_t x_stride, y_stride;
  std::vector<T> x, w, panels, bias, residual, y;

  explicit sample(const form& g, std::size_t count_of_threads = 1)
      : f(g),
        x_stride(g.inner + g.gap),
        y_stride(g.columns + g.gap),
        x(random_values<T>(g.rows * x_stride, 1)),
        w(random_values<T>(g.inner * g.columns, 2)),
        panels(w.size()),
        bias(random_values<T>(g.columns, 3)),
        residual(random_values<T>(g.rows * y_stride, 4)),
        y(g.in_place ? residual : std::vector<T>(g.rows * y_stride, T(77))) {
    threads threads(count_of_threads);
    pack(w.data(), g.columns, 1, g.inner, g.columns, panels.data(), threads);
    product(product_problem<T>{.rows = f.rows,
                               .columns = f.columns,
                               .inner = f.inner,
                               .x = x.data(),
                               .x_stride = x_stride,
                               .w = {panels.data()},
                               .y = y.data(),
                               .y_stride = y_stride,
                               .scale = static_cast<T>(f.scale),
                               .bias = f.bias ? bias.data() : nullptr,
                               .function = f.function,
                               .residual = !f.residual  ? nullptr
                                           : f.in_place ? y.data()
                                                        : residual.data(),
                               .residual_stride = y_stride},
            threads);
  }

  /// The largest error of an element in units of what is allowed. A sum of n products is within n·ε of the sum of
  /// their sizes, and most often within √n·ε of it; the activations (slope ≤ 1.13) and their own errors, at most 4
  /// ulp or 2e-14 for gelu_erf, and the three roundings of scale, bias and residual come on top.
  double worst() const {
    double result = 0;
    for (std::size_t r = 0; r < f.rows; ++r)
      for (std::size_t c = 0; c < f.columns; ++c) {
        exact<T> sum = 0, size = 0;
        for (std::size_t k = 0; k < f.inner; ++k) {
          const auto term = static_cast<exact<T>>(x[r * x_stride + k]) * w[k * f.columns + c];
          sum += term;
          size += std::fabs(term);
        }
        const auto scale = static_cast<T>(f.scale);
        exact<T> z = sum * scale + (f.bias ? bias[c] : 0);
        z = plain_activation(f.function, z) + (f.residual ? residual[r * y_stride + c] : 0);
        const double allowed =
            epsilon<T> * (std::sqrt(static_cast<double>(f.inner)) * static_cast<double>(size * std::fabs(scale)) + 8) +
            (f.function == activation::gelu_erf ? 2e-14 : 0) + 1e-300;
        result = std::max(result, error_ratio(y[r * y_stride + c], z, allowed));
      }
    return result;
  }

  /// Nothing beyond the columns may be written.
  bool gaps_untouched() const {
    for (std::size_t r = 0; r < f.rows; ++r)
      for (std::size_t c = f.columns; c < y_stride; ++c)
        if (y[r * y_stride + c] != (f.in_place ? residual[r * y_stride + c] : T(77))) return false;
    return true;
  }
};

void check(const form& f) {
  INFO("rows " << f.rows << " columns " << f.columns << " inner " << f.inner << " gap " << f.gap << " bias " << f.bias
               << " residual " << f.residual << " in place " << f.in_place << " function "
               << static_cast<int>(f.function));
  const auto of_type = [&](auto zero) {
    const sample<decltype(zero)> s(f);
    CHECK(s.worst() <= 1);
    CHECK(s.gaps_untouched());
  };
  of_type(0.F);
  of_type(0.);
}

TEST_CASE("a product is the plain loop's, for sizes around micro-tiles, panels and blocks", "[product]") {
  for_each_instruction_set([] {
    for (const std::size_t rows : {0, 1, 2, 3, 5, 6, 7, 13, 64})
      for (const std::size_t columns : {0, 1, 2, 5, 7, 8, 15, 16, 17, 33, 63, 64, 65, 127, 129})
        for (const std::size_t inner : {0, 1, 2, 7, 19, 65}) {
          if (is_next_checked()) check({rows, columns, inner});
        }
    for (const std::size_t rows : {1, 6, 29})
      for (const std::size_t columns : {1, 31, 64, 70})
        for (const std::size_t inner : {511, 512, 513, 1025})
          if (is_next_checked()) check({rows, columns, inner});
    for (const std::size_t rows : {143, 144, 145, 289})
      if (is_next_checked()) check({rows, 67, 37});
    check({1, 1027, 33});
    check({50, 600, 20});
  });
}

TEST_CASE("a product with scale, bias, activation and residual, in place or not", "[product]") {
  for_each_instruction_set([] {
    for (const activation function : all_activations)
      for (const std::size_t inner : {0, 5, 600})
        for (const bool bias : {false, true})
          for (const int residual : {0, 1, 2})
            for (const auto& [rows, columns] : {std::pair<std::size_t, std::size_t>{9, 77}, {1, 333}}) {
              if (!is_next_checked()) continue;
              check({.rows = rows,
                     .columns = columns,
                     .inner = inner,
                     .gap = 3,
                     .bias = bias,
                     .residual = residual > 0,
                     .in_place = residual == 2,
                     .scale = inner == 5 ? -0.25 : 1,
                     .function = function});
            }
  });
}

TEST_CASE("a product's rows are bitwise the same among any others and with any number of threads", "[product]") {
  for_each_instruction_set([] {
    for (const form& f :
         {form{16, 333, 520}, form{150, 64, 64}, form{61, 65, 513, 3, true, true, false, 1, activation::swish},
          form{1, 3000, 65}, form{300, 130, 30}}) {
      const sample<float> one(f);
      CHECK(same(one.y, sample<float>(f, 2).y));
      CHECK(same(one.y, sample<float>(f, 3).y));
      form alone = f;
      alone.rows = 1;
      const sample<float> row(alone);
      for (std::size_t c = 0; c < f.columns; ++c) CHECK(row.y[c] == one.y[c]);
    }
  });
}

TEST_CASE("a product's tasks are parts that are as even as panels allow, and not too small", "[product]") {
  for (const std::size_t rows : {1, 4, 9, 64, 150, 1000})
    for (const std::size_t columns : {1, 128, 500, 512, 1000, 37000})
      for (const std::size_t inner : {16, 64, 128, 512}) {
        INFO(rows << " x " << columns << " x " << inner);
        const product_partition parts(rows, columns, inner, limits_of_floats);
        const std::size_t panels = ceil_div(columns, panel_columns);
        std::size_t fewest = panels, most = 0, elements = 0;
        for (std::size_t task = 0; task < parts.tasks(); ++task)
          parts.with_parts(task, [&](std::size_t first_row, std::size_t last_row, std::size_t first, std::size_t last) {
            fewest = std::min(fewest, last - first);
            most = std::max(most, last - first);
            elements += (last_row - first_row) * (last - first);
          });
        CHECK(elements == rows * panels);
        CHECK(most - fewest <= 1);
        // Of one row, too, a task is long enough: it reads panels.
        const std::size_t counted = std::max(rows / parts.row_blocks, limits_of_floats.rows_while_reading);
        if (fewest < panels) CHECK(fewest * counted * panel_columns * inner * 2 > product_partition::least_work);
      }
}

TEST_CASE("NaN and infinity stay in their row and column of a product", "[product]") {
  for_each_instruction_set([] {
    constexpr std::size_t rows = 7, columns = 67, inner = 21;
    auto x = random_values<float>(rows * inner, 1), w = random_values<float>(inner * columns, 2);
    std::vector<float> panels(w.size()), y(rows * columns);
    x[3 * inner + 20] = not_a_number<float>;
    w[20 * columns + 65] = infinity<float>;
    threads threads;
    pack(w.data(), columns, 1, inner, columns, panels.data(), threads);
    for (const activation function : all_activations) {
      product(product_problem<float>{.rows = rows,
                                     .columns = columns,
                                     .inner = inner,
                                     .x = x.data(),
                                     .x_stride = inner,
                                     .w = {panels.data()},
                                     .y = y.data(),
                                     .y_stride = columns,
                                     .function = function},
              threads);
      for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < columns; ++c) {
          INFO("function " << static_cast<int>(function) << " row " << r << " column " << c);
          const float limit = static_cast<float>(plain_activation(function, infinity<float>));
          if (r == 3) {
            CHECK(std::isnan(y[r * columns + c]));
          } else if (c != 65) {
            CHECK(std::isfinite(y[r * columns + c]));
          } else if (x[r * inner + 20] > 0) {
            CHECK(y[r * columns + c] == limit);
          }
        }
    }
  });
}

TEST_CASE("packing writes each element to its offset_in_panels, from rows or from columns", "[product]") {
  threads threads(2);
  for (const std::size_t inner : {0, 1, 15, 16, 17, 513})
    for (const std::size_t columns : {0, 1, 63, 64, 65, 130}) {
      const auto w = random_values<double>(inner * columns, 5);
      std::vector<double> from_rows(w.size(), 77), from_columns(w.size(), 77), turned(w.size());
      for (std::size_t k = 0; k < inner; ++k)
        for (std::size_t n = 0; n < columns; ++n) turned[n * inner + k] = w[k * columns + n];
      pack(w.data(), columns, 1, inner, columns, from_rows.data(), threads);
      pack(turned.data(), 1, inner, inner, columns, from_columns.data(), threads);
      CHECK(from_rows == from_columns);
      bool placed = true;
      for (std::size_t k = 0; k < inner; ++k)
        for (std::size_t n = 0; n < columns; ++n)
          placed = placed && from_rows[offset_in_panels(k, n, inner, columns)] == w[k * columns + n];
      CHECK(placed);
      if (columns <= panel_columns) CHECK(from_rows == w);
    }
}

}  // namespace
}  // namespace typeformer::kernels
