#include <algorithm>

#include "attention_form.hpp"
#include "executors.hpp"

namespace typeformer::kernels {
namespace {

using namespace testing;

template <class T>
struct sample {
  form f;
  array<T> q, k, v, y;
  T scale;

  explicit sample(const form& g)
      : f(g),
        q(g, g.heads, g.queries, g.width, 1),
        k(g, g.key_heads(), g.keys, g.width, 2),
        v(g, g.key_heads(), g.keys, g.value_width, 3),
        y(g, g.heads, g.queries, g.value_width, 4),
        scale(usual_scale<T>(g)) {}

  void run(std::size_t count_of_threads = 1) { run_attention(f, problem_of(f, q, k, v, y, scale), count_of_threads); }

  /// The largest error of an element in units of what is allowed. Let s be the largest Σ|q·k|·scale. A score is within
  /// √width·ε·s, its power within that and 3 ε more, and y is a weighted mean of values: so y is within twice that of
  /// the mean of |v|, and within √keys·ε of it for the sums over keys.
  double worst() {
    double result = 0;
    for (std::size_t b = 0; b < f.batch; ++b)
      for (std::size_t h = 0; h < f.heads; ++h)
        for (std::size_t i = 0; i < f.queries; ++i) {
          std::vector<exact<T>> weights(f.keys);
          const std::vector<std::size_t> attended = f.attended(b, i);
          exact<T> top = -infinity<exact<T>>, total = 0, size = 0;
          for (const std::size_t j : attended) {
            exact<T> sum = 0, terms = 0;
            for (std::size_t x = 0; x < f.width; ++x) {
              const auto term = static_cast<exact<T>>(q.at(b, h, i, x)) * k.at(b, h / f.group, j, x);
              sum += term;
              terms += std::fabs(term);
            }
            weights[j] = sum * scale;
            top = std::max(top, weights[j]);
            size = std::max(size, terms * scale);
          }
          for (const std::size_t j : attended) total += weights[j] = std::exp(weights[j] - top);
          for (const std::size_t j : attended) weights[j] /= total;
          for (std::size_t x = 0; x < f.value_width; ++x) {
            exact<T> mean = 0, mean_size = 0;
            for (const std::size_t j : attended) {
              const exact<T> term = weights[j] * v.at(b, h / f.group, j, x);
              mean += term;
              mean_size += std::fabs(term);
            }
            const auto root = [](std::size_t n) { return std::sqrt(static_cast<double>(n)); };
            const double relative = 2 * root(f.width) * static_cast<double>(size) + 6 + root(f.keys);
            const double allowed = relative * epsilon<T> * static_cast<double>(mean_size);
            result = std::max(result, error_ratio(y.at(b, h, i, x), mean, allowed + 1e-300));
          }
        }
    return result;
  }
};

void check(const form& f) { check_samples<sample>(f); }

TEST_CASE("attention is the plain loop's, for many sizes", "[attention]") {
  for_each_instruction_set([] {
    for (const std::size_t queries : {0, 1, 2, 4, 5, 6, 7, 13, 49})
      for (const std::size_t keys : {0, 1, 3, 5, 17, 63, 64, 65})
        for (const std::size_t width : {1, 3, 16, 64}) {
          if (is_next_checked()) check({1, 2, queries, keys, width, width});
        }
    for (const std::size_t queries : {1, 3, 50})
      for (const std::size_t keys : {255, 511, 513, 1023, 1024, 1025, 1300})  // blocks: 512 doubles, 1024 floats
        for (const std::size_t width : {32, 65})
          if (is_next_checked()) check({1, 1, queries, keys, width, width});
    for (const std::size_t queries : {1, 2, 12})
      for (const std::size_t value_width : {0, 1, 5, 70, 130})
        if (is_next_checked()) check({2, 2, queries, 33, 8, value_width});
    check({1, 1, 9, 20, 0, 5});
    check({0, 3, 9, 20, 4, 5});
  });
}

TEST_CASE("attention reads and writes any layout", "[attention]") {
  for_each_instruction_set([] {
    for (const layout order : {layout::interleaved, layout::rows_far_apart})
      for (const std::size_t queries : {1, 3, 11, 60})
        for (const std::size_t width : {5, 16, 48})
          if (is_next_checked()) check({2, 3, queries, 70, width, width + 3, order});
  });
}

TEST_CASE("attention where heads share keys and values", "[attention]") {
  for_each_instruction_set([] {
    for (const layout order : {layout::heads_apart, layout::interleaved})
      for (const std::size_t queries : {1, 3, 11, 60})
        for (const std::size_t group : {2, 3, 6})
          if (is_next_checked()) check({2, 6, queries, 70, 8, 5, order, true, 20, {70, 31}, group});
  });
}

TEST_CASE("attention under a causal mask and lengths", "[attention]") {
  for_each_instruction_set([] {
    for (const std::size_t queries : {1, 4, 5, 50, 130})
      for (const std::size_t keys : {1, 50, 1100})
        for (const std::ptrdiff_t offset : {-400, -49, -3, 0, 2, 500, 1000, 1100}) {
          const form f{2, 1, queries, keys, 8, 8, layout::heads_apart, true, offset};
          if (is_next_checked()) check(f);
          form with_lengths = f;
          with_lengths.lengths = {static_cast<std::int32_t>(keys / 2), static_cast<std::int32_t>(keys + 9)};
          if (is_next_checked()) check(with_lengths);
        }
    for (const std::size_t queries : {2, 20})
      if (queries == 2 || is_next_checked())
        check({5, 2, queries, 1100, 16, 16, layout::interleaved, false, 0, {0, -3, 1, 1025, 2000}});
  });
}

TEST_CASE("attention under a sliding window", "[attention]") {
  for_each_instruction_set([] { for_each_window(1100, check); });
}

TEST_CASE("what lies before a window does not matter, NaN or not", "[attention]") {
  for_each_instruction_set([] {
    for (const std::size_t queries : {4, 70}) {
      const form f{1, 2, queries, queries + 1080, 16, 16, layout::interleaved, true, 1000, {}, 1, 33};
      sample<float> clean(f), poisoned(f);
      const std::size_t bad = 1000 - 32 + queries / 2;  // the middle query is the last that sees it
      poisoned.k.at(0, 1, bad, 7) = not_a_number<float>;
      poisoned.v.at(0, 1, bad, 3) = infinity<float>;
      clean.run();
      poisoned.run();
      for (std::size_t h = 0; h < 2; ++h)
        for (std::size_t i = 0; i < queries; ++i) {
          INFO("queries " << queries << " head " << h << " query " << i);
          const bool sees = h == 1 && i <= queries / 2 && i + 1000 >= bad;
          CHECK(std::isnan(poisoned.y.at(0, h, i, 3)) == sees);
          if (!sees) CHECK(poisoned.y.at(0, h, i, 5) == clean.y.at(0, h, i, 5));
        }
    }
  });
}

TEST_CASE("a query that attends to nothing yields zeros", "[attention]") {
  for_each_instruction_set([] {
    for (const std::size_t queries : {3, 30}) {
      sample<float> s({2, 1, queries, 10, 4, 4, layout::heads_apart, true, -2, {10, 0}});
      s.run();
      for (std::size_t i = 0; i < queries; ++i)
        for (std::size_t x = 0; x < 4; ++x) {
          CHECK((s.y.at(0, 0, i, x) == 0) == (i < 2));
          CHECK(s.y.at(1, 0, i, x) == 0);
        }
    }
  });
}

TEST_CASE("NaN among what a query attends to yields NaN, elsewhere it does not matter", "[attention]") {
  for_each_instruction_set([] {
    for (const std::size_t queries : {4, 70})
      for (const bool in_values : {false, true}) {
        const form f{1, 2, queries, queries + 1080, 16, 16, layout::interleaved, true, 1000, {1070}};
        sample<float> clean(f), poisoned(f);
        auto& poisoned_array = in_values ? poisoned.v : poisoned.k;
        const std::size_t first_bad = 1001 + queries / 2;  // the middle query is the last that does not see it
        poisoned_array.at(0, 1, first_bad, 7) = not_a_number<float>;
        poisoned_array.at(0, 1, 1070, 3) = not_a_number<float>;
        clean.run();
        poisoned.run();
        for (std::size_t h = 0; h < 2; ++h)
          for (std::size_t i = 0; i < queries; ++i)
            for (std::size_t x = 0; x < 16; ++x) {
              INFO("queries " << queries << " in values " << in_values << " head " << h << " query " << i << " x "
                              << x);
              const bool bad = h == 1 && i + 1000 >= first_bad && (!in_values || x == 7);
              if (bad) {
                CHECK(std::isnan(poisoned.y.at(0, h, i, x)));
              } else {
                CHECK(poisoned.y.at(0, h, i, x) == clean.y.at(0, h, i, x));
              }
            }
      }
  });
}

TEST_CASE("scores of any size do not overflow, and a score of -infinity has no weight", "[attention]") {
  for_each_instruction_set([] {
    for (const std::size_t queries : {2, 12}) {
      sample<float> s({1, 1, queries, 1200, 1, 1});
      s.scale = 1;
      for (std::size_t i = 0; i < queries; ++i) s.q.at(0, 0, i, 0) = 1e18F;
      for (std::size_t j = 0; j < 1200; ++j)
        s.k.at(0, 0, j, 0) = j < 1100 ? -infinity<float> : 1e-18F * static_cast<float>(j);
      s.run();
      CHECK(s.worst() <= 1);
      for (std::size_t j = 0; j < 1200; ++j) s.k.at(0, 0, j, 0) = 1e18F * static_cast<float>(j % 7);
      s.k.at(0, 0, 299, 0) = 1e19F;
      s.run();
      for (std::size_t i = 0; i < queries; ++i) CHECK(s.y.at(0, 0, i, 0) == s.v.at(0, 0, 299, 0));
      for (std::size_t j = 0; j < 1200; ++j) s.k.at(0, 0, j, 0) = -infinity<float>;
      s.run();
      for (std::size_t i = 0; i < queries; ++i) CHECK(s.y.at(0, 0, i, 0) == 0);
    }
  });
}

TEST_CASE("of one query, what is hidden does not matter, and a score of -infinity has no weight", "[attention]") {
  for_each_instruction_set([] {
    for (const std::size_t keys : {5, 21, 64}) {
      const auto seen = static_cast<std::ptrdiff_t>(keys) - 2, window = seen / 2;
      const std::size_t first = static_cast<std::size_t>(seen - window);
      sample<float> s({2, 2, 1, keys, 12, 12, layout::interleaved, true, seen - 1, {}, 1, window});
      for (std::size_t b = 0; b < 2; ++b)
        for (std::size_t h = 0; h < 2; ++h)
          for (std::size_t j = 0; j < keys; ++j)
            if (j < first || j >= static_cast<std::size_t>(seen))
              for (std::size_t x = 0; x < 12; ++x) s.k.at(b, h, j, x) = s.v.at(b, h, j, x) = NAN;
      s.run();
      CHECK(s.worst() <= 1);
      s.k.at(0, 0, first, 3) = NAN;
      s.run();
      CHECK(std::isnan(s.y.at(0, 0, 0, 0)));
      CHECK(!std::isnan(s.y.at(0, 1, 0, 0)));
      CHECK(!std::isnan(s.y.at(1, 0, 0, 0)));

      sample<float> alone({1, 1, 1, keys, 1, 1});
      alone.q.at(0, 0, 0, 0) = 1;
      for (std::size_t j = 0; j < keys; ++j) alone.k.at(0, 0, j, 0) = j == 3 ? 1 : -infinity<float>;
      alone.run();
      CHECK(alone.y.at(0, 0, 0, 0) == alone.v.at(0, 0, 3, 0));
      alone.k.at(0, 0, 3, 0) = -infinity<float>;
      alone.run();
      CHECK(alone.y.at(0, 0, 0, 0) == 0);
    }
  });
}

TEST_CASE("queries that are answered singly have any number of heads", "[attention]") {
  for_each_instruction_set([] {
    for (const std::size_t heads : {1, 2, 3, 4, 5, 7, 8, 11})
      for (const std::size_t queries : {1, 9})
        for (const std::size_t keys : {1, 2, 5, 8, 12, 17, 40})
          for (const std::size_t width : {2, 4, 8, 16, 20, 32, 64})
            if (is_next_checked()) check({2, heads, queries, keys, width, width, layout::interleaved});
    for (const std::size_t group : {2, 3, 6})
      for (const std::size_t queries : {1, 3, 11})
        for (const std::ptrdiff_t window : {std::ptrdiff_t{2}, unbounded_window})
          check({3, 6, queries, 11, 16, 32, layout::rows_far_apart, true, 1, {11, 4, 0}, group, window});
  });
}

TEST_CASE("of few keys, what a head attends to does not matter to the others, nor what is hidden", "[attention]") {
  for_each_instruction_set([] {
    for (const std::size_t queries : {1, 6})
      for (const std::size_t width : {8, 12, 16, 32}) {
        const form f{2, 5, queries, 9, width, width, layout::interleaved, false, 0, {7, 9}};
        sample<float> s(f);
        for (std::size_t h = 0; h < f.heads; ++h)
          for (std::size_t x = 0; x < width; ++x)
            for (const std::size_t hidden : {7, 8}) s.k.at(0, h, hidden, x) = s.v.at(0, h, hidden, x) = NAN;
        s.run();
        array<float> clean = s.y;
        CHECK(s.worst() <= 1);
        s.k.at(0, 1, 6, 0) = NAN;
        for (std::size_t i = 0; i < queries; ++i)
          for (std::size_t x = 0; x < width; ++x) s.q.at(1, 2, i, x) = 1;
        for (std::size_t j = 0; j < 9; ++j) s.k.at(1, 2, j, 0) = -infinity<float>;
        s.v.at(1, 2, 0, 0) = NAN;  // of no weight
        s.run();
        for (std::size_t b = 0; b < 2; ++b)
          for (std::size_t h = 0; h < f.heads; ++h)
            for (std::size_t i = 0; i < queries; ++i)
              for (std::size_t x = 0; x < width; ++x) {
                INFO("queries " << queries << " width " << width << " row " << b << " head " << h << " x " << x);
                const float y = s.y.at(b, h, i, x);
                if (b == 0 && h == 1) {
                  CHECK(std::isnan(y));
                } else if (b == 1 && h == 2) {
                  CHECK(y == 0);
                } else {
                  CHECK(y == clean.at(b, h, i, x));
                }
              }
      }
  });
}

TEST_CASE("a row of a batch is bitwise the same alone", "[attention]") {
  for_each_instruction_set([] {
    for (const std::size_t heads : {1, 3, 6})
      for (const std::size_t queries : {1, 7})
        for (const std::size_t keys : {6, 30}) {
          form f{5, heads, queries, keys, 24, 24, layout::interleaved, true, 5};
          sample<float> all(f);
          all.run(2);
          f.batch = 1;
          for (std::size_t b = 0; b < 5; ++b) {
            sample<float> alone(f);
            const auto take = [b](const array<float>& from, array<float>& to) {
              std::copy_n(from.values.begin() + static_cast<std::ptrdiff_t>(b * from.strides.batch), to.values.size(),
                          to.values.begin());
            };
            take(all.q, alone.q);
            take(all.k, alone.k);
            take(all.v, alone.v);
            alone.run();
            array<float> expected = alone.y;
            take(all.y, expected);
            CHECK(same(alone.y.values, expected.values));
          }
        }
  });
}

TEST_CASE("rows that share keys by an index attend as to copies of them", "[attention]") {
  for_each_instruction_set([] {
    const std::vector<std::uint32_t> key_rows{2, 0, 0, 2, 1};
    for (const auto order : {layout::heads_apart, layout::interleaved})
      for (const std::size_t queries : {1, 3, 7, 60})
        for (const std::size_t keys : {6, 30, 700}) {
          const form f{5, 4, queries, keys, 24, 24, order, false, 0, {4, 6, 3, 5, 6}, 2};
          sample<float> shared(f), copied(f);
          const auto copy = [&](array<float>& x) {
            const std::vector<float> rows = x.values;
            const auto size = static_cast<std::ptrdiff_t>(x.strides.batch);
            for (std::size_t b = 0; b < f.batch; ++b)
              std::copy_n(rows.begin() + key_rows[b] * size, size,
                          x.values.begin() + static_cast<std::ptrdiff_t>(b) * size);
          };
          copy(copied.k);
          copy(copied.v);
          copied.run();
          auto problem = problem_of(f, shared.q, shared.k, shared.v, shared.y, usual_scale<float>(f));
          problem.key_rows = key_rows.data();
          run_attention(f, problem, 2);
          CHECK(same(shared.y.values, copied.y.values));
        }
  });
}

TEST_CASE("attention is bitwise the same with any number of threads", "[attention]") {
  for_each_instruction_set([] {
    for (const auto& [queries, keys] :
         {std::pair<std::size_t, std::size_t>{1, 1100}, {4, 1100}, {130, 1100}, {1, 9}, {9, 11}}) {
      const form f{2, 6, queries, keys, 40, 24, layout::interleaved, true, 900, {1090, 711}, 2};
      sample<float> one(f), two(f), three(f);
      one.run(1);
      two.run(2);
      three.run(3);
      CHECK(same(one.y.values, two.y.values));
      CHECK(same(one.y.values, three.y.values));
    }
  });
}

// A decoding step is one query of each head, on keys of which the KV cache has room for more.
TEST_CASE("keys that a causal mask hides make no more tasks", "[attention]") {
  const auto regions = [](std::ptrdiff_t position) {
    const form f{4, 4, 1, 256, 32, 32, layout::interleaved, true, position};
    sample<float> some(f);
    typeformer::testing::backwards executor;
    threads threads(executor);
    attention<float>(problem_of(f, some.q, some.k, some.v, some.y, some.scale), nullptr, threads);
    return executor.regions;
  };
  CHECK(regions(7) == 0);
  CHECK(regions(255) == 1);
}

}  // namespace
}  // namespace typeformer::kernels
