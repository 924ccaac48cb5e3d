#include <algorithm>

#include <typeformer/kernels/loss.hpp>

#include "central_differences.hpp"
#include "helpers.hpp"

namespace typeformer::kernels::testing {
namespace {

constexpr smoothing_over both_smoothings[] = {smoothing_over::all, smoothing_over::others};

template <class T>
struct loss_result {
  double loss;
  std::vector<T> dlogits;
};

template <class T>
loss_result<T> run(cross_entropy_problem<T> problem, threads& threads) {
  loss_result<T> result{0, std::vector<T>(problem.rows * problem.entries, T(99))};
  std::vector<double> workspace(problem.rows, not_a_number<double>);
  problem.dlogits = result.dlogits.data();
  result.loss = cross_entropy(problem, workspace.data(), threads);
  return result;
}

/// The target probability of entry `c` in row r.
template <class T>
long double target(const cross_entropy_problem<T>& p, std::size_t r, std::size_t c) {
  const bool right = static_cast<std::size_t>(p.index[r]) == c;
  const auto entries = static_cast<long double>(p.entries), smoothing = static_cast<long double>(p.smoothing);
  if (p.over == smoothing_over::all) return smoothing / entries + (right ? 1 - smoothing : 0);
  if (p.entries == 1) return 1;
  return right ? 1 - smoothing : smoothing / (entries - 1);
}

/// Largest error, in what is allowed, of the loss and its derivatives, against −Σ q·log p taken plainly. A sum of 1000
/// entries is off by 80 ε at most: half an ulp for each of 130 additions with two elements a vector, and exp's own
/// error. u = x − max is rounded, which weighs as much in e^u as u is large.
template <class T>
double loss_error(const cross_entropy_problem<T>& p, const loss_result<T>& found) {
  constexpr long double steps = 80;
  double worst = 0;
  long double loss = 0, allowed = 0;
  for (std::size_t r = 0; r < p.rows; ++r) {
    const T* x = p.logits + r * p.entries;
    if (p.index[r] < 0) {
      for (std::size_t c = 0; c < p.entries; ++c)
        worst = std::max<double>(worst, found.dlogits[r * p.entries + c] != 0);
      continue;
    }
    const long double top = *std::max_element(x, x + p.entries), weight = p.weight;
    long double total = 0;
    for (std::size_t c = 0; c < p.entries; ++c) total += std::exp(x[c] - top);
    allowed += steps;
    for (std::size_t c = 0; c < p.entries; ++c) {
      const long double u = x[c] - top, share = std::exp(u) / total, q = target(p, r, c);
      loss -= q * (u - std::log(total));
      allowed += steps * (q + share) * std::fabs(u);
      const long double slope_allowed = (steps + std::fabs(u)) * share + 2 * q;
      worst = std::max(worst, error_ratio(found.dlogits[r * p.entries + c], weight * (share - q),
                                          epsilon<T> * static_cast<double>(weight * slope_allowed)));
    }
  }
  return std::max(worst, error_ratio(found.loss, loss, epsilon<T> * static_cast<double>(allowed)));
}

}  // namespace

TEMPLATE_TEST_CASE("cross_entropy is within its bound, in place and without derivatives too", "", float, double) {
  using T = TestType;
  threads one(1);
  for (const std::size_t entries : sizes()) {
    if (entries == 0) continue;
    for (const double smoothing : {0.0, 0.1, 1.0}) {
      for (const auto over : both_smoothings) {
        INFO("entries " << entries << ", smoothing " << smoothing << ", over " << int(over));
        const std::size_t rows = 5;
        auto logits = random_values<T>(rows * entries, 1, 20, 4);
        const auto last = static_cast<std::int32_t>(entries) - 1;
        const std::vector<std::int32_t> index = {0, last, -1, last / 2, -100};
        for_each_instruction_set([&] {
          cross_entropy_problem<T> problem{.rows = rows,
                                           .entries = entries,
                                           .logits = logits.data(),
                                           .index = index.data(),
                                           .smoothing = smoothing,
                                           .over = over,
                                           .weight = T(0.3)};
          const auto found = run(problem, one);
          CHECK(loss_error(problem, found) <= 1);

          std::vector<double> workspace(rows);
          CHECK(cross_entropy(problem, workspace.data(), one) == found.loss);
          auto in_place = logits;
          problem.logits = problem.dlogits = in_place.data();
          CHECK(cross_entropy(problem, workspace.data(), one) == found.loss);
          CHECK(same(in_place, found.dlogits));
        });
      }
    }
  }
}

TEST_CASE("the derivatives of cross_entropy are its slopes") {
  threads one(1);
  constexpr std::size_t rows = 4, entries = 13;
  const auto logits = random_values<double>(rows * entries, 1, 0, 2);
  const std::vector<std::int32_t> index = {3, -1, 12, 0};
  for (const double smoothing : {0.0, 0.2}) {
    for (const auto over : both_smoothings) {
      INFO("smoothing " << smoothing << ", over " << int(over));
      cross_entropy_problem<double> problem{.rows = rows,
                                            .entries = entries,
                                            .logits = logits.data(),
                                            .index = index.data(),
                                            .smoothing = smoothing,
                                            .over = over,
                                            .weight = 0.7};
      for_each_instruction_set([&] {
        const auto loss = [&](const std::vector<double>& at) {
          auto moved = problem;
          moved.logits = at.data();
          std::vector<double> workspace(rows);
          return 0.7 * cross_entropy(moved, workspace.data(), one);
        };
        CHECK(count_apart(run(problem, one).dlogits, central_differences(logits, loss)) == 0);
      });
    }
  }
}

TEMPLATE_TEST_CASE("cross_entropy of what is known beforehand", "", float, double) {
  using T = TestType;
  threads one(1);
  const std::vector<T> logits = {0, static_cast<T>(std::log(3.0))};  // probabilities 1/4 and 3/4
  const std::vector<std::int32_t> index = {1};
  for_each_instruction_set([&] {
    cross_entropy_problem<T> problem{.rows = 1, .entries = 2, .logits = logits.data(), .index = index.data()};
    CHECK(std::fabs(run(problem, one).loss - std::log(4.0 / 3)) <= 4 * epsilon<T>);
    // What is smoothed to the very probabilities has the loss of its entropy and is at the lowest.
    problem.smoothing = 0.25;
    problem.over = smoothing_over::others;
    const double entropy = std::log(4.0) - 0.75 * std::log(3.0);
    CHECK(std::fabs(run(problem, one).loss - entropy) <= 4 * epsilon<T>);
    problem.smoothing = 0.5;
    problem.over = smoothing_over::all;
    CHECK(std::fabs(run(problem, one).loss - entropy) <= 4 * epsilon<T>);
    for (const T slope : run(problem, one).dlogits) CHECK(std::fabs(slope) <= 4 * epsilon<T>);
  });
}

TEMPLATE_TEST_CASE("cross_entropy of a single entry and of no rows is 0", "", float, double) {
  using T = TestType;
  threads one(1);
  const std::vector<T> logits = {5};
  const std::vector<std::int32_t> index = {0};
  for (const auto over : both_smoothings) {
    for_each_instruction_set([&] {
      cross_entropy_problem<T> problem{
          .rows = 1, .entries = 1, .logits = logits.data(), .index = index.data(), .smoothing = 0.1, .over = over};
      const auto found = run(problem, one);
      CHECK(found.loss == 0);
      CHECK(std::fabs(found.dlogits[0]) <= epsilon<T>);  // smoothing over all: 0.9 + 0.1 may be rounded
      problem.rows = 0;
      CHECK(run(problem, one).loss == 0);
    });
  }
}

TEMPLATE_TEST_CASE("cross_entropy ignores rows with a negative index, whatever they hold", "", float, double) {
  using T = TestType;
  threads one(1);
  for (const std::size_t entries : {0, 1, 16, 37}) {
    INFO("entries " << entries);
    const std::vector<T> logits(2 * entries, not_a_number<T>);
    const std::vector<std::int32_t> index = {-1, std::numeric_limits<std::int32_t>::min()};
    for_each_instruction_set([&] {
      const auto found = run<T>(
          {.rows = 2, .entries = entries, .logits = logits.data(), .index = index.data(), .smoothing = 0.1}, one);
      CHECK(found.loss == 0);
      CHECK(std::all_of(found.dlogits.begin(), found.dlogits.end(), [](T v) { return v == 0; }));
    });
  }
}

TEMPLATE_TEST_CASE("cross_entropy of ∞ is ∞ where it has weight, and NaN stays in its row", "", float, double) {
  using T = TestType;
  threads one(1);
  for (const std::size_t entries : {3, 16, 37}) {
    INFO("entries " << entries);
    const std::size_t end = entries - 1;
    const std::vector<std::int32_t> first = {0, 0};
    auto logits = random_values<T>(2 * entries, 1);
    const auto loss_of = [&](double smoothing, smoothing_over over) {
      return run<T>({.rows = 2,
                     .entries = entries,
                     .logits = logits.data(),
                     .index = first.data(),
                     .smoothing = smoothing,
                     .over = over},
                    one);
    };
    for_each_instruction_set([&] {
      // An entry that cannot be: without smoothing it plays no part.
      logits[end] = -infinity<T>;
      const auto plain = loss_of(0, smoothing_over::all);
      CHECK(std::isfinite(plain.loss));
      CHECK(plain.dlogits[end] == 0);
      for (const auto over : both_smoothings) {
        const auto smoothed = loss_of(0.1, over);
        CHECK(smoothed.loss == infinity<double>);
        CHECK(std::all_of(smoothed.dlogits.begin(), smoothed.dlogits.end(), [](T v) { return std::isfinite(v); }));
        CHECK(smoothed.dlogits[end] < 0);
      }
      logits[end] = 1;

      // The right entry cannot be.
      const T right = logits[0];
      logits[0] = -infinity<T>;
      CHECK(loss_of(0, smoothing_over::all).loss == infinity<double>);
      CHECK(loss_of(0.1, smoothing_over::others).loss == infinity<double>);
      CHECK(std::isfinite(loss_of(1, smoothing_over::others).loss));
      CHECK(loss_of(0, smoothing_over::all).dlogits[0] == -1);
      logits[0] = right;

      for (const T bad : {not_a_number<T>, infinity<T>}) {
        logits[end] = bad;
        const auto origin = loss_of(0, smoothing_over::all);
        CHECK(std::isnan(origin.loss));
        CHECK(std::isnan(origin.dlogits[end]));
        for (std::size_t c = 0; c < entries; ++c) CHECK(std::isfinite(origin.dlogits[entries + c]));
      }
      std::vector<T> kept(logits.begin(), logits.begin() + static_cast<std::ptrdiff_t>(entries));
      std::fill(logits.begin(), logits.begin() + static_cast<std::ptrdiff_t>(entries), -infinity<T>);
      CHECK(std::isnan(loss_of(0, smoothing_over::all).loss));
      std::copy(kept.begin(), kept.end(), logits.begin());
    });
  }
}

TEMPLATE_TEST_CASE("cross_entropy takes numbers of any size", "", float, double) {
  using T = TestType;
  threads one(1);
  const T largest = std::numeric_limits<T>::max();
  const std::vector<T> logits = {largest, -largest, 0, largest};
  const std::vector<std::int32_t> index = {3};
  for_each_instruction_set([&] {
    const auto found = run<T>({.rows = 1, .entries = 4, .logits = logits.data(), .index = index.data()}, one);
    CHECK(std::fabs(found.loss - std::log(2.0)) <= epsilon<double>);
    CHECK(found.dlogits == std::vector<T>{0.5, 0, 0, -0.5});
  });
}

TEMPLATE_TEST_CASE("cross_entropy is bitwise the same for any number of threads", "", float, double) {
  using T = TestType;
  constexpr std::size_t rows = 211, entries = 1009;
  const auto logits = random_values<T>(rows * entries, 1);
  std::vector<std::int32_t> index(rows);
  for (std::size_t r = 0; r < rows; ++r) index[r] = r % 7 == 3 ? -1 : static_cast<std::int32_t>(r * 31 % entries);
  const cross_entropy_problem<T> problem{
      .rows = rows, .entries = entries, .logits = logits.data(), .index = index.data(), .smoothing = 0.1};
  for_each_instruction_set([&] {
    threads one(1);
    const auto expected = run(problem, one);
    for (const std::size_t count : {2, 3}) {
      threads threads(count);
      const auto found = run(problem, threads);
      CHECK(found.loss == expected.loss);
      CHECK(same(found.dlogits, expected.dlogits));
    }
  });
}

}  // namespace typeformer::kernels::testing
