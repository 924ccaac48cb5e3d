#pragma once
#include <cstddef>

#include <typeformer/kernels/elementwise.hpp>
#include <typeformer/kernels/movement.hpp>
#include <typeformer/operations/around_axis.hpp>
#include <typeformer/operations/operation.hpp>
#include <typeformer/operations/reach.hpp>

/// Operands one after the other along an axis, or along a new one, and parts of an axis. Elements are only moved.
namespace typeformer {

namespace detail {
/// y, in rows of y_stride elements, takes over the rows of x along an axis.
template <class T>
void copy_part(const around& x, const T* from, std::size_t from_stride, T* to, std::size_t to_stride,
               kernels::threads& threads) {
  kernels::copy_rows(x.outer, x.along * x.inner, from, from_stride, to, to_stride, threads);
}
template <class T>
void add_part(const around& x, const T* from, std::size_t from_stride, T* to, std::size_t to_stride,
              kernels::threads& threads) {
  kernels::add_copied_rows<T>(x.outer, x.along * x.inner, from, from_stride, to, to_stride, threads);
}
}  // namespace detail

/// A… are the axes of the operands, in their order.
///
/// shapes   x [L…, A, R…]   y [L…, B, R…]   …   →   [L…, A⊕B⊕…, R…]
template <is_axis... A>
struct concatenate_operation {
  static constexpr std::string_view name = "concatenate";
  static constexpr std::string_view formula = "(x, y, …)";
  template <class Sequence, class...>
  static constexpr bool mixes = (is_made_of<A, Sequence> || ...);
  template <class, class...>
  static constexpr reach reach_along() {
    return {};  // positions are moved
  }

  template <class... X>
  static constexpr auto result(const X&... x) {
    return algebra::concatenate<A...>(x...);
  }
  template <class... X>
  static constexpr polynomial cost(const X&...) {
    return {};
  }
  template <class T, class Z, class... X>
  void forward(const resources<T>& with, const Z& z, const X&... x) const {
    const around all = around_axis<direct_sum<A...>>(z.shape);
    const std::size_t stride = all.along * all.inner;
    T* to = z.data;
    const auto one = [&](const around& part, const T* from) {
      detail::copy_part(part, from, part.along * part.inner, to, stride, with.threads);
      to += part.along * part.inner;
    };
    (one(around_axis<A>(x.shape), x.data), ...);
  }
  template <class T, class Z, class... X>
  void backward(const resources<T>& with, const Z& z, const X&... x) const {
    const around all = around_axis<direct_sum<A...>>(z.shape);
    const std::size_t stride = all.along * all.inner;
    const T* from = z.gradient;
    const auto one = [&](const around& part, T* to) {
      detail::add_part(part, from, stride, to, part.along * part.inner, with.threads);
      from += part.along * part.inner;
    };
    (one(around_axis<A>(x.shape), x.gradient), ...);
  }
};

/// Part of an axis: `extent` indices from `first` on.
///
/// shapes   x [L…, Whole, R…]   →   [L…, Part, R…]
/// throws   a part that is not within the axis
template <is_axis Whole, is_axis Part>
struct slice_operation {
  static constexpr std::string_view name = "slice";
  static constexpr std::string_view formula = "x_{i+first}";
  template <class Sequence, class X>
  static constexpr bool mixes = is_made_of<Whole, Sequence>;
  template <class, class...>
  static constexpr reach reach_along() {
    return {};  // positions are moved
  }

  std::size_t first;   ///< index in Whole of the part's first element
  std::size_t extent;  ///< of the part

  template <class X>
  constexpr auto result(const X& x) const {
    const std::size_t whole = algebra::extent_of<Whole>(x);
    if (first > whole || extent > whole - first)
      throw error{"slice: indices " + std::to_string(first) + " to " + std::to_string(first + extent) +
                  " are wanted, but axis " + name_of<Whole>() + " has extent " + std::to_string(whole)};
    return algebra::replace<Whole>(x, dimension<Part>{extent});
  }
  template <class X>
  static constexpr polynomial cost(const X&) {
    return {};
  }
  template <class T, class Y, class X>
  void forward(const resources<T>& with, const Y& y, const X& x) const {
    if (y.shape.size() == 0) return;  // of an x without elements, which may have no data to count from
    const around whole = around_axis<Whole>(x.shape), part{whole.outer, extent, whole.inner};
    detail::copy_part(part, x.data + first * part.inner, whole.along * part.inner, y.data, part.along * part.inner,
                      with.threads);
  }
  template <class T, class Y, class X>
  void backward(const resources<T>& with, const Y& y, const X& x) const {
    const around whole = around_axis<Whole>(x.shape), part{whole.outer, extent, whole.inner};
    detail::add_part(part, y.gradient, part.along * part.inner, x.gradient + first * part.inner,
                     whole.along * part.inner, with.threads);
  }
};

/// shapes   x [L…]   y [L…]   …   →   [New, L…]
template <is_axis New>
struct stack_operation {
  static constexpr std::string_view name = "stack";
  static constexpr std::string_view formula = "(x, y, …)";
  template <class, class...>
  static constexpr bool mixes = false;

  template <class X, class... Y>
  static constexpr auto result(const X& x, const Y&...) {
    return algebra::shaped(hana::prepend(x.dimensions, dimension<New>{}));
  }
  template <class... X>
  static constexpr polynomial cost(const X&...) {
    return {};
  }
  template <class T, class Z, class... X>
  void forward(const resources<T>& with, const Z& z, const X&... x) const {
    const std::size_t size = z.shape.size() / sizeof...(X);
    T* to = z.data;
    ((kernels::copy_rows(std::size_t{1}, size, x.data, size, to, size, with.threads), to += size), ...);
  }
  template <class T, class Z, class... X>
  void backward(const resources<T>& with, const Z& z, const X&... x) const {
    const std::size_t size = z.shape.size() / sizeof...(X);
    const T* from = z.gradient;
    ((kernels::add_scaled<T>(size, T{1}, from, x.gradient, with.threads), from += size), ...);
  }
};

}  // namespace typeformer
