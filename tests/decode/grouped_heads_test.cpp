#include <typeformer/decode/greedy.hpp>
#include <typeformer/decode/scoring.hpp>
#include <typeformer/decode/transformer_decoding.hpp>

#include "../catch.hpp"
#include "random_words.hpp"

namespace {
namespace tf = typeformer;
using namespace tf::testing;

struct KeyHead : tf::axis<"h_k", 2> {};
struct Group : tf::axis<"g", 2> {};
/// As many heads of queries as `small` has, and half as many of keys and values.
struct grouped : tf::with_choices<small, tf::grouped_heads<KeyHead>> {
  using Head = tf::product<KeyHead, Group>;
};
using model_type = tf::transformer<grouped>;
using targets = tf::tokens<grouped::Phone, grouped::Batch, grouped::Target>;

// Two of the encoder's attentions and four of the decoder's have keys and values of half the width, with their biases.
constexpr std::size_t width = tf::bound<grouped::Model>;
static_assert(tf::parameter_count<tf::transformer<small>> - tf::parameter_count<model_type> ==
              6 * 2 * (width * width / 2 + width / 2));
static_assert(2 * tf::greedy_decoder<tf::transformer_decoding<grouped, grouped::Batch>>::state_bytes <=
              tf::greedy_decoder<tf::transformer_decoding<small, small::Batch>>::state_bytes +
                  8 * tf::aligned_bytes(1));

TEMPLATE_TEST_CASE("a model of grouped heads decodes with caches what its forward pass predicts", "", float, double) {
  using T = TestType;
  const tf::packed_weights<model_type, T> weights{random_weights<model_type, T>(801)};
  tf::kernels::threads threads{2};
  tf::greedy_decoder<tf::transformer_decoding<grouped, grouped::Batch>, T> decode{weights, threads};
  tf::session<model_type, T, random_words<grouped>::source_type, targets, tf::row_lengths> forward{weights, threads};
  const random_words<grouped> words{{5, 9, 2, 7, 6}};
  const auto result = decode(words.source, words.lengths);

  std::size_t tokens = 0;
  for (std::size_t b = 0; b < words.lengths.size(); ++b) {
    const auto row = result.row(b);
    tokens += row.size();
    const bool has_end = row.size() < tf::bound<grouped::Target>;
    targets read(1, row.size() + has_end);
    read(0, 0) = grouped::start_token;
    std::copy_n(row.begin(), read.size() - 1, read.data() + 1);
    const auto logits = forward(words.alone(b), read, tf::row_lengths{{&words.lengths[b], 1}});
    for (std::size_t i = 0; i < read.size(); ++i) {
      const T* const at = logits.data + i * tf::bound<grouped::Phone>;
      const auto likeliest = std::max_element(at, at + tf::bound<grouped::Phone>) - at;
      CHECK(likeliest == (i < row.size() ? row[i] : grouped::end_token));
    }
  }
  CHECK(tokens >= 10);  // else this shows little
}

}  // namespace
