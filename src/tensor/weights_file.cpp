#include <algorithm>
#include <span>

#include <typeformer/error.hpp>
#include <typeformer/tensor/weights_file.hpp>

namespace typeformer::detail {
namespace {

std::string text_of(const std::vector<std::uint64_t>& extents) {
  std::string t = "[";
  for (const std::uint64_t n : extents) t += (t.size() > 1 ? ", " : "") + std::to_string(n);
  return t + "]";
}

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
    throw error{origin_ + ": " + first_ +
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
      found.add("tensor '" + t.name + "' is missing; the model has it as " + t.shape_text);
    else if (info->extents != t.extents)
      found.add("tensor '" + t.name + "' is " + text_of(info->extents) + ", but the model has it as " + t.shape_text);
  }
  for (const auto& info : from.tensors())
    if (std::none_of(tensors.begin(), tensors.end(), [&](const auto& t) { return t.name == info.name; }))
      found.add("tensor '" + info.name + "' " + text_of(info.extents) + " is not one of the model's");
  found.refuse();
  for (const auto& t : tensors) from.copy(*from.find(t.name), block.subspan(t.offset, t.size));
}

template <class T>
void write_tensors(const std::filesystem::path& to, const std::vector<stored_tensor<T>>& tensors,
                   std::span<const T> block, const std::map<std::string, std::string>& metadata,
                   safetensors::element type) {
  std::vector<safetensors::tensor> all;
  for (const auto& t : tensors) all.push_back({t.name, type, t.extents, block.subspan(t.offset, t.size)});
  safetensors::write(to, all, metadata);
}

template void read_tensors(const safetensors::file&, const std::vector<stored_tensor<float>>&, std::span<float>);
template void read_tensors(const safetensors::file&, const std::vector<stored_tensor<double>>&, std::span<double>);
template void write_tensors(const std::filesystem::path&, const std::vector<stored_tensor<float>>&,
                            std::span<const float>, const std::map<std::string, std::string>&, safetensors::element);
template void write_tensors(const std::filesystem::path&, const std::vector<stored_tensor<double>>&,
                            std::span<const double>, const std::map<std::string, std::string>&, safetensors::element);

}  // namespace typeformer::detail
