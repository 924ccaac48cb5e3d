#include <chrono>
#include <cstdint>
#include <filesystem>
#include <future>
#include <random>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <typeformer/io/safetensors.hpp>
#include <typeformer/pronounce/pronouncer.hpp>

#include "catch.hpp"
#include "io/temporary_folder.hpp"
#include "kernels/executors.hpp"

namespace tf = typeformer;

namespace {

using phones = std::vector<std::string_view>;

tf::pronouncer& one_thread() {
  static tf::pronouncer pronounce;
  return pronounce;
}

// With weights whose answers are known.
tf::pronouncer& first_model() {
  static tf::pronouncer pronounce{std::filesystem::path{TYPEFORMER_PRONOUNCE_WEIGHTS}};
  return pronounce;
}

std::string text_of(const phones& predicted) {
  std::string text;
  for (const std::string_view phone : predicted) (text += text.empty() ? "" : " ") += phone;
  return text;
}

// Words of every length, some of them twice, in no order.
std::vector<std::string> words_of_every_length(std::size_t count) {
  std::minstd_rand random{7};
  const std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'";
  std::vector<std::string> words;
  for (std::size_t i = 0; i < count; ++i) {
    std::string word;
    for (std::size_t n = random() % tf::pronouncer::longest_word + 1; n > 0; --n)
      word += letters[random() % letters.size()];
    words.push_back(word);
  }
  return words;
}

std::vector<std::string_view> views_of(const std::vector<std::string>& words) { return {words.begin(), words.end()}; }

// The stricter half of a decoder: what is left is the bytes that a sentence may have.
bool is_printable_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const std::size_t length = byte < 0x80   ? 1
                               : byte < 0xc2 ? 0
                               : byte < 0xe0 ? 2
                               : byte < 0xf0 ? 3
                               : byte < 0xf5 ? 4
                                             : 0;
    if (length == 0 || i + length > text.size() || byte < 0x20 || byte == 0x7f) return false;
    for (std::size_t j = 1; j < length; ++j)
      if ((static_cast<unsigned char>(text[i + j]) & 0xc0) != 0x80) return false;
    i += length;
  }
  return true;
}

}  // namespace

TEST_CASE("a pronouncer says words") {
  auto& pronounce = first_model();
  CHECK(text_of(pronounce("CAT")) == "K AE T");
  CHECK(text_of(pronounce("typeformer")) == "T AY P F AO R M ER");
  CHECK(pronounce("O'NEIL") == pronounce("o’neil"));
  CHECK(pronounce(std::vector<std::string_view>{}).empty());
  CHECK(!one_thread()("CAT").empty());
}

TEST_CASE("words come back in their order, whatever batches they were in") {
  auto& pronounce = one_thread();
  constexpr std::size_t batch = tf::pronouncer::batch;
  for (const std::size_t count : {std::size_t{1}, std::size_t{2}, batch - 1, batch, batch + 1, 3 * batch + 8}) {
    const auto words = words_of_every_length(count);
    const auto together = pronounce(views_of(words));
    REQUIRE(together.size() == count);
    for (std::size_t i = 0; i < count; i += count / 16 + 1) {
      INFO(words[i]);
      CHECK(together[i] == pronounce(words[i]));
    }
  }
}

TEST_CASE("any number of threads says the same") {
  for (const std::size_t count : {1, 7, 130}) {  // of which the first two are a batch
    const auto words = words_of_every_length(count);
    const auto expected = one_thread()(views_of(words));
    for (const std::size_t threads : {0, 2, 3}) {
      tf::pronouncer pronounce{threads};
      CHECK(pronounce(views_of(words)) == expected);
    }
  }
}

