// Long, because sums, maxima and their gradients share their shapes.
#include <algorithm>
#include <functional>
#include <numeric>

#include <typeformer/error.hpp>
#include <typeformer/kernels/reduce.hpp>

#include "central_differences.hpp"
#include "helpers.hpp"

namespace typeformer::kernels::testing {
namespace {

using indices = std::vector<std::size_t>;

std::size_t product(const indices& extents) {
  return std::accumulate(extents.begin(), extents.end(), std::size_t{1}, std::multiplies<>{});
}

/// Which element of y each element of x belongs to.
indices targets(const indices& extents, const indices& strides) {
  indices found;
  for (std::size_t i = 0; i < product(extents); ++i) {
    std::size_t rest = i, offset = 0;
    for (std::size_t d = extents.size(); d-- > 0; rest /= extents[d]) offset += rest % extents[d] * strides[d];
    found.push_back(offset);
  }
  return found;
}

/// Strides of y for each set of dimensions that are kept and each order of these; the last with gaps.
std::vector<indices> ways_to_reduce(const indices& extents) {
  const std::size_t rank = extents.size();
  std::vector<indices> ways;
  indices order(rank);
  std::iota(order.begin(), order.end(), 0);
  do {
    for (unsigned kept = 0; kept < 1u << rank; ++kept) {
      for (const std::size_t gap : {1, 3}) {
        indices strides(rank);
        std::size_t stride = gap;
        for (std::size_t k = rank; k-- > 0;) {
          if (!(kept >> order[k] & 1)) continue;
          strides[order[k]] = stride;
          stride *= extents[order[k]];
        }
        ways.push_back(strides);
      }
    }
  } while (std::next_permutation(order.begin(), order.end()));
  std::sort(ways.begin(), ways.end());
  ways.erase(std::unique(ways.begin(), ways.end()), ways.end());
  return ways;
}

std::size_t size_of_result(const indices& extents, const indices& strides) {
  std::size_t last = 0;
  for (std::size_t d = 0; d < extents.size(); ++d) {
    if (extents[d] == 0 && strides[d] != 0) return 0;
    if (extents[d] > 0) last += (extents[d] - 1) * strides[d];
  }
  return last + 1;
}

/// Largest error of the sums in what is allowed: some more roundings for what is added to.
template <class T>
double sum_error(const indices& target, T scale, const std::vector<T>& x, const std::vector<T>& before,
                 const std::vector<T>& found) {
  std::vector<long double> sums(before.begin(), before.end()), sizes(before.size());
  std::vector<std::size_t> counts(before.size());
  for (std::size_t i = 0; i < before.size(); ++i) sizes[i] = std::fabs(before[i]);
  for (std::size_t i = 0; i < x.size(); ++i) {
    sums[target[i]] += static_cast<long double>(scale) * x[i];
    sizes[target[i]] += std::fabs(static_cast<long double>(scale) * x[i]);
    ++counts[target[i]];
  }
  double worst = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const double steps =
        std::min(150 + std::log2(1. + static_cast<double>(counts[i])), 2 + static_cast<double>(counts[i]));
    worst = std::max(worst, error_ratio(found[i], sums[i], steps * epsilon<T> / 2 * static_cast<double>(sizes[i])));
  }
  return worst;
}

const std::vector<indices> shapes = {{},         {1},          {5},          {3000},        {7, 1},         {300, 5},
                                     {5, 300},   {2, 3, 4},    {1, 9, 1},    {0, 3},        {3, 0, 2},      {40, 3, 70},
                                     {3, 17, 5}, {2, 300, 33}, {2, 3, 5, 7}, {3, 2, 70, 3}, {2, 140, 2, 65}};

}  // namespace

TEMPLATE_TEST_CASE("reduce_sum, add_sum and reduce_max reduce any dimensions", "[reduce]", float, double) {
  using T = TestType;
  threads one(1);
  for (const auto& extents : shapes) {
    const auto x = random_values<T>(product(extents), 1);
    for (const auto& strides : ways_to_reduce(extents)) {
      if (!is_next_checked()) continue;
      const reduction shape{extents, strides};
      const auto target = targets(extents, strides);
      const auto before = random_values<T>(size_of_result(extents, strides), 2);
      std::vector<bool> is_result(before.size(), product(extents) == 0);
      for (const std::size_t i : target) is_result[i] = true;
      std::vector<T> largest = before, zeros = before;
      for (std::size_t i = 0; i < before.size(); ++i) {
        if (is_result[i]) largest[i] = -infinity<T>, zeros[i] = 0;
      }
      // Where nothing is reduced, gaps are not written either; they are not told apart here.
      const bool is_checked = product(extents) > 0 || before.size() <= 1;
      for (std::size_t i = 0; i < x.size(); ++i) largest[target[i]] = std::max(largest[target[i]], x[i]);
      INFO("rank " << extents.size() << ", " << x.size() << " elements to " << before.size());
      for_each_instruction_set([&] {
        auto sums = before, added = before, found = before;
        reduce_sum(shape, T(1), x.data(), sums.data(), one);
        add_sum(shape, T(0.25), x.data(), added.data(), one);
        reduce_max(shape, x.data(), found.data(), one);
        CHECK(sum_error(target, T(0.25), x, before, added) <= 1);
        if (!is_checked) return;
        CHECK(sum_error(target, T(1), x, zeros, sums) <= 1);
        CHECK(same(found, largest));
      });
    }
  }
}

