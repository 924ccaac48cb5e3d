#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <typeformer/kernels/random.hpp>
#include <typeformer/train/checkpoint.hpp>

#include "../catch.hpp"
#include "../io/safetensors_bytes.hpp"
#include "../io/temporary_folder.hpp"
#include "checkpoint_bytes.hpp"

namespace tf = typeformer;
using tf::safetensors::test::sentence_of;

namespace {

std::vector<std::byte> sample() {
  const tf::test::temporary_folder folder;
  const std::vector<float> weights = {1.5f, -2.0f, 0.0f}, moment = {0.0f, 0.0f, 0.0f};
  const std::vector<double> losses = {0.25};
  tf::save_checkpoint(folder.path() / "run", {{{"step", "7"}, {"recipe", "Adam \x01 \"β\""}},
                                              {{"weights", std::span<const float>(weights)},
                                               {"moment", std::span<const float>(moment)},
                                               {"losses", std::span<const double>(losses)}}});
  std::ifstream stream(folder.path() / "run", std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

// "" if they are taken for a checkpoint. An error that does not name the file fails the test.
std::string refusal_of(std::span<const std::byte> bytes) {
  const auto sentence = sentence_of([&] { tf::checkpoint_file::from_bytes(bytes, "FILE"); });
  if (!sentence.empty()) REQUIRE(sentence.starts_with("FILE: "));
  return sentence;
}

// With other words of the same length in the header, and right checksums.
std::string refusal_with(std::string_view words, std::string_view others) {
  REQUIRE(words.size() == others.size());
  auto bytes = sample();
  const auto at = std::ranges::search(bytes, std::as_bytes(std::span(words)));
  REQUIRE_FALSE(at.empty());
  std::ranges::copy(std::as_bytes(std::span(others)), at.begin());
  const auto sealed = tf::test::resealed(bytes);
  return refusal_of(sealed.empty() ? bytes : sealed);
}

// The part of the file with this byte.
std::string part_of(std::span<const std::byte> bytes, std::size_t at) {
  const auto file = tf::safetensors::file::from_bytes(bytes, "FILE");
  const auto data = bytes.size() - file.tensors().back().end;
  if (at < data) return "header";
  for (const auto& t : file.tensors())
    if (at - data < t.end) return t.name;
  return "";
}

}  // namespace

TEST_CASE("every flipped bit of a checkpoint is found, and the sentence names the damaged part", "[checkpoint]") {
  const auto bytes = sample();
  REQUIRE(refusal_of(bytes).empty());
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    const auto part = part_of(bytes, at);
    for (unsigned bit = 0; bit < 8; ++bit) {
      auto damaged = bytes;
      damaged[at] ^= std::byte{1} << bit;
      const auto sentence = refusal_of(damaged);
      INFO("byte " << at << ", bit " << bit << ", part " << part << ": " << sentence);
      if (part == "header") {
        REQUIRE_FALSE(sentence.empty());  // some are refused by the reader of safetensors before
      } else if (part == "checksums") {
        REQUIRE(sentence.starts_with("FILE: its checksums are damaged: the checksum is "));
      } else {
        REQUIRE(sentence.starts_with("FILE: its block '" + part + "' is damaged: the checksum is "));
      }
    }
  }
}

TEST_CASE("a header that is still one, but another, is found", "[checkpoint]") {
  auto bytes = sample();
  const std::string_view step = "\"7\"";
  *std::next(std::ranges::search(bytes, std::as_bytes(std::span(step))).begin()) = std::byte{'8'};
  CHECK(refusal_of(bytes).starts_with("FILE: its header with the facts is damaged: the checksum is "));

  // Other text of the same meaning, too.
  bytes = sample();
  const std::string_view end = "}  ";
  const auto padding = std::ranges::search(bytes, std::as_bytes(std::span(end)));
  REQUIRE_FALSE(padding.empty());
  *std::next(padding.begin()) = std::byte{'\t'};
  CHECK(refusal_of(bytes).starts_with("FILE: its header with the facts is damaged: the checksum is "));
}

TEST_CASE("a checkpoint with a piece cut off, left over, blank or changed is refused", "[checkpoint]") {
  const auto bytes = sample();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    INFO("the first " << size << " bytes");
    REQUIRE_FALSE(refusal_of(std::span(bytes).first(size)).empty());
    auto blank = bytes;  // as a file system may leave it when the power fails
    std::fill(blank.begin() + static_cast<std::ptrdiff_t>(size), blank.end(), std::byte{});
    REQUIRE(refusal_of(blank).empty() == (blank == bytes));
  }
  auto longer = bytes;
  longer.push_back(std::byte{});
  CHECK_FALSE(refusal_of(longer).empty());
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    auto changed = bytes;
    const auto draw = [&, count = std::uint64_t{0}]() mutable { return tf::kernels::counter_random(i, count++); };
    auto next = draw;
    for (auto changes = 1 + next() % 8; changes > 0; --changes)
      changed[next() % changed.size()] = static_cast<std::byte>(next());
    REQUIRE(refusal_of(changed).empty() == (changed == bytes));
  }
}

TEST_CASE("what is no checkpoint is refused although its checksums are right", "[checkpoint]") {
  CHECK(refusal_with("typeformer.checkpoint", "typeformer.Checkpoint") ==
        "FILE: is not a checkpoint: it does not have 'typeformer.checkpoint'");
  CHECK(refusal_with("typeformer.checkpoint\":\"1", "typeformer.checkpoint\":\"2") ==
        "FILE: is a checkpoint of format '2', but only format '1' is known");
  CHECK(refusal_with("\"checksums\"", "\"Checksums\"") ==
        "FILE: is not a checkpoint, or its header is damaged: it does not end with 5 checksums");
  CHECK(refusal_with("U64", "I64") ==
        "FILE: is not a checkpoint, or its header is damaged: it does not end with 5 checksums");
  CHECK(refusal_of(tf::safetensors::test::bytes_of("{}", {})) ==
        "FILE: is not a checkpoint, or its header is damaged: it does not end with 1 checksum");
}

TEST_CASE("a checkpoint made to do harm does none", "[checkpoint]") {
  const auto bytes = sample();
  std::size_t taken = 0;
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    auto changed = bytes;
    for (std::uint64_t n = 0; n <= i % 3; ++n)
      changed[8 + tf::kernels::counter_random(i, 2 * n) % (bytes.size() - 8)] =
          static_cast<std::byte>(tf::kernels::counter_random(i, 2 * n + 1));
    try {
      const auto sealed = tf::test::resealed(changed);
      if (sealed.empty()) continue;
      const auto flaw = tf::test::flaw_of(sealed);
      INFO("change " << i);
      REQUIRE(flaw == "");
      ++taken;
    } catch (const tf::error&) {
    }
  }
  CHECK(taken > 1000);
}
