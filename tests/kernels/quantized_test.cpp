#include <algorithm>
#include <numeric>

#include <typeformer/kernels/movement.hpp>
#include <typeformer/kernels/quantized.hpp>

#include "helpers.hpp"

namespace typeformer::kernels {
namespace {

using namespace testing;

template <quantized Stored>
struct packed {
  std::size_t inner, columns;
  std::vector<Stored> panels;
  std::vector<float> scales;

  packed(const std::vector<float>& w, std::size_t rows, std::size_t columns_of_w)
      : inner{rows},
        columns{columns_of_w},
        panels(quantized_words<Stored>(rows, columns_of_w)),
        scales(quantized_scales<Stored>(columns_of_w)) {
    threads threads{2};
    pack(w.data(), columns, 1, inner, columns, panels.data(), scales.data(), threads);
  }

  packed_matrix<float, Stored> matrix() const { return {panels.data(), Stored::scaled ? scales.data() : nullptr}; }

  std::vector<float> times(const std::vector<float>& x, std::size_t rows, product_problem<float, Stored> more = {},
                           std::size_t count_of_threads = 1) const {
    std::vector<float> y(rows * columns, 77);
    more.rows = rows;
    more.columns = columns;
    more.inner = inner;
    more.x = x.data();
    more.x_stride = inner;
    more.w = matrix();
    more.y = y.data();
    more.y_stride = columns;
    threads threads{count_of_threads};
    product(more, threads);
    return y;
  }

