#pragma once
#include <typeformer/expressions/choice.hpp>
#include <typeformer/expressions/node.hpp>
#include <typeformer/operations/activation.hpp>

/// Activations as users write them: a function for formulas, and a type for configurations. kernels/activation.hpp has
/// the formulas.
///
/// shapes   x [L…]   →   the same
namespace typeformer {

template <expression X>
constexpr auto activate(kernels::activation function, const X& x) {
  return make_node(activation_operation{{}, function}, x);
}

struct relu_activation {
  static constexpr auto kind = choice::activation;
  static constexpr auto function = kernels::activation::relu;
};
template <expression X>
constexpr auto relu(const X& x) {
  return activate(kernels::activation::relu, x);
}

struct gelu_activation {
  static constexpr auto kind = choice::activation;
  static constexpr auto function = kernels::activation::gelu_erf;
};
template <expression X>
constexpr auto gelu(const X& x) {
  return activate(kernels::activation::gelu_erf, x);
}

struct gelu_tanh_activation {
  static constexpr auto kind = choice::activation;
  static constexpr auto function = kernels::activation::gelu_tanh;
};
template <expression X>
constexpr auto gelu_tanh(const X& x) {
  return activate(kernels::activation::gelu_tanh, x);
}

struct gelu_quick_activation {
  static constexpr auto kind = choice::activation;
  static constexpr auto function = kernels::activation::gelu_quick;
};
template <expression X>
constexpr auto gelu_quick(const X& x) {
  return activate(kernels::activation::gelu_quick, x);
}

struct swish_activation {
  static constexpr auto kind = choice::activation;
  static constexpr auto function = kernels::activation::swish;
};
template <expression X>
constexpr auto swish(const X& x) {
  return activate(kernels::activation::swish, x);
}

struct sigmoid_activation {
  static constexpr auto kind = choice::activation;
  static constexpr auto function = kernels::activation::sigmoid;
};
template <expression X>
constexpr auto sigmoid(const X& x) {
  return activate(kernels::activation::sigmoid, x);
}

template <expression X>
constexpr auto tanh(const X& x) {
  return activate(kernels::activation::tanh, x);
}

}  // namespace typeformer
