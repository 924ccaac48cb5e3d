// The operations of whole modules as polynomials in the axes' names: equal for all extents, not only for those here.
#include <typeformer/expressions/contract.hpp>
#include <typeformer/expressions/scan.hpp>
#include <typeformer/expressions/traced.hpp>
#include <typeformer/expressions/zeros.hpp>
#include <typeformer/layers/encoder.hpp>

namespace tf = typeformer;

namespace {

struct Query : tf::axis<"N", tf::up_to<24>> {};
struct Key : tf::axis<"M", tf::up_to<16>> {};
struct Head : tf::axis<"h", 3> {};
struct QueryIn : tf::axis<"d_q", 32> {};
struct KeyIn : tf::axis<"d_k", 48> {};
struct ValueIn : tf::axis<"d_v", 80> {};
struct Width : tf::axis<"w_q", 16> {};
struct ValueWidth : tf::axis<"w_v", 40> {};
struct Out : tf::axis<"d_o", 112> {};

template <class A>
constexpr tf::long_polynomial extent_of = tf::count_of(tf::shape<A>{});
constexpr auto N = extent_of<Query>, M = extent_of<Key>, h = extent_of<Head>, d_q = extent_of<QueryIn>,
               d_k = extent_of<KeyIn>, d_v = extent_of<ValueIn>, w_q = extent_of<Width>, w_v = extent_of<ValueWidth>,
               d_o = extent_of<Out>;

// A polynomial is equal to another in any order of terms and factors; not to one of the same value.
static_assert(2 * N * M + N == N + M * 2 * N);
static_assert(!(N * M == M * M) && !(N + N == N) && !(N + M == N));
static_assert((2 * N * N + 3 * N).value() == 2 * 24 * 24 + 3 * 24);
static_assert((5 * N * N * w_q + 7 * N * w_q * w_q + 3 * N * w_q + 1).order() == N * N * w_q + N * w_q * w_q);

// Multi-head attention with every width free, as lecture notes have it: h (d_q d̃_q N + (d_k d̃_q + d_v d̃_v) M) for the
// projections, h (N M d̃_q + N M d̃_v) for the heads, N h d̃_v d_o for the output. A product counts twice, once for its
// sum; and softmax and scale are 6 for each score.
using multi_head = tf::multi_head_attention<Head, Width, QueryIn, ValueWidth, KeyIn, ValueIn, Out, tf::without_bias>;
template <class Module>
constexpr auto of_three_inputs =
    tf::operation_polynomial<Module, tf::shape<Query, QueryIn>, tf::shape<Key, KeyIn>, tf::shape<Key, ValueIn>>;
static_assert(of_three_inputs<multi_head> == 2 * (h * (d_q * w_q * N + (d_k * w_q + d_v * w_v) * M) +
                                                  h * (N * M * w_q + N * M * w_v) + N * h * w_v * d_o) +
                                                 6 * h * N * M);
static_assert(
    of_three_inputs<multi_head>.value() ==
    tf::operation_count<multi_head, tf::shape<Query, QueryIn>, tf::shape<Key, KeyIn>, tf::shape<Key, ValueIn>>);

// Keys and queries of the same width and sequences of their own: h (d_q d̃_q (M + N) + d_v d̃_v M) + …
using two_widths = tf::multi_head_attention<Head, Width, QueryIn, ValueWidth, QueryIn, ValueIn, Out, tf::without_bias>;
static_assert(
    tf::operation_polynomial<two_widths, tf::shape<Query, QueryIn>, tf::shape<Key, QueryIn>, tf::shape<Key, ValueIn>> ==
    2 * (h * (d_q * w_q * (M + N) + d_v * w_v * M) + h * (N * M * w_q + N * M * w_v) + N * h * w_v * d_o) +
        6 * h * N * M);

// Self-attention: the keys are the queries' sequence, and so N·M is N².
using self_attention = tf::multi_head_attention<Head, Width, QueryIn>;
static_assert(tf::operation_polynomial<self_attention, Query> ==
              8 * N * d_q * h * w_q + h * N * N * (4 * w_q + 6) + N * (3 * h * w_q + d_q));

// ------------------------------------------------------------------------------------------------------------- growth
constexpr tf::growth constant{0}, linear{1}, square{2};

static_assert(tf::growth_of<self_attention, Query, Query> == square);
static_assert(tf::growth_of<self_attention, QueryIn, Query> == linear);
static_assert(tf::growth_of<self_attention, Key, Query> == constant);
static_assert(
    tf::growth_of<multi_head, Query, tf::shape<Query, QueryIn>, tf::shape<Key, KeyIn>, tf::shape<Key, ValueIn>> ==
    linear);
static_assert(
    tf::growth_of<multi_head, Key, tf::shape<Query, QueryIn>, tf::shape<Key, KeyIn>, tf::shape<Key, ValueIn>> ==
    linear);
static_assert(tf::growth_of<self_attention, Query, tf::shape<Query, QueryIn>, tf::sliding_window<Query, 4>> == linear);
// A window that is as long as the sequence sees all of it.
static_assert(tf::growth_of<self_attention, Query, tf::shape<Query, QueryIn>, tf::sliding_window<Query, 24>> == square);

// The bound is not what counts.
struct Long : tf::axis<"N", tf::up_to<1'000'000>> {};
static_assert(tf::growth_of<self_attention, Long, Long> == square);
static_assert(tf::growth_of<tf::feed_forward<QueryIn, Out>, Long, Long> == linear);

struct config : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::quotient<"d̃", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 256> {};
  static constexpr std::size_t encoder_layers = 3;
};
static_assert(tf::growth_of<tf::encoder<config>, Query, Query> == square);
static_assert(tf::growth_of<tf::encoder<config>, config::Model, Query> == linear);  // times h·d̃, axes of their own
static_assert(tf::operation_polynomial<tf::encoder<config>, Query> ==
              3 * tf::operation_polynomial<tf::encoder_layer<config>, Query>);

