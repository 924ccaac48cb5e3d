#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <typeformer/error.hpp>
#include <typeformer/io/safetensors.hpp>
#include <typeformer/train/checkpoint.hpp>

#include "../../src/io/checksum.hpp"

/// What the tests of checkpoints share.
namespace typeformer::test {

/// The bytes with checksums that are right, as whoever means harm would make them; empty if there is no place for any.
inline std::vector<std::byte> resealed(std::span<const std::byte> bytes) {
  const auto file = safetensors::file::from_bytes(bytes, "bytes");
  const auto& tensors = file.tensors();
  if (tensors.empty() || tensors.back().name != "checksums" || tensors.back().type != safetensors::element::u64 ||
      tensors.back().element_count() != tensors.size() + 1)
    return {};
  std::vector<std::byte> sealed(bytes.begin(), bytes.end());
  std::vector<std::uint64_t> sums;
  sums.push_back(io::checksum(bytes.first(bytes.size() - static_cast<std::size_t>(tensors.back().end))));
  for (std::size_t i = 0; i + 1 < tensors.size(); ++i) sums.push_back(io::checksum(file.bytes(tensors[i])));
  sums.push_back(io::checksum(std::as_bytes(std::span(sums))));
  std::memcpy(sealed.data() + sealed.size() - sums.size() * 8, sums.data(), sums.size() * 8);
  return sealed;
}

/// Reads all that `bytes` may hold and returns what is wrong with what was read, "" if nothing; an error if the
/// checkpoint is refused. This is what must hold of any bytes whatever.
inline std::string flaw_of(std::span<const std::byte> bytes) {
  const auto read = checkpoint_file::from_bytes(bytes, "bytes");
  for (const auto& [name, value] : read.facts()) {
    if (read.fact(name) != value) return "fact " + name;
    try {
      read.number<double>(name);
      read.number<std::uint64_t>(name);
      read.expect(name, value + " ");
      return "expect of " + name;
    } catch (const error& refusal) {
      if (!std::string_view(refusal.what()).starts_with("bytes: ")) return "sentence about " + name;
    }
  }
  const auto file = safetensors::file::from_bytes(bytes, "bytes");
  const auto copied = [&]<class T>(const safetensors::tensor_info& info, T) {
    // Elements of less than a byte may be more than the file has bytes.
    std::vector<T> values(std::min<std::uint64_t>(info.element_count(), bytes.size()));
    try {
      read.copy<T>({{info.name, values}});
      return std::ranges::equal(std::as_bytes(std::span(values)), file.bytes(info));
    } catch (const error& refusal) {
      return std::string_view(refusal.what()).starts_with("bytes: ");
    }
  };
  for (const auto& info : file.tensors())
    if (!copied(info, 0.0f) || !copied(info, 0.0)) return "copy of " + info.name;
  return "";
}

}  // namespace typeformer::test
