#include <algorithm>
#include <bit>
#include <concepts>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

#include <typeformer/io/float_conversion.hpp>
#include <typeformer/io/safetensors.hpp>

#include "safetensors_header.hpp"
#include "sentence.hpp"
#include "system_file.hpp"

namespace typeformer::safetensors {

static_assert(std::endian::native == std::endian::little, "values are read as they are in the file, little-endian");

using io::counted;
using io::in_quotes;
using io::refuse;

namespace {

constexpr std::size_t length_bytes = 8;

// Of the header, from the file's first 8 bytes.
std::uint64_t checked_length(std::span<const std::byte> bytes, std::uint64_t file_size, std::string_view origin) {
  std::uint64_t length;
  std::memcpy(&length, bytes.data(), length_bytes);
  if (length > longest_header)
    refuse(origin, "is not a safetensors file: its header would have {} bytes, and at most {} are accepted", length,
           longest_header);
  if (length > file_size - length_bytes)
    refuse(origin, "the header has {}, but the file ends after {} of them", counted(length, "byte"),
           file_size - length_bytes);
  return length;
}

void check_room_for_length(std::uint64_t file_size, std::string_view origin) {
  if (file_size < length_bytes)
    refuse(origin, "is not a safetensors file: it has {}, and the header's length alone takes 8",
           counted(file_size, "byte"));
}

// What is read from an opened file at once, to be converted: some of it fits L2.
constexpr std::size_t piece_bytes = std::size_t{1} << 18;

template <class From, class To, class Convert>
void convert_each(std::span<const std::byte> from, std::span<To> to, Convert convert) {
  for (std::size_t i = 0; i < to.size(); ++i) {
    From value;
    std::memcpy(&value, from.data() + i * sizeof value, sizeof value);
    to[i] = convert(value);
  }
}

// False if `type` is not a floating-point type that converts to T.
template <std::floating_point T>
bool copy_values(element type, std::span<const std::byte> from, std::span<T> to, auto&&) {
  const auto plain = [](auto value) { return static_cast<T>(value); };
  switch (type) {
    case element::f64:
      convert_each<double>(from, to, plain);
      return true;
    case element::f32:
      convert_each<float>(from, to, plain);
      return true;
    case element::f16:
      convert_each<std::uint16_t>(from, to, widened<half>);
      return true;
    case element::bf16:
      convert_each<std::uint16_t>(from, to, widened<bfloat16>);
      return true;
    default:
      return false;
  }
}

bool copy_values(element, std::span<const std::byte> from, std::span<std::byte> to, auto&&) {
  std::ranges::copy(from, to.begin());
  return true;
}

// False if `type` is not an integer type. `beyond` is called with a value that T cannot hold.
template <std::integral T>
bool copy_values(element type, std::span<const std::byte> from, std::span<T> to, auto&& beyond) {
  const auto checked = [&](auto value) {
    if (!std::in_range<T>(value)) beyond(value);
    return static_cast<T>(value);
  };
  switch (type) {
    case element::i8:
      convert_each<std::int8_t>(from, to, checked);
      return true;
    case element::u8:
      convert_each<std::uint8_t>(from, to, checked);
      return true;
    case element::i16:
      convert_each<std::int16_t>(from, to, checked);
      return true;
    case element::u16:
      convert_each<std::uint16_t>(from, to, checked);
      return true;
    case element::i32:
      convert_each<std::int32_t>(from, to, checked);
      return true;
    case element::u32:
      convert_each<std::uint32_t>(from, to, checked);
      return true;
    case element::i64:
      convert_each<std::int64_t>(from, to, checked);
      return true;
    case element::u64:
      convert_each<std::uint64_t>(from, to, checked);
      return true;
    default:
      return false;
  }
}

template <class T>
constexpr std::string_view type_name = "";
template <>
constexpr std::string_view type_name<float> = "float";
template <>
constexpr std::string_view type_name<double> = "double";
template <>
constexpr std::string_view type_name<std::int32_t> = "int32";
template <>
constexpr std::string_view type_name<std::int64_t> = "int64";

}  // namespace

file::file(std::string origin, header&& checked)
    : origin_(std::move(origin)),
      tensors_(std::move(checked.tensors)),
      by_name_(std::move(checked.by_name)),
      metadata_(std::move(checked.metadata)) {}

file file::open(const std::filesystem::path& path) {
  const auto origin = path.string();
  const auto input = std::make_shared<const io::input_file>(path);
  check_room_for_length(input->size(), origin);
  std::byte length[length_bytes];
  input->read_at(0, length);
  std::string text(checked_length(length, input->size(), origin), '\0');
  input->read_at(length_bytes, std::as_writable_bytes(std::span(text)));
  const auto data_begin = length_bytes + text.size();
  file opened(origin, parsed_header(text, input->size() - data_begin, origin));
  opened.opened_ = input;
  opened.data_begin_ = data_begin;
  return opened;
}

file file::from_bytes(std::span<const std::byte> bytes, std::string origin) {
  check_room_for_length(bytes.size(), origin);
  const auto length = static_cast<std::size_t>(checked_length(bytes, bytes.size(), origin));
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()) + length_bytes, length);
  const auto data = bytes.subspan(length_bytes + length);
  auto checked = parsed_header(text, data.size(), origin);
  file opened(std::move(origin), std::move(checked));
  opened.data_ = data;
  return opened;
}

