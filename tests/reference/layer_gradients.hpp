#pragma once
#include <tuple>
#include <utility>

#include "../gradients/check.hpp"
#include "reference.hpp"

/// Gradients of layers as PyTorch's autograd finds them (make.py, layer_gradients).
namespace typeformer::testing {

template <class X>
struct input_kind {
  using type = X;  // tokens and masks
};
template <class T, is_axis... A>
struct input_kind<tensor<T, A...>> {
  using type = shape<A...>;
};

/// Whether the gradients of Σ cotangent·y by every parameter of M and by every input are those of the file, each within
/// `tolerance` of its largest element. The weights stand under the part of `name` before the slash.
template <is_module M, class T, class... X>
void check_layer_gradients(const safetensors::file& file, const std::string& name, const X&... inputs) {
  INFO(name);
  const auto w = read_weights<M, T>(file, name.substr(0, name.find('/')));
  weights<M, T> gradient;
  const packed_weights<M, T> packed{w};
  kernels::threads threads{2};
  recording<T> reading{{packed.block(), w.block().data(), gradient.block().data()},
                       recorded_bytes<M, T, typename input_kind<X>::type...>,
                       threads};
  const std::tuple values{recorded_input(reading, inputs)...};
  const auto y = let(std::apply(model<M>, values));

  const auto& info = find(file, name + "/cotangent");
  const auto extents = y.shape.extents();
  REQUIRE(std::equal(extents.begin(), extents.end(), info.extents.begin(), info.extents.end()));
  std::vector<T> cotangent(info.element_count());
  file.copy<T>(info, cotangent);
  reading.backward(y, cotangent.data());

  std::ptrdiff_t checked = 0;
  for_each_named_parameter(model<M>, [&](const std::string& parameter, const auto& p) {
    check(std::as_const(gradient)[p], file, name + "/gradient." + parameter);
    ++checked;
  });
  const auto check_input = [&](std::size_t i, const auto& x) {
    if constexpr (requires { reading.gradient_of(x); }) {
      check(reading.gradient_of(x), file, name + "/gradient/" + std::to_string(i));
      ++checked;
    }
  };
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (check_input(I, std::get<I>(values)), ...);
  }(std::index_sequence_for<X...>{});
  const auto of_this = [&](const auto& t) { return t.name.starts_with(name + "/gradient"); };
  REQUIRE(std::count_if(file.tensors().begin(), file.tensors().end(), of_this) == checked);
}

/// The file, and what most layers of it read.
template <class T, is_axis Batch, is_axis Query, is_axis Key, is_axis Model>
struct derived_layers {
  safetensors::file file = reference_file("gradients_layers");
  tensor<T, Batch, Query, Model> x = read<T, Batch, Query, Model>(file, "x");
  tensor<T, Batch, Key, Model> memory = read<T, Batch, Key, Model>(file, "memory");
  std::vector<std::int32_t> lengths = read_numbers(file, "lengths");

  template <is_module M, class... X>
  void check(const std::string& name, const X&... inputs) const {
    check_layer_gradients<M, T>(file, name, inputs...);
  }
};

}  // namespace typeformer::testing
