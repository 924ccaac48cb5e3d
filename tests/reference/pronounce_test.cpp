#include <typeformer/decode/greedy.hpp>
#include <typeformer/decode/transformer_decoding.hpp>

#include "pronounce_model.hpp"
#include "reference.hpp"

namespace {
namespace tf = typeformer;
using namespace tf::testing;
using pronounce = tf::first_pronounce;

TEST_CASE("the encoder's output and the logits of three words are PyTorch's") {
  const auto file = reference_file("pronounce");
  const auto& m = tf::model<pronounce_transformer>;
  runner<pronounce_transformer, float> run{tf::load<pronounce_transformer>(pronounce_file())};
  for (const std::string word : {"TRANSFORMER", "O'NEIL", "A"}) {
    const auto source = read_tokens<pronounce::Letter, pronounce::Batch, pronounce::Source>(file, word + ".source");
    const auto target = read_tokens<pronounce::Phone, pronounce::Batch, pronounce::Target>(file, word + ".target");
    const auto memory = tf::let(m.encode(run(source)));
    check(memory, file, word + ".memory");
    check(tf::let(m.decode(run(target), memory)), file, word + ".logits");
  }
}

/// Decodes words, at most `batch` at once, and counts those that differ.
void check_words(std::span<const decoded_word> words, std::size_t batch) {
  const auto file = pronounce_file();
  const spelling letters{file};
  const tf::packed_weights<pronounce_transformer> weights{tf::load<pronounce_transformer>(file)};
  tf::kernels::threads threads{2};
  tf::greedy_decoder<tf::transformer_decoding<pronounce, pronounce::Batch>> decode{weights, threads};
  std::vector<std::int32_t> lengths;
  for (std::size_t first = 0; first < words.size(); first += batch) {
    const auto some = words.subspan(first, std::min(batch, words.size() - first));
    const auto source = letters.tokens(some, lengths);
    const auto said = decode(source, lengths);
    for (std::size_t b = 0; b < some.size(); ++b) {
      INFO(some[b].word << " in a batch of " << some.size());
      CHECK(letters.phones(said.row(b)) == some[b].phones);
    }
  }
}

TEST_CASE("greedy decoding says of 480 words what PyTorch says") {
  const auto words = decoded_words();
  REQUIRE(words.size() == 480);
  check_words(words, 1);
  check_words(words, tf::bound<pronounce::Batch>);
}

}  // namespace
