#include <complex>

#include <typeformer/typeformer.hpp>

#include "../gradients/check.hpp"
#include "../laws/decoded_models.hpp"

/// Positions inside attention, against plain loops in double. More than 300 lines, since a family of the catalogue
/// stands in one file: each takes the compiler as long as the library's headers do.
namespace {
namespace tf = typeformer;
using tf::testing::check_gradients;
using tf::testing::formula;

struct B : tf::axis<"B", 2> {};
struct H : tf::axis<"h", 3> {};
struct N : tf::axis<"N", tf::up_to<9>> {};
struct W : tf::axis<"w", 8> {};
struct E : tf::axis<"e", 5> {};
using heads_of_queries = tf::shape<B, H, N, W>;
using joined_heads = tf::shape<B, N, tf::product<H, W>>;

tf::kernels::threads one_thread{1};

/// What a formula without parameters yields of these tensors.
template <class F, class... X>
auto run(const X&... x) {
  static const tf::weights<formula<F>, double> none;
  static const tf::packed_weights<formula<F>, double> packed{none};
  tf::session<formula<F>, double, typename X::shape_type...> session{packed, one_thread};
  const auto y = session(x...);
  return std::vector<double>(y.data, y.data + y.shape.size());
}
template <class Shape>
auto random_of(unsigned seed) {
  std::mt19937 generator{seed};
  return tf::testing::random_input<Shape>::make(generator);
}
double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = a.size() == b.size() ? 0 : 1e300;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

// ------------------------------------------------------------------------------------------------------------ rotary
constexpr auto interleaved = tf::rotary_layout::interleaved, halves = tf::rotary_layout::halves;

template <tf::rotary_layout L, std::size_t First = 0>
struct rotated {
  template <class X>
  constexpr auto operator()(const X& x) const {
    return tf::rotate<L, 500>(x, First);
  }
};
template <tf::rotary_layout L, std::size_t First = 0>
struct rotary_scores {
  template <class Q, class K>
  constexpr auto operator()(const Q& q, const K& k) const {
    return tf::rotate<L>(q, First) * transpose(tf::rotate<L>(k, First));
  }
};
struct plain_scores {
  template <class Q, class K>
  constexpr auto operator()(const Q& q, const K& k) const {
    return q * transpose(k);
  }
};
/// Attention of heads that are side by side; the same where no fusion can see that they are.
template <class Attention>
struct side_by_side {
  template <class Q, class K, class V>
  constexpr auto operator()(const Q& q, const K& k, const V& v) const {
    return tf::join_heads(Attention{}(tf::split_heads<H, W>(q), tf::split_heads<H, W>(k), tf::split_heads<H, W>(v)));
  }
};
template <class Attention>
struct apart {
  template <class Q, class K, class V>
  constexpr auto operator()(const Q& q, const K& k, const V& v) const {
    const auto [a, b, c] = let(tf::split_heads<H, W>(q), tf::split_heads<H, W>(k), tf::split_heads<H, W>(v));
    const auto y = let(Attention{}(a, b, c));
    return tf::join_heads(y);
  }
};
template <tf::rotary_layout L>
struct rotary {
  template <class Q, class K, class V>
  constexpr auto operator()(const Q& q, const K& k, const V& v) const {
    return tf::attention(tf::rotate<L>(q), tf::rotate<L>(k), v, tf::causal<N>{});
  }
};

template <tf::rotary_layout L>
void check_rotation() {
  const auto x = random_of<heads_of_queries>(1);
  const auto y = run<rotated<L, 4>>(x);
  for (std::size_t i = 0; i < x.size() / 8; ++i)
    for (std::size_t p = 0; p < 4; ++p) {
      const std::size_t a = i * 8 + (L == halves ? p : 2 * p), b = a + (L == halves ? 4 : 1);
      const double angle = static_cast<double>(4 + i % 9) * std::pow(500.0, -static_cast<double>(p) / 4);
      const auto turned = std::complex<double>{x.data()[a], x.data()[b]} * std::polar(1.0, angle);
      CHECK(std::abs(std::complex<double>{y[a], y[b]} - turned) <= 1e-14);
    }
}
TEST_CASE("interleaved pairs are turned as complex numbers",
          "[row: rotary positions, interleaved][forward][reference]") {
  check_rotation<interleaved>();
}
TEST_CASE("pairs of halves are turned as complex numbers", "[row: rotary positions, halves][forward][reference]") {
  check_rotation<halves>();
}

template <tf::rotary_layout L>
void check_rotary_laws() {
  const auto q = random_of<heads_of_queries>(1), k = random_of<heads_of_queries>(2);
  CHECK(distance(run<rotary_scores<L>>(q, k), run<rotary_scores<L, 1000>>(q, k)) <= 1e-12);
  CHECK(distance(run<rotary_scores<L>>(q, k), run<plain_scores>(q, k)) > 0.1);
  const auto x = random_of<joined_heads>(3), y = random_of<joined_heads>(4), z = random_of<joined_heads>(5);
  CHECK(run<side_by_side<rotary<L>>>(x, y, z) == run<apart<rotary<L>>>(x, y, z));
}
TEST_CASE("interleaved: shifting all positions changes no score; heads side by side are heads apart",
          "[row: rotary positions, interleaved][laws]") {
  check_rotary_laws<interleaved>();
}
TEST_CASE("halves: shifting all positions changes no score; heads side by side are heads apart",
          "[row: rotary positions, halves][laws]") {
  check_rotary_laws<halves>();
}

struct M : tf::axis<"d", 6> {};
struct V2 : tf::axis<"w", 4> {};
template <class Mechanism>
using layer_of = tf::multi_head_attention<H, V2, M, V2, M, M, M, tf::with_bias, H, Mechanism>;
TEST_CASE("gradients: rotations, and a layer of attention by them",
          "[row: rotary positions, interleaved][row: rotary positions, halves][gradient]") {
  check_gradients<formula<rotated<interleaved, 2>>, tf::shape<B, N, W>>();
  check_gradients<formula<rotated<halves, 2>>, tf::shape<B, N, W>>();
  check_gradients<layer_of<tf::rotary_positions<>>, tf::shape<B, N, M>, tf::causal<N>>();
}

TEST_CASE("a rotation's cost, and what a layer runs",
          "[row: rotary positions, interleaved][row: rotary positions, halves][trace]") {
  static_assert(tf::operation_count<formula<rotated<interleaved>>, heads_of_queries> == 3 * 2 * 3 * 9 * 8);
  const auto steps = tf::steps_of<layer_of<tf::rotary_positions<halves>>, tf::shape<B, N, M>, tf::causal<N>>();
  std::string text;
  for (const auto& s : steps.steps)
    if (s.operation == "rotate") text += s.operation + " " + s.operations.text() + "; ";
  CHECK(text == "rotate 3·B·N·h·w; rotate 3·B·N·h·w; ");
}

// --------------------------------------------------------------------------------------------------------- distances
struct Long : tf::axis<"N", tf::up_to<40>> {};
using long_heads = tf::shape<B, H, Long, W>;
using long_values = tf::shape<B, H, Long, E>;

/// What a module of attention yields of q, k and v.
template <class Module, class Mask>
std::vector<double> attend(const tf::weights<Module, double>& weights, const auto& q, const auto& k, const auto& v,
                           const Mask& mask) {
  const tf::packed_weights<Module, double> packed{weights};
  tf::session<Module, double, typename std::remove_cvref_t<decltype(q)>::shape_type,
              typename std::remove_cvref_t<decltype(k)>::shape_type,
              typename std::remove_cvref_t<decltype(v)>::shape_type, Mask>
      session{packed, one_thread};
  const auto y = session(q, k, v, mask);
  return std::vector<double>(y.data, y.data + y.shape.size());
}
template <class Module>
tf::weights<Module, double> random_numbers_of() {
  tf::weights<Module, double> w;
  tf::testing::fill_at_random(std::span{w.block().data(), w.block().size()}, 11);
  return w;
}

/// y_i = Σ_j w_j (v_j + value(i, j)), w = softmax(score(h, i, j)) over j < keys(b, i), as plain loops.
template <class Score, class Value, class Keys>
std::vector<double> plain_attention(const auto& v, const Keys& keys, const Score& score, const Value& value) {
  const std::size_t n = 40, e = 5;
  std::vector<double> y;
  for (std::size_t b = 0; b < 2; ++b)
    for (std::size_t h = 0; h < 3; ++h)
      for (std::size_t i = 0; i < n; ++i) {
        std::vector<double> w(keys(b, i)), sum(e);
        double total = 0;
        for (std::size_t j = 0; j < w.size(); ++j) total += w[j] = std::exp(score(b, h, i, j));
        for (std::size_t j = 0; j < w.size(); ++j)
          for (std::size_t x = 0; x < e; ++x)
            sum[x] += w[j] / total * (v.data()[((b * 3 + h) * n + j) * e + x] + value(i, j, x));
        y.insert(y.end(), sum.begin(), sum.end());
      }
  return y;
}
double product(const auto& q, const auto& k, std::size_t b, std::size_t h, std::size_t i, std::size_t j) {
  double sum = 0;
  for (std::size_t x = 0; x < 8; ++x)
    sum += q.data()[((b * 3 + h) * 40 + i) * 8 + x] * k.data()[((b * 3 + h) * 40 + j) * 8 + x];
  return sum;
}
const auto no_value = [](std::size_t, std::size_t, std::size_t) { return 0.0; };
const auto all_keys = [](std::size_t, std::size_t) { return std::size_t{40}; };
const auto earlier_keys = [](std::size_t, std::size_t i) { return i + 1; };
const std::vector<std::int32_t> lengths{40, 23};
const auto keys_that_are_there = [](std::size_t b, std::size_t) { return static_cast<std::size_t>(lengths[b]); };
const double root_of_width = std::sqrt(8.0);

TEST_CASE("linear biases are the plain loop's, wherever positions begin",
          "[row: linear bias][forward][reference][laws]") {
  const auto q = random_of<long_heads>(1), k = random_of<long_heads>(2);
  const auto v = random_of<long_values>(3);
  const double slopes[] = {1.0 / 16, 1.0 / 256, 1.0 / 4};  // those of 2 heads, then the first of 4
  const tf::weights<tf::linear_bias_attention, double> none;
  const auto near = [&](std::size_t b, std::size_t h, std::size_t i, std::size_t j) {
    return product(q, k, b, h, i, j) / root_of_width -
           slopes[h] * std::abs(static_cast<double>(i) - static_cast<double>(j));
  };
  CHECK(distance(attend(none, q, k, v, tf::no_mask{}), plain_attention(v, all_keys, near, no_value)) <= 1e-14);
  CHECK(distance(attend(none, q, k, v, tf::padding<B, Long>{lengths}),
                 plain_attention(v, keys_that_are_there, near, no_value)) <= 1e-14);
  // Of earlier keys alone a bias by the distance is one by the key's position, from wherever it is counted.
  for (const double first : {0.0, 50.0})
    CHECK(distance(attend(none, q, k, v, tf::causal<Long>{}),
                   plain_attention(
                       v, earlier_keys,
                       [&](std::size_t b, std::size_t h, std::size_t i, std::size_t j) {
                         return product(q, k, b, h, i, j) / root_of_width +
                                slopes[h] * (first + static_cast<double>(j));
                       },
                       no_value)) <= 1e-14);
}
TEST_CASE("linear biases: slopes of any number of heads", "[row: linear bias][reference]") {
  const auto slopes = [](std::size_t heads) {
    std::vector<double> all;
    for (std::size_t h = 0; h < heads; ++h) all.push_back(std::log2(tf::linear_distances::slope(h, heads)));
    return all;
  };
  CHECK(distance(slopes(8), {-1, -2, -3, -4, -5, -6, -7, -8}) <= 1e-12);
  CHECK(distance(slopes(1), {-8}) <= 1e-12);
  CHECK(distance(slopes(12), {-1, -2, -3, -4, -5, -6, -7, -8, -0.5, -1.5, -2.5, -3.5}) <= 1e-12);
}

/// The first distance of each bucket from `exact` on, which is where the logarithm reaches it.
template <class Distances>
void check_buckets(std::size_t buckets, std::size_t exact, double most, std::size_t later, int direction) {
  for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
    const double further = static_cast<double>(bucket - exact) / static_cast<double>(buckets - exact);
    const auto first = static_cast<std::ptrdiff_t>(
        bucket < exact
            ? static_cast<double>(bucket)
            : std::ceil(static_cast<double>(exact) * std::pow(most / static_cast<double>(exact), further) - 1e-9));
    if (first == 0 && direction > 0) continue;  // no distance is behind nothing
    INFO(bucket << " begins at " << first);
    CHECK(Distances::bucket(direction * first) == later + bucket);
    if (first > 1) CHECK(Distances::bucket(direction * (first - 1)) == later + bucket - 1);
  }
  CHECK(Distances::bucket(direction * 100000) == later + buckets - 1);
}
TEST_CASE("bucketed biases: each distance has the bucket of T5", "[row: bucketed bias][reference]") {
  using both = tf::bucketed_distances<32, 128, false>;
  check_buckets<both>(16, 8, 128, 0, -1);
  check_buckets<both>(16, 8, 128, 16, 1);
  using earlier = tf::bucketed_distances<32, 128, true>;
  check_buckets<earlier>(32, 16, 128, 0, -1);
  CHECK(earlier::bucket(5) == 0);
  check_buckets<tf::bucketed_distances<8, 20, false>>(4, 2, 20, 0, -1);
}
TEST_CASE("bucketed biases are the plain loop's; of zeros they are no biases, bit by bit",
          "[row: bucketed bias][forward][reference][laws]") {
  const auto q = random_of<long_heads>(1), k = random_of<long_heads>(2);
  const auto v = random_of<long_values>(3);
  using module = tf::bucketed_bias_attention<H, W, 8, 20>;
  auto biases = random_numbers_of<module>();
  const auto score = [&](auto distances, double scale) {
    return [&, scale](std::size_t b, std::size_t h, std::size_t i, std::size_t j) {
      const auto bucket = decltype(distances)::bucket(static_cast<std::ptrdiff_t>(j) - static_cast<std::ptrdiff_t>(i));
      return product(q, k, b, h, i, j) * scale + biases.block()[bucket * 3 + h];
    };
  };
  const auto both = score(tf::bucketed_distances<8, 20, false>{}, 1);
  CHECK(distance(attend(biases, q, k, v, tf::no_mask{}), plain_attention(v, all_keys, both, no_value)) <= 1e-13);
  CHECK(distance(attend(biases, q, k, v, tf::padding<B, Long>{lengths}),
                 plain_attention(v, keys_that_are_there, both, no_value)) <= 1e-13);
  // Where no distance is so large that all farther ones share its bucket.
  using long_module = tf::bucketed_bias_attention<H, W, 8, 60>;
  CHECK(distance(attend(random_numbers_of<long_module>(), q, k, v, tf::no_mask{}),
                 plain_attention(v, all_keys, score(tf::bucketed_distances<8, 60, false>{}, 1), no_value)) <= 1e-13);
  using scaled = tf::bucketed_bias_attention<H, W, 8, 20, tf::score_scale::inverse_root>;
  tf::weights<scaled, double> same;
  std::ranges::copy(biases.block(), same.block().begin());
  CHECK(distance(attend(same, q, k, v, tf::causal<Long>{}),
                 plain_attention(v, earlier_keys, score(tf::bucketed_distances<8, 20, true>{}, 1 / root_of_width),
                                 no_value)) <= 1e-13);
  std::ranges::fill(same.block(), 0);
  const tf::weights<tf::scaled_dot_product, double> none;
  CHECK(attend(same, q, k, v, tf::causal<Long>{}) == attend(none, q, k, v, tf::causal<Long>{}));
}

