// Long, because it holds a second, enumerating search that beam search is compared with.
#include <array>
#include <map>
#include <set>

#include <typeformer/decode/beam.hpp>
#include <typeformer/decode/greedy.hpp>
#include <typeformer/decode/scoring.hpp>
#include <typeformer/decode/transformer_decoding.hpp>

#include "../catch.hpp"
#include "../reference/pronounce_model.hpp"
#include "random_words.hpp"

namespace {
namespace tf = typeformer;
using namespace tf::testing;
using pronounce = tf::first_pronounce;

struct Beam : tf::axis<"k", tf::up_to<6>> {};
struct wide : tf::axis<"k", tf::up_to<128>> {};
using target = std::vector<std::int32_t>;

/// A hypothesis that owns its tokens.
struct found {
  target tokens;
  double log_probability, score;
  bool ended;
  bool operator==(const found&) const = default;
};

std::vector<found> copy_of(std::span<const tf::hypothesis> all) {
  std::vector<found> copies;
  for (const auto& h : all) copies.push_back({{h.tokens.begin(), h.tokens.end()}, h.log_probability, h.score, h.ended});
  return copies;
}

/// What a decoder finds, row by row.
template <class Decoder, class Source>
std::vector<std::vector<found>> searched(Decoder& decode, const Source& source,
                                         const std::vector<std::int32_t>& lengths) {
  const auto result = decode(source, lengths);
  std::vector<std::vector<found>> rows;
  for (std::size_t b = 0; b < lengths.size(); ++b) rows.push_back(copy_of(result.row(b)));
  return rows;
}

template <class Config, class T>
tf::packed_weights<tf::transformer<Config>, T> at_random(unsigned seed) {
  return tf::packed_weights<tf::transformer<Config>, T>{random_weights<tf::transformer<Config>, T>(seed)};
}

template <class Config, class T>
void check_width_1(const tf::packed_weights<tf::transformer<Config>, T>& weights, const auto& source,
                   const std::vector<std::int32_t>& lengths) {
  tf::kernels::threads threads{2};
  tf::greedy_decoder<tf::transformer_decoding<Config, typename Config::Batch>, T> greedy{weights, threads};
  tf::beam_decoder<tf::transformer_beams<Config, typename Config::Batch, Beam>, T> decode{
      weights, threads, {.width = 1}};
  const auto expected = greedy(source, lengths);
  const auto rows = searched(decode, source, lengths);
  for (std::size_t b = 0; b < lengths.size(); ++b) {
    INFO("row " << b);
    REQUIRE(rows[b].size() == 1);
    CHECK(rows[b][0].tokens == target(expected.row(b).begin(), expected.row(b).end()));
  }
}

template <class Config, class T>
void check_width_1_at_random() {
  for (const unsigned seed : {1, 400, 800}) {
    const random_words<Config> words{{5, 9, 2, 7, 6}};
    check_width_1<Config, T>(at_random<Config, T>(seed), words.source, words.lengths);
  }
}

TEST_CASE("a beam of width 1 is greedy decoding") {
  check_width_1_at_random<small, float>();
  check_width_1_at_random<small_before, double>();
  check_width_1_at_random<tiny, float>();
  const auto file = pronounce_file();
  const auto words = decoded_words();
  std::vector<std::int32_t> lengths;
  const auto source = spelling{file}.tokens(std::span{words}.first(tf::bound<pronounce::Batch>), lengths);
  const tf::packed_weights<pronounce_transformer> trained{tf::load<pronounce_transformer>(file)};
  check_width_1<pronounce, float>(trained, source, lengths);
}

/// All targets of tiny that end, and their log-probabilities by the scorer.
template <class T>
std::map<target, double> all_targets(tf::scorer<tf::transformer_decoding<tiny, tiny::Batch>, T>& score,
                                     const random_words<tiny>& words, std::size_t b) {
  std::vector<target> all{{}};
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].size() + 1 < tf::bound<tiny::Target>)
      for (const std::int32_t token : {0, 1, 3}) {
        target longer = all[i];
        longer.push_back(token);
        all.push_back(longer);
      }
  std::map<target, double> scored;
  for (const target& y : all) {
    tf::tokens<tiny::Phone, tiny::Batch, tiny::Target> one(1, y.size());
    std::copy(y.begin(), y.end(), one.data());
    scored[y] =
        score(std::vector{static_cast<std::int32_t>(y.size())}, words.alone(b), one, std::vector{words.lengths[b]})
            .log_probabilities[0];
  }
  return scored;
}

