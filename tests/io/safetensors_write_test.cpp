#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <signal.h>
#include <string>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#include <typeformer/io/float_conversion.hpp>
#include <typeformer/io/safetensors.hpp>

#include "catch.hpp"
#include "file_size_limit.hpp"
#include "safetensors_bytes.hpp"
#include "temporary_folder.hpp"

namespace sf = typeformer::safetensors;
using sf::element;
using sf::test::sentence_of;
using typeformer::test::temporary_folder;

namespace {

std::string contents(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<std::string> names_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  return names;
}

template <class T>
std::vector<T> values_in(const sf::file& read, std::string_view name) {
  const auto* info = read.find(name);
  REQUIRE(info != nullptr);
  std::vector<T> values(info->element_count());
  read.copy(*info, std::span<T>(values));
  return values;
}

const std::vector<float> floats = {1.5f, -0.1f, 65520.0f, 1e-8f, 3e38f, -0.0f};

}  // namespace

TEST_CASE("What is written as safetensors is read back", "[io]") {
  const temporary_folder folder;
  const auto path = folder.path() / "written.safetensors";
  const std::vector<double> doubles = {0.1, 1 + 0x1p-11 + 0x1p-40};
  const std::vector<std::int32_t> integers = {-5, 2147483647};
  const std::vector<std::int64_t> longs = {std::int64_t{1} << 40};
  const std::vector<std::byte> bytes = {std::byte{0x12}, std::byte{0xff}, std::byte{3}};
  const std::string odd_name = "quote \" backslash \\ line\n d̃";
  const std::map<std::string, std::string> metadata = {{"", ""}, {"vocabulary", "<s> \"a\"\n\t\\ ə"}};
  const sf::tensor tensors[] = {
      {"f32", element::f32, {2, 3}, std::span<const float>(floats)},
      {"f64", element::f64, {2}, std::span<const double>(doubles)},
      {"float as f64", element::f64, {6}, std::span<const float>(floats)},
      {"double as f32", element::f32, {2}, std::span<const double>(doubles)},
      {"float as f16", element::f16, {6}, std::span<const float>(floats)},
      {"double as f16", element::f16, {2}, std::span<const double>(doubles)},
      {"float as bf16", element::bf16, {6, 1}, std::span<const float>(floats)},
      {"i32", element::i32, {2}, std::span<const std::int32_t>(integers)},
      {"scalar", element::i64, {}, std::span<const std::int64_t>(longs)},
      {"empty", element::f32, {0, 7}, std::span<const float>()},
      {"bytes", element::f6_e2m3, {4}, std::span<const std::byte>(bytes)},
      {odd_name, element::f32, {1}, std::span<const float>(floats).first(1)},
  };
  sf::write(path, tensors, metadata);
  CHECK(names_in(folder.path()) == std::vector<std::string>{"written.safetensors"});

  const auto read = sf::file::open(path);
  CHECK(read.metadata() == metadata);
  REQUIRE(read.tensors().size() == std::size(tensors));
  for (const auto& expected : tensors) {
    const auto* info = read.find(expected.name);
    REQUIRE(info != nullptr);
    CHECK(info->type == expected.type);
    CHECK(info->extents == expected.extents);
  }
  CHECK(values_in<float>(read, "f32") == floats);
  CHECK(values_in<double>(read, "f64") == doubles);
  CHECK(values_in<double>(read, "float as f64") == std::vector<double>(floats.begin(), floats.end()));
  CHECK(values_in<float>(read, "double as f32") == std::vector<float>{0.1f, 1 + 0x1p-11f});
  const float infinity = std::numeric_limits<float>::infinity();
  CHECK(values_in<float>(read, "float as f16") == std::vector<float>{1.5f, -0x1.998p-4f, infinity, 0, infinity, -0.0f});
  CHECK(values_in<double>(read, "double as f16") == std::vector<double>{0x1.998p-4, 1 + 0x1p-10});
  CHECK(values_in<float>(read, "float as bf16") ==
        std::vector<float>{1.5f, -0x1.9ap-4f, 65536.0f, 0x1.58p-27f, 0x1.c4p127f, -0.0f});
  CHECK(values_in<std::int32_t>(read, "i32") == integers);
  CHECK(values_in<std::int64_t>(read, "scalar") == longs);
  CHECK(values_in<float>(read, "empty").empty());
  std::vector<std::byte> found_bytes(bytes.size());
  read.copy(*read.find("bytes"), std::span(found_bytes));
  CHECK(std::ranges::equal(found_bytes, bytes));
  CHECK(values_in<float>(read, odd_name) == std::vector<float>{1.5f});
}