TEST_CASE("relative positions are the plain loop's; of zeros they are none",
          "[row: relative positions][forward][reference][laws]") {
  const auto q = random_of<long_heads>(1), k = random_of<long_heads>(2);
  const auto v = random_of<long_values>(3);
  using module = tf::relative_attention<6, W, E>;
  auto tables = random_numbers_of<module>();
  const auto clipped = [](std::size_t i, std::size_t j) {
    return static_cast<std::size_t>(
        std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(j) - static_cast<std::ptrdiff_t>(i), -6, 6) + 6);
  };
  // As files have them, [distance, width] and [value width, distance].
  const double* const to_keys = tables.block().data() + tf::model<module>.keys.offset;
  const double* const to_values = tables.block().data() + tf::model<module>.values.offset;
  const auto score = [&](std::size_t b, std::size_t h, std::size_t i, std::size_t j) {
    double sum = product(q, k, b, h, i, j);
    for (std::size_t x = 0; x < 8; ++x)
      sum += q.data()[((b * 3 + h) * 40 + i) * 8 + x] * to_keys[clipped(i, j) * 8 + x];
    return sum / root_of_width;
  };
  const auto value = [&](std::size_t i, std::size_t j, std::size_t x) { return to_values[x * 13 + clipped(i, j)]; };
  CHECK(distance(attend(tables, q, k, v, tf::no_mask{}), plain_attention(v, all_keys, score, value)) <= 1e-13);
  CHECK(distance(attend(tables, q, k, v, tf::causal<Long>{}), plain_attention(v, earlier_keys, score, value)) <= 1e-13);
  CHECK(distance(attend(tables, q, k, v, tf::padding<B, Long>{lengths}),
                 plain_attention(v, keys_that_are_there, score, value)) <= 1e-13);
  std::ranges::fill(tables.block(), 0);
  const tf::weights<tf::scaled_dot_product, double> none;
  CHECK(distance(attend(tables, q, k, v, tf::causal<Long>{}), attend(none, q, k, v, tf::causal<Long>{})) <= 1e-15);
}