TEMPLATE_TEST_CASE("sums of rows and of columns are within their bound for any size", "[reduce]", float, double) {
  using T = TestType;
  threads one(1);
  for (const std::size_t outer : {1, 3}) {
    for (const std::size_t n : sizes()) {
      for (const std::size_t inner : {1, 2, 5, 16, 31, 65, 257}) {
        INFO(outer << " · " << n << " · " << inner);
        const indices extents = {outer, n, inner}, strides = {inner, 0, 1};
        const auto x = random_values<T>(outer * n * inner, 1, 5);
        const auto target = targets(extents, strides);
        const std::vector<T> zeros(outer * inner);
        std::vector<T> largest(outer * inner, -infinity<T>);
        for (std::size_t i = 0; i < x.size(); ++i) largest[target[i]] = std::max(largest[target[i]], x[i]);
        for_each_instruction_set([&] {
          std::vector<T> y(zeros.size(), T(99)), top(zeros.size(), T(99));
          reduce_sum({extents, strides}, T(0.5), x.data(), y.data(), one);
          reduce_max({extents, strides}, x.data(), top.data(), one);
          CHECK(sum_error(target, T(0.5), x, zeros, y) <= 1);
          CHECK(same(top, largest));
        });
      }
    }
  }
}

// One after the other, 2^22 times 0.1 gives 387'000 in float.
TEST_CASE("long sums are exact", "[reduce]") {
  threads one(1);
  const std::size_t size = 1 << 22;
  const std::vector<float> x(size, 0.1F);
  for (const std::size_t inner : {1, 3, 64}) {
    const indices extents = {size / inner, inner}, strides = {0, 1};
    const double expected = static_cast<double>(0.1F) * static_cast<double>(extents[0]);
    for_each_instruction_set([&] {
      std::vector<float> y(inner);
      reduce_sum({extents, strides}, 1.F, x.data(), y.data(), one);
      INFO("inner " << inner << ", off by " << y[0] - expected << " of " << expected);
      CHECK(std::fabs(y[0] - expected) <= 16 * epsilon<float> * expected);
    });
  }
}

TEMPLATE_TEST_CASE("reduce_argmax finds the first of equals, and NaN first of all", "[reduce]", float, double) {
  using T = TestType;
  threads one(1);
  for (const std::size_t outer : {1, 3, 40}) {
    for (const std::size_t n : {1, 2, 7, 33, 200}) {
      for (const std::size_t inner : {1, 2, 5, 16, 35, 300}) {
        if (!is_next_checked()) continue;
        INFO(outer << " · " << n << " · " << inner);
        auto x = random_values<T>(outer * n * inner, 1);
        for (T& each : x) each = std::round(each * 2);  // many are equal
        for (std::size_t i = 7; i < x.size(); i += 400) x[i] = not_a_number<T>;
        for (std::size_t i = 9; i < x.size(); i += 300) x[i] = infinity<T>;
        if (n > 1) std::fill_n(x.begin(), n * inner / 2, -infinity<T>);
        std::vector<std::int32_t> expected(outer * inner);
        const auto dy = random_values<T>(expected.size(), 2), before = random_values<T>(x.size(), 3);
        auto gradient = before;
        for (std::size_t o = 0; o < outer; ++o) {
          for (std::size_t k = 0; k < inner; ++k) {
            const auto at = [&](std::size_t i) { return (o * n + i) * inner + k; };
            std::size_t best = 0;
            for (std::size_t i = 1; i < n; ++i) {
              const bool is_first_nan = std::isnan(x[at(i)]) && !std::isnan(x[at(best)]);
              if (is_first_nan || x[at(i)] > x[at(best)]) best = i;
            }
            expected[o * inner + k] = static_cast<std::int32_t>(best);
            gradient[at(best)] += dy[o * inner + k];
          }
        }
        for_each_instruction_set([&] {
          std::vector<std::int32_t> index(expected.size(), -1);
          reduce_argmax(outer, n, inner, x.data(), index.data(), one);
          CHECK(index == expected);
          auto dx = before;
          add_max_gradient(outer, n, inner, x.data(), dy.data(), dx.data(), one);
          CHECK(same(dx, gradient));
        });
      }
    }
  }
}

