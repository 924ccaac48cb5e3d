#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <utility>

#include <typeformer/requires_cxx20.hpp>

namespace typeformer {

/// A file of tokens, mapped into memory: it is read as it is used, however large it is. Each token has two bytes, the
/// lower first, as tools write them for vocabularies of up to 65,536 entries.
///
/// throws   a file that cannot be read, or has an odd number of bytes; moved from, it has no tokens
class token_file {
 public:
  static token_file open(const std::filesystem::path& path);
  token_file(token_file&&) noexcept;
  token_file& operator=(token_file&&) noexcept;
  ~token_file();

  std::span<const std::uint16_t> tokens() const { return tokens_; }
  const std::string& origin() const { return origin_; }

 private:
  token_file(std::string origin, std::span<const std::uint16_t> tokens) : origin_{std::move(origin)}, tokens_{tokens} {}

  std::string origin_;
  std::span<const std::uint16_t> tokens_;
};

}  // namespace typeformer
