#include <algorithm>
#include <set>
#include <span>

#include <typeformer/decode/greedy.hpp>
#include <typeformer/decode/stepwise.hpp>
#include <typeformer/decode/transformer_decoding.hpp>

#include "../catch.hpp"
#include "../small_model.hpp"
#include "uncached_greedy.hpp"

namespace {
namespace tf = typeformer;
using namespace tf::testing;

template <class Config, class Batch>
using sources = tf::tokens<typename Config::SourceVocabulary, Batch, typename Config::Source>;
using rows = std::vector<std::vector<std::int32_t>>;

/// What a decoder predicts, row by row.
template <class Decoder, class Source>
rows decoded(Decoder& decode, const Source& source, const std::vector<std::int32_t>& lengths) {
  const auto result = decode(source, lengths);
  rows all;
  for (std::size_t b = 0; b < lengths.size(); ++b) all.emplace_back(result.row(b).begin(), result.row(b).end());
  return all;
}

/// Five rows of 2 to 9 tokens; behind a row's end is what must not matter.
template <class Config>
struct fixture {
  std::vector<std::int32_t> lengths{5, 9, 2, 7, 6};
  sources<Config, small::Batch> source{5, 9};

  explicit fixture(std::int32_t behind_the_end) {
    std::mt19937 generator{7};
    for (std::size_t b = 0; b < lengths.size(); ++b)
      for (std::int32_t i = 0; i < 9; ++i) {
        const auto token = static_cast<std::int32_t>(generator() % 17);
        source(b, i) = i < lengths[b] ? token : behind_the_end;
      }
  }
};

template <class Config, class T>
void check_small() {
  const tf::packed_weights<tf::transformer<Config>, T> weights{random_weights<tf::transformer<Config>, T>(800)};
  tf::kernels::threads threads{2};
  tf::greedy_decoder<tf::transformer_decoding<Config, small::Batch>, T> decode{weights, threads};
  uncached_greedy_decoder<Config, small::Batch, T> plain{weights, threads};
  const fixture<Config> with{0};
  const rows expected = decoded(plain, with.source, with.lengths);

  // Rows that differ, else what follows shows little.
  CHECK(std::set<std::vector<std::int32_t>>(expected.begin(), expected.end()).size() >= 4);
  std::set<std::int32_t> predicted;
  for (const auto& row : expected) predicted.insert(row.begin(), row.end());
  CHECK(predicted.size() >= 5);

  CHECK(decoded(decode, with.source, with.lengths) == expected);
  CHECK(decoded(decode, fixture<Config>{16}.source, with.lengths) == expected);
  CHECK(decoded(plain, fixture<Config>{16}.source, with.lengths) == expected);
  for (std::size_t b = 0; b < expected.size(); ++b) {
    sources<Config, small::Batch> alone(1, static_cast<std::size_t>(with.lengths[b]));
    std::copy_n(&with.source(b, 0), alone.size(), alone.data());
    CHECK(decoded(decode, alone, {with.lengths[b]}) == rows{expected[b]});
    CHECK(decoded(plain, alone, {with.lengths[b]}) == rows{expected[b]});
  }
}

TEMPLATE_TEST_CASE("KV caches change no prediction of greedy decoding, nor do the other rows of a batch", "", float,
                   double) {
  check_small<small, TestType>();
  check_small<small_before, TestType>();
}

struct three_rows : tf::axis<"B", 3> {};

TEST_CASE("a batch's extent can be known to the compiler") {
  const tf::packed_weights<tf::transformer<small>> weights{random_weights<tf::transformer<small>, float>(800)};
  tf::kernels::threads threads;
  tf::greedy_decoder<tf::transformer_decoding<small, small::Batch>> expected{weights, threads};
  tf::greedy_decoder<tf::transformer_decoding<small, three_rows>> decode{weights, threads};
  uncached_greedy_decoder<small, three_rows> plain{weights, threads};
  const fixture<small> with{0};
  sources<small, small::Batch> first(3, 9);
  sources<small, three_rows> same(9);
  std::copy_n(with.source.data(), first.size(), first.data());
  std::copy_n(with.source.data(), same.size(), same.data());
  const std::vector<std::int32_t> lengths{5, 9, 2};
  CHECK(decoded(decode, same, lengths) == decoded(expected, first, lengths));
  CHECK(decoded(plain, same, lengths) == decoded(expected, first, lengths));
}

/// Tokens of each row are those of the model alone, and row b ends behind b + 1 of them.
template <class Batch>
std::vector<std::size_t> rows_of_steps(const sources<small, Batch>& source, const std::vector<std::int32_t>& lengths) {
  const tf::packed_weights<tf::transformer<small>> weights{random_weights<tf::transformer<small>, float>(800)};
  tf::kernels::threads threads{2};
  tf::stepwise_decoder<tf::transformer_decoding<small, Batch>, float> steps{"steps", weights, threads, 100};
  tf::greedy_decoder<tf::transformer_decoding<small, Batch>> decode{weights, threads};
  const rows expected = decoded(decode, source, lengths);
  constexpr std::size_t entries = tf::bound<small::TargetVocabulary>;
  std::vector<std::size_t> counts;
  rows seen(lengths.size());
  const auto predicted = steps(
      [&](const float* logits, std::span<const std::size_t> numbers, std::size_t step, std::int32_t* next) {
        counts.push_back(numbers.size());
        for (std::size_t i = 0; i < numbers.size(); ++i) {
          const float* const own = logits + i * entries;
          next[i] = static_cast<std::int32_t>(std::max_element(own, own + entries) - own);
          const auto& row = expected[numbers[i]];
          if (step < row.size() && step <= numbers[i]) CHECK(next[i] == row[step]);
        }
      },
      [&](std::size_t b, std::int32_t token) {
        seen[b].push_back(token);
        return seen[b].size() <= b;
      },
      source, lengths);
  for (std::size_t b = 0; b < lengths.size(); ++b) {
    const auto left = predicted.row(b);
    CHECK(rows{{left.begin(), left.end()}} == rows{seen[b]});
    CHECK(seen[b].size() == std::min(b + 1, expected[b].size()));
  }
  return counts;
}

TEST_CASE("a row that has ended leaves the batch, if its extent is known at run time alone") {
  const fixture<small> with{0};
  // Row b has at most b + 1 tokens, and no row ends by itself before.
  CHECK(rows_of_steps<small::Batch>(with.source, with.lengths) == std::vector<std::size_t>{5, 4, 3, 2, 1});
  sources<small, three_rows> three(9);
  std::copy_n(with.source.data(), three.size(), three.data());
  CHECK(rows_of_steps<three_rows>(three, {5, 9, 2}) == std::vector<std::size_t>{3, 3, 3});
}

TEST_CASE("a decoder throws for impossible lengths and tokens, and then works on") {
  const tf::packed_weights<tf::transformer<small>> weights{random_weights<tf::transformer<small>, float>(800)};
  tf::kernels::threads threads;
  tf::greedy_decoder<tf::transformer_decoding<small, small::Batch>> decode{weights, threads};
  fixture<small> with{0};
  const rows expected = decoded(decode, with.source, with.lengths);

  const auto refusal = [&](const std::vector<std::int32_t>& lengths) {
    try {
      decode(with.source, lengths);
    } catch (const tf::error& e) {
      return std::string{e.what()};
    }
    return std::string{};
  };
  CHECK(refusal({5, 9}) == "greedy_decoder: there are 2 lengths for the rows of [B 5, N 9]");
  CHECK(refusal({5, 9, 0, 7, 6}) == "greedy_decoder: a row's length is 0 in a source of [B 5, N 9]");
  CHECK(refusal({5, 10, 2, 7, 6}) == "greedy_decoder: a row's length is 10 in a source of [B 5, N 9]");
  with.source(4, 8) = 17;
  CHECK(refusal(with.lengths) == "tokens: number 17 at index 44 is not in a vocabulary of 17");
  with.source(4, 8) = 0;
  CHECK(decoded(decode, with.source, with.lengths) == expected);
}

}  // namespace
