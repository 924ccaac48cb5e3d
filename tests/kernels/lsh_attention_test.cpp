#include <algorithm>
#include <ostream>

#include "attention_form.hpp"
#include "lsh_pairs.hpp"

namespace typeformer::kernels {
namespace {

using namespace testing;

struct lsh_form {
  std::size_t batch, heads, positions, width, value_width, rounds, chunk;
  attention_mask mask = {};
  std::vector<std::int32_t> lengths = {};

  friend std::ostream& operator<<(std::ostream& out, const lsh_form& f) {
    return out << "batch " << f.batch << " heads " << f.heads << " positions " << f.positions << " width " << f.width
               << " value width " << f.value_width << " rounds " << f.rounds << " chunk " << f.chunk << " causal "
               << f.mask.causal << " offset " << f.mask.offset << " window " << f.mask.window << " lengths "
               << f.lengths.size();
  }
};

/// A number and the sum of the sizes of what it is a sum of.
template <class E>
struct sum_of_terms {
  E value = 0, size = 0;
  void add(E term, E term_size) {
    value += term;
    size += term_size;
  }
  void add(E term) { add(term, std::fabs(term)); }
};

template <class T>
struct sample {
  using number = exact<T>;
  using sums = std::vector<sum_of_terms<number>>;
  lsh_form f;
  std::vector<T> x, v, y, dy, dx, dv, dx_before, dv_before;
  T scale;

  explicit sample(const lsh_form& g)
      : f(g),
        x(random_values<T>(g.batch * g.heads * g.positions * g.width, 1)),
        v(random_values<T>(g.batch * g.heads * g.positions * g.value_width, 2)),
        y(v.size(), not_a_number<T>),
        dy(random_values<T>(v.size(), 3)),
        dx(random_values<T>(x.size(), 4)),
        dv(random_values<T>(v.size(), 5)),
        dx_before(dx),
        dv_before(dv),
        scale(static_cast<T>(1 / std::sqrt(static_cast<double>(g.width)))) {}

  void run(std::size_t count_of_threads = 1) {
    threads threads(count_of_threads);
    const std::size_t size = lsh_attention_workspace(f.batch, f.heads, f.positions, f.width, f.rounds, f.chunk);
    const workspace<T> space(size + 1);
    space.data()[size] = 17;
    lsh_attention_problem<T> problem{f.batch, f.heads,  f.positions, f.width,  f.value_width, f.rounds,
                                     f.chunk, x.data(), v.data(),    y.data(), scale,         f.mask};
    problem.mask.lengths = f.lengths.empty() ? nullptr : f.lengths.data();
    lsh_attention(problem, space.data(), threads);
    add_lsh_attention_gradient(problem, dy.data(), dx.data(), dv.data(), space.data(), threads);
    CHECK(space.data()[size] == 17);
  }

