#include "../../src/pronounce/pronunciation_list.hpp"

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../io/temporary_folder.hpp"
#include "catch.hpp"
#include "small_vocabularies.hpp"

namespace tf = typeformer;
using tf::bad_lines;

namespace {

const tf::test::small_vocabularies& known() {
  static const tf::test::small_vocabularies vocabularies;
  return vocabularies;
}

tf::pronunciation_list read(std::string_view text, bad_lines policy = bad_lines::refuse) {
  return tf::read_pronunciations(text, "data.tsv", known().letters, known().phones, policy);
}

std::string refusal_of(std::string_view text, bad_lines policy = bad_lines::refuse) {
  return tf::safetensors::test::sentence_of([&] { read(text, policy); });
}

tf::pronunciation_list read_file(const std::filesystem::path& path) {
  return tf::read_pronunciations(path, known().letters, known().phones);
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  for (; times > 0; --times) all += text;
  return all;
}

}  // namespace

TEST_CASE("lines become examples") {
  const auto list = read("CAT\tK AE T\no’as\tAA S\nCAT\t K  AA T \n");
  REQUIRE(list.examples.size() == 3);
  REQUIRE(list.lines.size() == 3);
  CHECK(list.examples[0].source == std::vector<std::int32_t>{5, 3, 22});
  CHECK(list.examples[0].target == std::vector<std::int32_t>{5, 4, 7});
  CHECK(list.examples[1].source == std::vector<std::int32_t>{17, 29, 3, 21});
  CHECK(list.examples[1].target == std::vector<std::int32_t>{3, 6});
  CHECK(list.examples[2].target == std::vector<std::int32_t>{5, 3, 7});
  CHECK(list.lines[1].word == "o’as");
  CHECK(list.lines[2].number == 3);
  CHECK(list.bad == 0);
  CHECK(list.reasons.empty());
}

TEST_CASE("a file may end lines as Windows does, begin with a byte order mark and end without a newline") {
  const auto plain = read("CAT\tK AE T\nAS\tAE S\n");
  for (const std::string_view text : {"CAT\tK AE T\r\nAS\tAE S\r\n",
                                      "\xef\xbb\xbf"
                                      "CAT\tK AE T\nAS\tAE S",
                                      "CAT\tK AE T\nAS\tAE S\r"}) {
    const auto list = read(text);
    REQUIRE(list.examples.size() == 2);
    for (std::size_t i = 0; i < 2; ++i) {
      CHECK(list.examples[i].source == plain.examples[i].source);
      CHECK(list.examples[i].target == plain.examples[i].target);
      CHECK(list.lines[i].number == i + 1);
    }
    CHECK(list.lines[0].word == "CAT");
  }
}

TEST_CASE("the longest word and the most phones are read") {
  const auto list = read(std::string(63, 'a') + "\t" + repeated("AE ", 39));
  REQUIRE(list.examples.size() == 1);
  CHECK(list.examples[0].source.size() == 63);
  CHECK(list.examples[0].target.size() == 39);
}

TEST_CASE("a bad line is refused with its number and the reason") {
  const std::string long_word(64, 'A');
  const std::vector<std::pair<std::string, std::string>> cases{
      {"", "the line is empty"},
      {"\r", "the line is empty"},
      {"CAT", "'CAT' has no tab between word and phones"},
      {"CAT  K AE T", "'CAT  K AE T' has no tab between word and phones"},
      {"CAT\tK AE\tT", "'CAT\\x09K AE\\x09T' has a second tab"},
      {"\tK AE T", "the word is empty"},
      {"CAT\t", "there are no phones"},
      {"CAT\t  ", "there are no phones"},
      {"B2B\tK", "'B2B' has the digit '2', but only A to Z and the apostrophe are known"},
      {"CAT \tK", "'CAT ' has a space, but only A to Z and the apostrophe are known"},
      {"C\xe4T\tK", "'C\\xe4T' is not UTF-8: its byte 2 is 0xe4"},
      {std::string{"C\0T\tK", 5},
       "'C\\x00T' has the character '\\x00' (U+0000), but only A to Z and the apostrophe are known"},
      {long_word + "\tK", "'" + long_word + "' has 64 letters, but at most 63 are read"},
      {"CAT\tK AE1 T", "the phone 'AE1' has a stress mark, but only 'AE' without one is known"},
      {"CAT\tK Q1 T", "the phone 'Q1' is not known, but only AA, AE, K, S and T are"},
      {"CAT\tK ae T", "the phone 'ae' is not known, but only AA, AE, K, S and T are"},
      {"CAT\tK \xff T", "the phone '\\xff' is not known, but only AA, AE, K, S and T are"},
      {std::string{"CAT\tK\0 T", 8}, "the phone 'K\\x00' is not known, but only AA, AE, K, S and T are"},
      {"CAT\t<pad>", "the phone '<pad>' is not known, but only AA, AE, K, S and T are"},
      {"CAT\tK\rT", "the phone 'K\\x0dT' is not known, but only AA, AE, K, S and T are"},
      {"\xef\xbb\xbf"
       "CAT\tK",
       "'\\ufeffCAT' has the character '\\ufeff' (U+FEFF), but only A to Z and the "
       "apostrophe are known"},
      {"CAT\t" + repeated("K ", 40), "there are 40 phones, but at most 39 are read"},
      {std::string(4097, 'A'), "the line has 4097 bytes, but at most 4096 are read"},
  };
  for (const auto& [line, reason] : cases) {
    const std::string text = "CAT\tK AE T\n" + line + "\nAS\tAE S\n";
    CHECK(refusal_of(text) == "data.tsv, line 2: " + reason);
    const auto rest = read(text, bad_lines::skip);
    CHECK(rest.bad == 1);
    REQUIRE(rest.examples.size() == 2);
    CHECK(rest.lines[1].number == 3);
    REQUIRE(rest.reasons.size() == 1);
    CHECK(rest.reasons[0] == "data.tsv, line 2: " + reason);
  }
  CHECK(read(std::string(4000, ' ').insert(0, "CAT\tK")).examples.size() == 1);
}

