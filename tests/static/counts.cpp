// Parameters, operations and workspace of modules against formulas worked out by hand.
#include <typeformer/expressions/traced.hpp>
#include <typeformer/layers/decoder.hpp>
#include <typeformer/layers/encoder.hpp>
#include <typeformer/layers/transformer.hpp>
#include <typeformer/models/paper_base.hpp>

namespace tf = typeformer;

namespace {

// Every width is a number of its own, so that no formula holds by chance.
constexpr std::size_t N = 24, M = 16, h = 3, dq = 32, dk = 48, dv = 80, wq = 16, wv = 32, out = 112;

struct Query : tf::axis<"N", N> {};
struct Key : tf::axis<"M", M> {};
struct Place : tf::axis<"p", 64> {};
struct Head : tf::axis<"h", h> {};
struct QueryIn : tf::axis<"d_q", dq> {};
struct KeyIn : tf::axis<"d_k", dk> {};
struct ValueIn : tf::axis<"d_v", dv> {};
struct Width : tf::axis<"w_q", wq> {};
struct ValueWidth : tf::axis<"w_v", wv> {};
struct Out : tf::axis<"d_o", out> {};

// ------------------------------------------------------------------------------------------------------------ linear
using plain = tf::linear<QueryIn, Out, tf::without_bias>;
static_assert(tf::parameter_count<plain> == dq * out);
static_assert(tf::operation_count<plain, Query> == 2 * N * dq * out);
static_assert(tf::parameter_count<tf::linear<QueryIn, Out>> == dq * out + out);
static_assert(tf::operation_count<tf::linear<QueryIn, Out>, Query> == 2 * N * dq * out + N * out);
static_assert(tf::workspace_bytes<tf::linear<QueryIn, Out>, Query> == 4 * N * out);
static_assert(tf::operation_count<plain, tf::shape<Key, Query, QueryIn>> == 2 * M * N * dq * out);

// -------------------------------------------------------------------------------------------------------- layer norm
using norm = tf::layer_norm<QueryIn>;
static_assert(tf::parameter_count<norm> == 2 * dq);
static_assert(tf::operation_count<norm, Query> == 8 * N * dq);  // 6, gain, bias
static_assert(tf::workspace_bytes<norm, Query> == 4 * N * dq);

// ------------------------------------------------------------------------------------------------------ feed-forward
// f(x W₁ + b₁) W₂ + b₂: two products, two biases and f.
using feed_forward = tf::feed_forward<QueryIn, Out>;
static_assert(tf::parameter_count<feed_forward> == dq * out + out + out * dq + dq);
static_assert(tf::operation_count<feed_forward, Query> == 2 * 2 * N * dq * out + 2 * N * out + N * dq);
static_assert(tf::workspace_bytes<feed_forward, Query> == 4 * N * (out + dq));
using unbiased = tf::feed_forward<QueryIn, Out, KeyIn, tf::gelu_activation, tf::without_bias>;
static_assert(tf::parameter_count<unbiased> == dq * out + out * dk);
static_assert(tf::operation_count<unbiased, Query> == 2 * N * out * (dq + dk) + N * out);

// -------------------------------------------------------------------------------------------------------- embeddings
using embedding = tf::embedding<Out, QueryIn>;
static_assert(tf::parameter_count<embedding> == out * dq);
static_assert(tf::operation_count<embedding, tf::tokens<Out, Query>> == N * dq);  // the scale
static_assert(tf::operation_count<tf::embedding<Out, QueryIn, tf::unscaled>, tf::tokens<Out, Query>> == 0);

// --------------------------------------------------------------------------------------------------------- positions
template <class Positions>
constexpr bool adds_a_row =
    tf::operation_count<Positions, Query> == N * dq && tf::workspace_bytes<Positions, Query> == 4 * N * dq;
// row: sinusoidal positions, interleaved
static_assert(tf::parameter_count<tf::sinusoidal_positions<Place, QueryIn, tf::interleaved_rule>> == 0);
static_assert(adds_a_row<tf::sinusoidal_positions<Place, QueryIn, tf::interleaved_rule>>);
// row: sinusoidal positions, halved
static_assert(tf::parameter_count<tf::sinusoidal_positions<Place, QueryIn, tf::halved_rule>> == 0);
static_assert(adds_a_row<tf::sinusoidal_positions<Place, QueryIn, tf::halved_rule>>);
// row: sinusoidal positions, stretched
static_assert(tf::parameter_count<tf::sinusoidal_positions<Place, QueryIn, tf::stretched_rule>> == 0);
static_assert(adds_a_row<tf::sinusoidal_positions<Place, QueryIn, tf::stretched_rule>>);
// row: learned positions
static_assert(tf::parameter_count<tf::learned_positions<Place, QueryIn>> == 64 * dq);
static_assert(tf::operation_count<tf::learned_positions<Place, QueryIn>, Query> == N * dq);

// --------------------------------------------------------------------------------------------------------- attention
// row: attention head
// One head: three projections, N·M scores of 2·w_q and one scale, a softmax of 5, and 2·w_v for each.
using head = tf::attention_head<QueryIn, Width, ValueWidth, KeyIn>;
static_assert(tf::parameter_count<head> == dq * wq + dk * wq + dk * wv);
static_assert(tf::operation_count<head, tf::shape<Query, QueryIn>, tf::shape<Key, KeyIn>> ==
              2 * (N * dq * wq + M * dk * wq + M * dk * wv) + N * M * (2 * wq + 2 * wv + 6));

// row: multi-head attention
// All heads, every width free and N ≠ M; products count twice, once for the sum.
template <class Bias>
using multi_head = tf::multi_head_attention<Head, Width, QueryIn, ValueWidth, KeyIn, ValueIn, Out, Bias>;
constexpr std::size_t weights = h * (dq * wq + dk * wq + dv * wv + wv * out);
constexpr std::size_t products =
    2 * h * (N * dq * wq + M * dk * wq + M * dv * wv) + h * N * M * (2 * wq + 2 * wv + 6) + 2 * N * h * wv * out;
constexpr std::size_t biases = h * (N * wq + M * wq + M * wv) + N * out;
template <class Module>
constexpr std::size_t attention_count =
    tf::operation_count<Module, tf::shape<Query, QueryIn>, tf::shape<Key, KeyIn>, tf::shape<Key, ValueIn>>;
static_assert(tf::parameter_count<multi_head<tf::without_bias>> == weights);
static_assert(attention_count<multi_head<tf::without_bias>> == products);
static_assert(tf::parameter_count<multi_head<tf::with_bias>> == weights + h * (2 * wq + wv) + out);
static_assert(attention_count<multi_head<tf::with_bias>> == products + biases);

// row: grouped-query attention
// Of keys and values there are fewer heads, and they are not repeated for those of queries.
constexpr std::size_t g = 3;
struct Group : tf::axis<"g", g> {};
using grouped =
    tf::grouped_query_attention<Head, Group, Width, QueryIn, ValueWidth, KeyIn, ValueIn, Out, tf::without_bias>;
static_assert(tf::parameter_count<grouped> == h * (g * dq * wq + dk * wq + dv * wv + g * wv * out));
static_assert(attention_count<grouped> == 2 * h * (g * N * dq * wq + M * dk * wq + M * dv * wv) +
                                              g * h * N * M * (2 * wq + 2 * wv + 6) + 2 * N * g * h * wv * out);
template <class Module>
constexpr std::size_t attention_workspace =
    tf::workspace_bytes<Module, tf::shape<Query, QueryIn>, tf::shape<Key, KeyIn>, tf::shape<Key, ValueIn>>;
// Queries, keys and values, what attention makes of them, and the output.
static_assert(attention_workspace<grouped> == 4 * (h * (g * N + M) * (wq + wv) + N * out));

// --------------------------------------------------------------------------------------------------- layers of one
// width
constexpr std::size_t D = 64, F = 256;
struct config : tf::conventions<> {
  struct Model : tf::axis<"d_model", D> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::quotient<"d̃", Model, Head> {};
  struct Inner : tf::axis<"d_ff", F> {};
  static constexpr std::size_t encoder_layers = 3, decoder_layers = 3;
};
struct without_biases
    : tf::with_choices<config, tf::attention_bias<tf::without_bias>, tf::feed_forward_bias<tf::without_bias>> {};
struct norms_before : tf::with_choices<config, tf::norm_before> {};

// With H heads of width M, H·M = D: three projections into the heads, one out of them (Vaswani et al. 2017, section
// 3.2.2), 3·H·D·M + H·M·D = 4·D². With 4·D inside, the feed-forward layer (equation 2) has 2·D·4·D = 8·D².
constexpr std::size_t H = tf::bound<config::Head>, head_width = tf::bound<config::Width>;
static_assert(3 * H * D * head_width + H * head_width * D == 4 * D * D);
static_assert(tf::parameter_count<tf::encoder_layer<without_biases>::attention_type> == 4 * D * D);
static_assert(F == 4 * D && tf::parameter_count<tf::encoder_layer<without_biases>::feed_forward_type> == 8 * D * D);
static_assert(tf::parameter_count<tf::encoder_layer<without_biases>> == 12 * D * D + 2 * 2 * D);

// A block of both with N embedded positions, without norms: 12·D² + N·D. The norms are a gain and a bias each (Ba et
// al. 2016), an RMS norm a gain alone (Zhang and Sennrich 2019).
struct plain_block : tf::with_choices<without_biases, tf::no_norms> {};
struct block {
  using positions_type = tf::learned_positions<Query, config::Model>;
  BOOST_HANA_DEFINE_STRUCT(block, (positions_type, positions), (tf::encoder_layer<plain_block>, layer));
};
static_assert(tf::parameter_count<block::positions_type> == N * D);
static_assert(tf::parameter_count<block> == 12 * D * D + N * D);
static_assert(tf::parameter_count<tf::layer_norm<config::Model>> == 2 * D);
static_assert(tf::parameter_count<tf::rms_norm<config::Model>> == D);

// The layers of the paper's model without norms: attention without biases, feed-forward with (section 3.1). An encoder
// layer has 4·D² + 2·D·d_ff + d_ff + D, a decoder layer, with a second attention, 4·D² more.
struct as_in_the_paper : tf::with_choices<config, tf::attention_bias<tf::without_bias>, tf::no_norms> {};
static_assert(tf::parameter_count<tf::encoder_layer<as_in_the_paper>> == 4 * D * D + 2 * D * F + F + D);
static_assert(tf::parameter_count<tf::decoder_layer<as_in_the_paper>> == 8 * D * D + 2 * D * F + F + D);

// A gated feed-forward layer has a third product (Shazeer 2020).
struct with_gates : tf::with_choices<without_biases, tf::gated, tf::swish_activation> {};
static_assert(tf::parameter_count<tf::encoder_layer<with_gates>::feed_forward_type> == 3 * D * F);

// row: encoder
// Four square products with biases; N² of each head's scores and means; two products, their biases and ReLU; two norms
// of a sum.
constexpr std::size_t layer_count =
    4 * (2 * N * D * D + N * D) + N * N * (4 * D + 4 * 6) + 4 * N * D * F + 2 * N * F + N * D + 2 * 9 * N * D;
constexpr std::size_t layer_parameters = 4 * (D * D + D) + 2 * D * F + F + D + 2 * 2 * D;
static_assert(tf::parameter_count<tf::encoder_layer<config>> == layer_parameters);
static_assert(tf::operation_count<tf::encoder_layer<config>, Query> == layer_count);
static_assert(tf::parameter_count<tf::encoder<config>> == 3 * layer_parameters);
static_assert(tf::operation_count<tf::encoder<config>, Query> == 3 * layer_count);

// Norms before sublayers: a norm of x and a sum are as many operations as a norm of a sum; one more norm ends the
// stack.
static_assert(tf::operation_count<tf::encoder_layer<norms_before>, Query> == layer_count);
static_assert(tf::parameter_count<tf::encoder<norms_before>> == 3 * layer_parameters + 2 * D);
static_assert(tf::operation_count<tf::encoder<norms_before>, Query> == 3 * layer_count + 8 * N * D);

// row: decoder
// A decoder layer has another attention and another norm.
static_assert(tf::parameter_count<tf::decoder_layer<config>> == layer_parameters + 4 * (D * D + D) + 2 * D);
static_assert(tf::parameter_count<tf::decoder<config>> == 3 * tf::parameter_count<tf::decoder_layer<config>>);

// Workspace. Attention: queries, keys, values and the heads' results, and the kernel's copy of keys and values. A
// layer: its attention's result, their normalized sum, the feed-forward's inner and outer results. A stack: one
// activation more.
static_assert(tf::workspace_bytes<tf::encoder_layer<config>::attention_type, Query> ==
              4 * (4 * N * D + tf::kernels::attention_workspace(1, 4, N, N, D / 4, D / 4)));
static_assert(tf::workspace_bytes<tf::encoder_layer<config>, Query> == 4 * (N * D + N * D + N * F + N * D));
static_assert(tf::workspace_bytes<tf::encoder<config>, Query> == 4 * (N * D + N * D + N * F + N * D) + 4 * N * D);

// A stack's workspace does not grow with its layers.
static_assert(tf::workspace_bytes<tf::encoder<config, 9>, Query> == tf::workspace_bytes<tf::encoder<config, 2>, Query>);

// The paper's base model: V·D for the one table, and 42·1024² + 30·1024 for six layers on each side; norms add 2·D for
// each of 2 in an encoder layer and 3 in a decoder layer.
static_assert(tf::parameter_count<tf::transformer<tf::without_norms<tf::paper_base>>> == 63'014'912);
static_assert(tf::parameter_count<tf::encoder_layer<tf::without_norms<tf::paper_base>>> ==
              4 * 512 * 512 + 2 * 512 * 2048 + 2048 + 512);
static_assert(tf::parameter_count<tf::decoder_layer<tf::without_norms<tf::paper_base>>> ==
              8 * 512 * 512 + 2 * 512 * 2048 + 2048 + 512);
static_assert(6 * (12 * 512 * 512 + 4 * 512 * 2048 + 2 * (2048 + 512)) == 42 * 1024 * 1024 + 30 * 1024);
static_assert(63'014'912 == 37'000 * 512 + 42 * 1024 * 1024 + 30 * 1024);
static_assert(tf::parameter_count<tf::transformer<tf::paper_base>> == 63'045'632);
static_assert(63'045'632 - 63'014'912 == 6 * (2 + 3) * 2 * 512);

// What a module is given is computed once, however often the module reads it.
template <class Module>
struct after_relu {
  BOOST_HANA_DEFINE_STRUCT(after_relu, (Module, module));
  template <tf::is_axis... Leading>
  using input = tf::shape<Leading..., config::Model>;
  template <tf::expression X>
  constexpr auto operator()(const X& x) const {
    return module(relu(x));
  }
};
using layer = tf::encoder_layer<config>;
static_assert(tf::operation_count<after_relu<layer>, Query> == tf::operation_count<layer, Query> + N * D);
static_assert(tf::operation_count<after_relu<layer::attention_type>, Query> ==
              tf::operation_count<layer::attention_type, Query> + N * D);

// Of counts with more terms, or more factors, than are kept with their names, the number is right all the same.
struct A : tf::axis<"a", 2> {};
struct B : tf::axis<"b", 3> {};
struct C : tf::axis<"c", 5> {};
struct D1 : tf::axis<"d", 7> {};
struct E : tf::axis<"e", 11> {};
struct F1 : tf::axis<"f", 13> {};
struct G : tf::axis<"g", 17> {};
struct I : tf::axis<"i", 19> {};
using eight = tf::direct_sum<A, B, C, D1, E, F1, G, I>;
static_assert(tf::count_of(tf::shape<Query, eight>{}).value() == N * (2 + 3 + 5 + 7 + 11 + 13 + 17 + 19));
static_assert(tf::count_of(tf::shape<A, B, C, A, B, A, A, A, B, C, A, D1>{}).value() == 64 * 27 * 25 * 7);

}  // namespace
