#include <functional>

#include <typeformer/kernels/elementwise.hpp>

#include "helpers.hpp"

namespace typeformer::kernels::testing {
namespace {

/// Values with some of each kind that is special.
template <class T>
std::vector<T> values(std::size_t size, unsigned seed) {
  std::vector<T> x = random_values<T>(size, seed, 0, 3);
  const T special[] = {infinity<T>, -infinity<T>, not_a_number<T>, std::numeric_limits<T>::denorm_min(), -T(0)};
  for (std::size_t i = 3; i < size; i += 7) x[i] = special[i / 7 % 5];
  return x;
}

}  // namespace

// Each is one rounding at most, in one way: results are the plain loop's bit by bit.
TEMPLATE_TEST_CASE("scale, add and add_rows give what a plain loop gives", "", float, double) {
  using T = TestType;
  threads one(1);
  for (const std::size_t size : sizes()) {
    INFO("size " << size);
    const auto x = values<T>(size, 1), other = random_values<T>(size, 2);
    std::vector<T> scaled(size), sum(size);
    for (std::size_t i = 0; i < size; ++i) {
      scaled[i] = T(0.7) * x[i];
      sum[i] = x[i] + other[i];
    }
    for_each_instruction_set([&] {
      std::vector<T> y(size), z(size);
      scale(size, T(0.7), x.data(), y.data(), one);
      add(size, x.data(), other.data(), z.data(), one);
      CHECK(same(y, scaled));
      CHECK(same(z, sum));

      std::vector<T> in_place = x;
      scale(size, T(0.7), in_place.data(), in_place.data(), one);
      CHECK(same(in_place, scaled));
      in_place = x;
      add(size, in_place.data(), other.data(), in_place.data(), one);
      CHECK(same(in_place, sum));
      in_place = other;
      add(size, x.data(), in_place.data(), in_place.data(), one);
      CHECK(same(in_place, sum));
      in_place = x;
      add(size, in_place.data(), in_place.data(), in_place.data(), one);
      for (std::size_t i = 0; i < size; ++i) z[i] = x[i] + x[i];
      CHECK(same(in_place, z));
    });
  }
}

// scale · x + row is rounded once or twice, as the instruction set has it: within one ulp of the larger summand.
TEMPLATE_TEST_CASE("add_rows repeats its rows after each period", "", float, double) {
  using T = TestType;
  threads one(1);
  for (const std::size_t rows : {0, 1, 2, 7, 12, 50}) {
    for (const std::size_t period : {1, 2, 5, 12, 60}) {
      for (const std::size_t columns : {0, 1, 3, 16, 17, 31, 65, 1000}) {
        INFO("rows " << rows << ", period " << period << ", columns " << columns);
        const auto x = values<T>(rows * columns, 3), row = random_values<T>(period * columns, 4);
        for_each_instruction_set([&] {
          std::vector<T> z(x.size()), in_place = x;
          add_rows(rows, columns, T(2.3), x.data(), period, row.data(), z.data(), one);
          add_rows(rows, columns, T(2.3), in_place.data(), period, row.data(), in_place.data(), one);
          double worst = 0;
          for (std::size_t r = 0; r < rows; ++r) {
            for (std::size_t c = 0; c < columns; ++c) {
              const long double a = static_cast<long double>(T(2.3)) * x[r * columns + c];
              const long double b = row[r % period * columns + c];
              const double allowed = epsilon<T> * static_cast<double>(std::fabs(a) + std::fabs(b));
              worst = std::max(worst, error_ratio(z[r * columns + c], a + b, allowed));
            }
          }
          CHECK(worst <= 1);
          CHECK(same(in_place, z));
        });
      }
    }
  }
}

// The position of an element in a vector, and whether that is full, must not matter.
TEMPLATE_TEST_CASE("activate gives each element the same anywhere, and in place", "", float, double) {
  using T = TestType;
  threads one(1);
  for (const activation function : all_activations) {
    for_each_instruction_set([&] {
      const auto x = values<T>(1000, 5);
      std::vector<T> each(x.size());
      for (std::size_t i = 0; i < x.size(); ++i) activate(1, function, &x[i], &each[i], one);
      for (const std::size_t size : sizes()) {
        INFO("activation " << int(function) << ", size " << size);
        std::vector<T> part(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(size)), y(size);
        activate(size, function, part.data(), y.data(), one);
        activate(size, function, part.data(), part.data(), one);
        const std::vector<T> expected(each.begin(), each.begin() + static_cast<std::ptrdiff_t>(size));
        CHECK(same(y, expected));
        CHECK(same(part, expected));
      }
    });
  }
}

TEMPLATE_TEST_CASE("elementwise results are bitwise the same for any number of threads", "", float, double) {
  using T = TestType;
  constexpr std::size_t rows = 331, columns = 303;
  const auto x = values<T>(rows * columns, 6), other = values<T>(rows * columns, 7);
  const std::vector<std::function<void(T*, threads&)>> kernels = {
      [&](T* y, threads& threads) { activate(x.size(), activation::gelu_erf, x.data(), y, threads); },
      [&](T* y, threads& threads) { scale(x.size(), T(1.7), x.data(), y, threads); },
      [&](T* y, threads& threads) { add(x.size(), x.data(), other.data(), y, threads); },
      [&](T* y, threads& threads) { add_rows(rows, columns, T(1.7), x.data(), 13, other.data(), y, threads); }};
  for_each_instruction_set([&] {
    for (const auto& kernel : kernels) {
      std::vector<T> expected(x.size());
      threads one(1);
      kernel(expected.data(), one);
      for (const std::size_t count : {2, 3}) {
        std::vector<T> y(x.size(), T(99));
        threads threads(count);
        kernel(y.data(), threads);
        CHECK(same(y, expected));
      }
    }
  });
}

}  // namespace typeformer::kernels::testing
