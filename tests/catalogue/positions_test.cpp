#include <complex>

#include <typeformer/typeformer.hpp>

#include "../gradients/check.hpp"
#include "../laws/decoded_models.hpp"

/// Positions inside attention, against plain loops in double.
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

}  // namespace
