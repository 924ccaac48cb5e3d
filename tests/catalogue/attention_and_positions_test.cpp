// What the trace says of attention, positions and models, and laws of positions. Their numbers and gradients are
// checked beside those of other operations, in tests/reference/ and tests/gradients/.
#include <cmath>

#include <typeformer/expressions/session.hpp>
#include <typeformer/layers/decoder.hpp>
#include <typeformer/layers/encoder.hpp>
#include <typeformer/layers/multi_head_attention.hpp>
#include <typeformer/layers/positions.hpp>
#include <typeformer/models/paper_base.hpp>

#include "../catch.hpp"
#include "trace.hpp"

namespace {
namespace tf = typeformer;
using tf::testing::traced;
using lines = std::vector<std::string>;

struct Query : tf::axis<"N", 6> {};
struct Key : tf::axis<"M", 5> {};
struct Head : tf::axis<"h", 2> {};
struct KeyHead : tf::axis<"h_k", 2> {};
struct Group : tf::axis<"g", 3> {};
struct Width : tf::axis<"w", 4> {};
struct ValueWidth : tf::axis<"w_v", 3> {};
struct QueryIn : tf::axis<"d_q", 7> {};
struct KeyIn : tf::axis<"d_k", 9> {};
struct Model : tf::axis<"d", 8> {};
struct Position : tf::axis<"n", 12> {};
constexpr std::size_t N = 6, M = 5, h = 2, w = 4, w_v = 3, d_q = 7, d_k = 9, d = 8;

using queries = tf::shape<Query, QueryIn>;
using keys = tf::shape<Key, KeyIn>;

TEST_CASE("trace: an attention head", "[row: attention head][trace]") {
  using head = tf::attention_head<QueryIn, Width, ValueWidth, KeyIn, tf::without_bias>;
  STATIC_REQUIRE(tf::operation_count<head, queries, keys> ==
                 2 * (N * d_q * w + M * d_k * (w + w_v)) + N * M * (2 * w + 2 * w_v + 6));
  CHECK(traced<head, queries, keys>() ==
        lines{"linear 2·N·d_q·w", "linear 2·M·d_k·w", "linear 2·M·d_k·w_v", "attention 2·N·M·w + 2·N·M·w_v + 6·N·M"});
}

TEST_CASE("trace: multi-head attention", "[row: multi-head attention][trace]") {
  using layer = tf::multi_head_attention<Head, Width, QueryIn, ValueWidth, KeyIn, KeyIn, Model, tf::without_bias>;
  STATIC_REQUIRE(tf::operation_count<layer, queries, keys, keys> ==
                 2 * h * (N * d_q * w + M * d_k * (w + w_v)) + h * N * M * (2 * w + 2 * w_v + 6) + 2 * N * h * w_v * d);
  CHECK(traced<layer, queries, keys, keys>() ==
        lines{"linear 2·M·d_k·h·w", "linear 2·M·d_k·h·w_v", "linear 2·N·d_q·h·w",
              "attention 2·h·N·M·w + 2·h·N·M·w_v + 6·h·N·M", "linear 2·N·h·w_v·d"});
}

TEST_CASE("trace: grouped-query attention", "[row: grouped-query attention][trace]") {
  using layer = tf::grouped_query_attention<KeyHead, Group, Width, Model, Width, Model, Model, Model, tf::without_bias>;
  using input = tf::shape<Query, Model>;
  STATIC_REQUIRE(tf::operation_count<layer, input> ==
                 2 * N * d * (2 * 3 + 2 * 2) * w + 6 * N * N * (4 * w + 6) + 2 * N * 6 * w * d);
  CHECK(traced<layer, input>() == lines{"linear 2·N·d·h_k·w", "linear 2·N·d·h_k·w", "linear 2·N·d·h_k·g·w",
                                        "attention 4·h_k·g·N²·w + 6·h_k·g·N²", "linear 2·N·h_k·g·w·d"});
}

template <class Mask>
lines traced_under() {
  return traced<tf::multi_head_attention<Head, Width, Model>, tf::shape<Head, Query, Model>, Mask>();
}

TEST_CASE("trace: a mask is counted as if it allowed all, but of a window",
          "[row: causal mask][row: padding mask][row: sliding window][trace]") {
  const lines all = traced_under<tf::no_mask>();
  CHECK(all[3] == "attention 4·h²·N²·w + 6·h²·N²");
  CHECK(traced_under<tf::causal<Query>>() == all);
  CHECK(traced_under<tf::padding<Head, Query>>() == all);
  CHECK(traced_under<tf::sliding_window<Query, 3>>()[3] == "attention 12·h²·N·w + 18·h²·N");
}

TEST_CASE("trace: positions",
          "[row: sinusoidal positions, interleaved][row: sinusoidal positions, halved][row: sinusoidal positions, "
          "stretched][row: learned positions][trace]") {
  using input = tf::shape<Query, Model>;
  const lines added{"add positions N·d"};
  CHECK(traced<tf::sinusoidal_positions<Position, Model, tf::interleaved_rule>, input>() == added);
  CHECK(traced<tf::sinusoidal_positions<Position, Model, tf::halved_rule>, input>() == added);
  CHECK(traced<tf::sinusoidal_positions<Position, Model, tf::stretched_rule>, input>() == added);
  CHECK(traced<tf::learned_positions<Position, Model>, input>() == added);
}

/// The angle of a pair of columns grows by the same with each position: so the positions k further on are a linear map
/// of those here (Vaswani et al. 2017, section 3.5).
template <template <class> class Rule>
void check_rotation(const auto& sine, const auto& cosine) {
  for (std::size_t pair = 0; pair < 4; ++pair)
    for (std::size_t k = 0; k < 4; ++k)
      for (std::size_t p = 0; p < 8; ++p) {
        const double s = Rule<Model>::value(k, sine(pair)), c = Rule<Model>::value(k, cosine(pair));
        const double x = Rule<Model>::value(p, sine(pair)), y = Rule<Model>::value(p, cosine(pair));
        CHECK(std::abs(Rule<Model>::value(p + k, sine(pair)) - (x * c + y * s)) < 1e-14);
        CHECK(std::abs(Rule<Model>::value(p + k, cosine(pair)) - (y * c - x * s)) < 1e-14);
      }
}

TEST_CASE("law: sinusoids further on are a rotation of those here",
          "[row: sinusoidal positions, interleaved][row: sinusoidal positions, halved][row: sinusoidal positions, "
          "stretched][laws]") {
  check_rotation<tf::interleaved_rule>([](std::size_t i) { return 2 * i; }, [](std::size_t i) { return 2 * i + 1; });
  check_rotation<tf::halved_rule>([](std::size_t i) { return i; }, [](std::size_t i) { return i + 4; });
  check_rotation<tf::stretched_rule>([](std::size_t i) { return i; }, [](std::size_t i) { return i + 4; });
}

TEST_CASE("law: positions are learned one by one", "[row: learned positions][laws]") {
  using layer = tf::learned_positions<Position, Model>;
  tf::weights<layer, double> numbers{};
  numbers.block()[2 * d + 1] = 5;  // of position 2
  const tf::packed_weights<layer, double> packed{numbers};
  tf::kernels::threads threads{1};
  tf::session<layer, double, tf::shape<Query, Model>> run{packed, threads};
  tf::tensor<double, Query, Model> x{};
  for (std::size_t i = 0; i < x.size(); ++i) x.data()[i] = static_cast<double>(i);
  const auto y = run(x.view());
  for (std::size_t i = 0; i < x.size(); ++i) CHECK(y.data[i] == x.data()[i] + (i == 2 * d + 1 ? 5 : 0));
}

struct config : tf::conventions<tf::attention_bias<tf::without_bias>, tf::feed_forward_bias<tf::without_bias>> {
  struct Model : tf::axis<"d", 8> {};
  struct Head : tf::axis<"h", 2> {};
  struct Width : tf::axis<"w", 4> {};
  struct Inner : tf::axis<"d_ff", 16> {};
  static constexpr std::size_t encoder_layers = 3, decoder_layers = 3;
};
using sequence = tf::shape<Query, config::Model>;

TEST_CASE("trace: stacks are their layers, one as the other", "[row: encoder][row: decoder][trace]") {
  const lines one = traced<tf::encoder<config, 1>, sequence>();
  CHECK(one == lines{"linear 2·N·d·h·w", "linear 2·N·d·h·w", "linear 2·N·d·h·w", "attention 4·h·N²·w + 6·h·N²",
                     "linear 2·N·h·w·d", "layer norm 9·N·d", "linear 2·N·d·d_ff + N·d_ff", "linear 2·N·d_ff·d",
                     "layer norm 9·N·d"});
  CHECK(traced<tf::encoder<config>, sequence>().size() == 3 * one.size());
  using self = tf::causal<Query>;
  using memory = tf::shape<Key, config::Model>;
  STATIC_REQUIRE(tf::operation_count<tf::encoder<config>, sequence> ==
                 3 * tf::operation_count<tf::encoder<config, 1>, sequence>);
  STATIC_REQUIRE(tf::operation_count<tf::decoder<config>, sequence, memory, self> ==
                 3 * tf::operation_count<tf::decoder<config, 1>, sequence, memory, self>);
}

}  // namespace
