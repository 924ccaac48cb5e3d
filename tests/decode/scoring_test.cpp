#include <typeformer/decode/scoring.hpp>
#include <typeformer/decode/transformer_decoding.hpp>

#include "../catch.hpp"
#include "random_words.hpp"

namespace {
namespace tf = typeformer;
using namespace tf::testing;

using targets = tf::tokens<small::Phone, small::Batch, small::Target>;

/// Targets of 0 to 11 tokens for five words; behind their ends is what must not matter, tokens or not.
struct fixture {
  random_words<small> words;
  std::vector<std::int32_t> lengths{3, 11, 0, 1, 7};
  targets target{5, 12};

  explicit fixture(std::int32_t letter_behind, std::int32_t phone_behind) : words{{5, 9, 2, 7, 6}, letter_behind} {
    std::mt19937 generator{3};
    for (std::size_t b = 0; b < 5; ++b)
      for (std::int32_t i = 0; i < 12; ++i) {
        const auto token = static_cast<std::int32_t>(generator() % 70);
        target(b, i) = i < lengths[b] ? token : phone_behind;
      }
  }
};

/// log p of one target as its definition says, each token with a forward pass of its own over the tokens before it.
template <class T, class Run>
double defined_log_probability(Run& run, const fixture& with, std::size_t b) {
  const auto source = with.words.alone(b);
  std::vector<std::int32_t> read{small::start_token};
  double sum = 0;
  for (std::int32_t i = 0; i <= with.lengths[b]; ++i) {
    targets prefix(1, read.size());
    std::copy(read.begin(), read.end(), prefix.data());
    const auto logits = run(source, prefix, tf::row_lengths{{&with.words.lengths[b], 1}});
    const T* const last = logits.data + (read.size() - 1) * 70;
    long double all = 0;
    for (std::size_t k = 0; k < 70; ++k) all += std::exp(static_cast<long double>(last[k]));
    const std::int32_t token = i < with.lengths[b] ? with.target(b, i) : small::end_token;
    sum += static_cast<double>(static_cast<long double>(last[token]) - std::log(all));
    read.push_back(token);
  }
  return sum;
}

TEMPLATE_TEST_CASE("a scorer computes log p(y|x) as defined, whatever follows a row's end", "", float, double) {
  using T = TestType;
  using model_type = tf::transformer<small>;
  const tf::packed_weights<model_type, T> weights{random_weights<model_type, T>(800)};
  tf::kernels::threads threads{2};
  tf::scorer<tf::transformer_decoding<small, small::Batch>, T> score{weights, threads};
  tf::session<model_type, T, random_words<small>::source_type, targets, tf::row_lengths> run{weights, threads};
  const fixture with{0, 0};
  const auto result = score(with.lengths, with.words.source, with.target, with.words.lengths);
  REQUIRE(result.log_probabilities.size() == 5);
  // Shapes differ, and with them the order in which kernels sum; the largest −log p here is some 45.
  const double tolerance = std::is_same_v<T, float> ? 1e-5 : 1e-13;
  double sum = 0, count = 0;
  for (std::size_t b = 0; b < 5; ++b) {
    INFO("row " << b);
    CHECK(std::abs(result.log_probabilities[b] - defined_log_probability<T>(run, with, b)) < tolerance);
    CHECK(result.tokens[b] == with.lengths[b] + 1);
    sum += result.log_probabilities[b];
    count += with.lengths[b] + 1;
  }
  CHECK(count == 27);
  CHECK(result.perplexity() == std::exp(-sum / count));

  const std::vector<double> expected(result.log_probabilities.begin(), result.log_probabilities.end());
  const fixture other{16, 99};
  const auto same = score(other.lengths, other.words.source, other.target, other.words.lengths);
  CHECK(std::vector<double>(same.log_probabilities.begin(), same.log_probabilities.end()) == expected);
  for (std::size_t b = 0; b < 5; ++b) {
    targets one(1, static_cast<std::size_t>(with.lengths[b]));
    std::copy_n(&with.target(b, 0), one.size(), one.data());
    const auto alone =
        score(std::vector{with.lengths[b]}, with.words.alone(b), one, std::vector{with.words.lengths[b]});
    CHECK(std::abs(alone.log_probabilities[0] - expected[b]) < tolerance);
  }
}

TEST_CASE("log-probabilities of large logits are finite and not above 0; NaN shows") {
  using tf::log_probabilities;
  const std::vector<float> large{1e30f, 1e30f, -1e30f};
  const log_probabilities<float> p{large};
  CHECK(p[0] == -std::log(2.0));
  CHECK(p[2] < -1e29);
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const std::vector<float> impossible{0, -infinity};
  CHECK(log_probabilities<float>{impossible}[0] == 0);
  CHECK(log_probabilities<float>{impossible}[1] == -infinity);
  for (const std::vector<float>& x : {std::vector<float>{0, std::nanf("")}, {std::nanf(""), 0}, {0, infinity}})
    CHECK(std::isnan(log_probabilities<float>{x}[0] + log_probabilities<float>{x}[1]));
}

TEST_CASE("a scorer throws for impossible inputs, and then works on") {
  const tf::packed_weights<tf::transformer<small>> weights{random_weights<tf::transformer<small>, float>(800)};
  tf::kernels::threads threads;
  tf::scorer<tf::transformer_decoding<small, small::Batch>> score{weights, threads};
  fixture with{0, 0};
  const auto first = [&] {
    return score(with.lengths, with.words.source, with.target, with.words.lengths).log_probabilities[0];
  };
  const double expected = first();
  const auto refusal = [&](const std::vector<std::int32_t>& source_lengths, const std::vector<std::int32_t>& lengths) {
    try {
      score(lengths, with.words.source, with.target, source_lengths);
    } catch (const tf::error& e) {
      return std::string{e.what()};
    }
    return std::string{};
  };
  CHECK(refusal({5, 9}, with.lengths) == "scorer: there are 2 lengths for the rows of [B 5, N 9]");
  CHECK(refusal(with.words.lengths, {1}) == "scorer: there are 1 lengths for tokens of [B 5, L 12]");
  CHECK(refusal(with.words.lengths, {3, 12, 0, 1, 7}) ==
        "scorer: a row's length is 12 in tokens of [B 5, L 12], of which at most 11 are read behind the start");
  CHECK(refusal(with.words.lengths, {-1, 11, 0, 1, 7}) ==
        "scorer: a row's length is -1 in tokens of [B 5, L 12], of which at most 11 are read behind the start");
  with.target(4, 6) = 70;
  CHECK(refusal(with.words.lengths, with.lengths) == "tokens: number 70 at index 55 is not in a vocabulary of 70");
  with.target(4, 6) = 0;
  CHECK(first() == expected);
}

}  // namespace
