#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <typeformer/io/safetensors.hpp>

namespace typeformer::safetensors {

/// As in the reference implementation: a limit on what a hostile file can make its reader allocate.
inline constexpr std::uint64_t longest_header = 100'000'000;

/// Nothing if the format has no type of this name.
std::optional<element> element_named(std::string_view name);

struct header {
  std::vector<tensor_info> tensors;  // in the order of their bytes, then of their names
  std::vector<std::size_t> by_name;  // indices into `tensors`, in the order of the names
  std::map<std::string, std::string> metadata;
};

/// Reads a header and checks it against `data_size` bytes of data. `origin` begins every error.
header parsed_header(std::string_view text, std::uint64_t data_size, std::string_view origin);

/// The header of tensors that follow each other, checked and padded: with its 8 bytes of length it takes a
/// multiple of 64.
std::string header_text(std::span<const tensor> tensors, const std::map<std::string, std::string>& metadata,
                        std::string_view origin);

/// Bytes of `extents` elements; errors are about `tensor 'name'`.
///
/// throws   for more than 64 bits can count; for elements of less than a byte that leave the last byte unfilled
std::uint64_t byte_count(const std::string& name, element type, std::span<const std::uint64_t> extents,
                         std::string_view origin);

}  // namespace typeformer::safetensors
