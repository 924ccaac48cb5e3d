#include "../../src/pronounce/phone_errors.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include <typeformer/error.hpp>

#include "catch.hpp"

namespace tf = typeformer;

namespace {

using phones = std::vector<std::int32_t>;

tf::phone_errors errors_of(const phones& predicted, const std::vector<phones>& references) {
  tf::phone_errors errors;
  errors.add(predicted, references);
  return errors;
}

/// Words, word errors, phones, substitutions, insertions, deletions.
std::vector<std::size_t> counts(const tf::phone_errors& e) {
  return {e.words(), e.word_errors(), e.phones(), e.edits().substitutions, e.edits().insertions, e.edits().deletions};
}

/// The fewest substitutions, insertions and deletions, by definition.
std::size_t distance(std::span<const std::int32_t> a, std::span<const std::int32_t> b) {
  if (a.empty()) return b.size();
  if (b.empty()) return a.size();
  const auto without_first_a = a.subspan(1), without_first_b = b.subspan(1);
  if (a.front() == b.front()) return distance(without_first_a, without_first_b);
  return 1 + std::min({distance(without_first_a, without_first_b), distance(without_first_a, b),
                       distance(a, without_first_b)});
}

}  // namespace

TEST_CASE("edits of one word with one reference") {
  CHECK(counts(errors_of({5, 6, 7}, {{5, 6, 7}})) == std::vector<std::size_t>{1, 0, 3, 0, 0, 0});
  CHECK(counts(errors_of({5, 9, 7}, {{5, 6, 7}})) == std::vector<std::size_t>{1, 1, 3, 1, 0, 0});
  CHECK(counts(errors_of({5, 6, 6, 7}, {{5, 6, 7}})) == std::vector<std::size_t>{1, 1, 3, 0, 1, 0});
  CHECK(counts(errors_of({5, 7}, {{5, 6, 7}})) == std::vector<std::size_t>{1, 1, 3, 0, 0, 1});
  CHECK(counts(errors_of({}, {{5, 6, 7}})) == std::vector<std::size_t>{1, 1, 3, 0, 0, 3});
  CHECK(counts(errors_of({5, 6, 7}, {{}})) == std::vector<std::size_t>{1, 1, 0, 0, 3, 0});
  CHECK(counts(errors_of({}, {{}})) == std::vector<std::size_t>{1, 0, 0, 0, 0, 0});
  CHECK(counts(errors_of({6, 5}, {{5, 6}})) == std::vector<std::size_t>{1, 1, 2, 2, 0, 0});
  // One of each: 4 instead of 3, 6 left out, 9 put in.
  CHECK(counts(errors_of({4, 5, 7, 8, 9, 1}, {{3, 5, 6, 7, 8, 1}})) == std::vector<std::size_t>{1, 1, 6, 1, 1, 1});
}

TEST_CASE("a word is compared with the nearest of its references") {
  CHECK(counts(errors_of({5, 6}, {{5, 6, 7}, {5, 6}})) == std::vector<std::size_t>{1, 0, 2, 0, 0, 0});
  CHECK(counts(errors_of({5, 6}, {{1, 2, 3, 4}, {5, 6, 7}, {8, 9}})) == std::vector<std::size_t>{1, 1, 3, 0, 0, 1});
  // As near: the longest, wherever it is.
  CHECK(counts(errors_of({5, 6}, {{5}, {5, 6, 7}, {5, 7}})) == std::vector<std::size_t>{1, 1, 3, 0, 0, 1});
  CHECK(counts(errors_of({5, 6}, {{5, 6, 7}, {5}})) == std::vector<std::size_t>{1, 1, 3, 0, 0, 1});
  // As near and as long: the first.
  const auto errors = errors_of({5, 6}, {{5, 8}, {5, 7}});
  REQUIRE(errors.confusions(9).size() == 1);
  CHECK(errors.confusions(9)[0].expected == 8);
  CHECK_THROWS_AS(errors_of({5, 6}, {}), tf::error);
}

TEST_CASE("rates are of all words and of all phones") {
  tf::phone_errors errors;
  CHECK(std::isnan(errors.word_error_rate()));
  CHECK(std::isnan(errors.phone_error_rate()));
  errors.add(phones{5, 6, 7}, std::vector<phones>{{5, 6, 7}});
  errors.add(phones{5, 6}, std::vector<phones>{{5, 6, 7}});
  errors.add(phones{5, 9, 9}, std::vector<phones>{{5, 6}});
  errors.add(phones{1}, std::vector<phones>{{1}, {2}});
  CHECK(counts(errors) == std::vector<std::size_t>{4, 2, 9, 1, 1, 1});
  CHECK(errors.word_error_rate() == 2.0 / 4);
  CHECK(errors.phone_error_rate() == 3.0 / 9);
}

TEST_CASE("phones that are taken for another are counted, the most frequent first") {
  tf::phone_errors errors;
  const std::vector<phones> reference{{3, 4, 5, 6}};
  for (const phones& predicted :
       {phones{3, 9, 5, 6}, {3, 9, 5, 7}, {8, 4, 5, 6}, {3, 4, 5, 6}, {3, 4, 5}, {3, 1, 5, 6}})
    errors.add(predicted, reference);
  const auto found = errors.confusions(10);
  REQUIRE(found.size() == 4);
  const std::vector<std::vector<std::size_t>> expected{{4, 9, 2}, {3, 8, 1}, {4, 1, 1}, {6, 7, 1}};
  for (std::size_t i = 0; i < found.size(); ++i) {
    CHECK(static_cast<std::size_t>(found[i].expected) == expected[i][0]);
    CHECK(static_cast<std::size_t>(found[i].predicted) == expected[i][1]);
    CHECK(found[i].times == expected[i][2]);
  }
  CHECK(errors.confusions(2).size() == 2);
  CHECK(errors.confusions(0).empty());
}

TEST_CASE("edits are as few as the recursive definition says") {
  std::minstd_rand random{1};
  const auto random_phones = [&] {
    phones list(random() % 8);
    for (auto& p : list) p = static_cast<std::int32_t>(random() % 3);
    return list;
  };
  for (int i = 0; i < 2000; ++i) {
    const phones predicted = random_phones();
    std::vector<phones> references(1 + random() % 3);
    for (auto& r : references) r = random_phones();
    std::size_t fewest = distance(predicted, references[0]), longest = references[0].size();
    for (const auto& r : references)
      if (const std::size_t d = distance(predicted, r); d < fewest || (d == fewest && r.size() > longest))
        fewest = d, longest = r.size();
    const auto errors = errors_of(predicted, references);
    CHECK(errors.edits().total() == fewest);
    CHECK(errors.phones() == longest);
    CHECK(errors.word_errors() == (std::ranges::find(references, predicted) == references.end()));
    // What is put in and left out makes the lengths differ.
    CHECK(predicted.size() + errors.edits().deletions == longest + errors.edits().insertions);
    std::size_t substituted = 0;
    for (const auto& c : errors.confusions(100)) {
      CHECK(c.expected != c.predicted);
      substituted += c.times;
    }
    CHECK(substituted == errors.edits().substitutions);
  }
}
