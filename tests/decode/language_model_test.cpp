// Long, because it holds the plain loops that decoders and scores are compared with.
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <typeformer/decode/beam.hpp>
#include <typeformer/decode/greedy.hpp>
#include <typeformer/decode/language_model_decoding.hpp>
#include <typeformer/decode/sampling.hpp>
#include <typeformer/decode/scoring.hpp>
#include <typeformer/decode/transformer_decoding.hpp>

#include "../catch.hpp"
#include "../small_model.hpp"

/// Decoders and scores of language models against loops that run the whole forward pass anew for each token.
namespace {
namespace tf = typeformer;
using namespace tf::testing;
using row = std::vector<std::int32_t>;
using rows = std::vector<row>;

struct Batch : tf::axis<"B", tf::up_to<6>> {};
struct plain : tf::conventions<tf::norm_before, tf::rms_norms<>, tf::gated, tf::swish_activation, tf::trained_positions,
                               tf::unscaled> {
  struct Position : tf::axis<"N", tf::up_to<12>> {};
  struct Vocabulary : tf::axis<"V", 9> {};
  struct Model : tf::axis<"d_model", 16> {};
  struct Head : tf::axis<"h", 2> {};
  struct Width : tf::axis<"w", 8> {};
  struct Inner : tf::axis<"d_ff", 24> {};
  static constexpr std::size_t decoder_layers = 2;
  using embeddings = tf::tied_output;
};
struct ending : plain {
  static constexpr std::int32_t end_token = 0;
};
struct starting : plain {
  static constexpr std::int32_t start_token = 1;
};
struct between : ending {
  static constexpr std::int32_t start_token = 1;
};
/// So few continuations that all can be looked at.
struct tiny : plain {
  struct Position : tf::axis<"N", tf::up_to<5>> {};
  struct Vocabulary : tf::axis<"V", 3> {};
};
struct tiny_ending : tiny {
  static constexpr std::int32_t end_token = 0;
};

template <class Config>
using words = tf::tokens<typename Config::Vocabulary, Batch, typename Config::Position>;
template <class Config>
using decoding = tf::language_model_decoding<Config, Batch>;
template <class T>
constexpr double tolerance = std::is_same_v<T, float> ? 1e-4 : 1e-12;

template <class Config>
words<Config> tokens_of(const rows& given) {
  words<Config> x(given.size(), given[0].size());
  for (std::size_t b = 0; b < given.size(); ++b) std::ranges::copy(given[b], x.data() + b * given[0].size());
  return x;
}
rows random_rows(std::size_t count, std::size_t length, unsigned vocabulary = 9, unsigned seed = 5) {
  std::mt19937 generator{seed};
  rows all(count, row(length));
  for (row& r : all)
    for (std::int32_t& token : r) token = static_cast<std::int32_t>(generator() % vocabulary);
  return all;
}

template <class Config>
constexpr std::optional<std::int32_t> end_of = {};
template <class Config>
  requires requires { Config::end_token; }
constexpr std::optional<std::int32_t> end_of<Config> = Config::end_token;

/// A model at random, and what a plain loop makes of it.
template <class Config, class T>
struct fixture {
  using model_type = tf::language_model<Config>;
  static constexpr std::size_t entries = tf::bound<typename Config::Vocabulary>;
  tf::weights<model_type, T> stored;
  tf::packed_weights<model_type, T> weights;
  tf::kernels::threads threads{2};
  tf::session<model_type, T, words<Config>> whole{weights, threads};

  explicit fixture(unsigned seed = 800) : stored{random_weights<model_type, T>(seed)}, weights{stored} {}