  /// The largest error of a result or a derivative in units of what is allowed. With s the largest sum of a score's
  /// terms, weights are within 2·√width·ε·s and a few ε, and so are the terms of what is summed; sums over keys add the
  /// root of their number.
  double worst() const {
    sums to_y(y.size()), to_x(x.size()), to_v(v.size());
    number largest_score = 0;
    for (std::size_t head = 0; head < f.batch * f.heads; ++head) {
      const std::size_t from = head * f.positions;
      const std::size_t n = f.lengths.empty() ? f.positions : static_cast<std::size_t>(f.lengths[head / f.heads]);
      const auto pairs = lsh_pairs<number>(x.data() + from * f.width, n, f.width, f.rounds, f.chunk, f.mask);
      const auto at = [&](const auto& all, std::size_t width, std::size_t i, std::size_t j) -> decltype(auto) {
        return all[(from + i) * width + j];
      };
      std::vector<number> norm(n);
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < f.width; ++j)
          norm[i] += static_cast<number>(at(x, f.width, i, j)) * at(x, f.width, i, j);
        norm[i] = std::sqrt(norm[i]);
      }
      const auto key = [&](std::size_t j, std::size_t c) { return at(x, f.width, j, c) / norm[j]; };
      sums dk(n * f.width);
      for (std::size_t i = 0; i < n; ++i) {
        std::vector<number> p(n), dp(n), dp_size(n);
        number total = 0, top = -infinity<number>, delta = 0, delta_size = 0;
        for (std::size_t j = 0; j < n; ++j) {
          if (!pairs[i][j]) continue;
          number terms = 0;
          for (std::size_t c = 0; c < f.width; ++c) {
            const number term = scale * static_cast<number>(at(x, f.width, i, c)) * key(j, c);
            p[j] += term;
            terms += std::fabs(term);
          }
          top = std::max(top, p[j]);
          largest_score = std::max(largest_score, terms);
          for (std::size_t c = 0; c < f.value_width; ++c) {
            const number term = static_cast<number>(at(v, f.value_width, j, c)) * at(dy, f.value_width, i, c);
            dp[j] += term;
            dp_size[j] += std::fabs(term);
          }
        }
        for (std::size_t j = 0; j < n; ++j) total += p[j] = pairs[i][j] ? std::exp(p[j] - top) : 0;
        for (std::size_t j = 0; j < n; ++j) {
          if (!pairs[i][j]) continue;
          p[j] /= total;
          delta += p[j] * dp[j];
          delta_size += p[j] * dp_size[j];
          for (std::size_t c = 0; c < f.value_width; ++c) {
            to_y[(from + i) * f.value_width + c].add(p[j] * at(v, f.value_width, j, c));
            to_v[(from + j) * f.value_width + c].add(p[j] * at(dy, f.value_width, i, c));
          }
        }
        for (std::size_t j = 0; j < n; ++j) {
          if (!pairs[i][j]) continue;
          const number ds = scale * p[j] * (dp[j] - delta), size = scale * p[j] * (dp_size[j] + delta_size);
          if (i == j) continue;  // of one key, whose weight is 1
          for (std::size_t c = 0; c < f.width; ++c) {
            to_x[(from + i) * f.width + c].add(ds * key(j, c), size * std::fabs(key(j, c)));
            const number q = at(x, f.width, i, c);
            dk[j * f.width + c].add(ds * q, size * std::fabs(q));
          }
        }
      }
      // Through k = x / |x|: dx = (dk − k (k · dk)) / |x|.
      for (std::size_t j = 0; j < n; ++j) {
        sum_of_terms<number> along;
        for (std::size_t c = 0; c < f.width; ++c)
          along.add(key(j, c) * dk[j * f.width + c].value, std::fabs(key(j, c)) * dk[j * f.width + c].size);
        for (std::size_t c = 0; c < f.width; ++c)
          to_x[(from + j) * f.width + c].add((dk[j * f.width + c].value - key(j, c) * along.value) / norm[j],
                                             (dk[j * f.width + c].size + std::fabs(key(j, c)) * along.size) / norm[j]);
      }
    }
    const auto root = [](std::size_t n) { return std::sqrt(static_cast<double>(n)); };
    const double relative =
        4 * root(f.width) * static_cast<double>(largest_score) + 16 + 2 * root(f.positions) + 2 * root(f.value_width);
    double result = 0;
    const auto compare = [&](const sums& expected, const std::vector<T>& found, const std::vector<T>& before) {
      for (std::size_t i = 0; i < found.size(); ++i) {
        const T was = before.empty() ? T(0) : before[i];
        const double allowed = relative * epsilon<T> * static_cast<double>(expected[i].size + std::fabs(was)) + 1e-300;
        result = std::max(result, error_ratio(found[i], expected[i].value + was, allowed));
      }
    };
    compare(to_y, y, {});
    compare(to_x, dx, dx_before);
    compare(to_v, dv, dv_before);
    return result;
  }
};

void check(const lsh_form& f) { check_samples<sample>(f); }

TEST_CASE("LSH attention and its gradient are the plain loop's, for many sizes", "[lsh attention]") {
  for_each_instruction_set([] {
    for (const std::size_t positions : {0, 1, 2, 5, 16, 17, 33, 65})
      for (const std::size_t chunk : {1, 4, 16})
        for (const std::size_t rounds : {1, 2, 5})
          for (const std::size_t width : {1, 3, 16, 21})
            if (is_next_checked()) check({1, 2, positions, width, width + 2, rounds, chunk});
    check({2, 1, 300, 12, 7, 2, 16});
    check({1, 1, 9, 4, 0, 2, 4});
    check({1, 1, 9, 4, 3, 2, ~std::size_t{0}});
  });
}