struct linear_biases {
  template <class Q, class K, class V>
  constexpr auto operator()(const Q& q, const K& k, const V& v) const {
    return tf::attention_with_linear_biases(q, k, v, tf::causal<N>{});
  }
};
TEST_CASE("biases by distance: heads side by side are heads apart", "[row: linear bias][laws]") {
  const auto x = random_of<joined_heads>(3), y = random_of<joined_heads>(4), z = random_of<joined_heads>(5);
  CHECK(run<side_by_side<linear_biases>>(x, y, z) == run<apart<linear_biases>>(x, y, z));
}

using long_heads_alone = tf::shape<H, Long, W>;
TEST_CASE("biases by distance: heads without a batch are those of a batch", "[row: bucketed bias][laws]") {
  using module = tf::bucketed_bias_attention<H, W, 8, 20>;
  const auto weights = random_numbers_of<module>();
  const auto q = random_of<long_heads>(1);
  tf::tensor<double, H, Long, W> first{long_heads_alone{}};
  std::copy_n(q.data(), first.size(), first.data());
  const auto all = attend(weights, q, q, q, tf::no_mask{});
  const std::vector<double> of_first(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(first.size()));
  CHECK(attend(weights, first, first, first, tf::no_mask{}) == of_first);
}

struct S : tf::axis<"S", 5> {};
using few_queries = tf::shape<B, H, S, V2>;
template <class Module, class... Mask>
void check_under() {
  (check_gradients<Module, few_queries, few_queries, few_queries, Mask>(), ...);
}
template <class Module>
void check_under_all_masks() {
  check_under<Module, tf::no_mask, tf::causal<S>, tf::sliding_window<S, 2>, tf::padding<B, S>, tf::causal_padding<B, S>,
              tf::local_window<S, 3>, tf::local_padding<B, S, 3>>();
}
TEST_CASE("gradients: relative positions", "[row: relative positions][gradient]") {
  check_under_all_masks<tf::relative_attention<2, V2, V2>>();
  check_gradients<layer_of<tf::relative_positions<2>>, tf::shape<B, N, M>, tf::causal<N>>();
}
TEST_CASE("gradients: bucketed biases", "[row: bucketed bias][gradient]") {
  check_under_all_masks<tf::bucketed_bias_attention<H, V2, 4, 4>>();
  check_gradients<layer_of<tf::bucketed_bias<4, 4>>, tf::shape<B, N, M>, tf::causal<N>>();
  using alone = tf::shape<H, S, V2>;
  check_gradients<tf::bucketed_bias_attention<H, V2, 4, 4>, alone, alone, alone, tf::no_mask>();
  struct C : tf::axis<"C", 2> {};
  using deeper = tf::shape<B, C, H, S, V2>;
  check_gradients<tf::bucketed_bias_attention<H, V2, 4, 4>, deeper, deeper, deeper, tf::no_mask>();
}
TEST_CASE("gradients: linear biases", "[row: linear bias][gradient]") {
  check_under<tf::linear_bias_attention, tf::causal<S>>();
  check_gradients<layer_of<tf::linear_bias>, tf::shape<B, N, M>, tf::causal<N>>();
}

