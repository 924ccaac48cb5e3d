#include <algorithm>
#include <cmath>
#include <cstddef>
#include <ostream>
#include <vector>

#include <typeformer/kernels/causal_product.hpp>

#include "helpers.hpp"

namespace typeformer::kernels {
namespace {

using namespace testing;

struct form {
  std::size_t matrices, positions, width, value_width;
  bool backwards = false, adds = false, has_state = false;
};
std::ostream& operator<<(std::ostream& out, const form& f) {
  return out << f.matrices << " matrices of " << f.positions << " positions, widths " << f.width << " and "
             << f.value_width << (f.backwards ? ", backwards" : "") << (f.adds ? ", added" : "")
             << (f.has_state ? ", with a state" : "");
}

template <class T>
struct sample {
  form f;
  std::vector<T> q, k, v, y, state, before, state_before;

  explicit sample(const form& g)
      : f(g),
        q(random_values<T>(g.matrices * g.positions * g.width, 1)),
        k(random_values<T>(g.matrices * g.positions * g.width, 2)),
        v(random_values<T>(g.matrices * g.positions * g.value_width, 3)),
        y(random_values<T>(v.size(), 4)),
        state(random_values<T>(g.matrices * g.width * g.value_width, 5)),
        before(y),
        state_before(state) {}

  void run(std::size_t count_of_threads = 1) {
    threads some(count_of_threads);
    std::vector<T> workspace(causal_product_workspace(f.matrices, f.width, f.value_width), not_a_number<T>);
    causal_product<T>({f.matrices, f.positions, f.width, f.value_width, q.data(), k.data(), v.data(), y.data(),
                       f.backwards, f.adds, f.has_state ? state.data() : nullptr},
                      workspace.data(), some);
    if (!f.has_state) CHECK(state == state_before);
  }

  /// The largest error in units of what is allowed: sums of products of three numbers, each of which is rounded as
  /// often as there are terms, at random.
  double worst() const {
    double result = 0;
    const auto root = std::sqrt(static_cast<double>(f.positions + f.width)) + 4;
    for (std::size_t m = 0; m < f.matrices; ++m) {
      std::vector<exact<T>> sums(f.width * f.value_width), sizes(sums.size());
      for (std::size_t i = 0; i < sums.size() && f.has_state; ++i)
        sizes[i] = std::fabs(sums[i] = state_before[m * sums.size() + i]);
      for (std::size_t step = 0; step < f.positions; ++step) {
        const std::size_t i = m * f.positions + (f.backwards ? f.positions - 1 - step : step);
        for (std::size_t x = 0; x < f.value_width; ++x) {
          exact<T> expected = f.adds ? before[i * f.value_width + x] : 0, size = std::fabs(expected);
          for (std::size_t w = 0; w < f.width; ++w) {
            const auto term = static_cast<exact<T>>(k[i * f.width + w]) * v[i * f.value_width + x];
            sums[w * f.value_width + x] += term;
            sizes[w * f.value_width + x] += std::fabs(term);
            expected += q[i * f.width + w] * sums[w * f.value_width + x];
            size += std::fabs(q[i * f.width + w]) * sizes[w * f.value_width + x];
          }
          result = std::max(result, error_ratio(y[i * f.value_width + x], expected,
                                                root * epsilon<T> * static_cast<double>(size) + 1e-300));
        }
      }
      for (std::size_t i = 0; i < sums.size() && f.has_state; ++i)
        result = std::max(result, error_ratio(state[m * sums.size() + i], sums[i],
                                              root * epsilon<T> * static_cast<double>(sizes[i]) + 1e-300));
    }
    return result;
  }
};

void check(const form& f) { check_samples<sample>(f); }

TEST_CASE("causal products are the plain loop's, for many sizes", "[causal product]") {
  for_each_instruction_set([] {
    for (const std::size_t positions : {0, 1, 2, 5, 6, 7, 13})
      for (const std::size_t width : {1, 2, 3, 16, 65})
        for (const std::size_t value_width : {1, 2, 5, 64, 70})
          for (const bool backwards : {false, true})
            if (is_next_checked()) check({2, positions, width, value_width, backwards});
    for (const std::size_t positions : {63, 64, 65, 128, 150})
      for (const std::size_t width : {2, 17})
        for (const std::size_t value_width : {1, 5, 66})
          for (const bool backwards : {false, true})
            if (is_next_checked()) check({1, positions, width, value_width, backwards});
    check({3, 9, 4, 0});
    check({0, 9, 4, 5});
  });
}

TEST_CASE("causal products are added, and go on from a state", "[causal product]") {
  for_each_instruction_set([] {
    for (const std::size_t positions : {0, 1, 3, 40, 130})
      for (const std::size_t value_width : {1, 7})
        for (const bool backwards : {false, true})
          for (const bool adds : {false, true})
            for (const bool has_state : {false, true})
              if (is_next_checked()) check({2, positions, 10, value_width, backwards, adds, has_state});
  });
}

TEST_CASE("what a position does not see may be NaN in causal products", "[causal product]") {
  for_each_instruction_set([] {
    for (const bool backwards : {false, true})
      for (const std::size_t value_width : {1, 5})
        for (const std::size_t nan : {3, 64, 70, 99}) {
          INFO("NaN at position " << nan << (backwards ? " backwards" : ""));
          const form f{1, 100, 8, value_width, backwards};
          sample<double> expected(f), found(f);
          found.q[nan * f.width] = found.k[nan * f.width] = found.v[nan * value_width] = not_a_number<double>;
          expected.run();
          found.run();
          std::size_t wrong = 0;
          for (std::size_t i = 0; i < f.positions; ++i)
            for (std::size_t x = 0; x < value_width; ++x) {
              const std::size_t at = i * value_width + x;
              const bool sees = backwards ? i <= nan : i >= nan;
              wrong += sees ? !std::isnan(found.y[at]) && x == 0 : found.y[at] != expected.y[at];
            }
          CHECK(wrong == 0);
        }
  });
}

TEST_CASE("causal products are bitwise the same for any number of threads", "[causal product]") {
  for_each_instruction_set([] {
    for (const form& f : {form{7, 150, 24, 40}, form{40, 9, 8, 1, true}, form{5, 70, 16, 16, true, true, true}}) {
      INFO(f);
      sample<float> one(f), three(f);
      one.run(1);
      three.run(3);
      CHECK(same(one.y, three.y));
      CHECK(same(one.state, three.state));
    }
  });
}

}  // namespace
}  // namespace typeformer::kernels