TEMPLATE_TEST_CASE("reductions keep NaN and infinity to what they are reduced to", "[reduce]", float, double) {
  using T = TestType;
  threads one(1);
  for (const std::size_t n : {2, 17, 300}) {
    for (const std::size_t inner : {1, 3, 70}) {
      for (const std::size_t where : {std::size_t{0}, n / 2, n - 1}) {
        INFO(n << " · " << inner << " at " << where);
        const indices extents = {4, n, inner}, strides = {inner, 0, 1};
        auto x = random_values<T>(4 * n * inner, 1);
        x[where * inner] = not_a_number<T>;
        x[(n + where) * inner] = infinity<T>;
        std::fill_n(x.begin() + static_cast<std::ptrdiff_t>(2 * n * inner), n * inner, -infinity<T>);
        for_each_instruction_set([&] {
          std::vector<T> sums(4 * inner), top(4 * inner);
          reduce_sum({extents, strides}, T(1), x.data(), sums.data(), one);
          reduce_max({extents, strides}, x.data(), top.data(), one);
          CHECK((std::isnan(sums[0]) && std::isnan(top[0])));
          CHECK((sums[inner] == infinity<T> && top[inner] == infinity<T>));
          CHECK((sums[2 * inner] == -infinity<T> && top[2 * inner] == -infinity<T>));
          for (std::size_t i = 0; i < 4 * inner; ++i) {
            const bool is_finite = i % inner != 0 || i == 3 * inner;
            if (is_finite && i / inner != 2) CHECK((std::isfinite(sums[i]) && std::isfinite(top[i])));
          }
        });
      }
    }
  }
}

TEST_CASE("gradients of sums and maxima are their slopes", "[reduce]") {
  threads one(1);
  const indices extents = {3, 7, 5, 2}, strides = {5, 0, 1, 0};
  const reduction shape{extents, strides};
  const auto x = random_values<double>(210, 1), dy = random_values<double>(15, 2);
  for_each_instruction_set([&] {
    for (const double scale : {1., 0.3}) {
      const auto loss = [&](const std::vector<double>& at) {
        std::vector<double> y(15);
        reduce_sum(shape, scale, at.data(), y.data(), one);
        return weighted_sum(dy, y);
      };
      std::vector<double> dx(x.size());
      add_sum_gradient(shape, scale, dy.data(), dx.data(), one);
      CHECK(count_apart(dx, central_differences(x, loss)) == 0);
      add_sum_gradient(shape, scale, dy.data(), dx.data(), one);
      for (double& each : dx) each /= 2;
      CHECK(count_apart(dx, central_differences(x, loss)) == 0);
    }
    const indices plain = {3, 14, 5}, kept = {5, 0, 1};
    const auto loss = [&](const std::vector<double>& at) {
      std::vector<double> y(15);
      reduce_max({plain, kept}, at.data(), y.data(), one);
      return weighted_sum(dy, y);
    };
    std::vector<double> dx(x.size());
    add_max_gradient(3, 14, 5, x.data(), dy.data(), dx.data(), one);
    CHECK(count_apart(dx, central_differences(x, loss)) == 0);
  });
}

TEMPLATE_TEST_CASE("reductions are bitwise the same for any number of threads", "[reduce]", float, double) {
  using T = TestType;
  struct shape_of {
    indices extents, strides;
  };
  const shape_of all[] = {
      {{300'007}, {0}},           {{3, 70'001}, {1, 0}},           {{70'001, 3}, {0, 1}},
      {{1031, 300}, {0, 1}},      {{1031, 300}, {1, 0}},           {{20, 9, 1000}, {0, 1, 0}},
      {{7, 400, 90}, {90, 0, 1}}, {{30, 5, 40, 33}, {5, 1, 0, 0}}, {{70, 5, 40, 33}, {0, 33, 0, 1}}};
  for (const auto& [extents, strides] : all) {
    INFO("rank " << extents.size() << ", " << extents[0]);
    const auto x = random_values<T>(product(extents), 1);
    const auto before = random_values<T>(size_of_result(extents, strides), 2);
    for_each_instruction_set([&] {
      std::vector<T> first, first_max;
      for (const std::size_t count : {1, 2, 3}) {
        threads threads(count);
        auto y = before, top = before;
        add_sum({extents, strides}, T(0.7), x.data(), y.data(), threads);
        reduce_max({extents, strides}, x.data(), top.data(), threads);
        if (count == 1) {
          first = y;
          first_max = top;
          CHECK(sum_error(targets(extents, strides), T(0.7), x, before, y) <= 1);
        }
        CHECK(same(y, first));
        CHECK(same(top, first_max));
      }
    });
  }
  const auto x = random_values<T>(5 * 70 * 601, 1), dy = random_values<T>(5 * 601, 2);
  for_each_instruction_set([&] {
    std::vector<T> first;
    for (const std::size_t count : {1, 2, 3}) {
      threads threads(count);
      auto dx = x;
      add_max_gradient(5, 70, 601, x.data(), dy.data(), dx.data(), threads);
      if (count == 1) first = dx;
      CHECK(same(dx, first));
    }
  });
}

TEST_CASE("reductions of other ranks throw", "[reduce]") {
  threads one(1);
  std::vector<float> x(3);
  const indices extents = {3}, many(max_rank + 1, 1), none;
  CHECK_THROWS_AS(reduce_sum({many, many}, 1.F, x.data(), x.data(), one), error);
  CHECK_THROWS_AS(reduce_max({extents, none}, x.data(), x.data(), one), error);
  CHECK_THROWS_AS(add_sum_gradient({extents, none}, 1.F, x.data(), x.data(), one), error);
}

}  // namespace typeformer::kernels::testing
