#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <typeformer/error.hpp>
#include <typeformer/io/safetensors.hpp>

/// What the tests of safetensors files share.
namespace typeformer::safetensors::test {

/// A file of this header and this data.
inline std::vector<std::byte> bytes_of(std::string_view header, std::span<const std::byte> data) {
  const std::uint64_t length = header.size();
  std::vector<std::byte> bytes(8 + header.size());
  std::memcpy(bytes.data(), &length, 8);
  if (!header.empty()) std::memcpy(bytes.data() + 8, header.data(), header.size());
  bytes.insert(bytes.end(), data.begin(), data.end());
  return bytes;
}

/// The sentence of the error that f throws; "" if it throws none.
template <class F>
std::string sentence_of(F f) {
  try {
    f();
  } catch (const error& refusal) {
    return refusal.what();
  }
  return "";
}

/// Reads all that `bytes` may hold and returns what is wrong with what was read, "" if nothing; an error if the file is
/// refused. This is what must hold of any bytes whatever.
inline std::string flaw_of(std::span<const std::byte> bytes) {
  const auto read = file::from_bytes(bytes, "bytes");
  const auto copied = [&]<class T>(const tensor_info& info, T) {
    std::vector<T> values(info.element_count());
    const auto sentence = sentence_of([&] { read.copy(info, std::span<T>(values)); });
    return sentence.empty() || sentence.find(": tensor '") != sentence.npos;
  };
  std::uint64_t covered = 0;
  for (const auto& info : read.tensors()) {
    if (info.begin != covered) return "gap or overlap before " + info.name;
    covered = info.end;
    if (read.find(info.name) != &info) return "find misses " + info.name;
    if (read.bytes(info).size() * 8 != info.element_count() * bits_of(info.type)) return "size of " + info.name;
    if (!copied(info, 0.0f) || !copied(info, 0.0) || !copied(info, std::int32_t{}) || !copied(info, std::int64_t{}))
      return "copy of " + info.name;
  }
  return covered < bytes.size() ? "" : "data beyond the file";
}

}  // namespace typeformer::safetensors::test
