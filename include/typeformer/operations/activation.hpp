#pragma once
#include <typeformer/kernels/elementwise.hpp>
#include <typeformer/kernels/gradients.hpp>
#include <typeformer/operations/operation.hpp>

namespace typeformer {

/// A function of each element alone.
///
///   relu        max(x, 0)
///   gelu_erf    x·Φ(x), Φ the normal distribution
///   gelu_tanh   x/2·(1 + tanh(√(2/π)·(x + 0.044715·x³)))
///   gelu_quick  x·σ(1.702·x)
///   swish       x·σ(x)
///   sigmoid     σ(x) = 1/(1 + e⁻ˣ)
///   tanh        tanh x
///
/// shapes   x [L…]   →   the same
/// cost     one for each element
/// source   Hendrycks and Gimpel 2016 (GELU), Ramachandran et al. 2017 (swish)
struct activation_operation {
  static constexpr std::string_view name = "activation";
  static constexpr std::string_view formula = "f(x)";

  kernels::activation function;

  template <class X>
  static constexpr auto result(const X& x) {
    return x;
  }
  template <class X>
  static constexpr polynomial cost(const X& x) {
    return count_of(x);
  }
  template <class T, class Y, class X>
  void forward(const resources<T>& with, const Y& y, const X& x) const {
    kernels::activate(y.size(), function, x.data, y.data, with.threads);
  }
  template <class T, class Y, class X>
  void backward(const resources<T>& with, const Y& y, const X& x) const {
    kernels::add_activation_gradient<T>(x.shape.size(), function, x.data, y.gradient, x.gradient, with.threads);
  }
};

}  // namespace typeformer