TEST_CASE("a refusal says how many more lines are bad") {
  const std::string first = "data.tsv, line 1: 'A' has no tab between word and phones";
  CHECK(refusal_of("A\nAS\tAE S\nB\n") == first + " (1 more line is bad)");
  CHECK(refusal_of("A\nAS\tAE S\nB\nC\n") == first + " (2 more lines are bad)");
}

TEST_CASE("of the lines left out the first are listed") {
  const auto list = read("AS\tAE S\n" + repeated("A\n", 8), bad_lines::skip);
  CHECK(list.bad == 8);
  REQUIRE(list.reasons.size() == list.most_reasons);
  CHECK(list.reasons.back() == "data.tsv, line 6: 'A' has no tab between word and phones");
}

TEST_CASE("a file without pronunciations is refused") {
  for (const bad_lines policy : {bad_lines::refuse, bad_lines::skip})
    for (const std::string_view nothing : {"", "\xef\xbb\xbf"})
      CHECK(refusal_of(nothing, policy) == "data.tsv: holds no pronunciations");
  CHECK(refusal_of("A\nB\n", bad_lines::skip) ==
        "data.tsv: holds no pronunciations: data.tsv, line 1: 'A' has no tab between word and phones (1 more line is "
        "bad)");
}

TEST_CASE("pronunciations are read from files") {
  const tf::test::temporary_folder folder;
  const auto path = folder.path() / "data.tsv";
  std::ofstream{path} << "CAT\tK AE T\nCAT\n";
  CHECK(tf::read_pronunciations(path, known().letters, known().phones, bad_lines::skip).examples.size() == 1);
  const auto refused = [](const std::filesystem::path& file) {
    return tf::safetensors::test::sentence_of([&] { read_file(file); });
  };
  CHECK(refused(path) == path.string() + ", line 2: 'CAT' has no tab between word and phones");
  CHECK(refused(folder.path()) == folder.path().string() + ": is a directory, not a file");
  CHECK(refused(folder.path() / "none") ==
        (folder.path() / "none").string() + ": cannot be opened: No such file or directory");
  // Nothing of it is on the disk.
  std::filesystem::resize_file(path, (std::uintmax_t{1} << 30) + 1);
  CHECK(refused(path) == path.string() + ": has 1073741825 bytes, but at most 1073741824 are read");
}

TEST_CASE("lines of the same letters are one word") {
  const auto words = tf::words_of(read("CAT\tK AE T\nAS\tAE S\nCat\tK AA T\nA'S\tAA S\nA’S\tAA\n"));
  REQUIRE(words.size() == 3);
  CHECK(words[0].word == "CAT");
  CHECK(words[0].letters == std::vector<std::int32_t>{5, 3, 22});
  CHECK(words[0].references == std::vector<std::vector<std::int32_t>>{{5, 4, 7}, {5, 3, 7}});
  CHECK(words[1].references == std::vector<std::vector<std::int32_t>>{{4, 6}});
  CHECK(words[2].word == "A'S");
  CHECK(words[2].references.size() == 2);
}

TEST_CASE("of any bytes each line is an example or bad") {
  std::minstd_rand random{3};
  constexpr std::string_view likely = "CATS'\t\t  AE K T\n\n\r";
  std::size_t examples = 0, bad = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string text = "AS\tAE S\n";
    std::size_t lines = 1;
    for (std::size_t n = random() % 80; n > 0; --n) {
      text += random() % 40 ? likely[random() % likely.size()] : static_cast<char>(random() % 256);
      lines += text.back() == '\n';
    }
    lines += text.back() != '\n';
    const auto list = read(text, bad_lines::skip);
    CHECK(list.examples.size() + list.bad == lines);
    CHECK(list.lines.size() == list.examples.size());
    examples += list.examples.size() - 1;
    bad += list.bad;
  }
  CHECK(examples > 30);
  CHECK(bad > 1000);
}
