#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include <typeformer/io/safetensors.hpp>
#include <typeformer/tensor/parameter_list.hpp>

/// Weights in safetensors files: names follow from the model's struct, matrices of linear maps are [out, in].
namespace typeformer {

namespace detail {
template <class T>
void read_tensors(const safetensors::file& from, const std::vector<listed_parameter>& tensors, std::span<T> block);
template <class T>
void write_tensors(const std::filesystem::path& to, const std::vector<listed_parameter>& tensors,
                   std::span<const T> block, const std::map<std::string, std::string>& metadata,
                   safetensors::element type);
}  // namespace detail

/// A model's weights from a file, converted from F64, F32, F16 or BF16.
///
/// throws   for a tensor that is missing, that the model does not have, or of another shape: its name, and both shapes;
///          only then are numbers read. For one with a number that is NaN or infinite, or is so as T: its name
template <class M, class T = float>
  requires(sizeof(M) > 0 && must_be_module<M>())
auto load(const safetensors::file& from) {
  weights<M, T> w;
  detail::read_tensors<T>(from, parameters_of<M>(), w.block());
  return w;
}
/// The same from a path, opened for the call.
template <class M, class T = float>
  requires(sizeof(M) > 0 && must_be_module<M>())
auto load(const std::filesystem::path& path) {
  return load<M, T>(safetensors::file::open(path));
}

/// Writes weights to a file, all or nothing, as F32 or another of F64, F16, BF16 (rounded to nearest).
///
/// throws   for a tensor with a number that is NaN or infinite, or would be in the file: its name; for weights that
///          were moved from
template <class M, class T>
  requires(sizeof(M) > 0 && must_be_module<M>())
void save(const std::filesystem::path& path, const weights<M, T>& w,
          const std::map<std::string, std::string>& metadata = {},
          safetensors::element type = safetensors::element::f32) {
  detail::check_not_moved_from(w.block().size(), block_size<M>, "weights");
  detail::write_tensors<T>(path, parameters_of<M>(), w.block(), metadata, type);
}

}  // namespace typeformer