TEST_CASE("the kernels of a single batch run on all threads, unless they are too short") {
  const auto regions = [](std::size_t words, tf::precision computes_in) {
    tf::testing::backwards executor;
    tf::kernels::threads threads{executor};
    tf::pronouncer pronounce{threads, computes_in};
    pronounce(std::vector<std::string_view>(words, "TRANSFORMER"));
    return executor.regions;
  };
  CHECK(regions(1, tf::precision::float32) > 50);
  CHECK(regions(1, tf::precision::int8) == 0);
  CHECK(regions(tf::pronouncer::batch, tf::precision::int8) > 50);
  CHECK(regions(2 * tf::pronouncer::batch, tf::precision::int8) == 1);  // each has a thread of its own
}

// Of words that the model was not trained on, whose probabilities are near to each other: seen are 111, of random
// letters.
TEST_CASE("other precisions predict nearly the same, whatever the number of threads") {
  const auto words = words_of_every_length(130);
  const auto expected = one_thread()(views_of(words));
  for (const auto computes_in : {tf::precision::bf16, tf::precision::int8}) {
    tf::pronouncer alone{1, computes_in};
    const auto predicted = alone(views_of(words));
    std::size_t alike = 0;
    for (std::size_t i = 0; i < words.size(); ++i) alike += predicted[i] == expected[i];
    CHECK(alike >= 90);
    CHECK(alike < words.size());
    tf::kernels::threads threads{2};
    tf::pronouncer shared{threads, computes_in};
    CHECK(shared(views_of(words)) == predicted);
    const auto views = views_of(words);
    CHECK(shared(std::span{views}.first(8)) == alone(std::span{views}.first(8)));
    CHECK(text_of(alone("TRANSFORMER")) == "T R AE N S F AO R M ER");
    CHECK(alone.attention("CAT").phones == one_thread().attention("CAT").phones);
  }
}

TEST_CASE("another model computes in float32 alone") {
  const std::filesystem::path weights{TYPEFORMER_PRONOUNCE_WEIGHTS};
  CHECK_NOTHROW(tf::pronouncer{weights, 1, tf::precision::float32});
  CHECK_THROWS_WITH((tf::pronouncer{weights, 1, tf::precision::int8}), Catch::Contains("computes in float32 alone"));
}

TEST_CASE("pronouncers can share threads, and be used at once") {
  const auto words = words_of_every_length(130);
  const auto expected = one_thread()(views_of(words));
  tf::kernels::threads threads{2};
  const auto says_the_same = [&] {
    tf::pronouncer pronounce{threads};
    return pronounce(views_of(words)) == expected;
  };
  auto another = std::async(std::launch::async, says_the_same);
  CHECK(says_the_same());
  CHECK(another.get());
}

TEST_CASE("a pronouncer can be moved") {
  tf::pronouncer first;
  const auto predicted = first("CAT");  // the names stay where they are
  tf::pronouncer second{std::move(first)};
  CHECK(second("CAT") == predicted);
  first = std::move(second);
  CHECK(first("CAT") == predicted);
}

TEST_CASE("a pronouncer that was moved from throws a sentence") {
  tf::pronouncer first;
  const tf::pronouncer second{std::move(first)};
  const std::vector<std::string_view> words{"CAT"};
  const std::vector<phones> said{{"K"}};
  const auto throws = [](const auto& use) {
    try {
      use();
      return false;
    } catch (const tf::error& problem) {
      return std::string_view{problem.what()} == "this pronouncer was moved from";
    }
  };
  CHECK(throws([&] { first("CAT"); }));
  CHECK(throws([&] { first(words); }));
  CHECK(throws([&] { first.refusal("CAT"); }));
  CHECK(throws([&] { first.search(words, 2); }));
  CHECK(throws([&] { first.refusal_of_phones(words); }));
  CHECK(throws([&] { first.score(words, said); }));
  CHECK(throws([&] { first.attention("CAT"); }));
}

