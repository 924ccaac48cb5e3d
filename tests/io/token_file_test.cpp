#include <algorithm>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <typeformer/error.hpp>
#include <typeformer/io/token_file.hpp>

#include "../catch.hpp"
#include "temporary_folder.hpp"

namespace {
namespace tf = typeformer;
using tf::test::temporary_folder;

std::filesystem::path written(const temporary_folder& folder, const std::string& name, const std::string& bytes) {
  const auto path = folder.path() / name;
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}
std::vector<int> tokens_of(const tf::token_file& file) { return {file.tokens().begin(), file.tokens().end()}; }

/// What is said of a file, without its folder.
std::string refusal(const std::filesystem::path& path) {
  try {
    tf::token_file::open(path);
  } catch (const tf::error& e) {
    const std::string sentence = e.what(), folder = path.parent_path().string() + "/";
    const auto at = sentence.find(folder);
    return at == std::string::npos ? sentence : sentence.substr(at + folder.size());
  }
  return {};
}

}  // namespace

TEST_CASE("a file's tokens have two bytes, the lower first", "[io]") {
  const temporary_folder folder;
  const auto path = written(folder, "text.tokens", std::string{"\x01\x00\x00\x01\xff\xff\x39\x30", 8});
  const auto file = tf::token_file::open(path);
  CHECK(tokens_of(file) == std::vector<int>{1, 256, 65535, 12345});
  CHECK(file.origin() == path.string());
}

TEST_CASE("a file's tokens are there as long as it is open, by whatever name", "[io]") {
  const temporary_folder folder;
  std::string bytes;
  for (int i = 0; i < 100'000; ++i) bytes += {static_cast<char>(i % 251), static_cast<char>(i % 7)};
  const auto file = tf::token_file::open(written(folder, "text.tokens", bytes));
  std::filesystem::remove(folder.path() / "text.tokens");
  REQUIRE(file.tokens().size() == 100'000);
  CHECK(file.tokens()[99'999] == 99'999 % 251 + 256 * (99'999 % 7));
}

TEST_CASE("an empty file has no tokens", "[io]") {
  const temporary_folder folder;
  const auto file = tf::token_file::open(written(folder, "empty", ""));
  CHECK(file.tokens().empty());
}

TEST_CASE("a token file that was moved from has no tokens", "[io]") {
  const temporary_folder folder;
  const auto one = written(folder, "one", "aabb"), two = written(folder, "two", "ccddee");
  auto first = tf::token_file::open(one), second = tf::token_file::open(two);
  const auto of_first = tokens_of(first), of_second = tokens_of(second);

  tf::token_file third{std::move(first)};
  CHECK(tokens_of(third) == of_first);
  CHECK(first.tokens().empty());
  third = std::move(second);
  CHECK(tokens_of(third) == of_second);
  CHECK(third.origin() == two.string());
  CHECK(second.tokens().empty());
  auto& itself = third;
  third = std::move(itself);
  CHECK(tokens_of(third) == of_second);
  first = tf::token_file::open(one);
  CHECK(tokens_of(first) == of_first);
}

TEST_CASE("what is no file of tokens is refused", "[io]") {
  const temporary_folder folder;
  CHECK(refusal(written(folder, "odd", "abc")) == "odd: has 3 bytes, but each token has two");
  CHECK(refusal(written(folder, "one", "a")) == "one: has 1 byte, but each token has two");
  CHECK(refusal(folder.path() / "missing") == "missing: cannot be opened: No such file or directory");
  std::filesystem::create_directory(folder.path() / "folder");
  CHECK(refusal(folder.path() / "folder") == "folder: is a directory, not a file");
}
