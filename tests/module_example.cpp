// What docs/how_to/write_a_module.md quotes: built and run as a test.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#include <typeformer/testing.hpp>
#include <typeformer/typeformer.hpp>

namespace tf = typeformer;

struct Batch : tf::axis<"B", tf::up_to<4>> {};
struct Position : tf::axis<"N", tf::up_to<16>> {};
struct Before : tf::same_sequence<Position, "M"> {};
struct Letters : tf::axis<"letters", 32> {};
struct Tag : tf::axis<"tags", 5> {};
struct Feature : tf::axis<"f", 8> {};

struct tagger {
  using table_type = tf::table<Letters, Feature>;
  using weight_type = tf::weight<tf::direct_sum<Feature, Feature>, Tag>;
  using bias_type = tf::vector<Tag>;
  BOOST_HANA_DEFINE_STRUCT(tagger, (table_type, table), (weight_type, weight), (bias_type, bias));

  constexpr auto operator()(const auto& letters) const {
    return tf::in_frame(*this, letters, [&] {
      const auto x = let(gather(letters, table));
      const auto k = tf::rename<Position, Before>(x);
      const auto seen = softmax(x * transpose(k) / tf::root<Feature> + tf::causal<Position, Before>{}) * k;
      return concatenate(x, seen) * weight + bias;
    });
  }
};

using word = tf::tokens<Letters, Batch, Position>;
static_assert(tf::testing::yields<tagger, tf::shape<Batch, Position, Tag>, word>);
static_assert(tf::testing::has_parameters<tagger, 32 * 8 + 2 * 8 * 5 + 5>);

struct Head : tf::axis<"h", 2> {};
struct Width : tf::axis<"w", 4> {};
struct Inner : tf::axis<"d_ff", 16> {};
struct Kernel : tf::axis<"k", 3> {};
using features = tf::shape<Batch, Position, Feature>;
using states = tf::shape<Batch, Position, Inner>;

static_assert(tf::testing::yields<tf::linear<Feature, Inner>, states, features>);
static_assert(tf::testing::yields<tf::linear<Feature, Inner, tf::without_bias>, states, features>);
static_assert(tf::testing::yields<tf::embedding<Letters, Feature>, features, word>);
static_assert(tf::testing::yields<tf::feed_forward<Feature, Inner>, features, features>);
static_assert(tf::testing::yields<tf::layer_norm<Feature>, features, features>);
static_assert(tf::testing::yields<tf::multi_head_attention<Head, Width, Feature>, features, features>);
static_assert(tf::testing::yields<tf::attention_head<Feature, Width>, tf::shape<Batch, Position, Width>, features>);
static_assert(tf::testing::yields<tf::learned_positions<Position, Feature>, features, features>);
static_assert(tf::testing::yields<tf::gru<Feature, Inner>, states, features>);
static_assert(tf::testing::yields<tf::convolution<Feature, Inner, Kernel>, states, features>);

struct reader {
  using embedding_type = tf::embedding<Letters, Feature>;
  using attention_type = tf::multi_head_attention<Head, Width, Feature>;
  BOOST_HANA_DEFINE_STRUCT(reader, (embedding_type, embedding), (attention_type, attention));

  constexpr auto operator()(const auto& letters, const auto& mask) const {
    return tf::in_frame(*this, letters, [&] {
      const auto x = let(embedding(letters));
      return x + attention(x, mask);
    });
  }
};

int main() {
  tf::kernels::threads threads{2};
  const tf::packed_weights<tagger> packed{tf::initial_weights<tagger>(1)};
  tf::session<tagger, float, word> tag{packed, threads};

  tf::tokens<Letters, Batch, Position> letters(1, 7);
  for (std::size_t i = 0; i < 7; ++i) letters(0, i) = static_cast<std::int32_t>(3 * i);
  const tf::view<const float, tf::shape<Batch, Position, Tag>> logits = tag(letters);
  const tf::tensor<float, Batch, Position, Tag> kept{logits};
  std::printf("%zu logits, of at most %zu bytes of workspace\n", kept.size(), tf::workspace_bytes<tagger, word>);

  using rows = tf::padding<Batch, Position>;
  const tf::packed_weights<reader> packed_reader{tf::initial_weights<reader>(1)};
  tf::session<reader, float, word, rows> read{packed_reader, threads};
  const std::vector<std::int32_t> lengths{5};
  const auto y = read(letters, rows{lengths});
  return std::isfinite(y(0, 0, 0)) && std::isfinite(kept(0, 6, 4)) ? 0 : 1;
}