TEST_CASE("a file that names more layers than any model is refused quickly") {
  const tf::test::temporary_folder folder;
  const auto path = folder.path() / "many.safetensors";
  const auto file = tf::safetensors::file::open(TYPEFORMER_PRONOUNCE_WEIGHTS);
  std::vector<tf::safetensors::tensor> tensors;
  for (int i = 0; i < 200'000; ++i)
    tensors.push_back(
        {"encoder." + std::to_string(i) + ".x", tf::safetensors::element::f32, {0}, std::span<const float>{}});
  tf::safetensors::write(path, tensors, file.metadata());
  std::string sentence;
  const auto start = std::chrono::steady_clock::now();
  try {
    tf::pronouncer{path};
  } catch (const tf::error& problem) {
    sentence = problem.what();
  }
  CHECK(sentence.find("is missing; the model has it as") != sentence.npos);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds{20});  // counted layer by layer: minutes
}

TEST_CASE("what cannot be pronounced is refused with a sentence") {
  auto& pronounce = one_thread();
  const std::string known = ", but only A to Z and the apostrophe are known";
  const std::string longest(tf::pronouncer::longest_word, 'a');
  const std::vector<std::pair<std::string, std::string>> cases{
      {"", "the word is empty"},
      {"B2B", "'B2B' has the digit '2'" + known},
      {"CO-OP", "'CO-OP' has the character '-'" + known},
      {"two words", "'two words' has a space" + known},
      {"na\u00efve", "'na\u00efve' has the letter '\u00ef' (U+00EF)" + known},
      {"\u0416", "'\u0416' has the letter '\u0416' (U+0416)" + known},
      {"2\u00d72", "'2\u00d72' has the digit '2'" + known},
      {"A\u00d7B", "'A\u00d7B' has the character '\u00d7' (U+00D7)" + known},
      {"A\U0001f600", "'A\U0001f600' has the character '\U0001f600' (U+1F600)" + known},
      {"A\tB", "'A\\x09B' has the character '\\x09' (U+0009)" + known},
      {std::string{"A\0B", 3}, "'A\\x00B' has the character '\\x00' (U+0000)" + known},
      {"A\u202eB", "'A\\u202eB' has the character '\\u202e' (U+202E)" + known},
      {"na\xefve", "'na\\xefve' is not UTF-8: its byte 3 is 0xef"},
      {"A\xc3", "'A\\xc3' is not UTF-8: its byte 2 is 0xc3"},
      {"\xc0\x80", "'\\xc0\\x80' is not UTF-8: its byte 1 is 0xc0"},
      {"\xed\xa0\x80", "'\\xed\\xa0\\x80' is not UTF-8: its byte 1 is 0xed"},
      {longest + "a", "'" + longest + "a' has 64 letters, but at most 63 are read"},
  };
  for (const auto& [word, sentence] : cases) {
    CHECK(pronounce.refusal(word) == sentence);
    CHECK_THROWS_AS(pronounce(word), tf::error);
    try {
      pronounce(word);
    } catch (const tf::error& problem) {
      CHECK(problem.what() == sentence);
    }
  }
  CHECK(pronounce.refusal(longest) == "");
  // The apostrophe ’ has three bytes and is one letter.
  CHECK(pronounce.refusal(longest.substr(1) + "\u2019") == "");
  // One impossible word throws for all.
  CHECK_THROWS_AS(pronounce(std::vector<std::string_view>{"CAT", "B2B"}), tf::error);
}

TEST_CASE("any bytes are either refused or pronounced") {
  auto& pronounce = one_thread();
  std::minstd_rand random{1};
  // From all bytes, few of which are letters; and from letters with now and then another byte.
  std::vector<std::string> accepted;
  for (int i = 0; i < 20000; ++i) {
    std::string word;
    const bool mostly_letters = i % 2;
    for (std::size_t n = random() % 70; n > 0; --n)
      word += static_cast<char>(mostly_letters && random() % 64 ? 'A' + random() % 26 : random() % 256);
    const std::string sentence = pronounce.refusal(word);
    CHECK(is_printable_utf8(sentence));
    if (sentence.empty()) accepted.push_back(word);
  }
  REQUIRE(accepted.size() > 2000);
  accepted.resize(300);
  const auto predicted = pronounce(views_of(accepted));
  REQUIRE(predicted.size() == accepted.size());
  for (const auto& one : predicted) CHECK(one.size() <= 40);
}
