// What a pronouncer finds beside the greedy choice: searched, scored and looked at.
#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <typeformer/decode/cross_attention.hpp>
#include <typeformer/pronounce/pronouncer.hpp>

#include "../catch.hpp"
#include "../io/temporary_folder.hpp"
#include "../reference/pronounce_model.hpp"
#include "../small_model.hpp"

namespace {
namespace tf = typeformer;
using namespace tf::testing;

using phones = std::vector<std::string_view>;

tf::pronouncer& first_model() {
  static tf::pronouncer pronounce{std::filesystem::path{TYPEFORMER_PRONOUNCE_WEIGHTS}};
  return pronounce;
}

/// `pronounce` with weights at random, read from a file.
tf::pronouncer at_random(unsigned seed, std::size_t threads = 1) {
  const tf::test::temporary_folder folder;
  const auto path = folder.path() / "random.safetensors";
  tf::save(path, random_weights<tf::transformer<tf::pronounce>, float>(seed), pronounce_file().metadata());
  return tf::pronouncer{path, threads};
}

std::vector<std::string> some_words(std::size_t count) {
  std::vector<std::string> words;
  for (const auto& w : decoded_words()) words.push_back(w.word);
  words.resize(count);
  return words;
}
std::vector<std::string_view> views_of(const std::vector<std::string>& words) { return {words.begin(), words.end()}; }

std::vector<phones> best_of(const std::vector<std::vector<tf::pronunciation>>& found) {
  std::vector<phones> best;
  for (const auto& f : found) best.push_back(f.at(0).phones);
  return best;
}

TEST_CASE("a search of width 1 says what greedy decoding says") {
  const auto words = some_words(480);
  const auto found = first_model().search(views_of(words), 1);
  CHECK(best_of(found) == first_model()(views_of(words)));
  for (const auto& f : found) CHECK(f.size() == 1);
  auto other = at_random(3);
  CHECK(best_of(other.search(views_of(words), 1)) == other(views_of(words)));
}

TEST_CASE("a search finds different pronunciations, the likeliest first, as many as were asked for") {
  const auto words = some_words(130);
  for (const auto& [width, count] : {std::pair{1, 1}, std::pair{4, 1}, std::pair{4, 4}, std::pair{16, 5}}) {
    INFO("beam " << width << ", " << count << " asked for");
    const auto found =
        first_model().search(views_of(words), static_cast<std::size_t>(width), static_cast<std::size_t>(count));
    REQUIRE(found.size() == words.size());
    for (const auto& f : found) {
      CHECK(f.size() == static_cast<std::size_t>(count));
      CHECK(std::ranges::is_sorted(f, std::greater{}, &tf::pronunciation::log_probability));
      std::set<phones> different;
      for (const auto& p : f) different.insert(p.phones);
      CHECK(different.size() == f.size());
    }
  }
}

TEST_CASE("what a search gives out for a pronunciation's probability is its score") {
  const auto words = some_words(100);
  const auto found = first_model().search(views_of(words), 8, 8);
  std::vector<std::string_view> repeated;
  std::vector<phones> predicted;
  std::vector<double> expected;
  for (std::size_t i = 0; i < words.size(); ++i)
    for (const auto& p : found[i]) {
      repeated.push_back(words[i]);
      predicted.push_back(p.phones);
      expected.push_back(p.log_probability);
    }
  const auto scores = first_model().score(repeated, predicted);
  REQUIRE(scores.size() == 800);
  for (std::size_t i = 0; i < scores.size(); ++i) {
    INFO(repeated[i] << " said with " << predicted[i].size() << " phones");
    CHECK(scores[i] == Approx(expected[i]).margin(1e-4));
  }
}

TEST_CASE("the wider beam finds what is likelier on average, and the usual answers") {
  const auto words = some_words(480);
  const auto mean = [&](std::size_t width) {
    double sum = 0;
    for (const auto& f : first_model().search(views_of(words), width)) sum += f.at(0).log_probability;
    return sum / static_cast<double>(words.size());
  };
  CHECK(mean(4) > mean(1));
  const auto read = first_model().search(std::vector<std::string_view>{"read"}, 8, 2).at(0);
  const std::set<phones> expected{{"R", "EH", "D"}, {"R", "IY", "D"}};
  CHECK(std::set<phones>{read.at(0).phones, read.at(1).phones} == expected);
}

TEST_CASE("any number of threads finds the same, to the bit") {
  const auto words = some_words(130);
  auto one = at_random(7);
  const auto found = one.search(views_of(words), 3, 3);
  std::vector<phones> predicted;
  for (const auto& f : found) predicted.emplace_back(f.front().phones.begin(), f.front().phones.end());
  for (auto& s : predicted) s.resize(std::min<std::size_t>(s.size(), 39));
  const auto scores = one.score(views_of(words), predicted);
  for (const std::size_t threads : {2, 3}) {
    auto many = at_random(7, threads);
    for (const std::size_t count : {std::size_t{3}, words.size()}) {  // of which the first are a batch
      const auto views = views_of(words);
      const auto again = many.search(std::span{views}.first(count), 3, 3);
      for (std::size_t i = 0; i < count; ++i)
        CHECK(std::ranges::equal(again[i], found[i], [](const auto& a, const auto& b) {
          return a.phones == b.phones && a.log_probability == b.log_probability;
        }));
    }
    CHECK(many.score(views_of(words), predicted) == scores);
  }
}

TEST_CASE("the scores of all first phones and of silence sum to less than 1, and unlikely ones are low") {
  const auto score = [](phones predicted) {
    return first_model().score(std::vector<std::string_view>{"A"}, std::vector<phones>{predicted}).at(0);
  };
  CHECK(score({"EY"}) > score({"K"}) + 3);
  CHECK(std::exp(score({"EY"})) + std::exp(score({"AH"})) + std::exp(score({})) < 1);
  CHECK(first_model().score({}, {}).empty());
}

TEST_CASE("attention is the mean over the heads of the last decoder layer") {
  const auto file = pronounce_file();
  const spelling letters{file};
  const tf::packed_weights<pronounce_transformer> weights{tf::load<pronounce_transformer>(file)};
  tf::kernels::threads threads{1};
  tf::cross_attention<tf::first_pronounce, tf::pronounce::Batch> look{weights, threads};
  const std::vector<decoded_word> words{{"CAT", "K AE T"}};
  std::vector<std::int32_t> lengths;
  const auto source = letters.tokens(words, lengths);
  tf::tokens<tf::pronounce::Phone, tf::pronounce::Batch, tf::pronounce::Target> target(1, 3);
  std::ranges::copy(std::array{22, 4, 33}, target.data());
  REQUIRE(letters.phones(target.elements()) == "K AE T");
  const auto seen = look(source, lengths, target, std::array{3});
  const auto map = first_model().attention("cat");
  CHECK(map.letters == std::vector<std::string>{"C", "A", "T", "</s>"});
  CHECK(map.phones == std::vector<std::string>{"K", "AE", "T", "</s>"});
  REQUIRE(map.weights.size() == 16);
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 4; ++j) {
      double mean = 0;
      for (int h = 0; h < 4; ++h) mean += seen(2, 0, h, i, j) / 4.0;
      CHECK(map.weights[i * 4 + j] == Approx(mean).margin(1e-6));
    }
}

