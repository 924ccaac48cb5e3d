#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>

#include <typeformer/error.hpp>
#include <typeformer/io/float_conversion.hpp>
#include <typeformer/tensor/weights_file.hpp>

#include "../io/sentence.hpp"

namespace typeformer::detail::inline v0_1 {
namespace {

template <class Format>
bool is_finite_in(double x) {
  return (narrowed<Format>(x) & 0x7fffu) < Format::infinity;
}

/// Whether a number is finite as a file of this type has it: beyond a type's largest number there is infinity.
template <class T>
bool is_finite_as(safetensors::element type, T x) {
  switch (type) {
    case safetensors::element::f16:
      return is_finite_in<half>(x);
    case safetensors::element::bf16:
      return is_finite_in<bfloat16>(x);
    case safetensors::element::f32:
      return std::isfinite(static_cast<float>(x));
    default:
      return std::isfinite(x);
  }
}

std::string described(const std::string& tensor) { return "tensor " + io::in_quotes(tensor); }

/// "…, and 3 more": one sentence names the first fault, and how many there are.
class faults {
 public:
  explicit faults(std::string origin) : origin_{std::move(origin)} {}
  /// `sentence` is called for the first fault alone: there can be as many as a file has tensors.
  template <class Sentence>
  void add(const Sentence& sentence) {
    if (count_ == 0) first_ = sentence();
    ++count_;
  }
  void throw_if_any() const {
    if (count_ == 0) return;
    throw error{io::printable(origin_) + ": " + first_ +
                (count_ > 1 ? "; and " + std::to_string(count_ - 1) + " more like this" : "")};
  }

 private:
  std::string origin_, first_;
  std::size_t count_ = 0;
};

}  // namespace

template <class T>
void read_tensors(const safetensors::file& from, const std::vector<listed_parameter>& tensors, std::span<T> block) {
  faults found{from.origin()};
  std::vector<std::string_view> names;
  for (const auto& t : tensors) {
    names.push_back(t.name);
    const safetensors::tensor_info* const info = from.find(t.name);
    if (!info)
      found.add([&] { return described(t.name) + " is missing; the model has it as " + t.shape_text; });
    else if (info->extents != t.extents)
      found.add([&] {
        return described(t.name) + " is " + io::shape_text(info->extents) + ", but the model has it as " + t.shape_text;
      });
  }
  std::ranges::sort(names);
  for (const auto& info : from.tensors())
    if (!std::ranges::binary_search(names, info.name))
      found.add(
          [&] { return described(info.name) + " " + io::shape_text(info.extents) + " is not one of the model's"; });
  found.throw_if_any();
  for (const auto& t : tensors) {
    const auto numbers = block.subspan(t.offset, t.size);
    from.copy(*from.find(t.name), numbers);
    if (!std::ranges::all_of(numbers, [](T x) { return std::isfinite(x); }))
      found.add([&] { return described(t.name) + " has a number that is not finite"; });
  }
  found.throw_if_any();
}

template <class T>
void write_tensors(const std::filesystem::path& to, const std::vector<listed_parameter>& tensors,
                   std::span<const T> block, const std::map<std::string, std::string>& metadata,
                   safetensors::element type) {
  std::vector<safetensors::tensor> all;
  faults found{to.string()};
  for (const auto& t : tensors) {
    const auto numbers = block.subspan(t.offset, t.size);
    if (!std::ranges::all_of(numbers, [&](T x) { return is_finite_as(type, x); }))
      found.add(
          [&] { return described(t.name) + " has a number that is not finite as " + std::string{name_of(type)}; });
    all.push_back({t.name, type, t.extents, numbers});
  }
  found.throw_if_any();
  safetensors::write(to, all, metadata);
}

template void read_tensors(const safetensors::file&, const std::vector<listed_parameter>&, std::span<float>);
template void read_tensors(const safetensors::file&, const std::vector<listed_parameter>&, std::span<double>);
template void write_tensors(const std::filesystem::path&, const std::vector<listed_parameter>&, std::span<const float>,
                            const std::map<std::string, std::string>&, safetensors::element);
template void write_tensors(const std::filesystem::path&, const std::vector<listed_parameter>&, std::span<const double>,
                            const std::map<std::string, std::string>&, safetensors::element);

}  // namespace typeformer::detail::inline v0_1
