#include <typeformer/kernels/movement.hpp>
#include <typeformer/kernels/product.hpp>

#include "helpers.hpp"

// These move numbers and round at most a product: results are the plain loop's bit by bit, for any number of threads.
namespace typeformer::kernels::testing {

TEMPLATE_TEST_CASE("permute writes x[o, a, b, i] to y[o, b, a, i]", "", float, double) {
  using T = TestType;
  struct shape {
    std::size_t outer, a, b, inner;
  };
  std::vector<shape> shapes = {{0, 3, 4, 5},    {2, 0, 3, 4},  {2, 3, 0, 4},     {2, 3, 4, 0},   {1, 300, 200, 1},
                               {3, 200, 17, 1}, {5, 1, 7, 3},  {5, 7, 1, 3},     {4, 32, 8, 64}, {2, 128, 8, 33},
                               {7, 1, 40, 1},   {7, 40, 1, 1}, {1, 1, 1, 70'001}};
  for (const std::size_t a : {1, 2, 15, 16, 17, 33}) {
    for (const std::size_t b : {1, 3, 16, 31, 32, 65})
      shapes.insert(shapes.end(), {{1, a, b, 1}, {3, a, b, 1}, {2, a, b, 2}});
  }
  for (const auto& [outer, a, b, inner] : shapes) {
    INFO("shape " << outer << ", " << a << ", " << b << ", " << inner);
    const auto x = random_values<T>(outer * a * b * inner, 1);
    std::vector<T> expected(x.size());
    for (std::size_t o = 0; o < outer; ++o) {
      for (std::size_t i = 0; i < a; ++i) {
        for (std::size_t j = 0; j < b; ++j) {
          for (std::size_t k = 0; k < inner; ++k) {
            expected[((o * b + j) * a + i) * inner + k] = x[((o * a + i) * b + j) * inner + k];
          }
        }
      }
    }
    for (const std::size_t count : {1, 2, 3}) {
      threads threads(count);
      std::vector<T> y(x.size(), T(99));
      permute(outer, a, b, inner, x.data(), y.data(), threads);
      CHECK(same(y, expected));
    }
  }
}

TEMPLATE_TEST_CASE("copy and set_zero write their elements alone", "", float, double) {
  using T = TestType;
  for (const std::size_t count : {0, 1, 17, 16'384, 16'385, 100'003}) {
    const auto x = random_values<T>(count, 1);
    for (const std::size_t workers : {1, 2, 3}) {
      INFO("elements " << count << ", threads " << workers);
      threads threads(workers);
      std::vector<T> y(count + 1, T(99));
      copy(count, x.data(), y.data(), threads);
      CHECK(std::equal(x.begin(), x.end(), y.begin()));
      set_zero(count, y.data(), threads);
      CHECK(std::count(y.begin(), y.end(), T(0)) == static_cast<std::ptrdiff_t>(count));
      CHECK(y.back() == T(99));
    }
  }
}

TEMPLATE_TEST_CASE("copy_rows copies its columns and leaves the others", "", float, double) {
  using T = TestType;
  for (const std::size_t rows : {0, 1, 5, 700}) {
    for (const std::size_t columns : {0, 1, 17, 64}) {
      INFO("rows " << rows << ", columns " << columns);
      const std::size_t x_stride = columns + 3, y_stride = columns + 8;
      const auto x = random_values<T>(rows * x_stride, 1);
      std::vector<T> expected(rows * y_stride, T(99));
      for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t c = 0; c < columns; ++c) expected[r * y_stride + c] = x[r * x_stride + c];
      }
      for (const std::size_t count : {1, 2, 3}) {
        threads threads(count);
        std::vector<T> y(rows * y_stride, T(99));
        copy_rows(rows, columns, x.data(), x_stride, y.data(), y_stride, threads);
        CHECK(same(y, expected));
      }
    }
  }
}

TEMPLATE_TEST_CASE("gather reads scaled columns of panels", "", float, double) {
  using T = TestType;
  for (const std::size_t inner : {0, 1, 2, 17, 512}) {
    for (const std::size_t columns : {1, 37, 63, 64, 65, 128, 200}) {
      for (const std::size_t rows : {0, 1, 3, 90}) {
        INFO("inner " << inner << ", columns " << columns << ", rows " << rows);
        const auto matrix = random_values<T>(inner * columns, 1);
        std::vector<T> panels(matrix.size());
        for (std::size_t k = 0; k < inner; ++k) {
          for (std::size_t n = 0; n < columns; ++n) {
            panels[offset_in_panels(k, n, inner, columns)] = matrix[k * columns + n];
          }
        }
        std::vector<std::int32_t> index(rows);
        std::vector<T> expected(rows * inner);
        for (std::size_t r = 0; r < rows; ++r) {
          index[r] = static_cast<std::int32_t>((columns - 1 + r * 29) % columns);  // the last column first
          for (std::size_t k = 0; k < inner; ++k) {
            expected[r * inner + k] = T(1.3) * matrix[k * columns + static_cast<std::size_t>(index[r])];
          }
        }
        for (const std::size_t count : {1, 2, 3}) {
          threads threads(count);
          std::vector<T> y(rows * inner, T(99));
          gather(rows, inner, columns, T(1.3), packed_matrix<T>{panels.data()}, index.data(), y.data(), threads);
          CHECK(same(y, expected));
        }
      }
    }
  }
}

}  // namespace typeformer::kernels::testing
