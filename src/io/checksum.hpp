#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace typeformer::io {

/// XXH3 of 64 bits: quick, and against damage rather than forgery.
/// source  https://github.com/Cyan4973/xxHash
std::uint64_t checksum(std::span<const std::byte>);

/// The same of bytes that come piece by piece.
class running_checksum {
 public:
  running_checksum();
  ~running_checksum();
  running_checksum(const running_checksum&) = delete;
  running_checksum& operator=(const running_checksum&) = delete;

  void add(std::span<const std::byte>);
  std::uint64_t value() const;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace typeformer::io
