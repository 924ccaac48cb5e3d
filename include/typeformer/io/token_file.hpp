#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <utility>

#include <typeformer/requires_cxx20.hpp>

namespace typeformer::inline v0_1 {

/// A file of tokens, mapped into memory: it is read as it is used, however large it is. Each token has two bytes, the
/// lower first, as tools write them for vocabularies of up to 65,536 entries.
///
/// throws   a file that cannot be read, or has an odd number of bytes; moved from, it has no tokens
class token_file {
 public:
  /// Maps a file.
  ///
  /// throws   a file that cannot be read, or has an odd number of bytes: its path
  static token_file open(const std::filesystem::path& path);
  token_file(token_file&&) noexcept;             ///< what was moved from has no tokens
  token_file& operator=(token_file&&) noexcept;  ///< what was moved from has no tokens
  ~token_file();

  /// All of the file, in its memory map. They hold as long as this object.
  std::span<const std::uint16_t> tokens() const { return tokens_; }
  const std::string& origin() const { return origin_; }  ///< its path, as errors call it

 private:
  token_file(std::string origin, std::span<const std::uint16_t> tokens) : origin_{std::move(origin)}, tokens_{tokens} {}

  std::string origin_;
  std::span<const std::uint16_t> tokens_;
};

}  // namespace typeformer::inline v0_1
