#include <cmath>
#include <cstdint>
#include <vector>

#include <typeformer/kernels/quantized.hpp>

#include "../../src/kernels/table.hpp"
#include "attention_form.hpp"

// Attention whose products multiply bf16, against plain loops over numbers that are rounded here.

namespace typeformer::kernels {
namespace {

using namespace testing;

struct sample {
  form f;
  array<float> q, k, v, y;
  bool rounds = true;

  explicit sample(const form& g)
      : f(g),
        q(g, g.heads, g.queries, g.width, 1),
        k(g, g.key_heads(), g.keys, g.width, 2),
        v(g, g.key_heads(), g.keys, g.value_width, 3),
        y(g, g.heads, g.queries, g.value_width, 4) {}

  attention_problem<float> problem() {
    auto p = problem_of(f, q, k, v, y, usual_scale<float>(f));
    p.rounds = rounds;
    return p;
  }
  const std::vector<float>& run(std::size_t count_of_threads = 1) {
    run_attention(f, problem(), count_of_threads);
    return y.values;
  }
  const std::vector<float>& in_floats() {
    rounds = false;
    return run();
  }

  /// The largest error of an element in units of what is allowed. Queries times the scale, keys and values are rounded,
  /// and scores' sums as attention_test.cpp says. A weight is rounded, so it is within 2⁻⁸ of itself, y within 2⁻⁸ of
  /// the mean of |v|. The largest score of a row so far makes no difference to a weight but by roundings.
  double worst() {
    double result = 0;
    const float scale = usual_scale<float>(f) * 1.44269504F;
    for (std::size_t b = 0; b < f.batch; ++b)
      for (std::size_t h = 0; h < f.heads; ++h)
        for (std::size_t i = 0; i < f.queries; ++i) {
          const std::vector<std::size_t> attended = f.attended(b, i);
          std::vector<double> weights(f.keys);
          double top = -infinity<double>, total = 0, size = 0;
          for (const std::size_t j : attended) {
            double sum = 0, terms = 0;
            for (std::size_t x = 0; x < f.width; ++x) {
              const double term = to_bf16(scale * q.at(b, h, i, x)) * to_bf16(k.at(b, h / f.group, j, x));
              sum += term;
              terms += std::fabs(term);
            }
            weights[j] = sum;
            top = std::max(top, sum);
            size = std::max(size, terms);
          }
          for (const std::size_t j : attended) total += weights[j] = std::exp2(weights[j] - top);
          for (std::size_t x = 0; x < f.value_width; ++x) {
            double mean = 0, mean_size = 0;
            for (const std::size_t j : attended) {
              const double term = weights[j] / total * to_bf16(v.at(b, h / f.group, j, x));
              mean += term;
              mean_size += std::fabs(term);
            }
            const auto root = [](std::size_t n) { return std::sqrt(static_cast<double>(n)); };
            const double relative = 2 * root(f.width) * size + 6 + root(f.keys);
            const double allowed = (0x1p-8 + relative * epsilon<float>)*mean_size;
            result = std::max(result, error_ratio(y.at(b, h, i, x), mean, allowed + 1e-300));
          }
        }
    return result;
  }
};

/// With each instruction set that multiplies matrices of bf16.
template <class F>
void for_each_set_of_matrices(F f) {
  bool is_any = false;
  for_each_quantized_instruction_set([&] {
    if (!chosen_dots().bf16.matrix.multiply) return;
    is_any = true;
    f();
  });
  if (!is_any) WARN("skipped: this processor has no registers of matrices");
}

/// Where words would be zeros for the most part, floats are faster.
bool fills_words(const form& f) {
  const std::size_t words =
      quantized_words<bf16_step_pair>(f.width, f.keys) + quantized_words<bf16_step_pair>(f.keys, f.value_width);
  return 4 * words < 3 * f.keys * (f.width + f.value_width);
}

void check(const form& f) {
  INFO(f);
  sample s(f);
  s.run();
  if (fills_words(f)) {
    CHECK(s.worst() <= 1);
  } else {
    sample in_floats(f);
    CHECK(same(s.y.values, in_floats.in_floats()));
  }
}

TEST_CASE("attention in bf16 is the plain loop's over rounded numbers", "[attention][bf16]") {
  for_each_set_of_matrices([] {
    for (const std::size_t queries : {5, 16, 33, 49, 97})
      for (const std::size_t keys : {32, 63, 64, 65, 100, 129, 257})
        for (const std::size_t width : {32, 33, 64, 96, 256})
          if (is_next_checked()) check({1, 2, queries, keys, width, width, layout::interleaved});
    for (const std::size_t value_width : {64, 70, 130, 200})
      for (const layout order : {layout::heads_apart, layout::rows_far_apart})
        if (is_next_checked()) check({2, 2, 40, 150, 64, value_width, order});
  });
}

TEST_CASE("attention in bf16 under masks, where heads share keys, too", "[attention][bf16]") {
  for_each_set_of_matrices([] {
    for (const std::size_t queries : {40, 130})
      for (const std::ptrdiff_t offset : {-70, -20, 0, 69, 150})
        for (const std::ptrdiff_t window : {std::ptrdiff_t{1}, std::ptrdiff_t{70}, unbounded_window}) {
          form f{2, 4, queries, 200, 64, 64, layout::interleaved, true, offset, {}, 2, window};
          if (is_next_checked()) check(f);
          f.lengths = {0, 99};
          if (is_next_checked()) check(f);
        }
    check({3, 2, 50, 90, 64, 64, layout::interleaved, false, 0, {90, 31, 2}});
  });
}

TEST_CASE("attention rounds where it may and that is faster, and else computes in floats", "[attention][bf16]") {
  const auto is_in_floats = [](const form& f) {
    sample rounded(f), exact(f);
    return same(rounded.run(), exact.in_floats());
  };
  for_each_set_of_matrices([&] {
    CHECK_FALSE(is_in_floats({1, 2, 20, 64, 64, 64}));
    CHECK(is_in_floats({1, 2, 4, 64, 64, 64}));     // few queries
    CHECK(is_in_floats({1, 2, 20, 32, 64, 64}));    // few keys
    CHECK(is_in_floats({1, 2, 20, 300, 8, 8}));     // words would be zeros for the most part
    CHECK(is_in_floats({1, 2, 20, 300, 64, 257}));  // wider than a thread's scratch has room for
    CHECK(is_in_floats({1, 2, 20, 300, 257, 64}));
  });
  for_each_quantized_instruction_set([&] {
    if (!chosen_dots().bf16.matrix.multiply) CHECK(is_in_floats({1, 2, 20, 64, 64, 64}));
  });
}

TEST_CASE("what a mask hides does not matter in bf16, NaN or not", "[attention][bf16]") {
  for_each_set_of_matrices([] {
    for (const float bad : {not_a_number<float>, infinity<float>})
      for (const bool in_values : {false, true}) {
        const form f{1, 2, 70, 150, 64, 64, layout::interleaved, true, 70, {140}};
        const std::size_t place = 110;  // 40 queries do not see it
        sample clean(f), poisoned(f);
        auto& poisoned_array = in_values ? poisoned.v : poisoned.k;
        poisoned_array.at(0, 1, place, 7) = bad;
        poisoned_array.at(0, 1, 140, 3) = bad;
        clean.run();
        poisoned.run();
        for (std::size_t h = 0; h < 2; ++h)
          for (std::size_t i = 0; i < f.queries; ++i)
            for (std::size_t x = 0; x < f.value_width; ++x) {
              INFO("in values " << in_values << " head " << h << " query " << i << " x " << x);
              const float y = poisoned.y.at(0, h, i, x), expected = clean.y.at(0, h, i, x);
              if (h == 0) {
                CHECK(y == expected);
              } else if (i + 70 < place || (in_values && x != 7)) {
                CHECK(std::fabs(y - expected) < 0.02);  // a block with a row that is not finite is computed in floats
              } else if (in_values) {
                CHECK_FALSE(std::isfinite(y));
              }
            }
      }
  });
}

TEST_CASE("scores of any size do not overflow in bf16, and a query that sees nothing yields zeros",
          "[attention][bf16]") {
  for_each_set_of_matrices([] {
    const form f{1, 1, 20, 100, 64, 64, layout::heads_apart, true, -5};
    sample s(f);
    for (float& x : s.q.values) x *= 1e18F;
    for (float& x : s.k.values) x *= 1e18F;
    s.run();
    for (std::size_t i = 0; i < f.queries; ++i)
      for (std::size_t x = 0; x < f.value_width; ++x) {
        const float y = s.y.at(0, 0, i, x);
        if (i < 5) CHECK(y == 0);
        CHECK(std::isfinite(y));
      }
  });
}

TEST_CASE("attention in bf16 is bitwise the same with any number of threads", "[attention][bf16]") {
  for_each_set_of_matrices([] {
    const form f{3, 6, 130, 200, 64, 64, layout::interleaved, true, 60, {190, 71, 200}, 2};
    sample one(f), three(f);
    CHECK(same(one.run(1), three.run(3)));
  });
}

TEST_CASE("rows that share keys by an index attend in bf16 as to copies of them", "[attention][bf16]") {
  for_each_set_of_matrices([] {
    const std::vector<std::uint32_t> key_rows{2, 0, 0};
    const form f{3, 4, 40, 90, 64, 64, layout::interleaved, false, 0, {90, 31, 64}, 2};
    sample shared(f), copied(f);
    for (std::size_t b = 0; b < f.batch; ++b)
      for (std::size_t h = 0; h < f.key_heads(); ++h)
        for (std::size_t j = 0; j < f.keys; ++j)
          for (std::size_t x = 0; x < f.width; ++x) {
            copied.k.at(b, h, j, x) = shared.k.at(key_rows[b], h, j, x);
            copied.v.at(b, h, j, x) = shared.v.at(key_rows[b], h, j, x);
          }
    auto problem = shared.problem();
    problem.key_rows = key_rows.data();
    run_attention(f, problem, 2);
    CHECK(same(shared.y.values, copied.run()));
  });
}

}  // namespace
}  // namespace typeformer::kernels