// A formula of its own: φ(K)ᵀV once for all queries, which is linear in the sequence and quadratic in the width.
struct linear_attention {
  BOOST_HANA_DEFINE_STRUCT(linear_attention);
  template <tf::expression Q, tf::expression K, tf::expression V>
  constexpr auto operator()(const Q& q, const K& k, const V& v) const {
    return q * let(transpose(k) * v);
  }
};
using of_one_sequence = tf::shape<Query, Width>;
static_assert(
    tf::operation_polynomial<linear_attention, of_one_sequence, of_one_sequence, tf::shape<Query, ValueWidth>> ==
    4 * N * w_q * w_v);
static_assert(tf::growth_of<linear_attention, Query, of_one_sequence, of_one_sequence, tf::shape<Query, ValueWidth>> ==
              linear);

// A scan counts its step for each position.
struct running_product {
  BOOST_HANA_DEFINE_STRUCT(running_product);
  template <tf::expression X>
  constexpr auto operator()(const X& x) const {
    return tf::scan<Query>(tf::zeros<Width>(x), x, [](const auto& s, const auto& x_t) { return hadamard(s, x_t); });
  }
};
static_assert(tf::operation_polynomial<running_product, of_one_sequence> == N * w_q);

// A logarithm is a factor too: of 24 positions, ⌈log₂ 24⌉ = 5 rounds.
constexpr tf::long_polynomial sorted = N * tf::log2_of(tf::dimension<Query>{});
static_assert(sorted.value() == 24 * 5);
static_assert(tf::log2_of(tf::dimension<Key>{}).value() == 4);
static_assert(tf::growth_in<Query>(sorted) == tf::growth{1, 1});
static_assert(tf::growth{1, 1} > linear && tf::growth{1, 1} < square);
static_assert(tf::growth_in<Query>(sorted + N * N) == square && tf::growth_in<Query>(sorted + 9 * N) > linear);

}  // namespace