const tensor_info* file::find(std::string_view name) const {
  const auto name_at = [&](std::size_t i) -> std::string_view { return tensors_[i].name; };
  const auto found = std::ranges::lower_bound(by_name_, name, {}, name_at);
  return found != by_name_.end() && name_at(*found) == name ? &tensors_[*found] : nullptr;
}

std::span<const std::byte> file::bytes(const tensor_info& info) const {
  if (opened_) refuse(origin_, "the bytes of tensor {} are on disk: copy them", in_quotes(info.name));
  return data_.subspan(static_cast<std::size_t>(info.begin), static_cast<std::size_t>(info.end - info.begin));
}

// Calls f(bytes, position) for each piece of a tensor's bytes, at least once.
template <class F>
void file::for_each_piece(const tensor_info& info, F&& f) const {
  if (!opened_) return f(bytes(info), std::size_t{0});
  const auto size = static_cast<std::size_t>(info.end - info.begin);
  std::vector<std::byte> storage(std::min(size, piece_bytes));
  std::size_t position = 0;
  do {
    const auto piece = std::span(storage).first(std::min(storage.size(), size - position));
    opened_->read_at(data_begin_ + info.begin + position, piece);
    f(std::span<const std::byte>(piece), position);
    position += piece.size();
  } while (position < size);
}

template <class T>
void file::copy(const tensor_info& info, std::span<T> to) const {
  constexpr bool to_bytes = std::is_same_v<T, std::byte>;
  const std::uint64_t count = to_bytes ? info.end - info.begin : info.element_count();
  if (count != to.size())
    refuse(origin_, "tensor {} has {}, but there is room for {}", in_quotes(info.name),
           counted(count, to_bytes ? "byte" : "element"), to.size());
  const auto beyond = [&](auto value) {
    refuse(origin_, "tensor {} has the element {}, which {} cannot hold", in_quotes(info.name), value, type_name<T>);
  };
  const std::size_t bits = to_bytes ? 8 : bits_of(info.type);
  for_each_piece(info, [&](std::span<const std::byte> piece, std::size_t position) {
    const auto part = to.subspan(position * 8 / bits, piece.size() * 8 / bits);
    if (!copy_values(info.type, piece, part, beyond))
      refuse(origin_, "tensor {} has elements of type {}, which do not convert to {}", in_quotes(info.name),
             name_of(info.type), type_name<T>);
  });
}

template void file::copy(const tensor_info&, std::span<float>) const;
template void file::copy(const tensor_info&, std::span<double>) const;
template void file::copy(const tensor_info&, std::span<std::int32_t>) const;
template void file::copy(const tensor_info&, std::span<std::int64_t>) const;
template void file::copy(const tensor_info&, std::span<std::byte>) const;

}  // namespace typeformer::safetensors
