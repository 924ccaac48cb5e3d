#include <array>
#include <string>
#include <thread>
#include <vector>

#include <typeformer/decode/greedy.hpp>
#include <typeformer/decode/transformer_decoding.hpp>

#include "../catch.hpp"
#include "../kernels/executors.hpp"
#include "../reference/pronounce_model.hpp"

// A whole model on threads that others use at the same time, or that an embedding program has handed in.

namespace {
namespace tf = typeformer;
using namespace tf::testing;
using pronounce = tf::first_pronounce;
using packed = tf::packed_weights<pronounce_transformer>;

/// What greedy decoding predicts for the words from `first` on.
std::vector<std::string> predicted(const packed& weights, const spelling& letters, std::size_t first,
                                   tf::kernels::threads& threads) {
  static const auto words = decoded_words();
  tf::greedy_decoder<tf::transformer_decoding<pronounce, pronounce::Batch>> decode{weights, threads};
  std::vector<std::int32_t> lengths;
  const auto source = letters.tokens(std::span{words}.subspan(first, 9), lengths);
  const auto tokens = decode(source, lengths);
  std::vector<std::string> all;
  for (std::size_t b = 0; b < lengths.size(); ++b) all.push_back(letters.phones(tokens.row(b)));
  return all;
}

TEST_CASE("four callers that share weights and threads decode what each decodes alone") {
  const auto file = pronounce_file();
  const spelling letters{file};
  const packed weights{tf::load<pronounce_transformer, float>(file)};
  constexpr std::size_t callers = 4;
  std::array<std::vector<std::string>, callers> expected, found;
  tf::kernels::threads alone, shared{2};
  for (std::size_t caller = 0; caller < callers; ++caller)
    expected[caller] = predicted(weights, letters, 9 * caller, alone);
  {
    std::vector<std::jthread> all;
    for (std::size_t caller = 0; caller < callers; ++caller)
      all.emplace_back([&, caller] { found[caller] = predicted(weights, letters, 9 * caller, shared); });
  }
  CHECK(found == expected);
  CHECK(expected[0] != expected[1]);
  CHECK(!expected[3].back().empty());
}

TEMPLATE_TEST_CASE("a model on threads of an embedding program predicts the same", "", backwards, started_anew) {
  const auto file = pronounce_file();
  const spelling letters{file};
  const packed weights{tf::load<pronounce_transformer, float>(file)};
  TestType given;
  tf::kernels::threads alone, threads{given};
  CHECK(predicted(weights, letters, 0, threads) == predicted(weights, letters, 0, alone));
  CHECK(given.regions > 0);
}

}  // namespace
