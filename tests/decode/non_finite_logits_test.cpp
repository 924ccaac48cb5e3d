#include <limits>

#include <typeformer/decode/beam.hpp>
#include <typeformer/decode/greedy.hpp>
#include <typeformer/decode/sampling.hpp>
#include <typeformer/decode/scoring.hpp>
#include <typeformer/decode/transformer_decoding.hpp>

#include "../catch.hpp"
#include "random_words.hpp"

/// Where the largest logit is not finite, no decoder chooses a token and no target has a score.
namespace {
namespace tf = typeformer;
using namespace tf::testing;
using model_type = tf::transformer<small>;

struct Beam : tf::axis<"k", tf::up_to<3>> {};

/// The sentences of all decoders, one a line.
std::string sentences(const tf::packed_weights<model_type>& weights) {
  tf::kernels::threads threads{2};
  const random_words<small> words{{5, 9}};
  tf::tokens<small::Phone, small::Batch, small::Target> target(2, 3);
  tf::greedy_decoder<tf::transformer_decoding<small, small::Batch>> greedy{weights, threads};
  tf::beam_decoder<tf::transformer_beams<small, small::Batch, Beam>> beam{weights, threads, {.width = 3}};
  tf::sampling_decoder<tf::transformer_decoding<small, small::Batch>> sampling{weights, threads};
  tf::scorer<tf::transformer_decoding<small, small::Batch>> score{weights, threads};
  std::string all;
  const auto add = [&](const auto& f) {
    try {
      f();
    } catch (const tf::error& e) {
      all += std::string{e.what()} + "\n";
    }
  };
  add([&] { greedy(words.source, words.lengths); });
  add([&] { beam(words.source, words.lengths); });
  add([&] { sampling(words.source, words.lengths); });
  add([&] { score(std::vector<std::int32_t>{3, 1}, words.source, target, words.lengths); });
  return all;
}

std::string expected_at(std::size_t row, std::size_t position) {
  std::string all;
  for (const std::string decoder : {"greedy_decoder", "beam_decoder", "sampling_decoder", "scorer"})
    all += decoder + ": the largest logit of row " + std::to_string(row) + " at position " + std::to_string(position) +
           " is not finite: some weights must be far too large\n";
  return all;
}

TEST_CASE("weights that are far too large are reported by every decoder") {
  for (const float factor : {1e10f, 1e30f}) {
    INFO(factor);
    auto broken = random_weights<model_type, float>(800);
    for (float& x : broken.block()) x *= factor;
    CHECK(sentences(tf::packed_weights<model_type>{broken}) == expected_at(0, 0));
  }
}

TEST_CASE("a logit of NaN or +∞ is reported, whichever of the logits it is") {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const auto& table = tf::model<model_type>.target_embedding.weight;
  for (const std::size_t entry : {0, 40, 69})
    for (const float number : {std::numeric_limits<float>::quiet_NaN(), infinity}) {
      INFO("entry " << entry << ", number " << number);
      auto broken = random_weights<model_type, float>(800);
      broken[table](entry, 3) = number;
      const std::string found = sentences(tf::packed_weights<model_type>{broken});
      CHECK(std::ranges::count(found, '\n') == 4);
    }
  CHECK(sentences(tf::packed_weights<model_type>{random_weights<model_type, float>(800)}).empty());
}

TEST_CASE("log-probabilities are defined where the largest logit is finite") {
  constexpr float infinity = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
  const auto defined = [](std::vector<float> logits) { return tf::log_probabilities<float>{logits}.are_defined(); };
  CHECK(defined({1, 2, -3}));
  CHECK(defined({-infinity, 2, -infinity}));
  CHECK(!defined({-infinity, -infinity}));
  CHECK(!defined({1, infinity, 2}));
  for (const std::size_t place : {0, 1, 2}) {
    std::vector<float> logits{5, 4, 6};
    logits[place] = nan;
    CHECK(!defined(logits));
  }
}

}  // namespace
