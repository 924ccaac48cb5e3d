#include <algorithm>
#include <array>

#include <typeformer/kernels/product.hpp>

#include "helpers.hpp"

namespace typeformer::kernels {
namespace {

using namespace testing;

/// A sum of `rows` products added to what was there: within √rows·ε of the sum of their sizes, which random roundings
/// keep to, and an ε of each partial result that is put by, one for 512 rows.
template <class T>
double allowed(std::size_t rows, long double size) {
  return epsilon<T> * (std::sqrt(static_cast<double>(rows)) + 2) * static_cast<double>(size) + 1e-300;
}

template <class T>
struct sample {
  std::size_t rows, outs, ins;
  std::vector<T> dy, x, before, dw, sums_before, sums;

  sample(std::size_t r, std::size_t o, std::size_t i, std::size_t count_of_threads = 1)
      : rows(r),
        outs(o),
        ins(i),
        dy(random_values<T>(r * o, 1)),
        x(random_values<T>(r * i, 2)),
        before(random_values<T>(o * i, 3)),
        dw(before),
        sums_before(random_values<T>(o, 4)),
        sums(sums_before) {
    threads threads(count_of_threads);
    add_weight_gradient(rows, outs, ins, dy.data(), x.data(), dw.data(), threads);
    add_column_sums(rows, outs, dy.data(), sums.data(), threads);
  }

  /// The largest error of an element of dw in units of what is allowed.
  double worst() const {
    double result = 0;
    std::vector<exact<T>> sum(ins), size(ins);
    for (std::size_t o = 0; o < outs; ++o) {
      for (std::size_t i = 0; i < ins; ++i) {
        sum[i] = before[o * ins + i];
        size[i] = std::fabs(sum[i]);
      }
      for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t i = 0; i < ins; ++i) {
          const auto term = static_cast<exact<T>>(dy[r * outs + o]) * x[r * ins + i];
          sum[i] += term;
          size[i] += std::fabs(term);
        }
      for (std::size_t i = 0; i < ins; ++i)
        result = std::max(result, error_ratio(dw[o * ins + i], sum[i], allowed<T>(rows, size[i])));
    }
    return result;
  }

  double worst_sum() const {
    double result = 0;
    for (std::size_t o = 0; o < outs; ++o) {
      exact<T> sum = sums_before[o], size = std::fabs(sum);
      for (std::size_t r = 0; r < rows; ++r) {
        sum += dy[r * outs + o];
        size += std::fabs(dy[r * outs + o]);
      }
      result = std::max(result, error_ratio(sums[o], sum, allowed<T>(rows, size)));
    }
    return result;
  }
};

void check(std::size_t rows, std::size_t outs, std::size_t ins) {
  INFO("rows " << rows << " outs " << outs << " ins " << ins);
  const auto of_type = [&](auto zero) {
    const sample<decltype(zero)> s(rows, outs, ins);
    CHECK(s.worst() <= 1);
    CHECK(s.worst_sum() <= 1);
  };
  of_type(0.F);
  of_type(0.);
}

TEST_CASE("a weight's gradient and column sums are the plain loop's, added to what is there", "[gradient]") {
  for_each_instruction_set([] {
    for (const std::size_t rows : {0, 1, 2, 7, 65})
      for (const std::size_t outs : {0, 1, 2, 5, 6, 7, 13, 64})
        for (const std::size_t ins : {0, 1, 3, 8, 15, 16, 17, 31, 63, 64, 65, 129}) {
          if (is_next_checked()) check(rows, outs, ins);
        }
    for (const std::size_t rows : {511, 512, 513, 1025})
      for (const std::size_t outs : {1, 29})
        for (const std::size_t ins : {1, 31, 70})
          if (is_next_checked()) check(rows, outs, ins);
    for (const std::size_t outs : {143, 144, 145, 289})
      if (is_next_checked()) check(37, outs, 67);
    check(33, 3, 1027);
    check(20, 1027, 3);
    // From 96 outputs and four panels on, tasks pack their part of dy, 128 rows at a time.
    for (const std::size_t rows : {1, 127, 128, 129})
      for (const std::size_t outs : {95, 96, 97})
        for (const std::size_t ins : {192, 193, 320})
          if (is_next_checked()) check(rows, outs, ins);
    for (const auto& [rows, outs, ins] : {std::array<std::size_t, 3>{257, 289, 257}, {21, 131, 2055}, {530, 5, 4104}})
      if (is_next_checked()) check(rows, outs, ins);
  });
}

TEST_CASE("a weight's gradient is bitwise the same with any number of threads", "[gradient]") {
  for_each_instruction_set([] {
    for (const auto& [rows, outs, ins] : {std::array<std::size_t, 3>{520, 16, 200},
                                          {64, 150, 64},
                                          {1500, 300, 130},
                                          {40, 70, 3000},
                                          {600, 3000, 9},
                                          {300, 700, 600},
                                          {520, 131, 2055}}) {
      const sample<float> one(rows, outs, ins), two(rows, outs, ins, 2), three(rows, outs, ins, 3);
      CHECK(same(one.dw, two.dw));
      CHECK(same(one.dw, three.dw));
      CHECK(same(one.sums, two.sums));
      CHECK(same(one.sums, three.sums));
    }
  });
}

TEST_CASE("NaN and infinity stay in their output and input of a weight's gradient", "[gradient]") {
  for_each_instruction_set([] {
    constexpr std::size_t rows = 21, outs = 7, ins = 67;
    auto dy = random_values<float>(rows * outs, 1), x = random_values<float>(rows * ins, 2);
    dy[20 * outs + 3] = not_a_number<float>;
    x[4 * ins + 65] = infinity<float>;
    std::vector<float> dw(outs * ins), sums(outs);
    threads threads;
    add_weight_gradient(rows, outs, ins, dy.data(), x.data(), dw.data(), threads);
    add_column_sums(rows, outs, dy.data(), sums.data(), threads);
    for (std::size_t o = 0; o < outs; ++o) {
      CHECK(std::isnan(sums[o]) == (o == 3));
      for (std::size_t i = 0; i < ins; ++i) {
        INFO("output " << o << " input " << i);
        const float found = dw[o * ins + i];
        if (o == 3) {
          CHECK(std::isnan(found));
        } else if (i == 65) {
          CHECK(found == (dy[4 * outs + o] > 0 ? infinity<float> : -infinity<float>));
        } else {
          CHECK(std::isfinite(found));
        }
      }
    }
  });
}

}  // namespace
}  // namespace typeformer::kernels
