// LSH attention (Kitaev, Kaiser and Levskaya 2020), each claim of its row in the catalogue. Long, because the reference
// is written out.
#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/move.hpp>
#include <typeformer/expressions/reduce.hpp>
#include <typeformer/expressions/session.hpp>
#include <typeformer/expressions/softmax.hpp>
#include <typeformer/layers/language_model.hpp>
#include <typeformer/layers/mechanisms/lsh_attention.hpp>
#include <typeformer/layers/transformer.hpp>
#include <typeformer/readings/step_list.hpp>

#include "../gradients/check.hpp"
#include "../kernels/lsh_pairs.hpp"
#include "../reference/reference.hpp"
#include "../small_model.hpp"

namespace typeformer::testing {
namespace {

struct Batch : axis<"B", 2> {};
struct Row : axis<"N", 7> {};
struct Position : axis<"N", up_to<70>> {};
struct Head : axis<"h", 3> {};
struct Width : axis<"d̃", 5> {};
struct ValueWidth : axis<"e", 4> {};
struct Model : axis<"D", 6> {};

using matrix = std::vector<double>;  // [rows, width]

/// Σ over the keys that the definition gives each query, in plain loops: y [n, e].
matrix attend(const matrix& x, const matrix& v, std::size_t n, std::size_t rounds, std::size_t chunk,
              const kernels::attention_mask& mask) {
  if (n == 0) return {};
  const std::size_t d = x.size() / n, e = v.size() / n;
  const auto pairs = kernels::testing::lsh_pairs<double>(x.data(), n, d, rounds, chunk, mask);
  matrix y(n * e);
  for (std::size_t i = 0; i < n; ++i) {
    double total = 0;
    std::vector<double> weights(n);
    for (std::size_t j = 0; j < n; ++j) {
      if (!pairs[i][j]) continue;
      double product = 0, square = 0;
      for (std::size_t c = 0; c < d; ++c) {
        product += x[i * d + c] * x[j * d + c];
        square += x[j * d + c] * x[j * d + c];
      }
      total += weights[j] = std::exp(product / std::sqrt(square) / std::sqrt(static_cast<double>(d)));
    }
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t c = 0; c < e; ++c)
        if (pairs[i][j]) y[i * e + c] += weights[j] / total * v[j * e + c];
  }
  return y;
}

/// x W + b of rows, of a layer's weights [Out, In].
template <class Linear, class W>
matrix project(const Linear& linear, const W& w, const matrix& x, std::size_t n) {
  const auto weight = w[linear.weight].elements();
  const auto bias = w[linear.bias].elements();
  const std::size_t in = x.size() / n, out = bias.size();
  matrix y(n * out);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t o = 0; o < out; ++o) {
      y[i * out + o] = bias[o];
      for (std::size_t c = 0; c < in; ++c) y[i * out + o] += x[i * in + c] * weight[o * in + c];
    }
  return y;
}
matrix columns_of(const matrix& x, std::size_t n, std::size_t first, std::size_t count) {
  const std::size_t width = x.size() / n;
  matrix y;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t c = first; c < first + count; ++c) y.push_back(x[i * width + c]);
  return y;
}

using layer = lsh_self_attention<3, 4, Head, Width, Model, ValueWidth>;

/// The layer of rows [n, Model], in plain loops.
matrix of_layer(const weights<layer, double>& w, const matrix& x, std::size_t n, const kernels::attention_mask& mask) {
  constexpr std::size_t d = bound<Width>, e = bound<ValueWidth>, h = bound<Head>;
  const matrix keys = project(model<layer>.query_key, w, x, n), values = project(model<layer>.value, w, x, n);
  matrix joined(n * h * e);
  for (std::size_t head = 0; head < h; ++head) {
    const matrix y = attend(columns_of(keys, n, head * d, d), columns_of(values, n, head * e, e), n, 3, 4, mask);
    for (std::size_t i = 0; i < n; ++i) std::copy_n(&y[i * e], e, &joined[(i * h + head) * e]);
  }
  return project(model<layer>.output, w, joined, n);
}

