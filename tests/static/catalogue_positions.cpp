// Positions inside attention: shapes, parameters, operations and workspace.
#include <typeformer/expressions/traced.hpp>
#include <typeformer/layers/conventions.hpp>
#include <typeformer/layers/mechanisms/bucketed_bias.hpp>
#include <typeformer/layers/mechanisms/linear_bias.hpp>
#include <typeformer/layers/mechanisms/relative_positions.hpp>
#include <typeformer/layers/mechanisms/rotary_positions.hpp>

namespace tf = typeformer;

namespace {

constexpr std::size_t b = 3, n = 24, h = 4, w = 16, d = 64;
struct Batch : tf::axis<"B", b> {};
struct N : tf::axis<"N", n> {};
struct Head : tf::axis<"h", h> {};
struct Width : tf::axis<"w", w> {};
struct Model : tf::axis<"d", d> {};
template <class... A>
using input = tf::value<tf::tracing<tf::totals>, tf::shape<A...>>;
using heads = tf::shape<Batch, Head, N, Width>;

template <class Mechanism>
using layer =
    tf::multi_head_attention<Head, Width, Model, Width, Model, Model, Model, tf::without_bias, Head, Mechanism>;
template <class Mechanism>
constexpr std::size_t operations = tf::operation_count<layer<Mechanism>, Batch, N>;
constexpr std::size_t plain = operations<tf::softmax_attention>, pairs = b * h * n * n;
template <class Mechanism>
constexpr std::size_t parameters = tf::parameter_count<layer<Mechanism>> - 4 * d * h * w;

// row: rotary positions, interleaved
static_assert(std::is_same_v<tf::shape_t<decltype(tf::rotate(std::declval<input<Batch, Head, N, Width>>()))>, heads>);
static_assert(parameters<tf::rotary_positions<>> == 0);
static_assert(operations<tf::rotary_positions<>> == plain + 2 * 3 * b * n * h * w);
// row: rotary positions, halves
using halves = tf::rotary_positions<tf::rotary_layout::halves, 500>;
static_assert(parameters<halves> == 0 && operations<halves> == plain + 2 * 3 * b * n * h * w);
// What is turned of queries and keys, and nothing else: heads are not moved.
static_assert(tf::workspace_bytes<layer<halves>, Batch, N> ==
              tf::workspace_bytes<layer<tf::softmax_attention>, Batch, N> + 2 * 4 * b * n * h * w);

// row: linear bias
static_assert(parameters<tf::linear_bias> == 0 && operations<tf::linear_bias> == plain + pairs);
// Biases alone, [Head, 2·N + 1]: neither an N × N matrix, nor heads that are moved.
static_assert(tf::workspace_bytes<layer<tf::linear_bias>, Batch, N> <=
              tf::workspace_bytes<layer<tf::softmax_attention>, Batch, N> + 4 * h * (2 * n + 1) + 64);

// row: bucketed bias
static_assert(parameters<tf::bucketed_bias<>> == 32 * h && parameters<tf::bucketed_bias<8, 20>> == 8 * h);
static_assert(operations<tf::bucketed_bias<>> == plain + pairs);
using queries = input<Batch, Head, N, Width>;
using biases = tf::vector<tf::product<tf::bucket<32>, Head>>;
template <class Q, class P>
using biased = decltype(tf::attention_with_bucketed_biases(std::declval<Q>(), std::declval<Q>(), std::declval<Q>(),
                                                           std::declval<P>()));
static_assert(std::is_same_v<tf::shape_t<biased<queries, biases>>, heads>);

// row: relative positions
constexpr std::size_t distances = 2 * 5 + 1;
static_assert(parameters<tf::relative_positions<5>> == 2 * distances * w);
// The products with the tables, the scale of one, the sum with the other; scores and weights by distance.
static_assert(operations<tf::relative_positions<5>> ==
              plain + 2 * pairs + b * h * n * (2 * 2 * distances * w + distances + w));
using scores = input<Batch, Head, N, tf::distance<5>>;
using both = tf::shape_t<decltype(tf::attention_by_distance(std::declval<queries>(), std::declval<queries>(),
                                                            std::declval<queries>(), std::declval<scores>()))>;
static_assert(std::is_same_v<both, tf::shape<Batch, Head, N, tf::direct_sum<Width, tf::distance<5>>>>);

// Between two sequences there is no distance: a decoder's attention to an encoder's output is that of softmax.
struct config : tf::conventions<> {
  using Model = ::Model;
  using Head = ::Head;
  using Width = ::Width;
};
template <class Mechanism>
constexpr bool crosses_by_softmax =
    std::is_same_v<typename Mechanism::template cross_attention<config>, tf::softmax_attention::attention<config>>;
static_assert(crosses_by_softmax<tf::rotary_positions<>> && crosses_by_softmax<tf::linear_bias> &&
              crosses_by_softmax<tf::bucketed_bias<>> && crosses_by_softmax<tf::relative_positions<5>>);

}  // namespace
