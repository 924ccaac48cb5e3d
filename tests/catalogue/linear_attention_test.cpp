// Linear attention (Katharopoulos et al. 2020), each claim of its row in the catalogue.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include <typeformer/expressions/contract.hpp>
#include <typeformer/expressions/move.hpp>
#include <typeformer/expressions/scan.hpp>
#include <typeformer/expressions/session.hpp>
#include <typeformer/expressions/where_mask.hpp>
#include <typeformer/expressions/zeros.hpp>
#include <typeformer/layers/encoder_model.hpp>
#include <typeformer/layers/language_model.hpp>
#include <typeformer/layers/mechanisms/linear_attention.hpp>
#include <typeformer/readings/step_list.hpp>

#include "../gradients/check.hpp"
#include "attention_inputs.hpp"

namespace typeformer::testing {
namespace {

using mechanism = feature_map_attention<>;

/// ReLU of x and of −x, side by side: a feature map of another width, which may yield zeros.
struct Negative : axis<"d̃'", 5> {};
struct both_signs {
  template <expression X>
  constexpr auto operator()(const X& x) const {
    return concat<direct_sum<Width, Negative>>(relu(x), rename<Width, Negative>(relu(-x)));
  }
};

/// Σ_x φ(q_x) φ(k_x).
double elu_similarity(vector_of_head q, vector_of_head k) {
  const auto phi = [](double x) { return x > 0 ? x + 1 : std::exp(x); };
  double sum = 0;
  for (std::size_t x = 0; x < q.size(); ++x) sum += phi(q[x]) * phi(k[x]);
  return sum;
}
double relu_similarity(vector_of_head q, vector_of_head k) {
  double sum = 0;
  for (std::size_t x = 0; x < q.size(); ++x) sum += std::max(q[x] * k[x], 0.);
  return sum;
}

TEST_CASE("linear attention is the weighted mean that the formula says",
          "[row: linear attention][forward][reference]") {
  for (const auto& [queries, keys] : {std::pair{1, 1}, {3, 7}, {150, 70}, {64, 150}}) {
    INFO(queries << " queries, " << keys << " keys");
    const attention_inputs<Query, Key> x(queries, keys);
    CHECK(difference(x.attend(mechanism{}), x.expected(sees_all, elu_similarity, divide_by_sum)) < 1e-13);
    CHECK(difference(x.attend(feature_map_attention<both_signs>{}),
                     x.expected(sees_all, relu_similarity, divide_by_sum)) < 1e-12);
    const std::int32_t lengths[] = {(keys + 1) / 2, 0};
    const auto within = [&](std::size_t b, std::size_t, std::size_t j) { return j < std::size_t(lengths[b]); };
    const padding<Batch, Query, Key> mask{lengths};
    CHECK(difference(x.attend(mechanism{}, mask), x.expected(within, elu_similarity, divide_by_sum)) < 1e-13);
    CHECK(x.attend(mechanism{}, padding<Batch, Query, Key>{}) == x.attend(mechanism{}));
  }
}

TEST_CASE("causal linear attention is the weighted mean of earlier values",
          "[row: linear attention, causal][forward][reference]") {
  for (const int positions : {1, 5, 6, 63, 64, 65, 150}) {
    INFO(positions << " positions");
    const attention_inputs<Query, Query> x(positions, positions);
    CHECK(difference(x.attend(mechanism{}, causal<Query>{}), x.expected(sees_earlier, elu_similarity, divide_by_sum)) <
          1e-13);
    CHECK(difference(x.attend(feature_map_attention<both_signs>{}, causal<Query>{}),
                     x.expected(sees_earlier, relu_similarity, divide_by_sum)) < 1e-12);
    const std::int32_t lengths[] = {positions / 3, positions};
    const auto within = [&](std::size_t b, std::size_t i, std::size_t j) {
      return j <= i && j < std::size_t(lengths[b]);
    };
    const auto mask = causal<Query>{} & padding<Batch, Query>{lengths};
    CHECK(difference(x.attend(mechanism{}, mask), x.expected(within, elu_similarity, divide_by_sum)) < 1e-13);
  }
}

TEST_CASE("causal linear attention is that of a masked matrix", "[row: linear attention, causal][laws]") {
  const attention_inputs<Query, Query> x(70, 70);
  runner<no_parameters, double> run{{}};
  const auto k = rename<Query, Key>(run(x.k));
  const auto v = rename<Query, Key>(run(x.v));
  const auto weights = let(where(causal<Query, Key>{}, elu_plus_one{}(run(x.q))*transpose(elu_plus_one{}(k)), 0));
  const auto y = let(divide(weights * v, sum<Key>(weights)));
  const std::vector<double> expected(y.data, y.data + y.shape.size());
  CHECK(difference(x.attend(mechanism{}, causal<Query>{}), expected) < 1e-13);
}

struct KeyWidth : axis<"d̃", 5> {};
TEST_CASE("a causal product is a scan whose state is the sum of kᵀ v", "[row: linear attention, causal][laws]") {
  for (const int positions : {1, 6, 130}) {
    const attention_inputs<Query, Query> x(positions, positions);
    runner<no_parameters, double> run{{}};
    using All = direct_sum<Width, KeyWidth, ValueWidth>;
    const auto all =
        let(permute<Query, Batch, Head, All>(let(concat<All>(run(x.q), rename<Width, KeyWidth>(run(x.k)), run(x.v)))));
    const auto by_scan = let(permute<Batch, Head, Query, ValueWidth>(
        scan<Query>(zeros<Batch, Head, KeyWidth, ValueWidth>(all), all, [](const auto& state, const auto& now) {
          const auto q = rename<Width, KeyWidth>(slice<All, Width>(now, 0));
          const auto k = slice<All, KeyWidth>(now, 5);
          const auto v = slice<All, ValueWidth>(now, 10);
          const auto ones = let(zeros<Batch, Head, KeyWidth, ValueWidth>(state) + 1);
          const auto next = let(state + hadamard(hadamard(ones, let(k)), let(v)));
          return step_result{next, contract<KeyWidth>(q, next)};
        })));
    const auto found = let(causal_product(run(x.q), run(x.k), run(x.v)));
    CHECK(relative_difference<double>({found.data, found.shape.size()},
                                      std::vector<double>(by_scan.data, by_scan.data + by_scan.shape.size())) < 1e-13);
  }
}

TEST_CASE("an output of linear attention lies between the values",
          "[row: linear attention][row: linear attention, causal][laws]") {
  const attention_inputs<Query, Query> x(40, 40);
  const auto lies_between = [&](const std::vector<double>& y, bool is_causal) {
    std::size_t outside = 0;
    for (std::size_t row = 0; row < 2 * bound<Head>; ++row)
      for (std::size_t i = 0; i < 40; ++i)
        for (std::size_t e = 0; e < bound<ValueWidth>; ++e) {
          double low = std::numeric_limits<double>::infinity(), high = -low;
          for (std::size_t j = 0; j <= (is_causal ? i : 39); ++j) {
            const double value = x.v.data()[(row * 40 + j) * bound<ValueWidth> + e];
            low = std::min(low, value);
            high = std::max(high, value);
          }
          const double found = y[(row * 40 + i) * bound<ValueWidth> + e];
          outside += found < low - 1e-14 || found > high + 1e-14;
        }
    return outside == 0;
  };
  CHECK(lies_between(x.attend(mechanism{}), false));
  CHECK(lies_between(x.attend(mechanism{}, causal<Query>{}), true));
}

TEST_CASE("what linear attention does not see may be NaN, and who sees nothing has zeros",
          "[row: linear attention][row: linear attention, causal][laws]") {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const std::int32_t lengths[] = {30, 0};
  const attention_inputs<Query, Query> x(70, 70);
  attention_inputs<Query, Query> y(70, 70), z(70, 70);
  for (std::size_t h = 0; h < bound<Head>; ++h)
    for (std::size_t j = 0; j < 70; ++j)
      for (std::size_t b = 0; b < 2; ++b) {
        if (j >= static_cast<std::size_t>(lengths[b])) y.k(b, h, j, 1) = y.v(b, h, j, 2) = nan;
        if (j >= 33) z.q(b, h, j, 0) = z.k(b, h, j, 1) = z.v(b, h, j, 2) = nan;
      }
  const padding<Batch, Query> rows{lengths};
  const auto found = y.attend(mechanism{}, rows);
  CHECK(found == x.attend(mechanism{}, rows));
  CHECK(y.attend(mechanism{}, causal<Query>{} & rows) == x.attend(mechanism{}, causal<Query>{} & rows));
  CHECK(std::all_of(found.begin() + static_cast<std::ptrdiff_t>(found.size() / 2), found.end(),
                    [](double e) { return e == 0; }));
  const auto before = x.attend(mechanism{}, causal<Query>{}), after = z.attend(mechanism{}, causal<Query>{});
  for (std::size_t i = 0; i < before.size(); ++i)
    if (i / bound<ValueWidth> % 70 < 33 ? before[i] != after[i] : i % bound<ValueWidth> == 2 && !std::isnan(after[i])) {
      FAIL("position " << i / bound<ValueWidth> % 70);
    }
}

TEST_CASE("linear attention of floats comes near that of doubles", "[row: linear attention, causal][reference]") {
  const attention_inputs<Query, Query> x(150, 150);
  tensor<float, Batch, Head, Query, Width> q(2, 150), k(2, 150);
  tensor<float, Batch, Head, Query, ValueWidth> v(2, 150);
  std::copy_n(x.q.data(), q.size(), q.data());
  std::copy_n(x.k.data(), k.size(), k.data());
  std::copy_n(x.v.data(), v.size(), v.data());
  runner<no_parameters, float> run{{}};
  const auto y = let(mechanism{}(run(q), run(k), run(v), causal<Query>{}));
  CHECK(relative_difference<float>({y.data, y.shape.size()}, x.expected(sees_earlier, elu_similarity, divide_by_sum)) <
        tolerance<float>);
}

TEST_CASE("linear attention has no offset", "[row: linear attention, causal]") {
  const attention_inputs<Query, Query> x(4, 4);
  CHECK_THROWS_WITH(x.attend(mechanism{}, causal<Query>{1}),
                    "linear_attention: a causal mask must have the offset 0, not 1");
}

// Of few rows, since each number is moved.
struct Rows : axis<"B", 2> {};
struct Few : axis<"N", 4> {};
struct Other : same_sequence<Few, "M", 7> {};
struct Model : axis<"D", 4> {};
struct Heads : axis<"h", 2> {};
using few = shape<Rows, Heads, Few, Width>;
using few_values = shape<Rows, Heads, Few, ValueWidth>;
using linear_heads = formula<decltype([](const auto& q, const auto& k, const auto& v, auto mask) {
  return mechanism{}(q, k, v, mask);
})>;

TEST_CASE("gradients: linear attention", "[row: linear attention][gradient]") {
  check_gradients<mechanism, few, shape<Rows, Heads, Other, Width>, shape<Rows, Heads, Other, ValueWidth>, no_mask>();
  check_gradients<mechanism, few, shape<Rows, Heads, Other, Width>, shape<Rows, Heads, Other, ValueWidth>,
                  padding<Rows, Few, Other>>();
  check_gradients<
      multi_head_attention<Heads, Width, Model, ValueWidth, Model, Model, Model, with_bias, Heads, linear_attention<>>,
      shape<Rows, Few, Model>, padding<Rows, Few>>();
}
TEST_CASE("gradients: causal linear attention", "[row: linear attention, causal][gradient]") {
  check_gradients<mechanism, few, few, few_values, causal<Few>>();
  check_gradients<mechanism, few, few, few_values, causal_padding<Rows, Few>>();
  struct long_row : axis<"N", 70> {};  // two chunks
  check_gradients<
      formula<decltype([](const auto& q, const auto& k, const auto& v) { return causal_product(q, k, v); })>,
      shape<long_row, Width>, shape<long_row, Width>, shape<long_row, ValueWidth>>();
}

struct encoding : conventions<linear_attention<>, norm_before> {
  struct Model : axis<"d_model", 12> {};
  struct Head : axis<"h", 2> {};
  struct Width : axis<"d̃", 6> {};
  struct Inner : axis<"d_ff", 16> {};
  struct Position : axis<"N", up_to<9>> {};
  struct Vocabulary : axis<"V", 7> {};
  struct Class : axis<"c", 3> {};
  static constexpr std::size_t encoder_layers = 2;
  using embeddings = tied_output;
};

TEST_CASE("a model of linear attention reads rows of different lengths", "[row: linear attention][forward]") {
  using M = encoder_model<encoding>;
  const auto w = random_weights<M, float>(1);
  const packed_weights<M, float> packed{w};
  kernels::threads threads{1};
  using words = tokens<encoding::Vocabulary, Batch, encoding::Position>;
  session<M, float, words, row_lengths> run{packed, threads};
  words x(2, 9), other(2, 9);
  for (std::size_t i = 0; i < x.size(); ++i) x.elements()[i] = other.elements()[i] = static_cast<int>(i * i % 7);
  const std::int32_t lengths[] = {9, 4};
  for (std::size_t i = 13; i < 18; ++i) other.elements()[i] = 6;  // behind the end of the second row
  const auto y = run(x, row_lengths{lengths});
  const std::vector<float> before(y.data, y.data + y.size());
  const auto z = run(other, row_lengths{lengths});
  CHECK(std::equal(before.begin(), before.end(), z.data));
}

TEST_CASE("linear attention's trace counts its operations, as numbers and by names",
          "[row: linear attention][row: linear attention, causal][trace]") {
  const auto operations = [](const step_list& list) {
    polynomial sum;
    for (const step& s : list.steps) sum = sum + s.operations;
    return sum;
  };
  // φ of queries and keys; φ(k)ᵀ v and Σ φ(k), both once; φ(q) of each; the division.
  const auto all = operations(
      steps_of<mechanism, shape<Head, Query, Width>, shape<Head, Key, Width>, shape<Head, Key, ValueWidth>, no_mask>());
  CHECK(all.text() == "4·h·N·d̃ + 3·h·M·d̃ + 2·h·d̃·M·e + 2·h·N·d̃·e + 2·h·N + h·N·e");
  CHECK(all.value() == 2 * 150 * (4 * 5 + 3 * 5 + 2 * 5 * 3 + 2 * 5 * 3 + 2 + 3));
  using queries = shape<Head, Query, Width>;
  const auto list = steps_of<mechanism, queries, queries, shape<Head, Query, ValueWidth>, causal<Query>>();
  const auto product = std::ranges::find(list.steps, std::string{"4·h·N·d̃·e + 64·h·N·d̃ + 64·h·N·e"},
                                         [](const step& s) { return s.operations.text(); });
  REQUIRE(product != list.steps.end());
  CHECK(product->operation == "causal product");
  CHECK(operations(list).value() == 2 * 150 * (2 * 2 * 5 + 4 * 5 * 3 + 64 * (5 + 3) + 4 * 5 + 1 + 1 + 2 + 3));
  // Linear in the positions: 150 of the same cost.
  CHECK(operations(list).value() % 150 == 0);
}

}  // namespace
}  // namespace typeformer::testing