template <class T>
inline constexpr double tolerance = std::is_same_v<T, float> ? 1e-4 : 1e-12;

template <class T, class Penalty>
void check_exhaustive(Penalty penalty) {
  const auto weights = at_random<tiny, T>(800);
  tf::kernels::threads threads;
  tf::scorer<tf::transformer_decoding<tiny, tiny::Batch>, T> score{weights, threads};
  tf::beam_decoder<tf::transformer_beams<tiny, tiny::Batch, wide>, T, Penalty> decode{
      weights, threads, {.width = 128, .n_best = 0}, penalty};
  const random_words<tiny> words{{5, 9, 2}};
  const auto rows = searched(decode, words.source, words.lengths);
  for (std::size_t b = 0; b < rows.size(); ++b) {
    const auto expected = all_targets(score, words, b);
    REQUIRE(expected.size() == 1 + 3 + 9 + 27);
    REQUIRE(rows[b].size() == expected.size() + 81);
    double probability = 0;
    for (std::size_t i = 0; i < rows[b].size(); ++i) {
      const found& h = rows[b][i];
      INFO("row " << b << ", place " << i);
      CHECK(h.ended == (i < expected.size()));
      probability += std::exp(h.log_probability);
      CHECK(h.score == penalty(h.log_probability, h.tokens.size() + h.ended));
      if (i && rows[b][i - 1].ended == h.ended) CHECK(rows[b][i - 1].score >= h.score);
      if (!h.ended) continue;
      REQUIRE(expected.contains(h.tokens));
      CHECK(std::abs(h.log_probability - expected.at(h.tokens)) < tolerance<T>);
    }
    CHECK(std::abs(probability - 1) < tolerance<T>);  // with those cut off, these are all that there is
    std::set<target> different;
    for (const found& h : rows[b]) different.insert(h.tokens);
    CHECK(different.size() == rows[b].size());
  }
}

TEMPLATE_TEST_CASE("a beam wide enough finds all targets, in the order of their scores", "", float, double) {
  check_exhaustive<TestType>(tf::no_penalty{});
  check_exhaustive<TestType>(tf::average_penalty{});
  check_exhaustive<TestType>(tf::wu_penalty{0.8});
}

TEST_CASE("penalties are their formulas, and change the order as they say") {
  CHECK(tf::no_penalty{}(-6, 3) == -6);
  CHECK(tf::average_penalty{}(-6, 3) == -2);
  CHECK(tf::wu_penalty{1}(-6, 7) == -3);
  CHECK(std::abs(tf::wu_penalty{0.5}(-6, 19) + 3) < 1e-15);
  CHECK(tf::wu_penalty{0}(-6, 19) == -6);

  // Token 0 is the end. After the start it has p = 0.4, token 1 p = 0.6; then the end p = 0.5, token 1 p = 0.5.
  const auto best = [](auto penalty) {
    tf::beam_search<double, decltype(penalty)> search{
        {.width = 2, .n_best = 2, .entries = 2, .most_tokens = 3, .end_token = 0, .penalty = penalty}};
    search.begin();
    std::array<double, 4> logits{std::log(0.4), std::log(0.6), 0, 0};
    while (!search.is_over()) {
      search.step(logits.data(), [](std::size_t, std::size_t) {});
      logits.fill(std::log(0.5));
    }
    return copy_of(search.finished());
  };
  const auto plain = best(tf::no_penalty{});
  REQUIRE(plain.size() == 2);
  CHECK(plain[0].tokens == target{});
  CHECK(plain[1].tokens == target{1});
  CHECK(std::abs(plain[1].log_probability - std::log(0.3)) < 1e-15);
  const auto average = best(tf::average_penalty{});
  REQUIRE(average.size() == 2);
  CHECK(average[0].tokens == target{1});     // log 0.3 / 2 = −0.60
  CHECK(average[1].tokens == target{1, 1});  // log 0.15 / 3 = −0.63, above log 0.4 = −0.92
  // ((5 + 2) / 6)^α makes log 0.3 better than log 0.4 from α = log(log 0.3 / log 0.4) / log(7 / 6) = 1.77 on.
  CHECK(best(tf::wu_penalty{1.7})[0].tokens == target{});
  CHECK(best(tf::wu_penalty{1.85})[0].tokens != target{});
}

