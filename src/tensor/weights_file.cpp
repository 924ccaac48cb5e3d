#include <algorithm>
#include <cmath>
#include <span>

#include <typeformer/error.hpp>
#include <typeformer/io/float_conversion.hpp>
#include <typeformer/tensor/weights_file.hpp>

#include "../io/sentence.hpp"

namespace typeformer::detail {
namespace {

std::string text_of(const std::vector<std::uint64_t>& extents) {
  std::string t = "[";
  for (const std::uint64_t n : extents) t += (t.size() > 1 ? ", " : "") + std::to_string(n);
  return t + "]";
}

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

std::string described(const std::string& tensor) { return "tensor '" + io::printable(tensor) + "'"; }

/// "…, and 3 more": one sentence tells of the first fault and how many there are.
class faults {
 public:
  explicit faults(std::string origin) : origin_{std::move(origin)} {}
  void add(const std::string& sentence) {
    if (first_.empty()) first_ = sentence;
    ++count_;
  }
  void refuse() const {
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
void read_tensors(const safetensors::file& from, const std::vector<stored_tensor<T>>& tensors, std::span<T> block) {
  faults found{from.origin()};
  for (const auto& t : tensors) {
    const safetensors::tensor_info* const info = from.find(t.name);
    if (!info)
      found.add(described(t.name) + " is missing; the model has it as " + t.shape_text);
    else if (info->extents != t.extents)
      found.add(described(t.name) + " is " + text_of(info->extents) + ", but the model has it as " + t.shape_text);
  }
  for (const auto& info : from.tensors())
    if (std::none_of(tensors.begin(), tensors.end(), [&](const auto& t) { return t.name == info.name; }))
      found.add(described(info.name) + " " + text_of(info.extents) + " is not one of the model's");
  found.refuse();
  for (const auto& t : tensors) {
    const auto numbers = block.subspan(t.offset, t.size);
    from.copy(*from.find(t.name), numbers);
    if (!std::ranges::all_of(numbers, [](T x) { return std::isfinite(x); }))
      found.add(described(t.name) + " has a number that is not finite");
  }
  found.refuse();
}

template <class T>
void write_tensors(const std::filesystem::path& to, const std::vector<stored_tensor<T>>& tensors,
                   std::span<const T> block, const std::map<std::string, std::string>& metadata,
                   safetensors::element type) {
  std::vector<safetensors::tensor> all;
  faults found{to.string()};
  for (const auto& t : tensors) {
    const auto numbers = block.subspan(t.offset, t.size);
    if (!std::ranges::all_of(numbers, [&](T x) { return is_finite_as(type, x); }))
      found.add(described(t.name) + " has a number that is not finite as " + std::string{name_of(type)});
    all.push_back({t.name, type, t.extents, numbers});
  }
  found.refuse();
  safetensors::write(to, all, metadata);
}

template void read_tensors(const safetensors::file&, const std::vector<stored_tensor<float>>&, std::span<float>);
template void read_tensors(const safetensors::file&, const std::vector<stored_tensor<double>>&, std::span<double>);
template void write_tensors(const std::filesystem::path&, const std::vector<stored_tensor<float>>&,
                            std::span<const float>, const std::map<std::string, std::string>&, safetensors::element);
template void write_tensors(const std::filesystem::path&, const std::vector<stored_tensor<double>>&,
                            std::span<const double>, const std::map<std::string, std::string>&, safetensors::element);

}  // namespace typeformer::detail
