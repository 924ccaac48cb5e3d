#include <limits>
#include <map>
#include <numeric>
#include <set>

#include <typeformer/decode/greedy.hpp>
#include <typeformer/decode/sampling.hpp>
#include <typeformer/decode/scoring.hpp>
#include <typeformer/decode/transformer_decoding.hpp>

#include "../catch.hpp"
#include "random_words.hpp"

namespace {
namespace tf = typeformer;
using namespace tf::testing;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Probabilities as `sampling` defines them, computed in another way: tokens are taken away one by one, the least
/// likely first.
template <class T>
std::vector<double> defined_probabilities(const std::vector<T>& logits, const tf::sampling& how) {
  std::vector<long double> p;
  for (const T x : logits) p.push_back(std::exp(static_cast<long double>(x) / how.temperature));
  const auto share = [&p](std::size_t i) { return p[i] / std::accumulate(p.begin(), p.end(), 0.0L); };
  std::vector<bool> left(p.size(), true);
  const auto least = [&] {
    std::size_t found = p.size();
    for (std::size_t i = 0; i < p.size(); ++i)
      if (left[i] && (found == p.size() || logits[i] <= logits[found])) found = i;
    return found;
  };
  for (std::size_t n = p.size(); how.top_k && n > how.top_k; --n) {
    const std::size_t i = least();
    left[i] = false;
    p[i] = 0;
  }
  // One is in the smallest set of probability top_p if those above it have less.
  const std::vector<long double> of_these = p;
  const long double all = std::accumulate(p.begin(), p.end(), 0.0L);
  for (;;) {
    const std::size_t i = least();
    const long double above = std::accumulate(p.begin(), p.end(), 0.0L) - of_these[i];
    if (above < how.top_p * all || above <= 0) break;
    left[i] = false;
    p[i] = 0;
  }
  std::vector<double> shares;
  for (std::size_t i = 0; i < p.size(); ++i) shares.push_back(static_cast<double>(share(i)));
  return shares;
}

std::vector<tf::sampling> many_ways() {
  std::vector<tf::sampling> all;
  for (const double temperature : {0.5, 1.0, 2.0})
    for (const std::size_t top_k : {0, 1, 4, 9, 50})
      for (const double top_p : {1e-9, 0.3, 0.85, 1.0}) all.push_back({temperature, top_k, top_p});
  return all;
}

std::string text_of(const tf::sampling& how) {
  return "temperature " + std::to_string(how.temperature) + ", top_k " + std::to_string(how.top_k) + ", top_p " +
         std::to_string(how.top_p);
}

TEMPLATE_TEST_CASE("tokens share [0, 1) by their probabilities, in their order", "", float, double) {
  using T = TestType;
  std::vector<T> logits(12);
  fill_at_random(std::span{logits}, 4, 2);
  logits[3] = logits[8] = logits[5];  // equals: the lower token is left first
  for (const auto& how : many_ways()) {
    INFO(text_of(how));
    const auto expected = defined_probabilities(logits, how);
    tf::token_sampler<T> choose{logits.size(), how};
    double first = 0;
    std::size_t seen = 0;
    for (std::size_t i = 0; i < logits.size(); ++i) {
      if (expected[i] == 0) continue;
      const double last = first + expected[i];
      CHECK(choose(logits.data(), std::min(first + 1e-12, 1 - 0x1p-53)) == static_cast<std::int32_t>(i));
      CHECK(choose(logits.data(), last - 1e-12) == static_cast<std::int32_t>(i));
      first = last;
      ++seen;
    }
    CHECK(seen >= 1);
    CHECK(seen <= (how.top_k ? how.top_k : 12));
    CHECK(std::abs(first - 1) < 1e-12);
  }
}

TEST_CASE("random numbers at the ends of [0, 1) draw tokens that are possible") {
  const std::vector<float> logits{-static_cast<float>(infinity), 1, 0, -static_cast<float>(infinity)};
  for (const auto& how : many_ways()) {
    INFO(text_of(how));
    tf::token_sampler<float> choose{logits.size(), how};
    CHECK(choose(logits.data(), 0) == 1);
    const std::int32_t last = choose(logits.data(), 1 - 0x1p-53);
    CHECK(last == (how.top_k == 1 || how.top_p < 0.5 ? 1 : last == 1 ? 1 : 2));
  }
  tf::token_sampler<float> all{logits.size(), {}};
  CHECK(all(logits.data(), 1 - 0x1p-53) == 2);
}

TEST_CASE("as the temperature goes to 0, and where one token is left, the likeliest is taken, the first of equals") {
  std::vector<double> logits(70);
  fill_at_random(std::span{logits}, 5, 2);
  const auto largest = static_cast<std::int32_t>(std::ranges::max_element(logits) - logits.begin());
  for (const tf::sampling& how :
       {tf::sampling{0}, {1e-3}, {1e-300}, {5e-324}, {1, 1}, {9, 1}, {1, 0, 1e-9}, {0, 5, 0.5}})
    for (const double random : {0.0, 0.3, 0.999}) {
      INFO(text_of(how));
      CHECK(tf::token_sampler<double>{70, how}(logits.data(), random) == largest);
    }
  const std::vector<double> equal{0, 3, 3, 1};
  for (const tf::sampling& how : {tf::sampling{0}, {1, 1}, {1, 0, 0.4}})
    CHECK(tf::token_sampler<double>{4, how}(equal.data(), 0.999) == 1);
  CHECK(tf::token_sampler<double>{4, {1e-300}}(equal.data(), 0.999) == 2);
}

TEST_CASE("NaN is drawn, so that it shows; of what is not finite, the first of the largest") {
  const double nan = std::nan("");
  for (const auto& how : many_ways()) {
    INFO(text_of(how));
    const auto drawn = [&](const std::vector<double>& logits) {
      return tf::token_sampler<double>{logits.size(), how}(logits.data(), 0.7);
    };
    CHECK(drawn({0, 1, nan, 5, nan}) == 2);
    CHECK(drawn({nan, infinity, 1}) == 0);
    CHECK(drawn({0, infinity, 1, infinity}) == 1);
    CHECK(drawn({-infinity, -infinity}) == 0);
    CHECK(drawn({-infinity, 2, -infinity}) == 1);
  }
}

TEST_CASE("what cannot be drawn from is refused") {
  const auto refusal = [](const tf::sampling& how) {
    try {
      tf::token_sampler<float>{70, how};
    } catch (const tf::error& e) {
      return std::string{e.what()};
    }
    return std::string{};
  };
  CHECK(refusal({-0.5}) == "sampling: the temperature is -0.500000, but it must be a finite number and not below 0");
  CHECK(refusal({infinity}) == "sampling: the temperature is inf, but it must be a finite number and not below 0");
  CHECK(!refusal({std::nan("")}).empty());
  CHECK(refusal({1, 0, 0}) == "sampling: top_p is 0.000000, but it must lie above 0 and not above 1");
  CHECK(refusal({1, 0, 1.5}) == "sampling: top_p is 1.500000, but it must lie above 0 and not above 1");
  CHECK(!refusal({1, 0, std::nan("")}).empty());
  CHECK(refusal({0, 1000, 1}).empty());
}

// ---------------------------------------------------------------------------------------------------------- decoders

struct drawn {
  std::vector<std::vector<std::int32_t>> rows;
  std::vector<double> log_probabilities;
  bool operator==(const drawn&) const = default;
};

template <class Decoder, class Source>
drawn all_of(Decoder& decode, const Source& source, const std::vector<std::int32_t>& lengths,
             const std::vector<std::uint64_t>& numbers = {}) {
  const auto result = decode.numbered(numbers, source, lengths);
  drawn all;
  for (std::size_t b = 0; b < lengths.size(); ++b) all.rows.emplace_back(result.row(b).begin(), result.row(b).end());
  all.log_probabilities.assign(result.log_probabilities.begin(), result.log_probabilities.end());
  return all;
}

template <class Config, class T>
tf::packed_weights<tf::transformer<Config>, T> at_random(unsigned seed) {
  return tf::packed_weights<tf::transformer<Config>, T>{random_weights<tf::transformer<Config>, T>(seed)};
}

TEMPLATE_TEST_CASE("sampling at temperature 0, and of the likeliest token, is greedy decoding", "", float, double) {
  using T = TestType;
  const auto weights = at_random<small, T>(800);
  tf::kernels::threads threads{2};
  const random_words<small> words{{5, 9, 2, 7, 6}};
  tf::greedy_decoder<tf::transformer_decoding<small, small::Batch>, T> greedy{weights, threads};
  const auto predicted = greedy(words.source, words.lengths);
  for (const tf::sampling& how : {tf::sampling{0}, {1, 1}, {2, 0, 1e-9}}) {
    tf::sampling_decoder<tf::transformer_decoding<small, small::Batch>, T> decode{weights, threads, how, 3};
    const auto result = decode(words.source, words.lengths);
    for (std::size_t b = 0; b < 5; ++b) CHECK(std::ranges::equal(result.row(b), predicted.row(b)));
  }
}

TEMPLATE_TEST_CASE("seed and row number decide what is drawn, and neither threads nor other rows", "", float, double) {
  using T = TestType;
  const auto weights = at_random<small, T>(800);
  tf::kernels::threads one{1}, two{2};
  using decoder = tf::sampling_decoder<tf::transformer_decoding<small, small::Batch>, T>;
  const random_words<small> words{{5, 9, 2, 7, 6}};
  decoder decode{weights, one, {1, 20}, 11}, with_threads{weights, two, {1, 20}, 11}, other_seed{weights, one, {1, 20}};
  const drawn expected = all_of(decode, words.source, words.lengths);
  CHECK(std::set(expected.rows.begin(), expected.rows.end()).size() == 5);
  CHECK(all_of(decode, words.source, words.lengths) == expected);
  CHECK(all_of(with_threads, words.source, words.lengths) == expected);
  CHECK(all_of(decode, words.source, words.lengths, {0, 1, 2, 3, 4}) == expected);
  const drawn otherwise = all_of(other_seed, words.source, words.lengths);
  const drawn renumbered = all_of(decode, words.source, words.lengths, {0, 11, 2, 13, 4});
  for (std::size_t b = 0; b < 5; ++b) {
    CHECK(otherwise.rows[b] != expected.rows[b]);
    CHECK((renumbered.rows[b] == expected.rows[b]) == (b % 2 == 0));
    CHECK(all_of(decode, words.alone(b), {words.lengths[b]}, {b}).rows[0] == expected.rows[b]);
  }
}

TEMPLATE_TEST_CASE("log-probabilities of what was drawn are the scorer's", "", float, double) {
  using T = TestType;
  const auto weights = at_random<small, T>(800);
  tf::kernels::threads threads{2};
  const random_words<small> words{{5, 9, 2, 7, 6}};
  tf::scorer<tf::transformer_decoding<small, small::Batch>, T> score{weights, threads};
  std::size_t ended = 0, cut_off = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    // So hot that some targets end, and not the model's own distribution.
    tf::sampling_decoder<tf::transformer_decoding<small, small::Batch>, T> decode{weights, threads, {30}, seed};
    const drawn result = all_of(decode, words.source, words.lengths);
    tf::tokens<small::Phone, small::Batch, small::Target> target(5, 12);
    std::vector<std::int32_t> lengths;
    for (std::size_t b = 0; b < 5; ++b) {
      std::ranges::copy(result.rows[b], &target(b, 0));
      // The scorer has no place for the end of a target that was cut off.
      lengths.push_back(std::min(static_cast<std::int32_t>(result.rows[b].size()), 11));
    }
    const auto expected = score(lengths, words.source, target, words.lengths);
    for (std::size_t b = 0; b < 5; ++b) {
      const double difference = std::abs(result.log_probabilities[b] - expected.log_probabilities[b]);
      if (result.rows[b].size() < 12) {
        CHECK(difference < (std::is_same_v<T, float> ? 1e-5 : 1e-13));
        ++ended;
      } else {
        ++cut_off;
      }
    }
  }
  CHECK(ended >= 10);
  CHECK(cut_off >= 10);
}

