#pragma once
#include <array>
#include <cstddef>
#include <type_traits>

#include <typeformer/expressions/let.hpp>
#include <typeformer/layers/layer_norm.hpp>

namespace typeformer {

/// How many layers a stack has, as a template argument: any whole number. A type of its own, so that a number of
/// another kind is refused in a sentence, and 6 and `std::size_t{6}` make one type of stack.
struct layer_count {
  std::size_t number;  ///< 0 where a negative one was given
  /// From a number, so that the number alone is the template argument: `encoder<Config, 6>`.
  template <class T>
    requires std::is_arithmetic_v<T>
  constexpr layer_count(T n) : number(n < T{1} ? 0 : static_cast<std::size_t>(n)) {
    constexpr bool is_whole_number = std::is_integral_v<T> && !std::is_same_v<T, bool>;
    static_assert(is_whole_number, "encoder, decoder: the number of layers must be a whole number");
    if (!is_whole_number) number = 1;
  }
};

namespace detail {
/// The gate of stacks.
template <class Config, layer_count Layers>
consteval bool must_be_layers() {
  static_assert(Layers.number > 0, "encoder, decoder: there must be at least one layer");
  return true;
}
}  // namespace detail

/// The layers of a stack: at least one.
template <class Layer, std::size_t Layers>
using some_layers = std::array<Layer, Layers + (Layers == 0)>;

namespace detail {
template <class M, class X, class Layer>
constexpr X run_sound_layers(const M& stack, std::size_t layers, const X& x, const Layer& layer) {
  if (layers == 0) return x;
  return in_frame(stack, x, [&] {
    const X before = run_sound_layers(stack, layers - 1, x, layer);
    return [&layer, layers, before] { return layer(layers - 1, before); };
  });
}
}  // namespace detail

/// Runs layers one after the other; `layer(i, x)` runs the i-th and returns a value of the shape of x, or what stands in
/// the place of one that was refused. Two activations exist at a time, however many layers there are: each layer's input
/// is released when its output is there.
template <class M, class X, class Layer>
constexpr auto run_layers(const M& stack, std::size_t layers, const X& x, const Layer& layer) {
  if constexpr (are_sound<decltype(layer(layers, x))>) {
    return detail::run_sound_layers(stack, layers, x, layer);
  } else {
    return any_formula{};
  }
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
