#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include <typeformer/io/safetensors.hpp>
#include <typeformer/tensor/weights.hpp>

/// Weights in safetensors files: names follow from the model's struct, matrices of linear maps are [out, in].
namespace typeformer {

namespace detail {
/// A parameter as it is in a file.
template <class T>
struct stored_tensor {
  std::string name, shape_text;
  std::vector<std::uint64_t> extents;
  std::size_t offset, size;  // in the block
};

template <class M, class T>
std::vector<stored_tensor<T>> stored_tensors() {
  std::vector<stored_tensor<T>> all;
  for_each_named_parameter(model<M>, [&]<class P>(const std::string& name, const P& p) {
    using shape = stored_shape<P>;
    const auto extents = shape{}.extents();
    all.push_back({name, text_of(shape{}), {extents.begin(), extents.end()}, p.offset, P::size});
  });
  return all;
}

template <class T>
void read_tensors(const safetensors::file& from, const std::vector<stored_tensor<T>>& tensors, std::span<T> block);
template <class T>
void write_tensors(const std::filesystem::path& to, const std::vector<stored_tensor<T>>& tensors,
                   std::span<const T> block, const std::map<std::string, std::string>& metadata,
                   safetensors::element type);
}  // namespace detail

/// A model's weights from a file, converted from F64, F32, F16 or BF16.
///
/// throws   for a tensor that is missing, that the model does not have, or of another shape: its name, and both shapes;
///          only then are numbers read. For one with a number that is NaN or infinite, or is so as T: its name
template <is_module M, class T = float>
weights<M, T> load(const safetensors::file& from) {
  weights<M, T> w;
  detail::read_tensors<T>(from, detail::stored_tensors<M, T>(), w.block());
  return w;
}
template <is_module M, class T = float>
weights<M, T> load(const std::filesystem::path& path) {
  return load<M, T>(safetensors::file::open(path));
}

/// Writes weights to a file, all or nothing, as F32 or another of F64, F16, BF16 (rounded to nearest).
///
/// throws   for a tensor with a number that is NaN or infinite, or would be in the file: its name; for weights that
///          were moved from
template <is_module M, class T>
void save(const std::filesystem::path& path, const weights<M, T>& w,
          const std::map<std::string, std::string>& metadata = {},
          safetensors::element type = safetensors::element::f32) {
  detail::check_not_moved_from(w.block().size(), block_size<M>, "weights");
  detail::write_tensors<T>(path, detail::stored_tensors<M, T>(), w.block(), metadata, type);
}

}  // namespace typeformer
