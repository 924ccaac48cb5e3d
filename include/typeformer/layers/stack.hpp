#pragma once
#include <array>
#include <cstddef>

#include <typeformer/expressions/let.hpp>
#include <typeformer/layers/layer_norm.hpp>

namespace typeformer {

namespace detail {
template <class Layer, std::size_t Layers>
inline constexpr bool has_layers = Layers > 0;

// A function, since a class in whose body a rule is broken makes clang print more than the rule.
template <class Layer, std::size_t Layers>
constexpr std::size_t at_least_one() {
  static_assert(has_layers<Layer, Layers>, "encoder, decoder: there must be at least one layer");
  return Layers + (Layers == 0);
}
}  // namespace detail

/// The layers of a stack: at least one.
template <class Layer, std::size_t Layers>
using some_layers = std::array<Layer, detail::at_least_one<Layer, Layers>()>;

/// Runs layers one after the other; `layer(i, x)` runs the i-th and returns a value of the shape of x. Two activations
/// exist at a time, however many layers there are: each layer's input is released when its output is there.
template <class M, class X, class Layer>
constexpr X run_layers(const M& stack, std::size_t layers, const X& x, const Layer& layer) {
  if (layers == 0) return x;
  return in_frame(stack, x, [&] {
    const X before = run_layers(stack, layers - 1, x, layer);
    return [&layer, layers, before] { return layer(layers - 1, before); };
  });
}

/// run_layers() of at least one layer, from an expression, with the norm that ends the stack; no_norm: with none.
template <class M, class Norm, sound_expression X, class Layer>
constexpr auto run_stack(const M& stack, const Norm& norm, std::size_t layers, const X& x, const Layer& layer) {
  return in_frame(stack, x, [&] {
    const auto first = let(x);
    if constexpr (std::is_same_v<Norm, no_norm>) {
      return [&stack, layers, first, &layer] { return run_layers(stack, layers, first, layer); };
    } else {
      const auto y = run_layers(stack, layers, first, layer);
      return [&norm, y] { return norm(y); };
    }
  });
}

}  // namespace typeformer