TEST_CASE("LSH attention under masks and lengths", "[lsh attention]") {
  for_each_instruction_set([] {
    for (const std::size_t positions : {1, 7, 40, 70})
      for (const std::size_t chunk : {4, 16, 100})
        for (const attention_mask mask :
             {attention_mask{}, attention_mask{.causal = true}, attention_mask{.causal = true, .offset = 3},
              attention_mask{.causal = true, .offset = -2}, attention_mask{.causal = true, .window = 9},
              attention_mask{.causal = true, .offset = 5, .window = 4}}) {
          lsh_form f{2, 2, positions, 6, 5, 3, chunk, mask};
          if (is_next_checked()) check(f);
          f.lengths = {static_cast<std::int32_t>(positions), static_cast<std::int32_t>(positions / 2)};
          if (is_next_checked()) check(f);
        }
    check({3, 1, 20, 6, 5, 3, 4, {}, {0, 1, 19}});
  });
}

TEST_CASE("a key of zeros is zeros, and its derivative by itself none", "[lsh attention]") {
  for_each_instruction_set([] {
    sample<float> s({1, 1, 12, 5, 3, 2, 100});
    std::fill_n(s.x.begin() + 4 * 5, 5, 0.F);
    s.run();
    CHECK(std::ranges::none_of(s.y, [](float y) { return std::isnan(y); }));
    CHECK(std::ranges::none_of(s.dx, [](float d) { return std::isnan(d); }));
    float mean = 0;  // all its scores are 0
    for (std::size_t j = 0; j < 12; ++j) mean += j == 4 ? 0 : s.v[j * 3] / 11;
    CHECK(std::fabs(s.y[4 * 3] - mean) < 1e-6F);
  });
}

TEST_CASE("what lies beyond a row's length does not matter, NaN or not, and a row alone gives the same",
          "[lsh attention]") {
  for_each_instruction_set([] {
    const lsh_form padded{1, 2, 50, 8, 6, 3, 8, {}, {37}};
    sample<float> clean(padded), poisoned(padded), alone({1, 2, 37, 8, 6, 3, 8});
    for (std::size_t h = 0; h < 2; ++h) {
      std::fill_n(poisoned.x.begin() + static_cast<std::ptrdiff_t>((h * 50 + 37) * 8), 13 * 8, not_a_number<float>);
      std::fill_n(poisoned.v.begin() + static_cast<std::ptrdiff_t>((h * 50 + 37) * 6), 13 * 6, not_a_number<float>);
      std::copy_n(clean.x.begin() + static_cast<std::ptrdiff_t>(h * 50 * 8), 37 * 8,
                  alone.x.begin() + static_cast<std::ptrdiff_t>(h * 37 * 8));
      std::copy_n(clean.v.begin() + static_cast<std::ptrdiff_t>(h * 50 * 6), 37 * 6,
                  alone.v.begin() + static_cast<std::ptrdiff_t>(h * 37 * 6));
    }
    clean.run();
    poisoned.run();
    alone.run();
    CHECK(same(clean.y, poisoned.y));
    CHECK(same(clean.dx, poisoned.dx));
    for (std::size_t h = 0; h < 2; ++h)
      for (std::size_t i = 0; i < 50 * 6; ++i)
        CHECK(clean.y[h * 50 * 6 + i] == (i < 37 * 6 ? alone.y[h * 37 * 6 + i] : 0));
  });
}

TEST_CASE("LSH attention is bitwise the same with any number of threads", "[lsh attention]") {
  for_each_instruction_set([] {
    const lsh_form f{2, 3, 130, 16, 16, 4, 16, {.causal = true}, {130, 77}};
    sample<float> one(f), two(f), three(f);
    one.run(1);
    two.run(2);
    three.run(3);
    for (const auto* other : {&two, &three}) {
      CHECK(same(one.y, other->y));
      CHECK(same(one.dx, other->dx));
      CHECK(same(one.dv, other->dv));
    }
  });
}

TEST_CASE("hyperplanes are nearly normal, and these numbers on every machine", "[lsh attention]") {
  double mean = 0, square = 0;
  constexpr std::size_t rows = 64, columns = 64;
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t column = 0; column < columns; ++column) {
      const double x = lsh_direction(1, row, column) / 65536;  // a variance of 1
      mean += x / (rows * columns);
      square += x * x / (rows * columns);
    }
  CHECK(std::fabs(mean) < 4 / 64.);
  CHECK(std::fabs(square - 1) < 4 * std::sqrt(2.) / 64);
  static_assert(lsh_direction(0, 0, 0) != lsh_direction(1, 0, 0) && lsh_direction(0, 0, 0) != lsh_direction(0, 0, 1));
}

}  // namespace
}  // namespace typeformer::kernels
