#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <typeformer/requires_cxx20.hpp>

/// Files of named tensors: 8 bytes with the header's length, a JSON header, and the tensors' bytes, little-endian and
/// row-major, without gaps. Here a tensor is a name, an element type, a list of extents and bytes, nothing more.
///
/// source   https://huggingface.co/docs/safetensors, "Format"
namespace typeformer::io {
class input_file;
}
namespace typeformer::safetensors {
struct header;
}

namespace typeformer::safetensors::inline v0_1 {

/// The format's element types; `f6_e2m3` is "F6_E2M3" in a file, `boolean` is "BOOL".
enum class element : unsigned char {
  boolean,
  f4,
  f6_e2m3,
  f6_e3m2,
  u8,
  i8,
  f8_e5m2,
  f8_e4m3,
  f8_e8m0,
  f8_e4m3fnuz,
  f8_e5m2fnuz,
  i16,
  u16,
  f16,
  bf16,
  i32,
  u32,
  f32,
  c64,
  f64,
  i64,
  u64
};

/// "F32", "BF16": as files write it.
std::string_view name_of(element);
/// Bits of one element: 4 for F4, 64 for C64. Not all are whole bytes.
unsigned bits_of(element);

/// Where a file has a tensor.
struct tensor_info {
  std::string name;                    ///< as the header has it, in UTF-8
  element type;                        ///< of its elements in the file
  std::vector<std::uint64_t> extents;  ///< empty for a scalar
  std::uint64_t begin;                 ///< of its bytes, counted from the first tensor's first one
  std::uint64_t end;                   ///< behind its last byte

  /// The product of the extents: 1 for a scalar, 0 if any extent is.
  std::uint64_t element_count() const;
};

/// A safetensors file, read-only. Its header is checked in full when it is made: `tensors()` fit the bytes, and
/// every byte of the data belongs to exactly one tensor. Values are not checked: NaN is a value.
///
/// throws   for a header longer than the file or than 100 MB, or that is not JSON in UTF-8; a name given twice; a field
///          missing, unknown or of the wrong kind; an element type unknown to the format; extents whose bytes overflow
///          64 bits, or differ from those of the offsets; offsets outside the data; overlaps, gaps and bytes left over
class file {
 public:
  /// Reads the header of a regular file, and keeps the file open: `copy` reads a tensor's bytes when it is called, so a
  /// file that is refused for its names or shapes costs no more than its header. A map of it would do the same, but
  /// whoever truncates the file would end the program with SIGBUS.
  static file open(const std::filesystem::path&);

  /// Copies nothing: `bytes`, at any address, outlive the file. `origin` takes the path's place in errors.
  static file from_bytes(std::span<const std::byte> bytes, std::string origin);

  /// In the order of their bytes; where several are empty, of their names.
  const std::vector<tensor_info>& tensors() const { return tensors_; }
  /// nullptr if there is none. Cost: a binary search.
  const tensor_info* find(std::string_view name) const;
  /// Texts that the file carries beside its tensors, by their names: `__metadata__` of the format.
  const std::map<std::string, std::string>& metadata() const { return metadata_; }
  /// What errors call the file: its path, or the origin of its bytes.
  const std::string& origin() const { return origin_; }

  /// Of a tensor of a file from_bytes. They are not aligned for their type: copy, never cast.
  ///
  /// throws   for a file that was opened: its bytes are on disk
  std::span<const std::byte> bytes(const tensor_info&) const;

  /// Copies the values of a tensor of this file. To float or double: from F64 (to float rounded to nearest), F32, F16
  /// and BF16. To integers: from I8 to U64. To bytes: from any type, as they are in the file.
  ///
  /// throws   for other element types; for `to` of another size than the tensor; for an integer that its new type
  ///          cannot hold; for a file that cannot be read or became shorter
  template <class T>
  void copy(const tensor_info&, std::span<T> to) const;

 private:
  file(std::string origin, header&&);

  std::string origin_;
  std::vector<tensor_info> tensors_;
  std::vector<std::size_t> by_name_;
  std::map<std::string, std::string> metadata_;
  template <class F>
  void for_each_piece(const tensor_info&, F&&) const;

  std::shared_ptr<const io::input_file> opened_;  // null: the bytes are data_
  std::uint64_t data_begin_ = 0;                  // in the opened file
  std::span<const std::byte> data_;
};

extern template void file::copy(const tensor_info&, std::span<float>) const;
extern template void file::copy(const tensor_info&, std::span<double>) const;
extern template void file::copy(const tensor_info&, std::span<std::int32_t>) const;
extern template void file::copy(const tensor_info&, std::span<std::int64_t>) const;
extern template void file::copy(const tensor_info&, std::span<std::byte>) const;

/// A tensor to write: the views outlive the call.
struct tensor {
  std::string name;  ///< in UTF-8, unlike each other's in the file
  /// float and double are written as F64, F32, F16 or BF16, rounded to nearest, ties to even; int32 as I32 and int64 as
  /// I64; bytes as they are, as any type.
  element type;
  std::vector<std::uint64_t> extents;  ///< outermost first; empty for a scalar
  /// Row by row, as many as the extents say.
  std::variant<std::span<const float>, std::span<const double>, std::span<const std::int32_t>,
               std::span<const std::int64_t>, std::span<const std::byte>>
      values;
};

/// Writes the tensors in the order given; the same input yields the same bytes, and the data starts at a multiple of 64
/// bytes. The file appears at `path` whole and safely on disk, in place of what was there before, or not at all: it is
/// written beside it under another name first (".typeformer-*.part"), which an error removes.
///
/// throws   for a name given twice, not in UTF-8 or "__metadata__"; for values that differ in number from the extents
///          or cannot be written as the type; for a header above 100 MB; for a `path` where something other than a
///          regular file is
void write(const std::filesystem::path& path, std::span<const tensor> tensors,
           const std::map<std::string, std::string>& metadata = {});

}  // namespace typeformer::safetensors::inline v0_1
