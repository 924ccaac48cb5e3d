// What attention weighs values with, which keys it looks at, and how it sums: shapes, parameters, operations,
// workspace.
#include <typeformer/decode/decoding_session.hpp>
#include <typeformer/decode/language_model_decoding.hpp>
#include <typeformer/expressions/traced.hpp>
#include <typeformer/layers/encoder_model.hpp>
#include <typeformer/layers/language_model.hpp>
#include <typeformer/layers/mechanisms/linear_attention.hpp>
#include <typeformer/layers/mechanisms/linformer_attention.hpp>
#include <typeformer/layers/mechanisms/local_attention.hpp>
#include <typeformer/layers/mechanisms/similarity_attention.hpp>

namespace tf = typeformer;

namespace {

// Every width is a number of its own, so that no formula holds by chance.
constexpr std::size_t N = 24, M = 16, h = 3, dq = 32, dk = 48, dv = 80, w = 16, e = 40, out = 112;

struct Query : tf::axis<"N", N> {};
struct Key : tf::axis<"M", M> {};
struct Head : tf::axis<"h", h> {};
struct QueryIn : tf::axis<"d_q", dq> {};
struct KeyIn : tf::axis<"d_k", dk> {};
struct ValueIn : tf::axis<"d_v", dv> {};
struct Width : tf::axis<"d̃_q", w> {};
struct ValueWidth : tf::axis<"d̃_v", e> {};
struct Out : tf::axis<"d_o", out> {};

template <class... A>
using input = tf::value<tf::tracing<tf::totals>, tf::shape<A...>>;

/// All heads, every width free and N ≠ M.
template <class Mechanism>
using layer =
    tf::multi_head_attention<Head, Width, QueryIn, ValueWidth, KeyIn, ValueIn, Out, tf::without_bias, Head, Mechanism>;
template <class Mechanism>
constexpr std::size_t operations =
    tf::operation_count<layer<Mechanism>, tf::shape<Query, QueryIn>, tf::shape<Key, KeyIn>, tf::shape<Key, ValueIn>>;
template <class Mechanism>
using result = tf::shape_t<decltype(layer<Mechanism>{}(
    std::declval<input<Query, QueryIn>>(), std::declval<input<Key, KeyIn>>(), std::declval<input<Key, ValueIn>>()))>;
constexpr std::size_t weights = h * (dq * w + dk * w + dv * e + e * out);
constexpr std::size_t projections = 2 * h * (N * dq * w + M * dk * w + M * dv * e + N * e * out);

// row: scaled dot-product attention
static_assert(std::is_same_v<result<tf::softmax_attention>, tf::shape<Query, Out>>);
static_assert(tf::parameter_count<layer<tf::softmax_attention>> == weights);
static_assert(operations<tf::softmax_attention> == projections + h * N * M * (2 * w + 2 * e + 6));
// row: dot-product attention
static_assert(std::is_same_v<result<tf::dot_product_attention>, tf::shape<Query, Out>>);
static_assert(tf::parameter_count<layer<tf::dot_product_attention>> == weights);
static_assert(operations<tf::dot_product_attention> == operations<tf::softmax_attention>);
// row: cosine attention
static_assert(std::is_same_v<result<tf::cosine_attention>, tf::shape<Query, Out>>);
static_assert(tf::parameter_count<layer<tf::cosine_attention>> == weights);
static_assert(operations<tf::cosine_attention> ==
              operations<tf::softmax_attention> + h * (N + M) * (3 * w + 1));  // x², Σ, √, x/√
// row: hard attention
static_assert(std::is_same_v<result<tf::hard_attention<>>, tf::shape<Query, Out>>);
static_assert(tf::parameter_count<layer<tf::hard_attention<>>> == weights);
static_assert(operations<tf::hard_attention<>> == projections + h * N * M * (2 * w + 1 + 1 + 2 * e));
// row: similarity-weighted mean
static_assert(std::is_same_v<result<tf::weighted_mean_attention<>>, tf::shape<Query, Out>>);
static_assert(tf::parameter_count<layer<tf::weighted_mean_attention<>>> == weights);
static_assert(operations<tf::weighted_mean_attention<tf::dot_product_similarity>> ==
              projections + h * M + h * N * M * (2 * w + 2 * e + 2) + h * N + h * N * e);

// row: linear attention
static_assert(std::is_same_v<result<tf::linear_attention<>>, tf::shape<Query, Out>>);
static_assert(tf::parameter_count<layer<tf::linear_attention<>>> == weights);
static_assert(operations<tf::linear_attention<>> ==
              projections + h * (N * 4 * w + M * 3 * w + 2 * M * w * e + 2 * N * w * e + 2 * N + N * e));
// Of a longer sequence the operations are as many times more, and no N × N matrix is stored.
struct Long : tf::axis<"N", 64 * N> {};
template <class A, class... Mask>
constexpr tf::facts heads_of = [] {
  using heads = tf::shape<Head, A, Width>;
  return tf::facts{
      tf::operation_count<tf::feature_map_attention<>, heads, heads, tf::shape<Head, A, ValueWidth>, Mask...>,
      tf::workspace_bytes<tf::feature_map_attention<>, heads, heads, tf::shape<Head, A, ValueWidth>, Mask...>};
}();
static_assert(heads_of<Long>.operations == 64 * heads_of<Query>.operations);
static_assert(heads_of<Long>.workspace_bytes <= 64 * heads_of<Query>.workspace_bytes);
static_assert(heads_of<Long>.workspace_bytes < sizeof(float) * h * 64 * N * 64 * N);
// row: linear attention, causal
static_assert(heads_of<Long, tf::causal<Long>>.operations == 64 * heads_of<Query, tf::causal<Query>>.operations);
static_assert(heads_of<Query, tf::causal<Query>>.operations ==
              h * N * (4 * w + 4 * w * e + 64 * (w + e) + 4 * w + 1 + 1 + 2 + e));
static_assert(heads_of<Long, tf::causal<Long>>.workspace_bytes < sizeof(float) * h * 64 * N * 64 * N);

struct Batch : tf::axis<"B", 4> {};
struct small : tf::conventions<tf::linear_attention<>> {
  struct Model : tf::axis<"d_model", 16> {};
  struct Head : tf::axis<"h", 2> {};
  struct Width : tf::axis<"d̃", 8> {};
  struct Inner : tf::axis<"d_ff", 24> {};
  struct Vocabulary : tf::axis<"V", 11> {};
  struct Class : tf::axis<"c", 5> {};
  static constexpr std::size_t encoder_layers = 3, decoder_layers = 3;
  using embeddings = tf::tied_output;
};
template <std::size_t Positions, class Config = small>
struct on_positions : Config {
  struct Position : tf::axis<"N", tf::up_to<Positions>> {};
};
// A decoder keeps Σ φ(k)ᵀ v and Σ φ(k) of each head, and a step costs the same, however long the sequence may be.
template <std::size_t Positions>
using decoded = tf::language_model_decoding<on_positions<Positions>, Batch>;
static_assert(tf::decoding_state_bytes<decoded<16>, float> == sizeof(float) * 3 * 4 * 2 * 8 * (8 + 1));
static_assert(tf::decoding_state_bytes<decoded<4096>, float> == tf::decoding_state_bytes<decoded<16>, float>);
static_assert(tf::decode_step_facts<decoded<4096>, float>.operations ==
              tf::decode_step_facts<decoded<16>, float>.operations);

// row: Linformer
struct Sums : tf::axis<"k", 10> {};
using linformer = tf::linformer_attention<Key, Sums>;
static_assert(std::is_same_v<result<linformer>, tf::shape<Query, Out>>);
static_assert(tf::parameter_count<layer<linformer>> == weights + 2 * M * 10);
static_assert(operations<linformer> ==
              projections + 2 * M * 10 + 2 * h * M * 10 * (w + e) + h * N * 10 * (2 * w + 2 * e + 6));
template <std::size_t Positions>
struct of_linformer : small {
  struct Position : tf::axis<"N", tf::up_to<Positions>> {};
  using choices = typename tf::conventions<tf::linformer_attention<Position, Sums>>::choices;
};
static_assert(tf::parameter_count<tf::encoder_model<of_linformer<50>>> ==
              tf::parameter_count<tf::encoder_model<on_positions<50>>> + 3 * 2 * 50 * 10);

// row: local attention
static_assert(std::is_same_v<result<tf::local_attention<5>>, tf::shape<Query, Out>>);
static_assert(tf::parameter_count<layer<tf::local_attention<5>>> == weights);
static_assert(operations<tf::local_attention<5>> == projections + h * N * 5 * (2 * w + 2 * e + 6));
static_assert(operations<tf::local_attention<2 * N - 1>> == operations<tf::softmax_attention>);

}  // namespace