TEST_CASE("A tensor longer than the writer's pieces is written whole", "[io]") {
  const temporary_folder folder;
  std::vector<float> values(10'000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 2048);
  const sf::tensor tensors[] = {{"a", element::f16, {100, 100}, std::span<const float>(values)}};
  sf::write(folder.path() / "f", tensors);
  CHECK(values_in<float>(sf::file::open(folder.path() / "f"), "a") == values);
}

TEST_CASE("A safetensors header is the same each time and ends at a multiple of 64 bytes", "[io]") {
  const temporary_folder folder;
  for (std::size_t length = 1; length <= 64; ++length) {
    const sf::tensor tensors[] = {{std::string(length, 'b'), element::f32, {6}, std::span<const float>(floats)},
                                  {"a", element::f32, {6}, std::span<const float>(floats)}};
    sf::write(folder.path() / "one", tensors, {{"k", "v"}});
    sf::write(folder.path() / "two", tensors, {{"k", "v"}});
    const auto one = contents(folder.path() / "one");
    REQUIRE(one == contents(folder.path() / "two"));
    REQUIRE((one.size() - 48) % 64 == 0);
    REQUIRE(sf::file::open(folder.path() / "one").tensors()[0].name == tensors[0].name);
  }
  const sf::tensor tensors[] = {{"a", element::f32, {2, 3}, std::span<const float>(floats)}};
  sf::write(folder.path() / "one", tensors, {{"k", "v"}});
  const std::string header = R"({"__metadata__":{"k":"v"},"a":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]}})";
  CHECK(contents(folder.path() / "one").substr(8, 120) == header + std::string(120 - header.size(), ' '));
}

TEST_CASE("Tensors that would not be read back are not written", "[io]") {
  const temporary_folder folder;
  const auto refusal = [&](std::vector<sf::tensor> tensors, std::map<std::string, std::string> metadata = {}) {
    const auto path = folder.path() / "f";
    const auto sentence = sentence_of([&] { sf::write(path, tensors, metadata); });
    CHECK(names_in(folder.path()).empty());
    return sentence.starts_with(path.string() + ": ") ? sentence.substr(path.string().size() + 2) : sentence;
  };
  const std::span<const float> six(floats);
  const std::vector<std::int32_t> integers = {1};
  CHECK(refusal({{"a", element::f32, {6}, six}, {"b", element::f32, {6}, six}, {"a", element::f32, {6}, six}}) ==
        "two tensors have the name 'a'");
  CHECK(refusal({{"__metadata__", element::f32, {6}, six}}) == "a tensor cannot have the name '__metadata__'");
  CHECK(refusal({{"a\xff", element::f32, {6}, six}}) == "'a\\xff' cannot be written: it is not UTF-8");
  CHECK(refusal({}, {{"k", "\xc3"}}) == "'\\xc3' cannot be written: it is not UTF-8");
  CHECK(refusal({{"a", element::f32, {2, 4}, six}}) ==
        "tensor 'a' takes 32 bytes by its extents, but its values take 24");
  CHECK(refusal({{"a", element::f16, {}, six}}) == "tensor 'a' takes 2 bytes by its extents, but its values take 12");
  CHECK(refusal({{"a", element::u8, {3}, std::as_bytes(six)}}) ==
        "tensor 'a' takes 3 bytes by its extents, but its values take 24");
  CHECK(refusal({{"a", element::f32, {std::uint64_t{1} << 62, 4}, six}}) ==
        "tensor 'a' of F32 [4611686018427387904, 4] has more bits than 64-bit numbers can count");
  CHECK(refusal({{"a", element::i32, {6}, six}}) ==
        "tensor 'a' cannot be written as I32: its values are of another kind");
  CHECK(refusal({{"a", element::f32, {1}, std::span<const std::int32_t>(integers)}}) ==
        "tensor 'a' cannot be written as F32: its values are of another kind");
  CHECK(refusal({}, {{"k", std::string(100'000'000, 'x')}}) ==
        "the header would have 100000056 bytes, and readers accept at most 100000000");
}

TEST_CASE("A safetensors file replaces another whole, or leaves it as it is", "[io]") {
  const temporary_folder folder;
  const auto path = folder.path() / "kept.safetensors";
  const std::vector<float> many(100'000, 1.0f);
  const sf::tensor small[] = {{"a", element::f32, {6}, std::span<const float>(floats)}};
  const sf::tensor large[] = {{"a", element::bf16, {100'000}, std::span<const float>(many)}};
  const auto refusal = [&](const std::filesystem::path& target) {
    return sentence_of([&] { sf::write(target, large); });
  };
  sf::write(path, small);
  const auto before = contents(path);
  const auto refusal_when_full = [&] {
    const typeformer::test::file_size_limit limit(50'000);
    return refusal(path);
  }();
  CHECK(refusal_when_full == path.string() + ": cannot be written: File too large");
  CHECK(contents(path) == before);
  CHECK(names_in(folder.path()) == std::vector<std::string>{"kept.safetensors"});

  if (::geteuid() != 0) {
    std::filesystem::permissions(folder.path(),
                                 std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
    CHECK(refusal(path) == path.string() + ": cannot be written: Permission denied");
    std::filesystem::permissions(folder.path(), std::filesystem::perms::owner_all);
    CHECK(contents(path) == before);
  }
  CHECK(refusal(folder.path()) == folder.path().string() + ": cannot be written: it is a directory");
  const auto pipe = folder.path() / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  CHECK(refusal(pipe) == pipe.string() + ": cannot be written: it is not a regular file");
  CHECK(std::filesystem::remove(pipe));
  CHECK(refusal(path / "f") == (path / "f").string() + ": cannot be written: Not a directory");
  CHECK(refusal(folder.path() / "no" / "f") ==
        (folder.path() / "no" / "f").string() + ": cannot be written: No such file or directory");
  CHECK(names_in(folder.path()) == std::vector<std::string>{"kept.safetensors"});

  // Who may read it is as before. Through a symbolic link, the file that it means is replaced.
  std::filesystem::permissions(path, std::filesystem::perms{0600});
  std::filesystem::create_symlink(path, folder.path() / "link");
  sf::write(folder.path() / "link", large);
  CHECK(std::filesystem::is_symlink(folder.path() / "link"));
  CHECK(std::filesystem::status(path).permissions() == std::filesystem::perms{0600});
  CHECK(values_in<float>(sf::file::open(path), "a") == many);
  CHECK(names_in(folder.path()) == std::vector<std::string>{"kept.safetensors", "link"});
}
