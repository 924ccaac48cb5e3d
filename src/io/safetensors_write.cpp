#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <type_traits>

#include <typeformer/io/float_conversion.hpp>
#include <typeformer/io/safetensors.hpp>

#include "safetensors_header.hpp"
#include "sentence.hpp"
#include "system_file.hpp"

namespace typeformer::safetensors::inline v0_1 {

static_assert(std::endian::native == std::endian::little, "values are written as they are in memory, little-endian");

using io::counted;
using io::in_quotes;
using io::refuse;

namespace {

constexpr bool is_written_as(float, element type) {
  return type == element::f64 || type == element::f32 || type == element::f16 || type == element::bf16;
}
constexpr bool is_written_as(double, element type) { return is_written_as(float(), type); }
constexpr bool is_written_as(std::int32_t, element type) { return type == element::i32; }
constexpr bool is_written_as(std::int64_t, element type) { return type == element::i64; }
constexpr bool is_written_as(std::byte, element) { return true; }

void check_values(const tensor& t, std::string_view origin) {
  std::visit(
      [&]<class T>(std::span<const T> values) {
        if (!is_written_as(T(), t.type))
          refuse(origin, "tensor {} cannot be written as {}: its values are of another kind", in_quotes(t.name),
                 name_of(t.type));
        // A byte is no element of its own: bytes are counted against bytes.
        const auto expected = byte_count(t.name, t.type, t.extents, origin);
        const auto found = std::is_same_v<T, std::byte> ? values.size() : values.size() * (bits_of(t.type) / 8);
        if (found != expected)
          refuse(origin, "tensor {} takes {} by its extents, but its values take {}", in_quotes(t.name),
                 counted(expected, "byte"), found);
      },
      t.values);
}

// A piece at a time, so that converting needs no second copy of the tensor.
template <class To, class From, class Convert>
void write_each(io::replacement_file& output, std::span<const From> values, Convert convert) {
  To converted[4096];
  while (!values.empty()) {
    const auto count = std::min(values.size(), std::size(converted));
    std::transform(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count), converted, convert);
    output.write(std::as_bytes(std::span(converted, count)));
    values = values.subspan(count);
  }
}

template <class T>
void write_values(io::replacement_file& output, std::span<const T> values, element) {
  output.write(std::as_bytes(values));
}

template <std::floating_point T>
void write_values(io::replacement_file& output, std::span<const T> values, element type) {
  if (type == element::f16) {
    write_each<std::uint16_t>(output, values, narrowed<half>);
  } else if (type == element::bf16) {
    write_each<std::uint16_t>(output, values, narrowed<bfloat16>);
  } else if (bits_of(type) == 8 * sizeof(T)) {
    output.write(std::as_bytes(values));
  } else {
    using Other = std::conditional_t<std::is_same_v<T, float>, double, float>;
    write_each<Other>(output, values, [](T value) { return static_cast<Other>(value); });
  }
}

}  // namespace

void write(const std::filesystem::path& path, std::span<const tensor> tensors,
           const std::map<std::string, std::string>& metadata) {
  const auto origin = path.string();
  const auto text = header_text(tensors, metadata, origin);
  for (const auto& t : tensors) check_values(t, origin);

  io::replacement_file output(path);
  const std::uint64_t length = text.size();
  output.write(std::as_bytes(std::span(&length, 1)));
  output.write(std::as_bytes(std::span(text)));
  for (const auto& t : tensors) std::visit([&](auto values) { write_values(output, values, t.type); }, t.values);
  output.commit();
}

}  // namespace typeformer::safetensors::inline v0_1
