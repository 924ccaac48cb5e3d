// Long, because the reference writes the whole gradient out with full matrices.
#include <algorithm>

#include <typeformer/kernels/attention.hpp>

#include "attention_form.hpp"

namespace typeformer::kernels {
namespace {

using namespace testing;

/// What a derivative should be, and the size of the terms it is a sum of, for each element of an array.
template <class T>
struct expectation {
  std::vector<exact<T>> value, size;

  explicit expectation(const array<T>& before)
      : value(before.values.begin(), before.values.end()), size(value.size()) {}

  void add(std::size_t place, exact<T> term, exact<T> term_size) {
    value[place] += term;
    size[place] += term_size;
  }

  /// The largest error in units of what is allowed: `relative` for the terms and an ε for what was there before. Where
  /// nothing is to be added, even in the gaps between rows, nothing may change.
  double worst(const array<T>& before, const array<T>& found, double relative) const {
    double result = 0;
    for (std::size_t x = 0; x < value.size(); ++x) {
      const double was = size[x] > 0 ? std::fabs(static_cast<double>(before.values[x])) : 0;
      const double allowed = relative * static_cast<double>(size[x]) + 8 * epsilon<T> * was + 1e-300;
      result = std::max(result, error_ratio(found.values[x], value[x], allowed));
    }
    return result;
  }
};

template <class T>
struct sample {
  form f;
  array<T> q, k, v, y, dy, dq_before, dk_before, dv_before, dq, dk, dv;
  T scale;

  explicit sample(const form& g)
      : f(g),
        q(g, g.heads, g.queries, g.width, 1),
        k(g, g.key_heads(), g.keys, g.width, 2),
        v(g, g.key_heads(), g.keys, g.value_width, 3),
        y(g, g.heads, g.queries, g.value_width, 4),
        dy(g, g.heads, g.queries, g.value_width, 5),
        dq_before(g, g.heads, g.queries, g.width, 6),
        dk_before(g, g.key_heads(), g.keys, g.width, 7),
        dv_before(g, g.key_heads(), g.keys, g.value_width, 8),
        dq(dq_before),
        dk(dk_before),
        dv(dv_before),
        scale(usual_scale<T>(g)) {}

  void run(std::size_t count_of_threads = 1) {
    const auto problem = problem_of(f, q, k, v, y, scale);
    run_attention(f, problem);
    threads threads(count_of_threads);
    const workspace<T> space(attention_gradient_workspace(f.batch, f.key_heads(), f.keys, f.width, f.value_width));
    add_attention_gradient(problem, dy.values.data(), dq.values.data(), dk.values.data(), dv.values.data(),
                           space.data(), threads);
  }