  /// The matrix as it is kept: what the identity is multiplied to, a row at a time.
  std::vector<float> kept() const {
    std::vector<float> all;
    for (std::size_t k = 0; k < inner; ++k) {
      std::vector<float> unit(inner);
      unit[k] = 1;
      const auto row = times(unit, 1);
      all.insert(all.end(), row.begin(), row.end());
    }
    return all;
  }
};  // namespace

/// How far an element may be from what is kept for it: half of bfloat16's last place; half a step of 127.
double allowed(bf16_pair, float x, const std::vector<float>&, std::size_t, std::size_t) {
  return std::ldexp(std::fabs(x), -8) + 1e-40;
}
double allowed(int8_quad, float, const std::vector<float>& w, std::size_t column, std::size_t columns) {
  double largest = 0;
  for (std::size_t i = column; i < w.size(); i += columns) largest = std::max<double>(largest, std::fabs(w[i]));
  return largest / 127 * 0.500001;
}

template <quantized Stored>
void check_kept() {
  for (const std::size_t columns : {1, 3, 42, 64, 65, 130})
    for (const std::size_t inner : {1, 5, 33}) {
      INFO("inner " << inner << " columns " << columns);
      const auto w = random_values<float>(inner * columns, 5);
      const auto kept = packed<Stored>{w, inner, columns}.kept();
      double worst = 0;
      for (std::size_t i = 0; i < w.size(); ++i)
        worst = std::max(worst, error_ratio(kept[i], w[i], allowed(Stored{}, w[i], w, i % columns, columns)));
      CHECK(worst <= 1);
    }
}

TEST_CASE("a quantized matrix is within its bound of the original", "[quantized]") {
  for_each_instruction_set([] {
    check_kept<bf16_pair>();
    check_kept<int8_quad>();
  });
}

template <quantized Stored>
void check_products() {
  for (const std::size_t columns : {7, 64, 200})
    for (const std::size_t inner : {0, 3, 512, 1100}) {
      const auto w = random_values<float>(inner * columns, 6);
      const packed<Stored> matrix{w, inner, columns};
      std::vector<float> kept;
      const auto bias = random_values<float>(columns, 8);
      for (const std::size_t rows : {1, 2, 7, 150}) {
        if (!is_next_checked()) continue;
        if (kept.empty()) kept = matrix.kept();  // as many products as its rows
        INFO("rows " << rows << " inner " << inner << " columns " << columns);
        const auto x = random_values<float>(rows * inner, 7), residual = random_values<float>(rows * columns, 9);
        product_problem<float, Stored> more{};
        more.scale = 0.5F;
        more.bias = bias.data();
        more.function = activation::relu;
        more.residual = residual.data();
        more.residual_stride = columns;
        const auto y = matrix.times(x, rows, more);
        double worst = 0;
        for (std::size_t r = 0; r < rows; ++r)
          for (std::size_t c = 0; c < columns; ++c) {
            double sum = 0, size = 0;
            for (std::size_t k = 0; k < inner; ++k) {
              const double term = static_cast<double>(x[r * inner + k]) * kept[k * columns + c];
              sum += term;
              size += std::fabs(term);
            }
            const double z = std::max(0., 0.5 * sum + bias[c]) + residual[r * columns + c];
            // Sums of n products as in product_test.cpp; two more roundings for the scales.
            const double bound = epsilon<float> * ((std::sqrt(static_cast<double>(inner)) + 2) * size + 8);
            worst = std::max(worst, error_ratio(y[r * columns + c], z, bound));
          }
        CHECK(worst <= 1);
      }
    }
}

TEST_CASE("products with a quantized matrix are those with its dequantized numbers", "[quantized]") {
  for_each_instruction_set([] {
    check_products<bf16_pair>();
    check_products<int8_quad>();
  });
}

template <quantized Stored>
void check_same() {
  constexpr std::size_t rows = 9, inner = 700, columns = 300;
  const packed<Stored> matrix{random_values<float>(inner * columns, 1), inner, columns};
  const auto x = random_values<float>(rows * inner, 2);
  const auto all = matrix.times(x, rows);
  for (const std::size_t count : {2, 3}) CHECK(same(all, matrix.times(x, rows, {}, count)));
  for (std::size_t r = 0; r < rows; ++r) {
    const std::vector<float> row(x.begin() + static_cast<std::ptrdiff_t>(r * inner),
                                 x.begin() + static_cast<std::ptrdiff_t>((r + 1) * inner));
    CHECK(same(matrix.times(row, 1), std::vector<float>(all.begin() + static_cast<std::ptrdiff_t>(r * columns),
                                                        all.begin() + static_cast<std::ptrdiff_t>((r + 1) * columns))));
  }
}

TEST_CASE("a quantized product's row is bitwise the same alone and among others, for any number of threads",
          "[quantized]") {
  for_each_instruction_set([] {
    check_same<bf16_pair>();
    check_same<int8_quad>();
  });
}

template <quantized Stored>
void check_gather() {
  constexpr std::size_t inner = 40, entries = 150;
  const packed<Stored> table{random_values<float>(inner * entries, 3), inner, entries};
  const auto kept = table.kept();
  std::vector<std::int32_t> index(entries);
  std::iota(index.rbegin(), index.rend(), 0);
  std::vector<float> y(entries * inner);
  threads threads{2};
  gather(entries, inner, entries, 1.F, table.matrix(), index.data(), y.data(), threads);
  bool found = true;
  for (std::size_t r = 0; r < entries; ++r)
    for (std::size_t k = 0; k < inner; ++k)
      found = found && y[r * inner + k] == kept[k * entries + static_cast<std::size_t>(index[r])];
  CHECK(found);
}

TEST_CASE("gathered entries are the columns that products see", "[quantized]") {
  check_gather<bf16_pair>();
  check_gather<int8_quad>();
}

TEST_CASE("non-finite numbers stay non-finite: the number alone in bf16, its column in int8", "[quantized]") {
  std::vector<float> w(10 * 3, 1);
  w[4] = infinity<float>;
  w[8] = not_a_number<float>;
  const std::vector<float> x(10, 2);
  for_each_instruction_set([&] {
    const auto pairs = packed<bf16_pair>{w, 10, 3}.times(x, 1), quads = packed<int8_quad>{w, 10, 3}.times(x, 1);
    CHECK(pairs[0] == 20);
    CHECK(pairs[1] == infinity<float>);
    CHECK(std::isnan(pairs[2]));
    CHECK(quads[0] == Approx(20).epsilon(0.01));
    CHECK(std::isnan(quads[1]));
    CHECK(std::isnan(quads[2]));
  });
}

TEST_CASE("a column of zeros stays zero, and each column has a scale of its own", "[quantized]") {
  const std::vector<float> w{0, 1e-20F, 100, 0, -1e-20F, 3};
  const packed<int8_quad> matrix{w, 2, 3};
  const auto y = matrix.times({1, 2}, 1);
  CHECK(y[0] == 0);
  CHECK(y[1] == Approx(-1e-20F).epsilon(0.02));
  CHECK(y[2] == Approx(106).epsilon(0.01));
}

}  // namespace
}  // namespace typeformer::kernels