template <class Mask>
void check_layer(const Mask& mask, std::vector<std::int32_t> lengths = {}) {
  const auto w = random_weights<layer, double>(5);
  const packed_weights<layer, double> packed{w};
  kernels::threads threads{2};
  session<layer, double, shape<Batch, Position, Model>, Mask> run{packed, threads};
  for (const std::size_t n : {1, 4, 9, 40, 70}) {
    if (!lengths.empty() && n != 40) continue;
    INFO(n << " positions");
    tensor<double, Batch, Position, Model> x(n);
    fill_at_random(x.elements(), 11);
    const auto y = run(x, mask);
    for (std::size_t b = 0; b < bound<Batch>; ++b) {
      const std::size_t seen = lengths.empty() ? n : static_cast<std::size_t>(lengths[b]), size = bound<Model>;
      if (seen == 0) continue;
      const double* const row = x.elements().data() + b * n * size;
      auto only_causal = mask.kernel_mask();
      only_causal.lengths = nullptr;
      const matrix expected = of_layer(w, {row, row + seen * size}, seen, only_causal);
      CHECK(relative_difference<double>({y.elements().data() + b * n * size, seen * size}, expected) < 1e-12);
    }
  }
}

TEST_CASE("LSH attention is what plain loops make of its definition", "[row: LSH attention][forward][reference]") {
  check_layer(no_mask{});
  check_layer(causal<Position>{});
  check_layer(sliding_window<Position, 6>{});
  check_layer(local_window<Position, 7>{});
  const std::vector<std::int32_t> lengths{33, 17};
  check_layer(padding<Batch, Position>{lengths}, lengths);
  check_layer(causal<Position>{} & padding<Batch, Position>{lengths}, lengths);
  check_layer(local_window<Position, 7>{} & padding<Batch, Position>{lengths}, lengths);
}

/// Two rounds, chunks of two: the hashes choose.
template <is_mask Mask>
struct attend_to_few {
  BOOST_HANA_DEFINE_STRUCT(attend_to_few);
  constexpr auto operator()(const auto& x, const auto& v, const Mask& mask) const {
    return locality_sensitive_attention<2, 2>(x, v, mask);
  }
};
using rows_of_heads = shape<Batch, Head, Row, Width>;
constexpr unsigned rows_seed = 8;  // whose rows lie near no hyperplane
template <class Mask>
void check_gradients_under() {
  check_gradients<attend_to_few<Mask>, rows_of_heads, shape<Batch, Head, Row, ValueWidth>, Mask>(rows_seed);
}

TEST_CASE("LSH attention's gradients are central differences, away from the borders of buckets",
          "[row: LSH attention][gradient]") {
  std::mt19937 generator{rows_seed};
  const auto x = random_input<rows_of_heads>::make(generator);
  for (std::size_t head = 0; head < bound<Batch> * bound<Head>; ++head)
    for (const std::size_t round : {0, 1}) {
      const double* const rows = x.elements().data() + head * bound<Row> * bound<Width>;
      // Of 7 positions in 4 chunks 8 buckets, of 3 in 2 chunks 4.
      CHECK(kernels::testing::lsh_hashes<double>{rows, 7, bound<Width>, round, 3}.margin > 1e-3);
      CHECK(kernels::testing::lsh_hashes<double>{rows, 3, bound<Width>, round, 2}.margin > 1e-3);
    }
  check_gradients_under<no_mask>();
  check_gradients_under<causal<Row>>();
  check_gradients_under<sliding_window<Row, 3>>();
  check_gradients_under<padding<Batch, Row>>();
  check_gradients_under<causal_padding<Batch, Row>>();
  check_gradients_under<local_window<Row, 5>>();
  check_gradients_under<local_padding<Batch, Row, 5>>();
  check_gradients<lsh_self_attention<2, 2, Head, Width, Model, ValueWidth, Width>, shape<Row, Model>, causal<Row>>();
}

struct Query : axis<"N", 12> {};
struct Key : same_sequence<Query, "M"> {};

/// Full attention of unit keys, of which a query's own has the score −10⁹: as in the paper, it is attended to where
/// there is no other.
struct to_all {
  BOOST_HANA_DEFINE_STRUCT(to_all);
  constexpr auto operator()(const auto& x, const auto& v, const auto& same, const auto& mask) const {
    return in_frame(*this, x, [&] {
      const auto k = let(rename<Query, Key>(hadamard(x, rsqrt(sum<Width>(square(x))))));
      const auto scores = let(x * transpose(k) / root<Width> + same);
      return let(softmax(scores + mask)) * let(rename<Query, Key>(v));
    });
  }
};
template <std::size_t Rounds, std::size_t Chunk>
struct to_buckets {
  BOOST_HANA_DEFINE_STRUCT(to_buckets);
  constexpr auto operator()(const auto& x, const auto& v, const auto& mask) const {
    return locality_sensitive_attention<Rounds, Chunk>(x, v, mask);
  }
};

/// What a formula without parameters makes of its inputs.
template <class M, class... Input, class... X>
std::vector<double> of(const X&... x) {
  static const weights<M, double> none;
  static const packed_weights<M, double> packed{none};
  static kernels::threads threads{1};
  static session<M, double, Input...> run{packed, threads};
  const auto y = run(x...);
  return {y.elements().begin(), y.elements().end()};
}