  /// The largest error of an element in units of what is allowed. Let s be the largest Σ|q·k|·scale. A score is within
  /// √width·ε·s, so p is within twice that, an exponential's and a sum's error: 6 + √keys ε. With it go y and, with
  /// √value_width ε more, dp and Σ y·dy, each relative to the terms it sums; ds = p·(dp − Σ y·dy) has the errors of
  /// both factors. Sums over keys and over queries add the root of their count.
  double worst() {
    expectation to_q(dq_before), to_k(dk_before), to_v(dv_before);
    exact<T> largest_score = 0;
    for (std::size_t b = 0; b < f.batch; ++b)
      for (std::size_t h = 0; h < f.heads; ++h)
        for (std::size_t i = 0; i < f.queries; ++i) {
          std::vector<exact<T>> p(f.keys), dp(f.keys), dp_size(f.keys);
          const std::vector<std::size_t> attended = f.attended(b, i);
          exact<T> top = -infinity<exact<T>>, total = 0, change = 0, change_size = 0;
          for (const std::size_t j : attended) {
            exact<T> terms = 0;
            for (std::size_t x = 0; x < f.width; ++x) {
              const auto term = static_cast<exact<T>>(q.at(b, h, i, x)) * k.at(b, h / f.group, j, x) * scale;
              p[j] += term;
              terms += std::fabs(term);
            }
            for (std::size_t x = 0; x < f.value_width; ++x) {
              const auto term = static_cast<exact<T>>(dy.at(b, h, i, x)) * v.at(b, h / f.group, j, x);
              dp[j] += term;
              dp_size[j] += std::fabs(term);
            }
            top = std::max(top, p[j]);
            largest_score = std::max(largest_score, terms);
          }
          for (const std::size_t j : attended) total += p[j] = std::exp(p[j] - top);
          for (const std::size_t j : attended) {
            p[j] /= total;
            change += p[j] * dp[j];
            change_size += p[j] * dp_size[j];
          }
          for (const std::size_t j : attended) {
            const exact<T> ds = p[j] * (dp[j] - change) * scale, ds_size = p[j] * (dp_size[j] + change_size) * scale;
            for (std::size_t x = 0; x < f.width; ++x) {
              const exact<T> key = k.at(b, h / f.group, j, x), query = q.at(b, h, i, x);
              to_q.add(dq.place(b, h, i, x), ds * key, ds_size * std::fabs(key));
              to_k.add(dk.place(b, h / f.group, j, x), ds * query, ds_size * std::fabs(query));
            }
            for (std::size_t x = 0; x < f.value_width; ++x) {
              const exact<T> term = p[j] * dy.at(b, h, i, x);
              to_v.add(dv.place(b, h / f.group, j, x), term, std::fabs(term));
            }
          }
        }
    const auto root = [](std::size_t n) { return std::sqrt(static_cast<double>(n)); };
    const double weight = 2 * root(f.width) * static_cast<double>(largest_score) + 6 + root(f.keys);
    const double slope = 2 * weight + root(f.value_width) + 2;
    return std::max({to_q.worst(dq_before, dq, epsilon<T> * (slope + root(f.keys))),
                     to_k.worst(dk_before, dk, epsilon<T> * (slope + root(f.group * f.queries))),
                     to_v.worst(dv_before, dv, epsilon<T> * (weight + root(f.group * f.queries)))});
  }
};

void check(const form& f) { check_samples<sample>(f); }

TEST_CASE("attention's gradient is the full matrices', added to what is there", "[gradient]") {
  for_each_instruction_set([] {
    for (const std::size_t queries : {0, 1, 2, 5, 6, 7, 13, 49})
      for (const std::size_t keys : {0, 1, 3, 5, 17, 63, 64, 65})
        for (const std::size_t width : {1, 3, 16, 33}) {
          if (is_next_checked()) check({1, 2, queries, keys, width, width});
        }
    for (const std::size_t queries : {3, 50, 97})
      for (const std::size_t keys : {255, 257, 511, 512, 513, 1030})  // blocks: 256 doubles, 512 floats
        for (const std::size_t width : {8, 65})
          if (is_next_checked()) check({1, 1, queries, keys, width, width});
    for (const std::size_t queries : {2, 12})
      for (const std::size_t value_width : {0, 1, 5, 70, 130})
        if (is_next_checked()) check({2, 2, queries, 33, 8, value_width});
    check({1, 1, 9, 20, 0, 5});
    check({1, 1, 9, 20, 130, 5});
    check({0, 3, 9, 20, 4, 5});
    check({3, 0, 9, 20, 4, 5});
  });
}

TEST_CASE("attention's gradient reads and writes any layout", "[gradient]") {
  for_each_instruction_set([] {
    for (const layout order : {layout::interleaved, layout::rows_far_apart})
      for (const std::size_t queries : {1, 11, 60})
        for (const std::size_t width : {5, 16, 48})
          if (is_next_checked()) check({2, 3, queries, 70, width, width + 3, order});
  });
}

TEST_CASE("attention's gradient where heads share keys and values", "[gradient]") {
  for_each_instruction_set([] {
    for (const layout order : {layout::heads_apart, layout::interleaved})
      for (const std::size_t queries : {1, 11, 60})
        for (const std::size_t group : {2, 3, 6})
          if (is_next_checked()) check({2, 6, queries, 70, 8, 5, order, true, 20, {70, 31}, group});
  });
}

TEST_CASE("attention's gradient under a causal mask and lengths", "[gradient]") {
  for_each_instruction_set([] {
    for (const std::size_t queries : {1, 5, 50, 130})
      for (const std::size_t keys : {1, 50, 600})
        for (const std::ptrdiff_t offset : {-400, -49, -3, 0, 2, 200, 500, 600}) {
          form f{2, 1, queries, keys, 8, 8, layout::heads_apart, true, offset};
          if (is_next_checked()) check(f);
          f.lengths = {static_cast<std::int32_t>(keys / 2), static_cast<std::int32_t>(keys + 9)};
          if (is_next_checked()) check(f);
        }
    for (const std::size_t queries : {2, 20})
      if (queries == 2 || is_next_checked())
        check({5, 2, queries, 600, 16, 16, layout::interleaved, false, 0, {0, -3, 257, 513, 1000}});
  });
}

TEST_CASE("attention's gradient under a sliding window", "[gradient]") {
  for_each_instruction_set([] { for_each_window(700, check); });
}

/// Σ dy·y is the loss. A difference of 1e-6 either way has an error of some 1e-12 by itself and 1e-9 by rounding.
TEST_CASE("attention's gradient is the quotient of small differences", "[gradient]") {
  for_each_instruction_set([] {
    for (const form& f : {form{2, 2, 7, 9, 5, 6}, form{2, 2, 7, 9, 5, 6, layout::interleaved, true, 1, {9, 4}},
                          form{1, 1, 3, 260, 2, 3, layout::heads_apart, true, 257},
                          form{2, 4, 6, 7, 3, 2, layout::interleaved, true, 2, {7, 3}, 2}}) {
      INFO(f);
      sample<double> s(f);
      s.run();
      const auto loss = [&] {
        run_attention(f, problem_of(f, s.q, s.k, s.v, s.y, s.scale));
        double sum = 0;
        for (std::size_t x = 0; x < s.y.values.size(); ++x) sum += s.y.values[x] * s.dy.values[x];
        return sum;
      };
      const auto differ = [&](std::vector<double>& x, const std::vector<double>& before,
                              const std::vector<double>& after) {
        constexpr double step = 1e-6;
        bool close = true;
        for (std::size_t i = 0; i < x.size(); ++i) {
          const double kept = x[i];
          x[i] = kept + step;
          const double above = loss();
          x[i] = kept - step;
          const double quotient = (above - loss()) / (2 * step);
          x[i] = kept;
          close = close && std::fabs(after[i] - before[i] - quotient) <= 1e-5 + 1e-3 * std::fabs(quotient);
        }
        return close;
      };
      CHECK(differ(s.q.values, s.dq_before.values, s.dq.values));
      CHECK(differ(s.k.values, s.dk_before.values, s.dk.values));
      CHECK(differ(s.v.values, s.dv_before.values, s.dv.values));
    }
  });
}

TEST_CASE("what is masked for all queries gets no gradient and gives none, NaN or not", "[gradient]") {
  for_each_instruction_set([] {
    for (const std::size_t queries : {4, 70}) {
      // Keys from 530 on are masked by the length; with this offset, queries 0 and 1 attend to nothing.
      const form f{1, 2, queries, queries + 540, 16, 20, layout::interleaved, true, -2, {530}};
      form wide = f;
      wide.offset = 539;
      for (const form& g : {f, wide}) {
        INFO(g);
        sample<float> clean(g), poisoned(g);
        for (std::size_t j = 530; j < g.keys; ++j) {
          poisoned.k.at(0, 1, j, 3) = not_a_number<float>;
          poisoned.v.at(0, 0, j, 4) = infinity<float>;
        }
        if (g.offset < 0)
          for (std::size_t i = 0; i < 2; ++i) {
            poisoned.q.at(0, 0, i, 5) = not_a_number<float>;
            poisoned.dy.at(0, 0, i, 5) = not_a_number<float>;
          }
        clean.run();
        poisoned.run();
        CHECK(same(clean.dq.values, poisoned.dq.values));
        CHECK(same(clean.dk.values, poisoned.dk.values));
        CHECK(same(clean.dv.values, poisoned.dv.values));
        for (std::size_t h = 0; h < 2; ++h) {
          for (const std::size_t i : {std::size_t(0), std::size_t(1), queries - 1})
            CHECK((poisoned.dq.at(0, h, i, 0) == poisoned.dq_before.at(0, h, i, 0)) == (g.offset < 0 && i < 2));
          CHECK(poisoned.dk.at(0, h, 530, 0) == poisoned.dk_before.at(0, h, 530, 0));
          CHECK(poisoned.dv.at(0, h, 530, 0) == poisoned.dv_before.at(0, h, 530, 0));
        }
      }
    }
  });
}

TEST_CASE("NaN goes where a query and a key meet, and nowhere else", "[gradient]") {
  for_each_instruction_set([] {
    constexpr std::size_t queries = 70, keys = 600, width = 16, offset = 480;
    const form f{1, 2, queries, keys, width, width, layout::interleaved, true, offset};
    for (const std::size_t bad : {0, 33, 50, 69}) {
      INFO("query " << bad);
      sample<float> clean(f), of_key(f), of_value(f), of_derivative(f);
      of_key.k.at(0, 1, bad + offset, 3) = not_a_number<float>;  // queries from `bad` on attend to it
      of_value.v.at(0, 1, bad + offset, 3) = not_a_number<float>;
      of_derivative.dy.at(0, 1, bad, 3) = not_a_number<float>;
      clean.run();
      of_key.run();
      of_value.run();
      of_derivative.run();
      const auto spread = [&](array<float>& x, array<float>& without, std::size_t rows, auto expected) {
        bool right = true;
        for (std::size_t h = 0; h < 2; ++h)
          for (std::size_t i = 0; i < rows; ++i)
            for (std::size_t j = 0; j < width; ++j)
              right = right && (h == 1 && expected(i, j) ? std::isnan(x.at(0, h, i, j))
                                                         : x.at(0, h, i, j) == without.at(0, h, i, j));
        return right;
      };
      const auto from_bad = [&](std::size_t i, std::size_t) { return i >= bad; };
      const auto only_bad = [&](std::size_t i, std::size_t) { return i == bad; };
      CHECK(spread(of_key.dq, clean.dq, queries, from_bad));
      CHECK(spread(of_value.dq, clean.dq, queries, from_bad));
      CHECK(spread(of_derivative.dq, clean.dq, queries, only_bad));
      const auto met = [&](std::size_t j, std::size_t) { return j <= bad + offset; };
      const auto met_there = [&](std::size_t j, std::size_t x) { return j <= bad + offset && x == 3; };
      CHECK(spread(of_derivative.dk, clean.dk, keys, met));
      CHECK(spread(of_derivative.dv, clean.dv, keys, met_there));
    }
  });
}

TEST_CASE("attention's gradient with scores of any size", "[gradient]") {
  for_each_instruction_set([] {
    sample<float> s({1, 1, 12, 600, 1, 1});
    s.scale = 1;
    for (std::size_t i = 0; i < 12; ++i) s.q.at(0, 0, i, 0) = 1e18F;
    for (std::size_t j = 0; j < 600; ++j) s.k.at(0, 0, j, 0) = 1e18F * static_cast<float>(j % 7);
    s.k.at(0, 0, 299, 0) = 1e19F;  // has all the weight, and so scores have no slope
    s.run();
    CHECK(same(s.dq.values, s.dq_before.values));
    CHECK(same(s.dk.values, s.dk_before.values));
    for (std::size_t j = 0; j < 600; ++j) CHECK((s.dv.at(0, 0, j, 0) != s.dv_before.at(0, 0, j, 0)) == (j == 299));
  });
}

TEST_CASE("attention's gradient is bitwise the same with any number of threads", "[gradient]") {
  for_each_instruction_set([] {
    for (const std::size_t queries : {4, 130}) {
      const form f{2, 4, queries, 600, 40, 24, layout::interleaved, true, 500, {590, 411}, 2};
      sample<float> one(f);
      one.run(1);
      for (const std::size_t count : {2, 3}) {
        sample<float> several(f);
        several.run(count);
        CHECK(same(one.dq.values, several.dq.values));
        CHECK(same(one.dk.values, several.dk.values));
        CHECK(same(one.dv.values, several.dv.values));
      }
    }
  });
}

}  // namespace
}  // namespace typeformer::kernels