TEST_CASE("of equal candidates the lower token comes first, then the better parent; what belongs to slots follows") {
  // Four entries of which the last is the end, all equally likely: hypotheses differ by ties alone.
  tf::beam_search<float, tf::no_penalty> search{
      {.width = 3, .n_best = 3, .entries = 4, .most_tokens = 3, .end_token = 3, .end = tf::search_end::with_target}};
  std::array<target, 3> belongings;
  const std::array<float, 12> logits{};
  const auto copy = [&](std::size_t from, std::size_t to) { belongings[to] = belongings[from]; };
  const std::vector<std::vector<target>> expected{
      {{0}, {1}, {2}}, {{0, 0}, {1, 0}, {2, 0}}, {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}};
  search.begin();
  for (const auto& active : expected) {
    search.step(logits.data(), copy);
    REQUIRE(search.active().size() == 3);
    for (std::size_t i = 0; i < 3; ++i) {
      const auto& h = search.active()[i];
      belongings[h.slot].push_back(h.newest);
      CHECK(belongings[h.slot] == active[i]);
    }
  }
  CHECK(search.is_over());
  const auto finished = copy_of(search.finished());
  REQUIRE(finished.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) CHECK((finished[i].tokens == expected[2][i] && !finished[i].ended));
}

/// Scores of four entries, of which the last is the end, that depend on all tokens before.
std::array<double, 4> logits_after(const target& prefix, unsigned seed) {
  std::mt19937 generator{seed};
  for (const std::int32_t token : prefix)
    generator.seed(static_cast<unsigned>(generator()) + static_cast<unsigned>(token));
  std::array<double, 4> logits;
  for (double& x : logits) x = static_cast<double>(generator() % 1000) / 250;
  return logits;
}

/// A beam search of width 3 among them, for targets of at most 12.
template <class Penalty>
struct seeded_search {
  std::size_t n_best;
  tf::search_end end;
  unsigned seed;
  tf::beam_search<double, Penalty> search{
      {.width = 3, .n_best = n_best, .entries = 4, .most_tokens = 12, .end_token = 3, .end = end}};
  std::array<target, 3> prefixes{};  // of slots
  std::array<double, 12> logits{};

  void step() {
    for (const auto& h : search.active())
      std::ranges::copy(logits_after(prefixes[h.slot], seed), logits.begin() + static_cast<std::ptrdiff_t>(4 * h.slot));
    search.step(logits.data(), [&](std::size_t from, std::size_t to) { prefixes[to] = prefixes[from]; });
    for (const auto& h : search.active()) prefixes[h.slot].push_back(h.newest);
  }
};