  /// Logits of the token behind these.
  std::vector<T> logits_after(const row& sequence) {
    const auto y = whole(tokens_of<Config>({sequence}));
    return {y.data + (sequence.size() - 1) * entries, y.data + sequence.size() * entries};
  }
  double log_p(const row& sequence, std::int32_t next) {
    const auto logits = logits_after(sequence);
    return tf::log_probabilities<T>{logits}[static_cast<std::size_t>(next)];
  }
  /// As many as there are positions for, but for what ends a row.
  row greedy(const row& prompt, std::size_t most = 100) {
    row sequence = prompt, predicted;
    while (predicted.size() < most && sequence.size() <= tf::bound<typename Config::Position>) {
      const auto logits = logits_after(sequence);
      const auto next = static_cast<std::int32_t>(std::ranges::max_element(logits) - logits.begin());
      if (next == end_of<Config>) break;
      predicted.push_back(next);
      sequence.push_back(next);
    }
    return predicted;
  }
  rows greedy(const rows& prompts, std::size_t most = 100) {
    rows all;
    for (const row& prompt : prompts) all.push_back(greedy(prompt, most));
    return all;
  }
};

template <class Result>
rows rows_of(const Result& result, std::size_t count) {
  rows all;
  for (std::size_t b = 0; b < count; ++b) all.emplace_back(result.row(b).begin(), result.row(b).end());
  CHECK(result.lengths.size() == count);
  return all;
}

template <class F>
std::string refusal(const F& f) {
  try {
    f();
  } catch (const tf::error& e) {
    return e.what();
  }
  return {};
}
}  // namespace

// -------------------------------------------------------------------------------------------------------------- greedy
TEMPLATE_TEST_CASE("greedy decoding goes on with prompts as a loop over the whole model does", "", float, double) {
  using T = TestType;
  fixture<plain, T> with;
  tf::greedy_decoder<decoding<plain>, T> decode{with.weights, with.threads};
  for (const std::size_t length : {1, 2, 5, 11, 12}) {
    INFO("prompts of " << length);
    const rows prompts = random_rows(6, length), expected = with.greedy(prompts);
    for (const row& r : expected) CHECK(r.size() == 13 - length);
    if (length == 2) CHECK(std::set<row>(expected.begin(), expected.end()).size() >= 3);
    CHECK(rows_of(decode(tokens_of<plain>(prompts)), 6) == expected);
    for (std::size_t b = 0; b < 6; ++b) CHECK(rows_of(decode(tokens_of<plain>({prompts[b]})), 1)[0] == expected[b]);
  }
  CHECK(decode.used_bytes() <= decode.workspace_bytes);
}

TEST_CASE("each row gets at most as many tokens as are wanted") {
  fixture<plain, double> with;
  const rows prompts = random_rows(3, 4);
  for (const std::size_t most : {0, 1, 3, 9, 10}) {
    tf::greedy_decoder<decoding<plain>, double> decode{with.weights, with.threads, most};
    CHECK(rows_of(decode(tokens_of<plain>(prompts)), 3) == with.greedy(prompts, most));
  }
}

TEMPLATE_TEST_CASE("an end ends a row, and the others go on", "", float, double) {
  using T = TestType;
  std::set<std::size_t> lengths;
  for (const unsigned seed : {800, 801, 802, 803}) {
    fixture<ending, T> with{seed};
    tf::greedy_decoder<decoding<ending>, T> decode{with.weights, with.threads};
    const rows prompts = random_rows(6, 3), expected = with.greedy(prompts);
    for (const row& r : expected) lengths.insert(r.size());
    CHECK(rows_of(decode(tokens_of<ending>(prompts)), 6) == expected);
  }
  CHECK(lengths.contains(10));  // some have no end
  CHECK(lengths.size() >= 3);   // others end, at different places
}

TEST_CASE("where rows begin with a start token the prompt may be left out") {
  fixture<between, double> with;
  tf::greedy_decoder<decoding<between>, double> decode{with.weights, with.threads};
  CHECK(rows_of(decode(), 1) == with.greedy(rows{{1}}));
  CHECK(rows_of(decode(tokens_of<between>({{1}})), 1) == with.greedy(rows{{1}}));
  const rows prompts{{1, 4, 3}, {1, 2, 7}, {5, 1, 2}};
  CHECK(rows_of(decode(tokens_of<between>(prompts)), 3) == with.greedy(prompts));
  CHECK(rows_of(decode(), 1) == with.greedy(rows{{1}}));
}

TEST_CASE("each token is told once, as soon as it is there") {
  fixture<plain, double> with;
  tf::greedy_decoder<decoding<plain>, double> decode{with.weights, with.threads};
  const rows prompts = random_rows(4, 5), expected = with.greedy(prompts);
  rows told(4);
  std::vector<std::size_t> order;
  decode.stream(
      [&](std::size_t b, std::int32_t token) {
        told[b].push_back(token);
        order.push_back(b);
      },
      tokens_of<plain>(prompts));
  CHECK(told == expected);
  for (std::size_t i = 0; i < order.size(); ++i) CHECK(order[i] == i % 4);

  // A row ends with the token at which false is returned; the others go on.
  told.assign(4, {});
  const auto result = decode.stream(
      [&](std::size_t b, std::int32_t token) {
        told[b].push_back(token);
        return !((b == 1 && told[b].size() == 1) || (b == 3 && told[b].size() == 4));
      },
      tokens_of<plain>(prompts));
  rows shorter = expected;
  shorter[1].resize(1);
  shorter[3].resize(4);
  CHECK(told == shorter);
  CHECK(rows_of(result, 4) == shorter);
}