template <class Mechanism>
std::string steps_with(const std::string& word) {
  std::string text;
  for (const auto& s : tf::steps_of<layer_of<Mechanism>, tf::shape<B, N, M>, tf::causal<N>>().steps)
    if (s.operation.starts_with(word)) text += s.operation + " " + s.operations.text() + "; ";
  return text;
}
TEST_CASE("attention by distance is one operation of a layer",
          "[row: relative positions][row: bucketed bias][row: linear bias][trace]") {
  CHECK(steps_with<tf::linear_bias>("attention") == "attention with biases 4·B·h·N²·w + 7·B·h·N²; ");
  CHECK(steps_with<tf::bucketed_bias<>>("attention") == "attention with biases 4·B·h·N²·w + 7·B·h·N²; ");
  CHECK(steps_with<tf::relative_positions<2>>("attention") == "attention by distance 4·B·h·N²·w + 8·B·h·N²; ");
}

template <class... Choice>
struct with_mechanism : tf::with_choices<decoded_models::spelling<decoded_models::after>, tf::no_positions, Choice...> {
};
template <class... Choice>
struct grouped_with_mechanism
    : tf::with_choices<decoded_models::spelling<decoded_models::before_grouped>, tf::no_positions, Choice...> {};
TEMPLATE_TEST_CASE("rotary positions: decoding equals the full forward pass",
                   "[row: rotary positions, interleaved][row: rotary positions, halves][laws]",
                   (with_mechanism<tf::rotary_positions<>>),
                   (grouped_with_mechanism<tf::rotary_positions<halves>, tf::sliding_window_attention<5>>)) {
  using namespace decoded_models;
  check_pieces<decoded<tf::language_model<TestType>, word>, double, 0, word>(1e-12, three_words);
}

