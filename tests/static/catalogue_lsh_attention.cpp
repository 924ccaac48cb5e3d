// LSH attention: shapes, parameters, operations and workspace against formulas worked out by hand.
#include <typeformer/expressions/traced.hpp>
#include <typeformer/layers/decoder.hpp>
#include <typeformer/layers/mechanisms/lsh_attention.hpp>

namespace tf = typeformer;

namespace {

template <class... A>
using input = tf::value<tf::tracing<tf::totals>, tf::shape<A...>>;

constexpr std::size_t N = 256, h = 3, d = 48, w = 16, e = 32, out = 40, rounds = 4, chunk = 32;
struct Batch : tf::axis<"B", 2> {};
struct Query : tf::axis<"N", N> {};
struct Head : tf::axis<"h", h> {};
struct Width : tf::axis<"w", w> {};
struct ValueWidth : tf::axis<"e", e> {};
struct In : tf::axis<"d", d> {};
struct Out : tf::axis<"o", out> {};

// row: LSH attention
using layer = tf::lsh_self_attention<rounds, chunk, Head, Width, In, ValueWidth, Out>;
template <class X, class Mask = tf::no_mask>
using yields = tf::shape_t<decltype(layer{}(std::declval<const X&>(), Mask{}))>;
static_assert(std::is_same_v<yields<input<Batch, Query, In>>, tf::shape<Batch, Query, Out>>);
static_assert(std::is_same_v<yields<input<Query, In>, tf::causal<Query>>, tf::shape<Query, Out>>);
static_assert(
    std::is_same_v<tf::shape_t<decltype(tf::locality_sensitive_attention<rounds, chunk>(
                       std::declval<input<Head, Query, Width>>(), std::declval<input<Head, Query, ValueWidth>>()))>,
                   tf::shape<Head, Query, ValueWidth>>);

// There is no projection of keys.
static_assert(tf::parameter_count<layer> == (d * h * w + h * w) + (d * h * e + h * e) + (h * e * out + out));
// Of each query's round log₂N bits and 2·chunk keys; norms; three projections with biases.
constexpr std::size_t bits = 8;
static_assert(std::size_t{1} << bits == N);
static_assert(tf::operation_count<layer, Query> ==
              h * (rounds * N * (2 * chunk * (2 * w + 2 * e + 6) + 2 * bits * w) + 3 * N * w) +
                  2 * N * h * (d * w + d * e + e * out) + N * (h * (w + e) + out));

// Operations grow with N·log N.
static_assert(tf::growth_of<layer, Query, Query> == tf::growth{1, 1});

// Memory grows with the positions, not with their square: of 16 times as many, 16 times as much, and more hyperplanes.
struct Long : tf::axis<"N", 16 * N> {};
constexpr std::size_t heads_of(std::size_t positions) {
  return tf::kernels::lsh_attention_head_workspace(positions, rounds, chunk);
}
static_assert(heads_of(16 * N) < 16 * heads_of(N));
static_assert(tf::workspace_bytes<layer, Long> < 17 * tf::workspace_bytes<layer, Query>);
// Queries, values, what splits and joins heads; the output where queries and values were.
static_assert(tf::workspace_bytes<layer, Query> ==
              4 * N * h * (2 * (w + e) + e) +
                  tf::aligned_bytes(4 * tf::kernels::lsh_attention_workspace(h, 1, N, w, rounds, chunk)));

// A decoder attends to the encoder's output as without it.
struct config : tf::conventions<tf::lsh_attention<rounds, chunk>> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::quotient<"d̃", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 128> {};
};
using decoder_layer = tf::decoder_layer<config>;
static_assert(std::is_same_v<decoder_layer::attention_type,
                             tf::lsh_self_attention<rounds, chunk, config::Head, config::Width, config::Model>>);
static_assert(std::is_same_v<decoder_layer::cross_attention_type,
                             tf::multi_head_attention<config::Head, config::Width, config::Model>>);

// Hyperplanes are constants.
static_assert(tf::kernels::lsh_direction(0, 0, 0) == 4334 && tf::kernels::lsh_direction(3, 20, 7) == 68351);
static_assert(tf::kernels::lsh_buckets(32, 32) == 1 && tf::kernels::lsh_buckets(33, 32) == 4);
static_assert(tf::kernels::lsh_bits(256, 1) == 8 && tf::kernels::lsh_bits(256, 32) == 4 &&
              tf::kernels::lsh_bits(257, 32) == 4 && tf::kernels::lsh_bits(480, 32) == 4);

}  // namespace
