// What attention weighs values with, and which keys it looks at, each claim of its row in the catalogue.
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <typeformer/expressions/session.hpp>
#include <typeformer/layers/encoder_model.hpp>
#include <typeformer/layers/mechanisms/linformer_attention.hpp>
#include <typeformer/layers/mechanisms/local_attention.hpp>
#include <typeformer/layers/mechanisms/similarity_attention.hpp>
#include <typeformer/readings/step_list.hpp>

#include "../gradients/check.hpp"
#include "attention_inputs.hpp"

namespace typeformer::testing {
namespace {

double dot(vector_of_head q, vector_of_head k) {
  double sum = 0;
  for (std::size_t x = 0; x < q.size(); ++x) sum += q[x] * k[x];
  return sum;
}
double scaled_dot(vector_of_head q, vector_of_head k) { return dot(q, k) / std::sqrt(5.); }
double cosine(vector_of_head q, vector_of_head k) { return dot(q, k) / std::sqrt(dot(q, q) * dot(k, k)); }

void softmax_of(std::vector<double>& weights) {
  const double top = *std::ranges::max_element(weights);
  for (double& w : weights) w = std::exp(w - top);
  divide_by_sum(weights);
}
void one_hot(std::vector<double>& weights) {
  const auto first = std::ranges::max_element(weights) - weights.begin();
  std::ranges::fill(weights, 0.);
  weights[static_cast<std::size_t>(first)] = 1;
}

/// A mechanism against plain loops, of all keys, with padding and under a causal mask.
template <class Mechanism, class Similarity, class Weigh>
void check_numbers(const Similarity& similarity, const Weigh& weigh, double tolerance = 1e-12) {
  for (const auto& [queries, keys] : {std::pair{1, 1}, {3, 7}, {40, 17}}) {
    INFO(queries << " queries, " << keys << " keys");
    const attention_inputs<Query, Key> x(queries, keys);
    CHECK(difference(x.attend(Mechanism{}), x.expected(sees_all, similarity, weigh)) < tolerance);
    CHECK(difference(x.attend(Mechanism{}, causal<Query, Key>{}), x.expected(sees_earlier, similarity, weigh)) <
          tolerance);
    const std::int32_t lengths[] = {(keys + 1) / 2, 0};
    const auto within = [&](std::size_t b, std::size_t, std::size_t j) { return j < std::size_t(lengths[b]); };
    CHECK(difference(x.attend(Mechanism{}, padding<Batch, Query, Key>{lengths}),
                     x.expected(within, similarity, weigh)) < tolerance);
  }
}

TEST_CASE(
    "soft weights of any similarity are the formula's",
    "[row: scaled dot-product attention][row: dot-product attention][row: cosine attention][forward][reference]") {
  check_numbers<scaled_dot_product>(scaled_dot, softmax_of);
  check_numbers<similarity_attention<scaled_dot_product_similarity>>(scaled_dot, softmax_of);
  check_numbers<similarity_attention<dot_product_similarity>>(dot, softmax_of);
  check_numbers<similarity_attention<cosine_similarity>>(cosine, softmax_of);
}
TEST_CASE("hard weights take the value of the best key", "[row: hard attention][forward][reference]") {
  check_numbers<similarity_attention<scaled_dot_product_similarity, hard_weights>>(scaled_dot, one_hot, 1e-300);
  check_numbers<similarity_attention<cosine_similarity, hard_weights>>(cosine, one_hot, 1e-300);
}
TEST_CASE("a mean weighted by similarities is the formula's", "[row: similarity-weighted mean][forward][reference]") {
  // Sums of either sign may be small beside their terms.
  check_numbers<mean_by_similarity<scaled_dot_product_similarity>>(scaled_dot, divide_by_sum, 1e-10);
  check_numbers<mean_by_similarity<dot_product_similarity>>(dot, divide_by_sum, 1e-10);
  check_numbers<mean_by_similarity<cosine_similarity>>(cosine, divide_by_sum, 1e-10);
}

TEST_CASE("ties of hard attention go to the first key", "[row: hard attention][laws]") {
  attention_inputs<Query, Key> x(2, 9);
  for (std::size_t j : {4, 6})  // the same key, and the best for the first query
    for (std::size_t c = 0; c < bound<Width>; ++c) x.k(0, 0, j, c) = 10 * x.q(0, 0, 0, c);
  const auto y = x.attend(similarity_attention<dot_product_similarity, hard_weights>{});
  for (std::size_t c = 0; c < bound<ValueWidth>; ++c) CHECK(y[c] == x.v(0, 0, 4, c));
}

TEST_CASE("hard attention is the limit of softmax with a large scale", "[row: hard attention][laws]") {
  const attention_inputs<Query, Key> x(40, 17);
  const auto hard = x.attend(similarity_attention<dot_product_similarity, hard_weights>{});
  const auto sharp = [](double scale) {
    return [scale](const auto& q, const auto& k, const auto& v, const auto& mask) {
      return softmax(scale * (q * transpose(k)) + mask) * v;
    };
  };
  const double near = difference(x.attend(sharp(1e3)), hard), nearer = difference(x.attend(sharp(1e5)), hard);
  CHECK(difference(x.attend(sharp(1)), hard) > 0.1);
  CHECK(nearer <= near);
  CHECK(nearer < 1e-12);
}

TEST_CASE("cosines do not depend on lengths, and dot products of unit vectors are cosines",
          "[row: cosine attention][row: dot-product attention][row: similarity-weighted mean][laws]") {
  const attention_inputs<Query, Key> x(11, 17);
  attention_inputs<Query, Key> longer(11, 17);
  for (double& e : longer.q.elements()) e *= 8;
  for (double& e : longer.k.elements()) e *= 0.5;
  const similarity_attention<cosine_similarity> by_cosine;
  CHECK(x.attend(by_cosine) == longer.attend(by_cosine));
  CHECK(x.attend(mean_by_similarity<cosine_similarity>{}) == longer.attend(mean_by_similarity<cosine_similarity>{}));
  // The scale of a mean's similarities does not matter.
  CHECK(difference(x.attend(mean_by_similarity<dot_product_similarity>{}),
                   x.attend(mean_by_similarity<scaled_dot_product_similarity>{})) < 1e-10);
}

TEST_CASE("where similarities sum to 0 a weighted mean is infinite or NaN", "[row: similarity-weighted mean][laws]") {
  attention_inputs<Query, Key> x(1, 2);
  x.v(0, 0, 0, 0) = 3, x.v(0, 0, 1, 0) = 1;
  x.v(0, 0, 0, 1) = 2, x.v(0, 0, 1, 1) = 2;
  for (std::size_t c = 0; c < bound<Width>; ++c) x.k(0, 0, 1, c) = -x.k(0, 0, 0, c);
  const auto y = x.attend(mean_by_similarity<dot_product_similarity>{});
  CHECK(std::isinf(y[0]));
  CHECK(std::isnan(y[1]));
}

// Of few rows, since each number is moved.
struct Rows : axis<"B", 2> {};
struct Few : axis<"N", 4> {};
struct Other : same_sequence<Few, "M", 7> {};
struct Heads : axis<"h", 2> {};
using queries = shape<Rows, Heads, Few, Width>;
using keys = shape<Rows, Heads, Other, Width>;
using values = shape<Rows, Heads, Other, ValueWidth>;

template <class Mechanism>
void check_mechanism() {
  check_gradients<Mechanism, queries, keys, values, no_mask>();
  check_gradients<Mechanism, queries, keys, values, padding<Rows, Few, Other>>();
  check_gradients<Mechanism, queries, keys, values, causal<Few, Other>>();
}
TEST_CASE("gradients: soft weights", "[row: dot-product attention][row: cosine attention][gradient]") {
  check_mechanism<similarity_attention<dot_product_similarity>>();
  check_mechanism<similarity_attention<cosine_similarity>>();
}
TEST_CASE("gradients: hard weights", "[row: hard attention][gradient]") {
  check_mechanism<similarity_attention<scaled_dot_product_similarity, hard_weights>>();
}
/// A user's own: e^(q·k/√d̃), with which a weighted mean is softmax attention.
struct positive_similarity {
  template <expression Q, expression K>
  constexpr auto operator()(const Q& q, const K& k) const {
    return exp(q * transpose(k) / root<last_axis<Q>>);
  }
};
TEST_CASE("a mean weighted by exponentials is softmax attention",
          "[row: similarity-weighted mean][row: scaled dot-product attention][laws]") {
  const attention_inputs<Query, Key> x(11, 17);
  const causal<Query, Key> mask{-2};
  CHECK(difference(x.attend(mean_by_similarity<positive_similarity>{}), x.attend(scaled_dot_product{})) < 1e-13);
  CHECK(difference(x.attend(mean_by_similarity<positive_similarity>{}, mask), x.attend(scaled_dot_product{}, mask)) <
        1e-13);
}
TEST_CASE("gradients: a weighted mean", "[row: similarity-weighted mean][gradient]") {
  // Of similarities that are positive: a mean whose divisor comes near 0 has no useful differences.
  check_gradients<formula<decltype([](const auto& q, const auto& k, const auto& v, auto mask) {
                    return weighted_mean(scaled_dot_product_similarity{}, exp(q), exp(k), v, mask);
                  })>,
                  queries, keys, values, padding<Rows, Few, Other>>();
  check_gradients<formula<decltype([](const auto& q, const auto& k, const auto& v) {
                    return mean_by_similarity<cosine_similarity>{}(exp(q), exp(k), v);
                  })>,
                  queries, keys, values>();
}

// Every width is a number of its own.
struct QueryIn : axis<"d_q", 4> {};
struct KeyIn : axis<"d_k", 6> {};
struct ValueIn : axis<"d_v", 7> {};
struct Out : axis<"d_o", 8> {};
template <class Mechanism>
using any_widths =
    multi_head_attention<Heads, Width, QueryIn, ValueWidth, KeyIn, ValueIn, Out, with_bias, Heads, Mechanism>;

TEST_CASE("gradients: a sequence to itself", "[row: hard attention][row: similarity-weighted mean][gradient]") {
  struct Model : axis<"D", 6> {};
  using layer = multi_head_attention<Heads, Width, Model, Width, Model, Model, Model, with_bias, Heads,
                                     weighted_mean_attention<positive_similarity>>;
  check_gradients<layer, shape<Rows, Few, Model>, causal_padding<Rows, Few>>();
  using hard =
      multi_head_attention<Heads, Width, Model, Width, Model, Model, Model, with_bias, Heads, hard_attention<>>;
  check_gradients<hard, shape<Rows, Few, Model>, causal_padding<Rows, Few>>();
}

TEST_CASE("gradients: many heads, every width free, N other than M",
          "[row: scaled dot-product attention][row: cosine attention][row: hard attention][gradient]") {
  check_gradients<any_widths<softmax_attention>, shape<Rows, Few, QueryIn>, shape<Rows, Other, KeyIn>,
                  shape<Rows, Other, ValueIn>>();
  check_gradients<any_widths<cosine_attention>, shape<Rows, Few, QueryIn>, shape<Rows, Other, KeyIn>,
                  shape<Rows, Other, ValueIn>, padding<Rows, Few, Other>>();
  check_gradients<any_widths<hard_attention<>>, shape<Rows, Few, QueryIn>, shape<Rows, Other, KeyIn>,
                  shape<Rows, Other, ValueIn>>();
}

TEST_CASE("soft weights of dot products and cosines are the fused kernel",
          "[row: scaled dot-product attention][row: dot-product attention][row: cosine attention][row: hard attention]"
          "[row: similarity-weighted mean][trace]") {
  const auto names = []<class Mechanism>(std::type_identity<Mechanism>) {
    std::string all;
    for (const step& s : steps_of<Mechanism, shape<Head, Query, Width>, shape<Head, Key, Width>,
                                  shape<Head, Key, ValueWidth>, no_mask>()
                             .steps)
      all += (all.empty() ? "" : ", ") + s.operation + " " + s.operations.text();
    return all;
  };
  CHECK(names(std::type_identity<scaled_dot_product>{}) == "attention 2·h·N·M·d̃ + 2·h·N·M·e + 6·h·N·M");
  CHECK(names(std::type_identity<similarity_attention<dot_product_similarity>>{}) ==
        "attention 2·h·N·M·d̃ + 2·h·N·M·e + 6·h·N·M");
  CHECK(names(std::type_identity<similarity_attention<cosine_similarity>>{}) ==
        "elementwise h·N·d̃, sum h·N·d̃, elementwise h·N, elementwise h·N·d̃, elementwise h·M·d̃, sum h·M·d̃, "
        "elementwise h·M, elementwise h·M·d̃, attention 2·h·N·M·d̃ + 2·h·N·M·e + 6·h·N·M");
  CHECK(names(std::type_identity<similarity_attention<scaled_dot_product_similarity, hard_weights>>{}) ==
        "contraction of transposed 2·h·N·d̃·M, scale h·N·M, hardmax h·N·M, contraction 2·h·N·M·e");
  CHECK(names(std::type_identity<mean_by_similarity<dot_product_similarity>>{}) ==
        "zeros 0, elementwise h·M, contraction of transposed 2·h·N·d̃·M, contraction 2·h·N·M, sum h·N, "
        "contraction 2·h·N·M·e, elementwise h·N·e");
}

// ----------------------------------------------------------------------------------------------------------- Linformer
struct Position : axis<"M", 9> {};
struct Sums : axis<"k", 4> {};
struct Same : axis<"k", 150> {};

TEST_CASE("Linformer attends to sums of keys and values", "[row: Linformer][forward][reference]") {
  using M = linformer_heads<Key, Sums>;
  const auto w = random_weights<M, double>(1);
  const auto first = w[model<M>.key_projection].elements(), second = w[model<M>.value_projection].elements();
  const attention_inputs<Query, Key> x(5, 17);  // of 150 positions
  const std::int32_t lengths[] = {17, 8};
  std::vector<double> expected;
  for (std::size_t b = 0; b < 2; ++b)
    for (std::size_t h = 0; h < bound<Head>; ++h) {
      std::array<std::array<double, bound<Width>>, bound<Sums>> k{};
      std::array<std::array<double, bound<ValueWidth>>, bound<Sums>> v{};
      for (std::size_t s = 0; s < bound<Sums>; ++s)
        for (std::size_t j = 0; j < static_cast<std::size_t>(lengths[b]); ++j) {
          for (std::size_t c = 0; c < bound<Width>; ++c) k[s][c] += first[j * bound<Sums> + s] * x.k(b, h, j, c);
          for (std::size_t c = 0; c < bound<ValueWidth>; ++c) v[s][c] += second[j * bound<Sums> + s] * x.v(b, h, j, c);
        }
      for (std::size_t i = 0; i < 5; ++i) {
        std::vector<double> weights;
        for (const auto& key : k)
          weights.push_back(scaled_dot(vector_of_head(&x.q(b, h, i, 0), bound<Width>), vector_of_head(key)));
        softmax_of(weights);
        for (std::size_t c = 0; c < bound<ValueWidth>; ++c) {
          expected.push_back(0);
          for (std::size_t s = 0; s < bound<Sums>; ++s) expected.back() += weights[s] * v[s][c];
        }
      }
    }
  const auto attend = [&](const attention_inputs<Query, Key>& inputs) {
    runner<M, double> run{w};
    const padding<Batch, Query, Key> mask{lengths};
    const auto y = let(model<M>(run(inputs.q), run(inputs.k), run(inputs.v), mask));
    return std::vector<double>(y.data, y.data + y.shape.size());
  };
  CHECK(difference(attend(x), expected) < 1e-13);
  attention_inputs<Query, Key> z(5, 17);
  z.k(1, 0, 8, 1) = z.v(1, 1, 16, 0) = std::numeric_limits<double>::quiet_NaN();
  CHECK(attend(z) == attend(x));
}

TEST_CASE("Linformer whose sums are the keys themselves is softmax attention", "[row: Linformer][laws]") {
  using M = linformer_heads<Key, Same>;
  weights<M, double> w;
  for (std::size_t j = 0; j < 150; ++j)
    w[model<M>.key_projection].elements()[j * 151] = w[model<M>.value_projection].elements()[j * 151] = 1;
  const attention_inputs<Query, Key> x(40, 150);
  runner<M, double> run{w};
  const auto y = let(model<M>(run(x.q), run(x.k), run(x.v)));
  CHECK(difference({y.data, y.data + y.shape.size()}, x.attend(scaled_dot_product{})) < 1e-14);
}

TEST_CASE("Linformer has no more keys than positions", "[row: Linformer]") {
  using M = linformer_heads<Position, Sums>;
  runner<M, double> run{weights<M, double>{}};
  const attention_inputs<Query, Key> x(5, 10);
  CHECK_THROWS_WITH(let(model<M>(run(x.q), run(x.k), run(x.v))),
                    "positions: positions 0 to 10 are wanted, but there are 9");
}

TEST_CASE("gradients: Linformer", "[row: Linformer][gradient]") {
  using M = linformer_heads<Position, Sums>;  // of whose 9 positions 7 are there
  check_gradients<M, queries, keys, values, no_mask>();
  check_gradients<M, queries, keys, values, padding<Rows, Few, Other>>();
  check_gradients<any_widths<linformer_attention<Position, Sums>>, shape<Rows, Few, QueryIn>, shape<Rows, Other, KeyIn>,
                  shape<Rows, Other, ValueIn>>();
}

TEST_CASE("Linformer's cost is linear in the positions", "[row: Linformer][trace]") {
  polynomial sum;
  for (const step& s : steps_of<linformer_heads<Key, Sums>, shape<Head, Query, Width>, shape<Head, Key, Width>,
                                shape<Head, Key, ValueWidth>, no_mask>()
                           .steps)
    sum = sum + s.operations;
  CHECK(sum.text() == "2·M·k + 2·h·d̃·M·k + 2·h·e·M·k + 2·h·N·k·d̃ + 2·h·N·k·e + 6·h·N·k");
  CHECK(sum.value() == 150 * 4 * (2 + 2 * 2 * (5 + 3) + 2 * (2 * 5 + 2 * 3 + 6)));
}

// -------------------------------------------------------------------------------------------------------- local
// windows
TEST_CASE("a local window shows the keys around a position", "[row: local attention][forward][reference]") {
  const auto check_window = []<std::size_t Size>(std::integral_constant<std::size_t, Size>) {
    for (const auto& [rows, columns] : {std::pair{1, 1}, {3, 7}, {17, 5}, {70, 70}}) {
      INFO("a window of " << Size << ", " << rows << " queries, " << columns << " keys");
      const attention_inputs<Query, Key> x(rows, columns);
      const auto near = [](std::size_t, std::size_t i, std::size_t j) {
        return 2 * std::max(i, j) - 2 * std::min(i, j) < Size;
      };
      CHECK(difference(x.attend(scaled_dot_product{}, local_window<Query, Size, Key>{}),
                       x.expected(near, scaled_dot, softmax_of)) < 1e-13);
      CHECK(x.attend(local_heads<Size>{}) == x.attend(scaled_dot_product{}, local_window<Query, Size, Key>{}));
      const std::int32_t lengths[] = {(columns + 1) / 2, 0};
      const auto near_and_within = [&](std::size_t b, std::size_t i, std::size_t j) {
        return near(b, i, j) && j < static_cast<std::size_t>(lengths[b]);
      };
      CHECK(difference(x.attend(local_heads<Size>{}, padding<Batch, Query, Key>{lengths}),
                       x.expected(near_and_within, scaled_dot, softmax_of)) < 1e-13);
    }
  };
  check_window(std::integral_constant<std::size_t, 1>{});
  check_window(std::integral_constant<std::size_t, 5>{});
  check_window(std::integral_constant<std::size_t, 77>{});
}

TEST_CASE("a local window over 2N − 1 keys hides none", "[row: local attention][laws]") {
  const attention_inputs<Query, Query> x(70, 70);
  CHECK(x.attend(scaled_dot_product{}, local_window<Query, 139>{}) == x.attend(scaled_dot_product{}));
  CHECK(x.attend(scaled_dot_product{}, local_window<Query, 137>{}) != x.attend(scaled_dot_product{}));
  constexpr std::size_t all = std::numeric_limits<std::size_t>::max();
  CHECK(x.attend(scaled_dot_product{}, local_window<Query, all>{}) == x.attend(scaled_dot_product{}));
}

TEST_CASE("under a local window a query depends on near keys alone, even if others are NaN",
          "[row: local attention][laws]") {
  const attention_inputs<Query, Query> x(70, 70);
  attention_inputs<Query, Query> y(70, 70);
  for (std::size_t h = 0; h < bound<Head>; ++h)
    for (std::size_t c = 0; c < bound<ValueWidth>; ++c)
      y.k(0, h, 30, c) = y.v(0, h, 30, c) = std::numeric_limits<double>::quiet_NaN();
  const auto before = x.attend(local_heads<9>{}), after = y.attend(local_heads<9>{});
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const std::size_t position = i / bound<ValueWidth> % 70;
    const bool sees = i < before.size() / 2 && position >= 26 && position <= 34;
    wrong += sees ? !std::isnan(after[i]) : before[i] != after[i];
  }
  CHECK(wrong == 0);
}

TEST_CASE("gradients: local windows", "[row: local attention][gradient]") {
  check_gradients<local_heads<3>, queries, keys, values, no_mask>();
  check_gradients<local_heads<3>, queries, keys, values, padding<Rows, Few, Other>>();
}

TEST_CASE("a local window's cost counts the keys that a query sees", "[row: local attention][trace]") {
  const auto list = steps_of<local_heads<5>, shape<Head, Query, Width>, shape<Head, Key, Width>,
                             shape<Head, Key, ValueWidth>, no_mask>()
                        .steps;
  REQUIRE(list.size() == 1);
  CHECK(list[0].operations.text() == "10·h·N·d̃ + 10·h·N·e + 30·h·N");
  CHECK(list[0].operations.value() == 2 * 150 * 5 * (2 * 5 + 2 * 3 + 6));
}

}  // namespace
}  // namespace typeformer::testing
