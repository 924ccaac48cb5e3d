#include <algorithm>

#include "attention_form.hpp"

/// Attention whose scores and weights are told apart by distance, and its gradient, against plain loops.
namespace typeformer::kernels {
namespace {

using namespace testing;

/// What a form has beside attention's.
struct distances {
  std::size_t largest;
  std::ptrdiff_t offset = 0;
  bool is_of_queries = false;  // each query has scores of its own, else all of a head have the same in all rows
  bool yields_weights = false;

  std::size_t count() const { return 2 * largest + 1; }
  std::size_t columns() const { return yields_weights ? count() : 0; }
  std::size_t of(std::size_t i, std::size_t j) const {
    const auto most = static_cast<std::ptrdiff_t>(largest);
    const std::ptrdiff_t distance = static_cast<std::ptrdiff_t>(j) - static_cast<std::ptrdiff_t>(i) - offset;
    return static_cast<std::size_t>(std::clamp(distance, -most, most) + most);
  }
};

template <class T>
struct sample {
  form f;
  distances d;
  array<T> q, k, v, y, dy, before_q, before_k, before_v, dq, dk, dv;
  std::vector<T> scores, before_scores, dscores;
  head_strides strides, dstrides;
  T scale;

  sample(const form& g, const distances& e)
      : f(g),
        d(e),
        q(g, g.heads, g.queries, g.width, 1),
        k(g, g.key_heads(), g.keys, g.width, 2),
        v(g, g.key_heads(), g.keys, g.value_width, 3),
        y(g, g.heads, g.queries, g.value_width + e.columns(), 4),
        dy(g, g.heads, g.queries, g.value_width + e.columns(), 5),
        before_q(g, g.heads, g.queries, g.width, 6),
        before_k(g, g.key_heads(), g.keys, g.width, 7),
        before_v(g, g.key_heads(), g.keys, g.value_width, 8),
        dq(before_q),
        dk(before_k),
        dv(before_v),
        strides(e.is_of_queries ? head_strides{g.heads * g.queries * e.count(), g.queries * e.count(), e.count()}
                                : head_strides{0, e.count(), 0}),
        dstrides(e.is_of_queries ? strides : head_strides{g.heads * e.count(), e.count(), 0}),
        scale(usual_scale<T>(g)) {
    scores = random_values<T>(e.count() * g.heads * (e.is_of_queries ? g.batch * g.queries : 1), 9);
    dscores = before_scores = random_values<T>(g.batch * dstrides.batch, 10);
  }

  attention_problem<T> problem() {
    auto p = problem_of(f, q, k, v, y, scale);
    p.distances = {scores.data(), strides, d.largest, d.offset, d.yields_weights};
    return p;
  }
  void run(std::size_t count_of_threads = 1) { run_attention(f, problem(), count_of_threads); }
  void run_gradient(std::size_t count_of_threads = 1) {
    run(count_of_threads);
    threads threads(count_of_threads);
    const workspace<T> space(attention_gradient_workspace(f.batch, f.key_heads(), f.keys, f.width, f.value_width));
    add_attention_gradient(problem(), dy.values.data(), dq.values.data(), dk.values.data(), dv.values.data(),
                           {dscores.data(), dstrides}, space.data(), threads);
  }

  T score_of(std::size_t b, std::size_t h, std::size_t i, std::size_t c) const {
    return scores[b * strides.batch + h * strides.head + i * strides.row + c];
  }