TEST_CASE("of each phone, attention to the letters and the end sums to 1, where phones are cut off too") {
  auto other = at_random(3);
  std::size_t cut_off = 0;
  for (tf::pronouncer* pronounce : {&first_model(), &other})
    for (const std::string& word : {std::string{"A"}, std::string{"O’NEIL"}, std::string(63, 'Q')}) {
      const auto predicted = (*pronounce)(word);
      const auto map = pronounce->attention(word);
      INFO(word);
      REQUIRE(map.weights.size() == map.phones.size() * map.letters.size());
      CHECK(map.letters.back() == "</s>");
      phones names{map.phones.begin(), map.phones.end()};
      if (map.phones.size() < 40 || map.phones.back() == "</s>") {
        CHECK(names.back() == "</s>");
        names.pop_back();
      } else {
        ++cut_off;
      }
      std::erase_if(names, [](std::string_view name) { return name == "<pad>" || name == "<s>"; });
      CHECK(names == predicted);
      for (std::size_t i = 0; i < map.phones.size(); ++i) {
        double sum = 0;
        for (std::size_t j = 0; j < map.letters.size(); ++j) sum += map.weights[i * map.letters.size() + j];
        CHECK(sum == Approx(1).margin(1e-5));
      }
    }
  CHECK(cut_off >= 1);
}