TEST_CASE("whatever finishes, as many hypotheses stay active, and what has finished is what was scored") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    INFO("seed " << seed);
    seeded_search<tf::average_penalty> seeded{3, tf::search_end::with_target, seed};
    auto& search = seeded.search;
    std::set<target> once_finished;
    search.begin();
    while (!search.is_over()) {
      seeded.step();
      CHECK(search.active().size() == 3);
      for (const found& h : copy_of(search.finished())) once_finished.insert(h.tokens);
    }
    CHECK(once_finished.size() > 3);  // some were replaced
    REQUIRE(search.finished().size() == 3);
    for (const found& h : copy_of(search.finished())) {
      REQUIRE(h.ended);
      double expected = 0;
      target prefix;
      for (std::size_t i = 0; i <= h.tokens.size(); ++i) {
        const auto after = logits_after(prefix, seed);
        prefix.push_back(i < h.tokens.size() ? h.tokens[i] : 3);
        expected += tf::log_probabilities<double>{after}[static_cast<std::size_t>(prefix.back())];
      }
      CHECK(std::abs(h.log_probability - expected) < 1e-12);
      CHECK(h.score == h.log_probability / static_cast<double>(h.tokens.size() + 1));
    }
  }
}

TEMPLATE_TEST_CASE("log-probabilities of the n best are the scorer's", "", float, double) {
  using T = TestType;
  const auto file = pronounce_file();
  const auto words = decoded_words();
  std::vector<std::int32_t> lengths;
  const auto source = spelling{file}.tokens(std::span{words}.first(20), lengths);
  const tf::packed_weights<pronounce_transformer, T> weights{tf::load<pronounce_transformer, T>(file)};
  tf::kernels::threads threads{2};
  tf::beam_decoder<tf::transformer_beams<pronounce, pronounce::Batch, Beam>, T, tf::wu_penalty> decode{
      weights, threads, {.width = 4, .n_best = 4}};
  tf::scorer<tf::transformer_decoding<pronounce, pronounce::Batch>, T> score{weights, threads};
  const auto rows = searched(decode, source, lengths);
  for (std::size_t place = 0; place < 4; ++place) {
    tf::tokens<pronounce::Phone, pronounce::Batch, pronounce::Target> predicted(20, 40);
    std::vector<std::int32_t> predicted_lengths;
    for (std::size_t b = 0; b < 20; ++b) {
      REQUIRE(rows[b].size() == 4);
      REQUIRE(rows[b][place].ended);
      std::copy(rows[b][place].tokens.begin(), rows[b][place].tokens.end(), &predicted(b, 0));
      predicted_lengths.push_back(static_cast<std::int32_t>(rows[b][place].tokens.size()));
    }
    const auto expected = score(predicted_lengths, source, predicted, lengths);
    for (std::size_t b = 0; b < 20; ++b)
      CHECK(std::abs(rows[b][place].log_probability - expected.log_probabilities[b]) < tolerance<T>);
  }
}

TEMPLATE_TEST_CASE("the fewer hypotheses are wanted the sooner they are found, and they are the first of more", "",
                   tf::no_penalty, tf::average_penalty, tf::wu_penalty) {
  std::array<std::size_t, 4> steps{};  // of all seeds, by n_best
  for (unsigned seed = 0; seed < 100; ++seed) {
    std::array<std::vector<found>, 4> best;
    for (const std::size_t n : {1, 2, 3}) {
      seeded_search<TestType> seeded{n, tf::search_end::when_it_can_stop, seed};
      for (seeded.search.begin(); !seeded.search.is_over(); ++steps[n]) seeded.step();
      best[n] = copy_of(seeded.search.finished());
    }
    INFO("seed " << seed);
    REQUIRE(best[3].size() == 3);
    CHECK(best[1] == std::vector{best[3][0]});
    CHECK(best[2] == std::vector{best[3][0], best[3][1]});
  }
  CHECK(steps[1] < steps[2]);
  CHECK(steps[2] < steps[3]);
}

/// The same but for what rounding makes of log-probabilities.
template <class T>
bool are_near(const std::vector<found>& x, const std::vector<found>& y) {
  return std::ranges::equal(x, y, [](const found& a, const found& b) {
    return a.tokens == b.tokens && a.ended == b.ended &&
           std::abs(a.log_probability - b.log_probability) < tolerance<T> && std::abs(a.score - b.score) < tolerance<T>;
  });
}