  struct errors {
    double of_y, of_gradients;
  };
  /// The largest errors of y and of the derivatives, each relative to the terms that it sums, in units of the bound
  /// that attention_test.cpp and attention_gradient_test.cpp derive, with the score by distance as another term.
  errors worst() {
    using X = exact<T>;
    struct sum {
      X value = 0, size = 0;
      void add(X term) { value += term, size += std::fabs(term); }
      void add(X term, X term_size) { value += term, size += term_size; }
    };
    std::vector<sum> to_q(dq.values.size()), to_k(dk.values.size()), to_v(dv.values.size()), to_scores(dscores.size());
    double of_y = 0;
    X largest_score = 0;
    const auto root = [](std::size_t n) { return std::sqrt(static_cast<double>(n)); };
    const std::size_t columns = f.value_width + d.columns();
    struct found {
      double value;
      sum expected;
    };
    std::vector<found> all_y;
    for (std::size_t b = 0; b < f.batch; ++b)
      for (std::size_t h = 0; h < f.heads; ++h)
        for (std::size_t i = 0; i < f.queries; ++i) {
          std::vector<X> p(f.keys);
          std::vector<sum> dp(f.keys);
          const std::vector<std::size_t> attended = f.attended(b, i);
          X top = -infinity<X>, total = 0;
          const auto value_of = [&](std::size_t j, std::size_t x) -> X {
            if (x < f.value_width) return v.at(b, h / f.group, j, x);
            return d.of(i, j) == x - f.value_width ? 1 : 0;
          };
          for (const std::size_t j : attended) {
            sum s;
            for (std::size_t x = 0; x < f.width; ++x)
              s.add(static_cast<X>(q.at(b, h, i, x)) * k.at(b, h / f.group, j, x) * scale);
            s.add(score_of(b, h, i, d.of(i, j)));
            p[j] = s.value;
            top = std::max(top, p[j]);
            largest_score = std::max(largest_score, s.size);
            for (std::size_t x = 0; x < columns; ++x) dp[j].add(dy.at(b, h, i, x) * value_of(j, x));
          }
          sum change;
          for (const std::size_t j : attended) total += p[j] = std::exp(p[j] - top);
          for (const std::size_t j : attended) {
            p[j] /= total;
            change.add(p[j] * dp[j].value, p[j] * dp[j].size);
          }
          for (std::size_t x = 0; x < columns; ++x) {
            sum mean;
            for (const std::size_t j : attended) mean.add(p[j] * value_of(j, x));
            all_y.push_back({y.at(b, h, i, x), mean});
          }
          for (const std::size_t j : attended) {
            const X ds = p[j] * (dp[j].value - change.value), ds_size = p[j] * (dp[j].size + change.size);
            for (std::size_t x = 0; x < f.width; ++x) {
              const X key = k.at(b, h / f.group, j, x), query = q.at(b, h, i, x);
              to_q[dq.place(b, h, i, x)].add(ds * key * scale, ds_size * std::fabs(key) * scale);
              to_k[dk.place(b, h / f.group, j, x)].add(ds * query * scale, ds_size * std::fabs(query) * scale);
            }
            for (std::size_t x = 0; x < f.value_width; ++x)
              to_v[dv.place(b, h / f.group, j, x)].add(p[j] * dy.at(b, h, i, x));
            to_scores[b * dstrides.batch + h * dstrides.head + i * dstrides.row + d.of(i, j)].add(ds, ds_size);
          }
        }
    const double weight = 2 * root(f.width + 1) * static_cast<double>(largest_score) + 6 + root(f.keys);
    for (const found& e : all_y)
      of_y = std::max(of_y, error_ratio(e.value, e.expected.value,
                                        epsilon<T> * weight * static_cast<double>(e.expected.size) + 1e-300));
    const auto of = [](const std::vector<sum>& expected, const std::vector<T>& before, const std::vector<T>& after,
                       double relative) {
      double result = 0;
      for (std::size_t x = 0; x < expected.size(); ++x) {
        const double was = expected[x].size > 0 ? std::fabs(static_cast<double>(before[x])) : 0;
        const double allowed = epsilon<T> * (relative * static_cast<double>(expected[x].size) + 8 * was) + 1e-300;
        result = std::max(result, error_ratio(after[x], before[x] + expected[x].value, allowed));
      }
      return result;
    };
    const double slope = 2 * weight + root(columns) + 2, of_group = root(f.group * f.queries);
    return {of_y, std::max({of(to_q, before_q.values, dq.values, slope + root(f.keys)),
                            of(to_k, before_k.values, dk.values, slope + of_group),
                            of(to_v, before_v.values, dv.values, weight + of_group),
                            of(to_scores, before_scores, dscores, slope + root(f.keys * f.queries))})};
  }
};

void check(const form& f, const distances& d) {
  INFO(f << " largest distance " << d.largest << " offset " << d.offset << " of queries " << d.is_of_queries
         << " weights " << d.yields_weights);
  const auto of_type = [&](auto zero) {
    sample<decltype(zero)> s(f, d);
    s.run_gradient();
    const auto [of_y, of_gradients] = s.worst();
    CHECK(of_y <= 1);
    CHECK(of_gradients <= 1);
  };
  of_type(0.F);
  of_type(0.);
}
/// With the same scores for all queries, and with scores of their own and weights.
void check_both(const form& f, std::size_t largest, std::ptrdiff_t offset = 0) {
  check(f, {largest, offset});
  check(f, {largest, offset, true, true});
}

TEST_CASE("scores and weights by distance are the plain loop's, for many sizes", "[attention][distances]") {
  for_each_instruction_set([] {
    for (const std::size_t queries : {0, 1, 4, 5, 13, 49})
      for (const std::size_t keys : {0, 1, 5, 17, 64, 65})
        for (const std::size_t largest : {0, 1, 6, 40, 200})
          if (is_next_checked()) check_both({1, 2, queries, keys, 5, 7}, largest);
    // Blocks of the gradient have 256 doubles or 512 floats, the others twice as many.
    for (const std::size_t keys : {257, 1030}) {
      for (const std::size_t largest : {8, 300, 2000})
        if (is_next_checked()) check_both({1, 1, 3, keys, 8, 8}, largest);
      if (is_next_checked()) check_both({1, 1, 50, keys, 8, 8}, 100);
    }
    check({2, 2, 9, 20, 4, 5}, {3, 0, true, false});
    check({2, 2, 9, 20, 4, 5}, {3, 0, false, true});
    check_both({2, 1, 9, 20, 0, 0}, 3);
    check_both({0, 3, 9, 20, 4, 5}, 3);
  });
}

TEST_CASE("distances under masks, in any layout, with heads that share keys", "[attention][distances]") {
  for_each_instruction_set([] {
    for (const layout order : {layout::heads_apart, layout::interleaved, layout::rows_far_apart})
      for (const std::size_t queries : {1, 11, 60})
        if (is_next_checked()) check_both({2, 6, queries, 70, 8, 5, order, true, 20, {70, 31}, 3}, 9, 20);
    for (const std::size_t queries : {1, 5, 50})
      for (const std::size_t keys : {50, 600})
        for (const std::ptrdiff_t offset : {-49, 0, 200, 550}) {
          form f{2, 1, queries, keys, 8, 8, layout::heads_apart, true, offset};
          if (is_next_checked()) check_both(f, 16, offset);
          f.lengths = {static_cast<std::int32_t>(keys / 2), 0};
          if (is_next_checked()) check_both(f, 60, offset - 7);
        }
    for_each_window(600,
                    [](const form& f) { check(f, {f.lengths.empty() ? 5u : 30u, f.offset, f.queries < 130, true}); });
  });
}

TEST_CASE("scores of zero by distance are no scores, bit by bit", "[attention][distances]") {
  for_each_instruction_set([] {
    for (const std::size_t queries : {3, 50}) {
      const form f{1, 2, queries, 600, 8, 8, layout::interleaved, true, 550};
      sample<float> s(f, {30}), plain(f, {30});
      std::ranges::fill(s.scores, 0.F);
      s.run();
      run_attention(f, problem_of(f, plain.q, plain.k, plain.v, plain.y, plain.scale));
      CHECK(same(s.y.values, plain.y.values));
    }
  });
}

TEST_CASE("distances: bitwise the same with any number of threads", "[attention][distances]") {
  for_each_instruction_set([] {
    const form f{2, 4, 130, 600, 20, 24, layout::interleaved, true, 500, {590, 411}, 2};
    for (const bool is_of_queries : {false, true}) {
      sample<float> one(f, {40, 500, is_of_queries, true});
      one.run_gradient(1);
      for (const std::size_t count : {2, 3}) {
        sample<float> several(f, {40, 500, is_of_queries, true});
        several.run_gradient(count);
        CHECK(same(one.y.values, several.y.values));
        CHECK(same(one.dq.values, several.dq.values));
        CHECK(same(one.dk.values, several.dk.values));
        CHECK(same(one.dv.values, several.dv.values));
        CHECK(same(one.dscores, several.dscores));
      }
    }
  });
}

TEST_CASE("what is masked gives distances nothing, NaN or not", "[attention][distances]") {
  for_each_instruction_set([] {
    const form f{1, 1, 70, 610, 16, 20, layout::interleaved, true, 500, {530}, 1, 40};
    sample<float> clean(f, {90, 500, false, true}), poisoned(f, {90, 500, false, true});
    for (std::size_t j = 0; j < f.keys; ++j)
      if (j > 529 || j < 461) poisoned.k.at(0, 0, j, 3) = poisoned.v.at(0, 0, j, 4) = not_a_number<float>;
    for (std::size_t c = 0; c < 181; ++c)
      if (c > 90 || c < 51) poisoned.scores[c] = not_a_number<float>;  // later keys, and those beyond the window
    clean.run_gradient();
    poisoned.run_gradient();
    CHECK(same(clean.y.values, poisoned.y.values));
    CHECK(same(clean.dq.values, poisoned.dq.values));
    CHECK(same(clean.dk.values, poisoned.dk.values));
    CHECK(same(clean.dscores, poisoned.dscores));
  });
}

}  // namespace
}  // namespace typeformer::kernels