template <class F>
std::string refusal_of(const F& f) {
  try {
    f();
  } catch (const tf::error& problem) {
    return problem.what();
  }
  return "";
}

TEST_CASE("what cannot be searched, scored or looked at is refused with a sentence") {
  auto& pronounce = first_model();
  const std::vector<std::string_view> cat{"cat"}, bad{"c2t"};
  const auto search = [&](std::size_t width, std::size_t count) {
    return refusal_of([&] { pronounce.search(cat, width, count); });
  };
  CHECK(search(0, 1) == "pronouncer.search: the width is 0, but it must lie between 1 and 16");
  CHECK(search(17, 1) == "pronouncer.search: the width is 17, but it must lie between 1 and 16");
  CHECK(search(4, 0) == "pronouncer.search: 0 pronunciations are asked for, but a beam of 4 finds 1 to 4");
  CHECK(search(4, 5) == "pronouncer.search: 5 pronunciations are asked for, but a beam of 4 finds 1 to 4");
  CHECK(search(16, 16) == "");

  const std::string digit = "'c2t' has the digit '2', but only A to Z and the apostrophe are known";
  CHECK(refusal_of([&] { pronounce.search(bad, 4); }) == digit);
  CHECK(refusal_of([&] { pronounce.attention("c2t"); }) == digit);
  CHECK(refusal_of([&] { pronounce.score(bad, std::vector<phones>{{"K"}}); }) == digit);
  CHECK(refusal_of([&] { pronounce.score(cat, {}); }) ==
        "pronouncer.score: 1 word and 0 lists of phones are given, but each word has one list");

  const phones most(39, "K"), many(40, "K");
  CHECK(pronounce.refusal_of_phones(phones{}) == "");
  CHECK(pronounce.refusal_of_phones(most) == "");
  CHECK(pronounce.refusal_of_phones(many) == "there are 40 phones, but at most 39 are read");
  CHECK(std::isfinite(pronounce.score(cat, std::vector<phones>{most}).at(0)));
  for (const std::string_view unknown : {"k", "</s>", "<pad>", "", "K AE", "XX"}) {
    const std::string sentence = pronounce.refusal_of_phones(phones{"K", unknown});
    CHECK(sentence.starts_with("the phone '" + std::string{unknown} + "' is not known, but only AA, AE, "));
    CHECK(refusal_of([&] { pronounce.score(cat, std::vector<phones>{{"K", unknown}}); }) == sentence);
  }
}

struct two_layers : tf::pronounce {
  static constexpr std::size_t encoder_layers = 2, decoder_layers = 2;
};

TEST_CASE("a file that is of neither model is refused as one of pronounce") {
  const tf::test::temporary_folder folder;
  const auto path = folder.path() / "two.safetensors";
  tf::save(path, random_weights<tf::transformer<two_layers>, float>(1), pronounce_file().metadata());
  const std::string sentence = refusal_of([&] { tf::pronouncer{path}; });
  INFO(sentence);
  CHECK(sentence.find("tensor 'encoder.2.self_attention.query.weight' is missing") != sentence.npos);
  CHECK(sentence.ends_with("; and 115 more like this"));  // 16 in an encoder layer, 26 in a decoder layer
}

}  // namespace