TEST_CASE("an end is not told") {
  fixture<ending, double> with{801};
  tf::greedy_decoder<decoding<ending>, double> decode{with.weights, with.threads};
  const rows prompts = random_rows(6, 3);
  rows told(6);
  decode.stream([&](std::size_t b, std::int32_t token) { told[b].push_back(token); }, tokens_of<ending>(prompts));
  CHECK(told == with.greedy(prompts));
}

// ------------------------------------------------------------------------------------------------------------ sampling
TEMPLATE_TEST_CASE("what is sampled follows from the seed, and its log p is that of the whole model", "", float,
                   double) {
  using T = TestType;
  fixture<ending, T> with;
  const rows prompts = random_rows(6, 3);
  const auto x = tokens_of<ending>(prompts);
  std::set<rows> different;
  for (const std::uint64_t seed : {1, 2, 3, 4}) {
    tf::sampling_decoder<decoding<ending>, T> decode{with.weights, with.threads, {}, seed},
        same{with.weights, with.threads, {}, seed};
    const auto result = decode(x);
    const rows found = rows_of(result, 6);
    different.insert(found);
    CHECK(rows_of(same(x), 6) == found);
    for (std::size_t b = 0; b < 6; ++b) {
      row sequence = prompts[b];
      double expected = 0;
      for (const std::int32_t token : found[b]) {
        CHECK(token != 0);
        expected += with.log_p(sequence, token);
        sequence.push_back(token);
      }
      if (found[b].size() < 10) expected += with.log_p(sequence, 0);
      CHECK(std::abs(result.log_probabilities[b] - expected) < tolerance<T>);
    }
  }
  CHECK(different.size() == 4);
}

TEST_CASE("rows of one prompt differ by their numbers alone") {
  fixture<plain, double> with;
  tf::sampling_decoder<decoding<plain>, double> decode{with.weights, with.threads, {}, 7};
  const auto x = tokens_of<plain>(rows(6, row{3, 1}));
  const rows of_places = rows_of(decode(x), 6);
  CHECK(std::set<row>(of_places.begin(), of_places.end()).size() >= 5);
  const std::vector<std::uint64_t> numbers{5, 3, 3, 0, 5, 1};
  const rows found = rows_of(decode.numbered(numbers, x), 6);
  for (std::size_t b = 0; b < 6; ++b) CHECK(found[b] == of_places[numbers[b]]);
  CHECK(refusal([&] { decode.numbered(std::vector<std::uint64_t>{1, 2}, x); }) ==
        "sampling_decoder: there are 2 numbers for 6 rows");
}

TEST_CASE("at temperature 0 the likeliest token is sampled, and told") {
  fixture<between, double> with;
  tf::sampling_decoder<decoding<between>, double> decode{with.weights, with.threads, {0}, 7, 6};
  CHECK(rows_of(decode(), 1) == with.greedy(rows{{1}}, 6));
  const rows prompts = random_rows(3, 4);
  rows told(3);
  const auto result = decode.stream([&](std::size_t b, std::int32_t token) { told[b].push_back(token); }, {},
                                    tokens_of<between>(prompts));
  CHECK(told == with.greedy(prompts, 6));
  CHECK(rows_of(result, 3) == told);
}

