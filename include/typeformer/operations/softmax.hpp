#pragma once
#include <typeformer/axis/agreement.hpp>
#include <typeformer/kernels/movement.hpp>
#include <typeformer/kernels/rows.hpp>
#include <typeformer/operations/operation.hpp>

namespace typeformer {

/// Softmax over the I-th axis: exp(x − max) / Σ exp(x − max). Where all is −∞, zeros.
///
/// shapes   x [L…, A, R…]   →   the same; each line along A sums to 1
/// cost     5 for each element: maximum, difference, exponential, sum, quotient
template <std::size_t I>
struct softmax_operation {
  static constexpr std::string_view name = "softmax";
  static constexpr std::string_view formula = "softmax(x)";
  template <class Sequence, class X>
  static constexpr bool mixes = is_made_of<axis_at<typename X::shape_type, I>, Sequence>;

  template <class X>
  static constexpr auto result(const X& x) {
    return x;
  }
  template <class X>
  static constexpr polynomial cost(const X& x) {
    return polynomial{5} * count_of(x);
  }
  /// The kernel reads rows of the last axis; another axis is permuted to the last and back.
  template <class X>
  static constexpr std::size_t scratch(const X& x) {
    return I + 1 == X::rank ? 0 : x.size();
  }
  template <class T, class Y, class X>
  void forward(const resources<T>& with, const Y& y, const X& x) const {
    if constexpr (I + 1 == X::shape_type::rank) {
      kernels::softmax(x.shape.rows(), x.shape.last(), x.data, y.data, with.threads);
    } else {
      const auto extents = x.shape.extents();
      std::size_t outer = 1, inner = 1;
      for (std::size_t i = 0; i < I; ++i) outer *= extents[i];
      for (std::size_t i = I + 1; i < extents.size(); ++i) inner *= extents[i];
      kernels::permute(outer, extents[I], inner, 1, x.data, with.scratch, with.threads);
      kernels::softmax(outer * inner, extents[I], with.scratch, with.scratch, with.threads);
      kernels::permute(outer, inner, extents[I], 1, with.scratch, y.data, with.threads);
    }
  }

  template <class T, class Y, class X>
  void backward(const resources<T>& with, const Y& y, const X& x) const {
    if constexpr (I + 1 == X::shape_type::rank) {
      kernels::add_softmax_gradient<T>(x.shape.rows(), x.shape.last(), y.data, y.gradient, x.gradient, with.threads);
    } else {
      const auto extents = x.shape.extents();
      std::size_t outer = 1, inner = 1;
      for (std::size_t i = 0; i < I; ++i) outer *= extents[i];
      for (std::size_t i = I + 1; i < extents.size(); ++i) inner *= extents[i];
      const std::size_t size = x.shape.size();
      T *const moved = with.scratch, *const moved_dy = moved + size, *const moved_dx = moved_dy + size;
      kernels::permute(outer, extents[I], inner, 1, y.data, moved, with.threads);
      kernels::permute<T>(outer, extents[I], inner, 1, y.gradient, moved_dy, with.threads);
      kernels::set_zero(size, moved_dx, with.threads);
      kernels::add_softmax_gradient<T>(outer * inner, extents[I], moved, moved_dy, moved_dx, with.threads);
      kernels::add_permute_gradient<T>(outer, inner, extents[I], 1, moved_dx, x.gradient, with.threads);
    }
  }
  template <class X>
  static constexpr std::size_t backward_scratch(const X& x) {
    return I + 1 == X::rank ? 0 : 3 * x.size();
  }
};

}  // namespace typeformer
