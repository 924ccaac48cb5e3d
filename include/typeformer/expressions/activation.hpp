#pragma once
#include <typeformer/expressions/choice.hpp>
#include <typeformer/expressions/node.hpp>
#include <typeformer/operations/activation.hpp>

/// Activations as users write them: a function for formulas, and a type for configurations. kernels/activation.hpp has
/// the formulas.
///
/// shapes   x [L…]   →   the same
namespace typeformer {

/// Whether a formula calls an activation's type: never. Of an expression that was refused nothing is said.
template <class... X>
inline constexpr bool is_function_of = !are_sound<X...>;

/// Base of an activation's type, which a formula does not call.
struct chosen_activation {
  template <class... X>
  constexpr auto operator()(const X&...) const {
    static_assert(
        is_function_of<X...>,
        "an activation's type is chosen by a layer or a configuration; a formula calls a function, such as relu(x)");
    return any_formula{};
  }
};

/// The function that a constant names, of each element: what activations of configurations call. Those below make the
/// node themselves, so that what a compiler says of x is a line nearer to the program.
template <sound_expression X>
constexpr auto activate(kernels::activation function, const X& x) {
  return make_node(activation_operation{{}, function}, x);
}

/// Chooses relu.
struct relu_activation : chosen_activation {
  static constexpr auto kind = choice::activation;             ///< what it is chosen as
  static constexpr auto function = kernels::activation::relu;  ///< what layers apply
};
/// max(x, 0) of each element; NaN stays.
template <sound_expression X>
constexpr auto relu(const X& x) {
  return make_node(activation_operation{{}, kernels::activation::relu}, x);
}

/// Chooses gelu.
struct gelu_activation : chosen_activation {
  static constexpr auto kind = choice::activation;                 ///< what it is chosen as
  static constexpr auto function = kernels::activation::gelu_erf;  ///< what layers apply
};
/// x·Φ(x) of each element, Φ the normal distribution.
///
/// source   Hendrycks and Gimpel 2016
template <sound_expression X>
constexpr auto gelu(const X& x) {
  return make_node(activation_operation{{}, kernels::activation::gelu_erf}, x);
}

/// Chooses gelu_tanh.
struct gelu_tanh_activation : chosen_activation {
  static constexpr auto kind = choice::activation;                  ///< what it is chosen as
  static constexpr auto function = kernels::activation::gelu_tanh;  ///< what layers apply
};
/// x/2·(1 + tanh(√(2/π)·(x + 0.044715·x³))) of each element, near x·Φ(x).
///
/// source   Hendrycks and Gimpel 2016
template <sound_expression X>
constexpr auto gelu_tanh(const X& x) {
  return make_node(activation_operation{{}, kernels::activation::gelu_tanh}, x);
}

/// Chooses gelu_quick.
struct gelu_quick_activation : chosen_activation {
  static constexpr auto kind = choice::activation;                   ///< what it is chosen as
  static constexpr auto function = kernels::activation::gelu_quick;  ///< what layers apply
};
/// x·σ(1.702·x) of each element, near x·Φ(x).
///
/// source   Hendrycks and Gimpel 2016
template <sound_expression X>
constexpr auto gelu_quick(const X& x) {
  return make_node(activation_operation{{}, kernels::activation::gelu_quick}, x);
}

/// Chooses swish.
struct swish_activation : chosen_activation {
  static constexpr auto kind = choice::activation;              ///< what it is chosen as
  static constexpr auto function = kernels::activation::swish;  ///< what layers apply
};
/// x·σ(x) of each element, also called SiLU.
///
/// source   Ramachandran et al. 2017
template <sound_expression X>
constexpr auto swish(const X& x) {
  return make_node(activation_operation{{}, kernels::activation::swish}, x);
}

/// Chooses sigmoid.
struct sigmoid_activation : chosen_activation {
  static constexpr auto kind = choice::activation;                ///< what it is chosen as
  static constexpr auto function = kernels::activation::sigmoid;  ///< what layers apply
};
/// σ(x) = 1/(1 + e⁻ˣ) of each element.
template <sound_expression X>
constexpr auto sigmoid(const X& x) {
  return make_node(activation_operation{{}, kernels::activation::sigmoid}, x);
}

/// (eˣ − e⁻ˣ)/(eˣ + e⁻ˣ) of each element.
template <sound_expression X>
constexpr auto tanh(const X& x) {
  return make_node(activation_operation{{}, kernels::activation::tanh}, x);
}

}  // namespace typeformer
