#include <typeformer/kernels/elementwise.hpp>
#include <typeformer/kernels/movement.hpp>

#include "helpers.hpp"

// Sums of two numbers are rounded once, in one way: results are the plain loop's bit by bit, for any number of threads.
namespace typeformer::kernels::testing {
namespace {

/// Numbers k/256 with |k| < 2^10: their products and some hundred sums are exact, however a product is rounded.
template <class T>
std::vector<T> short_values(std::size_t size, unsigned seed) {
  auto values = random_values<T>(size, seed);
  for (T& value : values) value = std::round(std::fmod(value, T(4)) * 256) / 256;
  return values;
}

/// Calls f(threads) with 1, 2 and 3 threads, each with every instruction set.
template <class F>
void for_each_way(F f) {
  for_each_instruction_set([&] {
    for (const std::size_t count : {1, 2, 3}) {
      threads threads(count);
      f(threads);
    }
  });
}

}  // namespace

TEMPLATE_TEST_CASE("add_scaled adds multiples to what is there", "", float, double) {
  using T = TestType;
  auto all = sizes();
  all.push_back(70'001);
  for (const std::size_t size : all) {
    INFO("size " << size);
    const auto x = short_values<T>(size, 1), before = short_values<T>(size, 2);
    auto expected = before;
    for (std::size_t i = 0; i < size; ++i) expected[i] += T(0.75) * x[i];
    for_each_way([&](threads& threads) {
      auto y = before;
      add_scaled(size, T(0.75), x.data(), y.data(), threads);
      CHECK(same(y, expected));
    });
  }
}

TEMPLATE_TEST_CASE("add_permute_gradient adds x[o, a, b, i] to y[o, b, a, i]", "", float, double) {
  using T = TestType;
  struct shape {
    std::size_t outer, a, b, inner;
  };
  std::vector<shape> shapes = {{0, 3, 4, 5},     {2, 0, 3, 4},    {2, 3, 0, 4},  {2, 3, 4, 0},     {2, 0, 3, 1},
                               {1, 300, 200, 1}, {3, 200, 17, 1}, {5, 1, 7, 3},  {5, 7, 1, 3},     {4, 32, 8, 64},
                               {2, 128, 8, 33},  {7, 1, 40, 1},   {7, 40, 1, 1}, {1, 1, 1, 70'001}};
  for (const std::size_t a : {1, 2, 15, 16, 17, 31}) {
    for (const std::size_t b : {1, 3, 16, 37}) shapes.insert(shapes.end(), {{1, a, b, 1}, {3, a, b, 1}, {2, a, b, 2}});
  }
  for (const auto& [outer, a, b, inner] : shapes) {
    INFO("shape " << outer << ", " << a << ", " << b << ", " << inner);
    const auto x = random_values<T>(outer * a * b * inner, 1), before = random_values<T>(x.size(), 2);
    auto expected = before;
    for (std::size_t o = 0; o < outer; ++o) {
      for (std::size_t i = 0; i < a; ++i) {
        for (std::size_t j = 0; j < b; ++j) {
          for (std::size_t k = 0; k < inner; ++k) {
            expected[((o * b + j) * a + i) * inner + k] += x[((o * a + i) * b + j) * inner + k];
          }
        }
      }
    }
    for_each_way([&](threads& threads) {
      auto y = before;
      add_permute_gradient(outer, a, b, inner, x.data(), y.data(), threads);
      CHECK(same(y, expected));
    });
  }
}

TEMPLATE_TEST_CASE("add_copied_rows adds to its columns and leaves the others", "", float, double) {
  using T = TestType;
  for (const std::size_t rows : {0, 1, 5, 701}) {
    for (const std::size_t columns : {0, 1, 17, 64}) {
      INFO("rows " << rows << ", columns " << columns);
      const std::size_t x_stride = columns + 3, y_stride = columns + 8;
      const auto x = random_values<T>(rows * x_stride, 1), before = random_values<T>(rows * y_stride, 2);
      auto expected = before;
      for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t c = 0; c < columns; ++c) expected[r * y_stride + c] += x[r * x_stride + c];
      }
      for_each_way([&](threads& threads) {
        auto y = before;
        add_copied_rows(rows, columns, x.data(), x_stride, y.data(), y_stride, threads);
        CHECK(same(y, expected));
      });
    }
  }
}

TEMPLATE_TEST_CASE("add_gather_gradient sums the rows of each entry", "", float, double) {
  using T = TestType;
  for (const std::size_t width : {0, 1, 2, 17, 64, 131, 512}) {
    for (const std::size_t entries : {1, 7, 100}) {
      for (const std::size_t rows : {0, 1, 3, 97}) {
        INFO("width " << width << ", entries " << entries << ", rows " << rows);
        const auto dy = short_values<T>(rows * width, 1), before = short_values<T>(entries * width, 2);
        std::vector<std::int32_t> index(rows);
        auto expected = before;
        for (std::size_t r = 0; r < rows; ++r) {
          index[r] = static_cast<std::int32_t>((entries - 1 + r * r) % entries);  // the last first, some often
          for (std::size_t c = 0; c < width; ++c) {
            expected[static_cast<std::size_t>(index[r]) * width + c] += T(1.5) * dy[r * width + c];
          }
        }
        for_each_way([&](threads& threads) {
          auto table = before;
          add_gather_gradient(rows, width, T(1.5), index.data(), dy.data(), table.data(), threads);
          CHECK(same(table, expected));
        });
      }
    }
  }
}

// Sums that round depend on their order: with a scale of 1 it is that of the rows.
TEMPLATE_TEST_CASE("add_gather_gradient sums in the rows' order", "", float, double) {
  using T = TestType;
  constexpr std::size_t rows = 307, width = 150, entries = 3;
  const auto dy = random_values<T>(rows * width, 1);
  std::vector<std::int32_t> index(rows);
  std::vector<T> expected(entries * width);
  for (std::size_t r = 0; r < rows; ++r) {
    index[r] = static_cast<std::int32_t>(r % entries);
    for (std::size_t c = 0; c < width; ++c) expected[r % entries * width + c] += dy[r * width + c];
  }
  for_each_way([&](threads& threads) {
    std::vector<T> table(expected.size());
    add_gather_gradient(rows, width, T(1), index.data(), dy.data(), table.data(), threads);
    CHECK(same(table, expected));
  });
}

}  // namespace typeformer::kernels::testing
