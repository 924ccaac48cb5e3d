#pragma once
#include <typeformer/kernels/elementwise.hpp>
#include <typeformer/operations/operation.hpp>

namespace typeformer {

/// A function of each element alone. kernels/activation.hpp has the formulas.
///
/// shapes   x [L…]   →   the same
/// cost     one for each element
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
