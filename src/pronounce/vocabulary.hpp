#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <typeformer/io/safetensors.hpp>

namespace typeformer {

/// A vocabulary as the metadata of a weights file has it: entries separated by spaces, in the order of their tokens.
/// The first three are `<pad>`, `<s>` and `</s>`.
class vocabulary {
 public:
  /// throws   for a file whose metadata does not name it, another number of entries than `size`, three other first
  ///          entries, an entry with control characters, which a terminal would obey (io::printable), an entry given
  ///          twice
  vocabulary(const safetensors::file& from, const std::string& name, std::size_t size);

  static constexpr std::size_t markers = 3;

  std::string_view operator[](std::int32_t token) const { return entries_[static_cast<std::size_t>(token)]; }
  std::size_t size() const { return entries_.size(); }

 private:
  std::vector<std::string> entries_;
};

}  // namespace typeformer