TEST_CASE("what a decoder draws has the model's own distribution") {
  const auto weights = at_random<tiny, double>(800);
  tf::kernels::threads threads{2};
  const random_words<tiny> words{{4, 4, 4, 4, 4}};
  tf::tokens<tiny::Letter, tiny::Batch, tiny::Source> same(5, 4);
  for (std::size_t b = 0; b < 5; ++b) std::copy_n(&words.source(0, 0), 4, &same(b, 0));

  std::map<std::vector<std::int32_t>, std::size_t> counts;
  std::map<std::vector<std::int32_t>, double> log_p;
  tf::sampling_decoder<tf::transformer_decoding<tiny, tiny::Batch>, double> decode{weights, threads, {}, 1};
  constexpr std::size_t draws = 20'000;
  for (std::uint64_t first = 0; first < draws; first += 5) {
    const drawn result = all_of(decode, same, words.lengths, {first, first + 1, first + 2, first + 3, first + 4});
    for (std::size_t b = 0; b < 5; ++b) {
      ++counts[result.rows[b]];
      log_p[result.rows[b]] = result.log_probabilities[b];
    }
  }
  // The model's own log p, which the scorer confirms above: over all targets it sums to 1, and each is drawn as often
  // as it should be. Five deviations, of some 200 targets.
  CHECK(counts.size() >= 20);
  double seen = 0;
  for (const auto& [target, count] : counts) {
    const double p = std::exp(log_p[target]), deviation = std::sqrt(draws * p * (1 - p));
    INFO("p " << p << ", " << count << " times");
    CHECK(std::abs(static_cast<double>(count) - draws * p) < 5 * deviation + 2);
    seen += p;
  }
  CHECK(seen > 0.98);
  CHECK(seen < 1 + 1e-9);
}

TEST_CASE("a sampling decoder throws for impossible lengths and numbers, and then works on") {
  const auto weights = at_random<small, float>(800);
  tf::kernels::threads threads;
  tf::sampling_decoder<tf::transformer_decoding<small, small::Batch>> decode{weights, threads};
  const random_words<small> words{{5, 9}};
  const auto refusal = [&](const std::vector<std::int32_t>& lengths, const std::vector<std::uint64_t>& numbers) {
    try {
      decode.numbered(numbers, words.source, lengths);
    } catch (const tf::error& e) {
      return std::string{e.what()};
    }
    return std::string{};
  };
  CHECK(refusal({5}, {}) == "sampling_decoder: there are 1 lengths for the rows of [B 2, N 9]");
  CHECK(refusal({5, 10}, {}) == "sampling_decoder: a row's length is 10 in a source of [B 2, N 9]");
  CHECK(refusal({5, 9}, {1, 2, 3}) == "sampling_decoder: there are 3 numbers for 2 rows");
  CHECK(refusal({5, 9}, {}).empty());
}

}  // namespace
