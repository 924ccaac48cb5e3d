#pragma once
#include <typeformer/operations/elementwise.hpp>

namespace typeformer {

/// A function of each element alone. kernels/activation.hpp has the formulas.
///
/// shapes   x [L…]   →   the same
/// cost     one for each element
struct activation_operation : on_each_element {
  static constexpr std::string_view name = "activation";
  static constexpr std::string_view formula = "f(x)";

  kernels::activation function;  ///< of kernels/activation.hpp

  template <class P, class V>
  constexpr V value(P& program, V x) const {
    return program.apply(function, x);
  }
  template <class P, class V>
  constexpr std::array<V, 1> gradients(P& program, V dy, V x) const {
    return {program.apply(kernels::binary_function::multiply, dy, program.derivative(function, x))};
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
