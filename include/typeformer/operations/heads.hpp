#pragma once
#include <typeformer/kernels/movement.hpp>
#include <typeformer/operations/operation.hpp>

namespace typeformer {

/// shapes   x [L…, N, h·d̃]   →   [L…, h, N, d̃]
template <is_axis Head, is_axis Width>
struct split_heads_operation {
  static constexpr std::string_view name = "split heads";
  static constexpr std::string_view formula = "split(x)";
  template <class Sequence, class X, class...>
  static constexpr bool mixes = is_made_of<axis_from_last<X, 0>, Sequence>;

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
    kernels::permute(algebra::leading(x.shape).size(), rows, heads, y.shape.last(), x.data, y.data, with.threads);
  }
  template <class T, class Y, class X>
  void backward(const resources<T>& with, const Y& y, const X& x) const {
    constexpr std::size_t n = Y::shape_type::rank;
    const std::size_t heads = y.shape.template extent<n - 3>(), rows = y.shape.template extent<n - 2>();
    kernels::add_permute_gradient(algebra::leading(x.shape).size(), heads, rows, y.shape.last(), y.gradient, x.gradient,
                                  with.threads);
  }
};

/// Each head as often as Group is long, the repetitions side by side: heads of keys or values for several heads of
/// queries each.
///
/// shapes   x [L…, h, N, d̃]   →   [L…, h·g, N, d̃]
template <is_axis Group>
struct repeat_heads_operation {
  static constexpr std::string_view name = "repeat heads";
  static constexpr std::string_view formula = "(x_1, … x_1, x_2, …)";
  template <class Sequence, class X, class...>
  static constexpr bool mixes = is_made_of<axis_from_last<X, 0>, Sequence>;

  template <class X>
  static constexpr auto result(const X& x) {
    return algebra::repeat<Group>(x);
  }
  template <class X>
  static constexpr polynomial cost(const X&) {
    return {};
  }
  template <class T, class Y, class X>
  void forward(const resources<T>& with, const Y& y, const X& x) const {
    const std::size_t heads = algebra::leading(x.shape).size(), size = head_size(x.shape);
    for (std::size_t i = 0; i < bound<Group>; ++i)
      kernels::copy_rows(heads, size, x.data, size, y.data + i * size, bound<Group> * size, with.threads);
  }
  template <class T, class Y, class X>
  void backward(const resources<T>& with, const Y& y, const X& x) const {
    const std::size_t heads = algebra::leading(x.shape).size(), size = head_size(x.shape);
    for (std::size_t i = 0; i < bound<Group>; ++i)
      kernels::add_copied_rows<T>(heads, size, y.gradient + i * size, bound<Group> * size, x.gradient, size,
                                  with.threads);
  }

 private:
  template <class Shape>
  static std::size_t head_size(const Shape& x) {
    return x.template extent<Shape::rank - 2>() * x.last();
  }
};

/// shapes   x [L…, h, N, d̃]   →   [L…, N, h·d̃]
struct join_heads_operation {
  static constexpr std::string_view name = "join heads";
  static constexpr std::string_view formula = "concat(x_1 … x_h)";
  template <class Sequence, class X, class...>
  static constexpr bool mixes = is_made_of<axis_from_last<X, 0>, Sequence>;

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
    kernels::permute(algebra::leading(y.shape).size(), heads, rows, x.shape.last(), x.data, y.data, with.threads);
  }
  template <class T, class Y, class X>
  void backward(const resources<T>& with, const Y& y, const X& x) const {
    constexpr std::size_t n = X::shape_type::rank;
    const std::size_t heads = x.shape.template extent<n - 3>(), rows = x.shape.template extent<n - 2>();
    kernels::add_permute_gradient(algebra::leading(y.shape).size(), rows, heads, x.shape.last(), y.gradient, x.gradient,
                                  with.threads);
  }
};

}  // namespace typeformer