TEMPLATE_TEST_CASE("attention by distance: decoding equals the full forward pass",
                   "[row: relative positions][row: bucketed bias][row: linear bias][laws]",
                   (grouped_with_mechanism<tf::linear_bias, tf::sliding_window_attention<5>>),
                   (with_mechanism<tf::bucketed_bias<8, 6>>), (grouped_with_mechanism<tf::relative_positions<3>>)) {
  using namespace decoded_models;
  check_pieces<decoded<tf::language_model<TestType>, word>, double, 0, word>(1e-12, three_words);
}

/// Of the encoder half of the buckets are of later positions, of the decoder none; between the two there are no biases.
struct translation
    : tf::with_choices<tf::testing::small, tf::no_positions, tf::bucketed_bias<8, 6, tf::score_scale::inverse_root>> {
  using Target = decoded_models::N;
};
TEST_CASE("bucketed biases: decoding equals the full forward pass, encoder-decoder", "[row: bucketed bias][laws]") {
  using namespace decoded_models;
  using source = tf::tokens<small::Letter, Batch, small::Source>;
  using target = tf::tokens<small::Phone, Batch, decoded_models::N>;
  const std::vector<std::int32_t> of_rows{7, 2, 9};
  check_pieces<decoded<tf::transformer<translation>, source, target, tf::row_lengths>, double, 1, source, target,
               tf::row_lengths>(1e-12, random_tokens(source(3, 9), 17), random_tokens(target(3, 12), 70),
                                tf::row_lengths{of_rows});
}

}  // namespace