using queries = shape<Head, Query, Width>;
using values = shape<Head, Query, ValueWidth>;
struct inputs {
  tensor<double, Head, Query, Width> x;
  tensor<double, Head, Query, ValueWidth> v;
  inputs() : x(shape<Head, Query, Width>{}), v(shape<Head, Query, ValueWidth>{}) {
    fill_at_random(x.elements(), 1);
    fill_at_random(v.elements(), 2);
  }
};

TEST_CASE("where a chunk holds all, LSH attention is full attention of unit keys, in any number of rounds",
          "[row: LSH attention][laws]") {
  const inputs all;
  tensor<double, Query, Key> same{shape<Query, Key>{}};
  for (std::size_t i = 0; i < bound<Query>; ++i) same.elements()[i * bound<Key> + i] = -1e9;
  const auto check = [&]<class Mask, class Full>(const Mask& mask, const Full& full) {
    const auto expected = of<to_all, queries, values, shape<Query, Key>, Full>(all.x, all.v, same, full);
    const auto once = of<to_buckets<1, 12>, queries, values, Mask>(all.x, all.v, mask);
    CHECK(relative_difference<double>(once, expected) < 1e-14);
    CHECK(of<to_buckets<4, 12>, queries, values, Mask>(all.x, all.v, mask) == once);
    CHECK(of<to_buckets<2, 500>, queries, values, Mask>(all.x, all.v, mask) == once);
    CHECK(of<to_buckets<1, 3>, queries, values, Mask>(all.x, all.v, mask) != once);
  };
  check(no_mask{}, no_mask{});
  check(causal<Query>{}, causal<Query, Key>{});
}

TEST_CASE("permuting heads permutes what LSH attention yields", "[row: LSH attention][laws]") {
  const inputs all;
  inputs permuted;
  constexpr std::size_t heads = bound<Head>, x_size = bound<Query> * bound<Width>,
                        v_size = bound<Query> * bound<ValueWidth>;
  const auto permute = [](const double* from, double* to, std::size_t size) {
    for (std::size_t head = 0; head < heads; ++head)
      std::copy_n(from + head * size, size, to + (head + 1) % heads * size);
  };
  permute(all.x.elements().data(), permuted.x.elements().data(), x_size);
  permute(all.v.elements().data(), permuted.v.elements().data(), v_size);
  const auto y = of<to_buckets<2, 3>, queries, values, no_mask>(all.x, all.v, no_mask{});
  std::vector<double> expected(y.size());
  permute(y.data(), expected.data(), v_size);
  CHECK(of<to_buckets<2, 3>, queries, values, no_mask>(permuted.x, permuted.v, no_mask{}) == expected);
}

TEST_CASE("under a causal mask a later value does not matter to an earlier position", "[row: LSH attention][laws]") {
  const inputs all;
  inputs changed;
  for (std::size_t head = 0; head < bound<Head>; ++head)
    for (std::size_t c = 0; c < bound<ValueWidth>; ++c) changed.v(head, 8, c) = 1e3;
  using mask = causal<Query>;
  const auto before = of<to_buckets<2, 3>, queries, values, mask>(all.x, all.v, mask{});
  const auto after = of<to_buckets<2, 3>, queries, values, mask>(changed.x, changed.v, mask{});
  for (std::size_t i = 0; i < before.size(); ++i)
    if (i / bound<ValueWidth> % bound<Query> < 8) CHECK(before[i] == after[i]);
}

struct Value : axis<"M", 12> {};

/// The weights themselves: attention to the unit matrix.
template <std::size_t Rounds, std::size_t Chunk = 2>
std::vector<double> weights_of_rounds(const inputs& all) {
  tensor<double, Head, Query, Value> unit{shape<Head, Query, Value>{}};
  for (std::size_t head = 0; head < bound<Head>; ++head)
    for (std::size_t i = 0; i < bound<Query>; ++i) unit(head, i, i) = 1;
  return of<to_buckets<Rounds, Chunk>, queries, shape<Head, Query, Value>, no_mask>(all.x, unit, no_mask{});
}

