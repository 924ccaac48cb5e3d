#pragma once
#include <typeformer/kernels/movement.hpp>
#include <typeformer/operations/operation.hpp>

namespace typeformer {

/// shapes   x [L…, A]   y [L…, B]   →   [L…, A⊕B]
struct concatenate_operation {
  static constexpr std::string_view name = "concatenate";
  static constexpr std::string_view formula = "(x, y)";

  template <class X, class Y>
  static constexpr auto result(const X& x, const Y& y) {
    return algebra::concatenate(x, y);
  }
  template <class X, class Y>
  static constexpr polynomial cost(const X&, const Y&) {
    return {};
  }
  template <class T, class Z, class X, class Y>
  void forward(const resources<T>& with, const Z& z, const X& x, const Y& y) const {
    const std::size_t a = x.shape.last(), b = y.shape.last();
    kernels::copy_rows(x.shape.rows(), a, x.data, a, z.data, a + b, with.threads);
    kernels::copy_rows(y.shape.rows(), b, y.data, b, z.data + a, a + b, with.threads);
  }
  template <class T, class Z, class X, class Y>
  void backward(const resources<T>& with, const Z& z, const X& x, const Y& y) const {
    const std::size_t a = x.shape.last(), b = y.shape.last();
    kernels::add_copied_rows<T>(x.shape.rows(), a, z.gradient, a + b, x.gradient, a, with.threads);
    kernels::add_copied_rows<T>(y.shape.rows(), b, z.gradient + a, a + b, y.gradient, b, with.threads);
  }
};

}  // namespace typeformer
