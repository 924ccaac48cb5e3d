#include <typeformer/decode/greedy.hpp>
#include <typeformer/decode/transformer_decoding.hpp>

#include "../catch.hpp"
#include "../reference/pronounce_model.hpp"
#include "uncached_greedy.hpp"

namespace {
namespace tf = typeformer;
using namespace tf::testing;
using pronounce = tf::first_pronounce;

TEMPLATE_TEST_CASE("with and without KV caches, the trained model predicts the same", "", float, double) {
  using T = TestType;
  const auto file = pronounce_file();
  const spelling letters{file};
  const tf::packed_weights<pronounce_transformer, T> weights{tf::load<pronounce_transformer, T>(file)};
  tf::kernels::threads threads{2};
  tf::greedy_decoder<tf::transformer_decoding<pronounce, pronounce::Batch>, T> decode{weights, threads};
  uncached_greedy_decoder<pronounce, pronounce::Batch, T> plain{weights, threads};
  const auto words = decoded_words();
  std::vector<std::int32_t> lengths;
  const auto source = letters.tokens(std::span{words}.first(tf::bound<pronounce::Batch>), lengths);
  const auto predicted = decode(source, lengths);
  const auto expected = plain(source, lengths);
  for (std::size_t b = 0; b < lengths.size(); ++b) {
    INFO(words[b].word);
    CHECK(letters.phones(predicted.row(b)) == letters.phones(expected.row(b)));
    CHECK(!predicted.row(b).empty());
  }
}

}  // namespace