TEST_CASE("each round adds keys, each key counts once, and weights are positive and sum to 1",
          "[row: LSH attention][laws]") {
  const inputs all;
  const std::vector<std::vector<double>> rounds{weights_of_rounds<1>(all), weights_of_rounds<2>(all),
                                                weights_of_rounds<4>(all), weights_of_rounds<1, 12>(all)};
  constexpr std::size_t n = bound<Query>;
  std::size_t before = 0;
  for (std::size_t r = 0; r < rounds.size(); ++r) {
    std::size_t seen = 0;
    for (std::size_t row = 0; row < bound<Head> * n; ++row) {
      const double* const now = &rounds[r][row * n];
      double sum = 0;
      for (std::size_t j = 0; j < n; ++j) {
        sum += now[j];
        CHECK(now[j] >= 0);
        if (j == row % n) continue;
        seen += now[j] > 0;
        if (r > 0 && rounds[r - 1][row * n + j] > 0) CHECK(now[j] > 0);
        // Of two keys, the ratio of the weights does not depend on the rounds; the last of these sees each key.
        for (std::size_t i = 0; i < n; ++i)
          if (i != row % n && now[i] > 0 && now[j] > 0)
            CHECK(std::fabs(now[i] * rounds.back()[row * n + j] - now[j] * rounds.back()[row * n + i]) < 1e-14);
      }
      CHECK(std::fabs(sum - 1) < 1e-14);
    }
    CHECK(seen > before);
    before = seen;
  }
  CHECK(before == bound<Head> * n * (n - 1));
}

TEST_CASE("any number of threads, the same numbers; two runs, the same numbers", "[row: LSH attention][laws]") {
  const auto w = random_weights<layer, float>(5);
  const packed_weights<layer, float> packed{w};
  tensor<float, Batch, Position, Model> x(70);
  fill_at_random(x.elements(), 11);
  const auto with = [&](std::size_t count) {
    kernels::threads threads{count};
    session<layer, float, shape<Batch, Position, Model>, causal<Position>> run{packed, threads};
    const auto y = run(x, causal<Position>{});
    CHECK(run.used_bytes() <= run.workspace_bytes);
    return std::vector<float>(y.elements().begin(), y.elements().end());
  };
  const auto one = with(1);
  CHECK(with(1) == one);
  CHECK(with(2) == one);
  CHECK(with(3) == one);
}

struct letters : conventions<lsh_attention<2, 8>, norm_before, dropout_rate<std::ratio<0>>> {
  struct Position : axis<"N", up_to<40>> {};
  struct Vocabulary : axis<"V", 17> {};
  struct Model : axis<"d_model", 12> {};
  struct Head : axis<"h", 2> {};
  struct Width : quotient<"d̃", Model, Head> {};
  struct Inner : axis<"d_ff", 16> {};
  static constexpr std::size_t decoder_layers = 2;
  using embeddings = tied_output;
};

TEST_CASE("a language model of a Config with LSH attention runs, and its causal mask holds in its values",
          "[row: LSH attention][forward]") {
  using module = language_model<letters>;
  const auto w = random_weights<module, double>(3);
  const packed_weights<module, double> packed{w};
  kernels::threads threads{1};
  session<module, double, tokens<letters::Vocabulary, Batch, letters::Position>> run{packed, threads};
  tokens<letters::Vocabulary, Batch, letters::Position> words(30);
  for (std::size_t i = 0; i < words.size(); ++i) words.elements()[i] = static_cast<std::int32_t>(i * i % 17);
  const auto y = run(words);
  REQUIRE(y.size() == 2 * 30 * 17);
  for (const double logit : y.elements()) CHECK(std::isfinite(logit));
}

TEST_CASE("LSH attention's trace counts its operations, as numbers and by names", "[row: LSH attention][trace]") {
  using heads = shape<Batch, Head, Position, Width>;
  using module = to_buckets<3, 4>;
  const auto list = steps_of<module, heads, shape<Batch, Head, Position, ValueWidth>, no_mask>().steps;
  REQUIRE(list.size() == 1);
  CHECK(list[0].operation == "LSH attention");
  // 3 rounds, 8 keys of 2·5 + 2·4 + 6 each; 3 rounds of ⌈log₂70⌉ bits; norms.
  CHECK(list[0].operations.text() == "51·B·h·N·d̃ + 48·B·h·N·e + 144·B·h·N + 6·B·h·N·d̃·log₂ N");
  CHECK(list[0].operations.value() == 2 * 3 * 70 * (3 * 8 * (2 * 5 + 2 * 4 + 6) + 3 * 2 * 7 * 5 + 3 * 5));
  // N of the row's own where two chunks hold all, and no hashes where one does.
  CHECK(steps_of<to_buckets<3, 35>, heads, heads, no_mask>().steps[0].operations.value() ==
        2 * 3 * 70 * (3 * 70 * 26 + 3 * 2 * 7 * 5 + 3 * 5));
  CHECK(steps_of<to_buckets<3, 70>, heads, heads, no_mask>().steps[0].operations.value() ==
        2 * 3 * 70 * (3 * 70 * 26 + 3 * 5));
}

}  // namespace
}  // namespace typeformer::testing