TEMPLATE_TEST_CASE("a row's n best depend neither on other rows nor on threads", "", float, double) {
  using T = TestType;
  const auto weights = at_random<small, T>(800);
  tf::kernels::threads one{1}, three{3};
  using decoder = tf::beam_decoder<tf::transformer_beams<small, small::Batch, Beam>, T, tf::wu_penalty>;
  const random_words<small> words{{5, 9, 2, 7, 6}};
  random_words<small> others{words.lengths, 16, 8};
  std::copy_n(words.source.data(), 9, others.source.data());
  for (const std::size_t width : {1, 2, 6}) {
    INFO("width " << width);
    decoder decode{weights, one, {.width = width, .n_best = 0}},
        with_threads{weights, three, {.width = width, .n_best = 0}};
    const auto expected = searched(decode, words.source, words.lengths);
    CHECK(searched(with_threads, words.source, words.lengths) == expected);
    CHECK(searched(decode, random_words<small>{words.lengths, 16}.source, words.lengths) == expected);
    const auto with_others = searched(decode, others.source, others.lengths);
    CHECK(with_others[0] == expected[0]);
    CHECK(with_others[1] != expected[1]);
    for (std::size_t b = 0; b < 5; ++b)
      CHECK(are_near<T>(searched(decode, words.alone(b), std::vector{words.lengths[b]})[0], expected[b]));
  }
}

template <class Penalty>
void check_end(Penalty penalty) {
  const auto file = pronounce_file();
  const auto words = decoded_words();
  std::vector<std::int32_t> lengths;
  const auto source = spelling{file}.tokens(std::span{words}.first(20), lengths);
  const tf::packed_weights<pronounce_transformer> weights{tf::load<pronounce_transformer, float>(file)};
  tf::kernels::threads threads{2};
  using decoder = tf::beam_decoder<tf::transformer_beams<pronounce, pronounce::Batch, Beam>, float, Penalty>;
  decoder decode{weights, threads, {.width = 3, .n_best = 3}, penalty};
  decoder to_the_end{weights, threads, {.width = 3, .n_best = 3, .end = tf::search_end::with_target}, penalty};
  CHECK(searched(decode, source, lengths) == searched(to_the_end, source, lengths));
  CHECK(to_the_end(source, lengths).steps == tf::bound<pronounce::Target>);
  CHECK(decode(source, lengths).steps < tf::bound<pronounce::Target>);
}

TEST_CASE("a search that ends when it is decided finds what it finds when it runs on") {
  check_end(tf::no_penalty{});
  check_end(tf::average_penalty{});
  check_end(tf::wu_penalty{0.6});
  check_end(tf::wu_penalty{-0.5});
}

TEST_CASE("a beam decoder throws for impossible options and lengths") {
  const auto weights = at_random<small, float>(800);
  tf::kernels::threads threads;
  using decoder = tf::beam_decoder<tf::transformer_beams<small, small::Batch, Beam>>;
  const auto refusal = [&](const tf::beam_options& options, const std::vector<std::int32_t>& lengths) {
    try {
      decoder decode{weights, threads, options};
      decode(random_words<small>{{5, 9}}.source, lengths);
    } catch (const tf::error& e) {
      return std::string{e.what()};
    }
    return std::string{};
  };
  CHECK(refusal({.width = 7}, {5, 9}) == "beam_decoder: the width is 7, but there is room for 6");
  CHECK(refusal({.width = 4, .n_best = 5}, {5, 9}) ==
        "beam_decoder: the 5 best are asked for, but a width of 4 finds at most as many");
  CHECK(refusal({.width = 6}, {5}) == "beam_decoder: there are 1 lengths for the rows of [B·k 2, N 9]");
  CHECK(refusal({.width = 6, .n_best = 6}, {5, 9}).empty());
  CHECK(refusal({}, {5, 9}).empty());
}

}  // namespace
