#pragma once
#include <typeformer/kernels/gradients.hpp>
#include <typeformer/kernels/movement.hpp>
#include <typeformer/operations/operation.hpp>

namespace typeformer {

/// shapes   x [L…, N, h·d̃]   →   [L…, h, N, d̃]
template <is_axis Head, is_axis Width>
struct split_heads_operation {
  static constexpr std::string_view name = "split heads";
  static constexpr std::string_view formula = "split(x)";

  template <class X>
  static constexpr auto result(const X& x) {
    return algebra::split<Head, Width>(x);
  }
  template <class X>
  static constexpr polynomial cost(const X&) {
    return {};
  }
  template <class T, class Y, class X>
  void forward(const resources<T>& with, const Y& y, const X& x) const {
    constexpr std::size_t n = Y::shape_type::rank;
    const std::size_t heads = y.shape.template extent<n - 3>(), rows = y.shape.template extent<n - 2>();
    kernels::exchange(algebra::leading(x.shape).size(), rows, heads, y.shape.last(), x.data, y.data, with.workers);
  }
  template <class T, class Y, class X>
  void backward(const resources<T>& with, const Y& y, const X& x) const {
    constexpr std::size_t n = Y::shape_type::rank;
    const std::size_t heads = y.shape.template extent<n - 3>(), rows = y.shape.template extent<n - 2>();
    kernels::add_exchanged(algebra::leading(x.shape).size(), heads, rows, y.shape.last(), y.gradient, x.gradient,
                           with.workers);
  }
};

/// shapes   x [L…, h, N, d̃]   →   [L…, N, h·d̃]
struct join_heads_operation {
  static constexpr std::string_view name = "join heads";
  static constexpr std::string_view formula = "concat(x_1 … x_h)";

  template <class X>
  static constexpr auto result(const X& x) {
    return algebra::join(x);
  }
  template <class X>
  static constexpr polynomial cost(const X&) {
    return {};
  }
  template <class T, class Y, class X>
  void forward(const resources<T>& with, const Y& y, const X& x) const {
    constexpr std::size_t n = X::shape_type::rank;
    const std::size_t heads = x.shape.template extent<n - 3>(), rows = x.shape.template extent<n - 2>();
    kernels::exchange(algebra::leading(y.shape).size(), heads, rows, x.shape.last(), x.data, y.data, with.workers);
  }
  template <class T, class Y, class X>
  void backward(const resources<T>& with, const Y& y, const X& x) const {
    constexpr std::size_t n = X::shape_type::rank;
    const std::size_t heads = x.shape.template extent<n - 3>(), rows = x.shape.template extent<n - 2>();
    kernels::add_exchanged(algebra::leading(y.shape).size(), rows, heads, x.shape.last(), y.gradient, x.gradient,
                           with.workers);
  }
};

}  // namespace typeformer
