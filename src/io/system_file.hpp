#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace typeformer::io {

/// An open file of the system, closed at the end.
class descriptor {
 public:
  explicit descriptor(int number = -1) : number_(number) {}
  ~descriptor() { close(); }
  descriptor(descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  descriptor& operator=(descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }

  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  /// False with the system's reason in errno; some systems say only here that the disk is full.
  bool close();

 private:
  int number_;
};

/// A regular file to read from. Every failure is an error with the system's reason.
class input_file {
 public:
  explicit input_file(const std::filesystem::path&);
  std::uint64_t size() const { return size_; }
  /// Fills `to`, all of it, with what follows the bytes read before.
  void read(std::span<std::byte> to);
  /// Fills `to` with the bytes that begin at `position`.
  void read_at(std::uint64_t position, std::span<std::byte> to) const;
  /// All of it, mapped into memory until unmap().
  std::span<const std::byte> map() const;

 private:
  std::string origin_;
  descriptor descriptor_;
  std::uint64_t size_ = 0, position_ = 0;
};

void unmap(std::span<const std::byte>);

/// A file that appears whole or not at all: written under another name beside `path`, which `commit` turns into `path`,
/// on disk, and which the destructor removes otherwise. Every failure is an error with the system's reason.
class replacement_file {
 public:
  explicit replacement_file(const std::filesystem::path&);
  ~replacement_file();
  replacement_file(const replacement_file&) = delete;
  replacement_file& operator=(const replacement_file&) = delete;

  void write(std::span<const std::byte>);
  void commit();

 private:
  std::string origin_;
  std::filesystem::path target_;
  std::filesystem::path temporary_;
  descriptor descriptor_;
  bool committed_ = false;
};

/// Writes a file that appears whole or not at all, as replacement_file has it.
void write_file(const std::filesystem::path&, std::string_view text);

}  // namespace typeformer::io
