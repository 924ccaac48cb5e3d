#pragma once
#include <cstddef>

#include <typeformer/axis/algebra.hpp>
#include <typeformer/kernels/movement.hpp>
#include <typeformer/operations/agreement.hpp>
#include <typeformer/operations/operation.hpp>

namespace typeformer {

/// Zeros, of the extents that x has.
///
/// shapes   x   →   [A…]
template <is_axis... A>
struct zeros_operation {
  static constexpr std::string_view name = "zeros";
  static constexpr std::string_view formula = "0";
  static constexpr bool takes_tokens = true;
  template <class, class...>
  static constexpr bool mixes = false;

  template <class X>
  static constexpr auto result(const X& x) {
    return algebra::shaped(hana::make_tuple(dimension<A>{detail::extent_along<A>(x)}...));
  }
  template <class X>
  static constexpr polynomial cost(const X&) {
    return {};
  }
  template <class T, class Y, class X>
  void forward(const resources<T>& with, const Y& y, const X&) const {
    kernels::set_zero(y.shape.size(), y.data, with.threads);
  }
  template <class T, class Y, class X>
  void backward(const resources<T>&, const Y&, const X&) const {}
};

}  // namespace typeformer