// -------------------------------------------------------------------------------------------------------------- scores
namespace {
/// Log p of a row by a plain loop, and how many tokens it is of.
template <class Config, class T>
std::pair<double, std::int32_t> score_of(fixture<Config, T>& with, const row& given) {
  row sequence, all = given;
  if constexpr (requires { Config::start_token; }) sequence.push_back(Config::start_token);
  if constexpr (requires { Config::end_token; }) all.push_back(Config::end_token);
  std::pair<double, std::int32_t> found{};
  for (const std::int32_t token : all) {
    if (!sequence.empty()) {
      found.first += with.log_p(sequence, token);
      ++found.second;
    }
    sequence.push_back(token);
  }
  return found;
}

template <class Config, class T>
void check_scores(std::size_t longest) {
  fixture<Config, T> with;
  tf::scorer<decoding<Config>, T> score{with.weights, with.threads};
  const rows all = random_rows(6, longest);
  const auto count = static_cast<std::int32_t>(longest);
  for (const std::vector<std::int32_t>& lengths :
       {std::vector<std::int32_t>{count, 5, 1, 0, 2, 9}, {1, 1, 1, 1, 1, 1}, {0, 0, 0, 0, 0, 0}}) {
    const auto found = score(lengths, tokens_of<Config>(all));
    REQUIRE(found.tokens.size() == 6);
    double sum = 0, tokens = 0;
    for (std::size_t b = 0; b < 6; ++b) {
      const auto [log_probability, scored] =
          score_of(with, row(all[b].begin(), all[b].begin() + static_cast<std::ptrdiff_t>(lengths[b])));
      INFO("row " << b);
      CHECK(std::abs(found.log_probabilities[b] - log_probability) < tolerance<T>);
      CHECK(found.tokens[b] == scored);
      sum += log_probability;
      tokens += scored;
    }
    if (tokens > 0)
      CHECK(std::abs(found.perplexity() / std::exp(-sum / tokens) - 1) < tolerance<T>);
    else
      CHECK(std::isnan(found.perplexity()));
  }
}
}  // namespace

TEMPLATE_TEST_CASE("scores are those of a loop over the whole model, with start and end and without", "", float,
                   double) {
  check_scores<plain, TestType>(12);
  check_scores<ending, TestType>(12);
  check_scores<starting, TestType>(11);
  check_scores<between, TestType>(11);
}

TEST_CASE("behind a row's length the scorer looks at nothing that matters") {
  fixture<plain, double> with;
  tf::scorer<decoding<plain>, double> score{with.weights, with.threads};
  rows all = random_rows(2, 12);
  const std::vector<std::int32_t> lengths{12, 4};
  const double before = score(lengths, tokens_of<plain>(all)).log_probabilities[1];
  std::fill(all[1].begin() + 4, all[1].end(), 8);
  CHECK(score(lengths, tokens_of<plain>(all)).log_probabilities[1] == before);
}

// --------------------------------------------------------------------------------------------------------- beam search
namespace {
struct Beam : tf::axis<"k", tf::up_to<81>> {};
template <class Config>
struct wide : tf::language_model_decoding<Config, tf::beams<Batch, Beam>> {
  using first_batch = Batch;
};

/// All continuations of a prompt by at most `most` tokens with their log p; whether they ended.
template <class Config, class T>
void enumerate(fixture<Config, T>& with, const row& prompt, const row& behind, double log_probability, std::size_t most,
               std::map<row, std::pair<double, bool>>& found) {
  if (behind.size() == most) {
    found[behind] = {log_probability, false};
    return;
  }
  row sequence = prompt;
  sequence.insert(sequence.end(), behind.begin(), behind.end());
  for (std::int32_t token = 0; token < 3; ++token) {
    const double p = log_probability + with.log_p(sequence, token);
    row longer = behind;
    longer.push_back(token);
    if (token == end_of<Config>)
      found[behind] = {p, true};
    else
      enumerate(with, prompt, longer, p, most, found);
  }
}

template <class Config, class T>
void check_enumerated(std::size_t count, std::size_t most = tf::unlimited_tokens) {
  fixture<Config, T> with;
  tf::beam_decoder<wide<Config>, T> decode{
      with.weights, with.threads, {.width = 81, .n_best = 81, .end = tf::search_end::with_target}, {}, most};
  const rows prompts = random_rows(3, 2, 3);
  const auto result = decode(tokens_of<Config>(prompts));
  for (std::size_t b = 0; b < 3; ++b) {
    INFO("row " << b);
    std::map<row, std::pair<double, bool>> expected;
    enumerate(with, prompts[b], {}, 0, std::min<std::size_t>(most, 4), expected);
    REQUIRE(expected.size() == count);
    const auto found = result.row(b);
    REQUIRE(found.size() == count);
    const auto above = [](const auto& x, const auto& y) {
      return std::pair{x.second.second, x.second.first} < std::pair{y.second.second, y.second.first};
    };
    const auto& best = *std::ranges::max_element(expected, above);
    CHECK(row(found[0].tokens.begin(), found[0].tokens.end()) == best.first);
    for (std::size_t i = 0; i < count; ++i) {
      const row tokens(found[i].tokens.begin(), found[i].tokens.end());
      REQUIRE(expected.contains(tokens));
      CHECK(std::abs(found[i].log_probability - expected[tokens].first) < tolerance<T>);
      CHECK(found[i].ended == expected[tokens].second);
      if (i && found[i - 1].ended == found[i].ended) CHECK(found[i - 1].score >= found[i].score);
      expected.erase(tokens);
    }
  }
}
}  // namespace

