#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <typeformer/io/safetensors.hpp>
#include <typeformer/tensor/parameter_list.hpp>

/// Weights in safetensors files: names follow from the model's struct, matrices of linear maps are [out, in].
namespace typeformer {

namespace detail::inline v0_1 {
template <class T>
void read_tensors(const safetensors::file& from, const std::vector<listed_parameter>& tensors, std::span<T> block);
template <class T>
void write_tensors(const std::filesystem::path& to, const std::vector<listed_parameter>& tensors,
                   std::span<const T> block, const std::map<std::string, std::string>& metadata,
                   safetensors::element type);
}  // namespace detail::inline v0_1

/// Whether weights can be read from an X: a path or an open file.
template <class X>
inline constexpr bool is_file_of_weights =
    std::is_convertible_v<const X&, const std::filesystem::path&> || std::is_same_v<X, safetensors::file>;
/// Whether the first template argument of load names a model.
template <class M>
inline constexpr bool is_named_model = !std::is_same_v<M, left_out>;
/// Whether an X can be saved as weights.
template <class X>
inline constexpr bool are_weights = requires(const X& x) { []<class M, class T>(const weights<M, T>&) {}(x); };

namespace detail {
template <class M, class... X>
inline constexpr bool is_load = false;
template <class M, class X>
inline constexpr bool is_load<M, X> = is_named_model<M> && is_file_of_weights<X>;

template <class... X>
inline constexpr bool is_save = false;
template <class Path, class Weights, class... Metadata>
inline constexpr bool is_save<Path, Weights, Metadata...> =
    std::is_convertible_v<const Path&, const std::filesystem::path&> && are_weights<Weights>;
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
// Of anything else.
template <class M = left_out, class T = float, class... X>
  requires(!detail::is_load<M, X...>)
auto load(const X&...) {
  static_assert(is_named_model<M>, "load<M>(path): M, the model, must be named by its type: load<my_model>(path)");
  if constexpr (is_named_model<M>)
    static_assert(detail::is_load<M, X...>,
                  "load<M>(path): it takes a path or a safetensors::file; a checkpoint is neither, and a training_run "
                  "goes on from it");
  return detail::refused_weights{};
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
// Of anything else.
template <class M = left_out, class... X>
  requires(!detail::is_save<X...>)
void save(const X&...) {
  if constexpr (!(is_refused<X> || ...))  // of what is refused nothing else is said
    static_assert(
        detail::is_save<X...>,
        "save(path, weights): the path must come first, and weights be a weights<M>, as run.trainer().trained(); "
        "packed_weights, sessions and runs are not saved");
}

}  // namespace typeformer
