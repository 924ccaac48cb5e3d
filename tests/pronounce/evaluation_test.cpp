#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <typeformer/pronounce/evaluation.hpp>

#include "../io/temporary_folder.hpp"
#include "catch.hpp"

namespace tf = typeformer;

namespace {

std::string line_of(std::string_view word, const std::vector<std::string_view>& phones) {
  std::string line{word};
  for (std::size_t i = 0; i < phones.size(); ++i) (line += i == 0 ? "\t" : " ") += phones[i];
  return line + "\n";
}

}  // namespace

TEST_CASE("an evaluation compares what is said with a file, and outlives the pronouncer") {
  const tf::test::temporary_folder folder;
  const auto path = folder.path() / "data.tsv";
  tf::evaluation found;
  std::vector<std::pair<std::size_t, std::size_t>> progress;
  {
    tf::pronouncer pronounce;
    std::ofstream data{path};
    constexpr std::string_view vowels = "AEIOU", consonants = "BCDFGHJKLMNPQRSTVWXZ";
    for (std::size_t i = 0; i < 1500; ++i) {
      const std::string word{consonants[i % 20], vowels[i / 20 % 5], consonants[i / 100]};
      const auto predicted = pronounce(word);
      REQUIRE((!predicted.empty() && predicted.size() < 40));
      data << line_of(word, predicted);
    }
    data << "doggy\tZH ZH\nB2B\tB\n";
    data.close();
    CHECK_THROWS_AS(tf::evaluate(pronounce, path), tf::error);
    found = tf::evaluate(pronounce, path, {.skip_bad_lines = true, .progress = [&](auto predicted, auto words) {
                                             progress.emplace_back(predicted, words);
                                           }});
  }
  CHECK(found.words == 1501);
  REQUIRE(found.word_errors.size() == 1);
  CHECK(found.word_errors[0].word == "doggy");
  CHECK(found.word_errors[0].references == std::vector<std::vector<std::string>>{{"ZH", "ZH"}});
  REQUIRE(!found.confusions.empty());
  CHECK(found.confusions[0].expected == "ZH");
  CHECK(found.phone_errors() == std::max<std::size_t>(found.word_errors[0].predicted.size(), 2));
  CHECK(found.word_error_rate() == 1.0 / 1501);
  CHECK(found.skipped_lines == 1);
  CHECK(found.parameters > 1'000'000);
  CHECK(found.seconds > 0);
  CHECK(progress == std::vector<std::pair<std::size_t, std::size_t>>{{0, 1501}, {1024, 1501}, {1501, 1501}});
}

TEST_CASE("an evaluation throws for an impossible beam") {
  const tf::test::temporary_folder folder;
  const auto path = folder.path() / "data.tsv";
  std::ofstream{path} << "DOG\tD AO G\n";
  tf::pronouncer pronounce;
  for (const std::size_t width : {std::size_t{0}, tf::pronouncer::widest_beam + 1})
    CHECK_THROWS_AS(tf::evaluate(pronounce, path, {.beam = width}), tf::error);
  CHECK(tf::evaluate(pronounce, path, {.beam = tf::pronouncer::widest_beam}).words == 1);
}