TEMPLATE_TEST_CASE("a beam wide enough finds all continuations of a prompt, the best first", "", float, double) {
  check_enumerated<tiny, TestType>(81);
  check_enumerated<tiny_ending, TestType>(15 + 16);
  check_enumerated<tiny, TestType>(9, 2);
}

TEST_CASE("a beam of width 1 goes on as greedy decoding does, with prompts and without") {
  fixture<between, double> with;
  tf::beam_decoder<decoding<between>, double> decode{with.weights, with.threads, {.width = 1}};
  const auto tokens_of_row = [](const auto& result, std::size_t b) {
    const auto found = result.row(b);
    REQUIRE(found.size() == 1);
    return row(found[0].tokens.begin(), found[0].tokens.end());
  };
  CHECK(tokens_of_row(decode(), 0) == with.greedy(row{1}));
  const rows prompts = random_rows(6, 4);
  const auto result = decode(tokens_of<between>(prompts));
  for (std::size_t b = 0; b < 6; ++b) CHECK(tokens_of_row(result, b) == with.greedy(prompts[b]));
}

// ------------------------------------------------------------------------------------------------------------ refusals
namespace {
struct short_prompts : decoding<plain> {
  static constexpr std::size_t most_prompt = 4;
};
}  // namespace

TEST_CASE("too many rows, prompts longer than the axis and others' tokens are refused, and decoding goes on") {
  fixture<plain, double> with;
  tf::greedy_decoder<decoding<plain>, double> decode{with.weights, with.threads};
  tf::greedy_decoder<short_prompts, double> of_short{with.weights, with.threads};
  tf::beam_decoder<decoding<plain>, double> beams{with.weights, with.threads, {.width = 2}};
  const rows prompts = random_rows(6, 4);
  const auto x = tokens_of<plain>(prompts);
  const rows expected = rows_of(decode(x), 6);

  CHECK(refusal([&] { decode(words<plain>(7, 4)); }) == "axis B: its extent is 7, but at most 6 were promised");
  CHECK(refusal([&] { decode(words<plain>(2, 13)); }) == "axis N: its extent is 13, but at most 12 were promised");
  CHECK(refusal([&] { of_short(words<plain>(1, 5)); }) ==
        "decoding: 5 positions are given, but at most 4 are read at once");
  CHECK(refusal([&] { beams(x); }) ==
        "decoding: 6 rows are given, 2 of each are wanted, but there is room for 6, and for 6 in all");
  auto wrong = x;
  wrong(2, 1) = 9;
  CHECK(refusal([&] { decode(wrong); }) == "tokens: number 9 at index 9 is not in a vocabulary of 9");
  CHECK(rows_of(decode(x), 6) == expected);
  CHECK(rows_of(of_short(x), 6) == expected);

  tf::scorer<decoding<plain>, double> score{with.weights, with.threads};
  CHECK(refusal([&] { score(std::vector<std::int32_t>{4}, x); }) ==
        "scorer: there are 1 lengths for tokens of [B 6, N 4]");
  CHECK(refusal([&] { score(std::vector<std::int32_t>{4, 4, 4, 4, 4, 5}, x); }) ==
        "scorer: a row's length is 5 in tokens of [B 6, N 4], of which at most 12 are read");
  fixture<starting, double> other;
  tf::scorer<decoding<starting>, double> with_start{other.weights, other.threads};
  CHECK(refusal([&] { with_start(std::vector<std::int32_t>{12}, words<starting>(1, 12)); }) ==
        "scorer: a row's length is 12 in tokens of [B 1, N 12], of which at most 11 are read behind the start");
}

TEST_CASE("a prompt of no tokens is followed by none") {
  fixture<plain, double> with;
  tf::greedy_decoder<decoding<plain>, double> decode{with.weights, with.threads};
  CHECK(rows_of(decode(words<plain>(2, 0)), 2) == rows(2));
}
