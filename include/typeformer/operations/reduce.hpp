#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include <typeformer/axis/algebra.hpp>
#include <typeformer/kernels/reduce.hpp>
#include <typeformer/operations/around_axis.hpp>
#include <typeformer/operations/mask.hpp>
#include <typeformer/operations/operation.hpp>

/// Sums, means and maxima over axes that are named; the others stay.
namespace typeformer {

namespace detail {
/// Calls reduce(kernels::reduction) with x's extents and the strides of what it is reduced to.
template <class X, class Y, class Reduce>
void with_reduction(const X& x, const Y& y, const Reduce& reduce) {
  const auto extents = x.extents();
  const auto strides = algebra::strides_along(std::type_identity<X>{}, y);
  reduce(kernels::reduction{extents, strides});
}
}  // namespace detail

/// Σ x, or its mean, which of nothing is 0.
///
/// shapes   x [L…]   →   L… without A…
/// cost     one for each element of x
template <bool IsMean, is_axis... A>
struct sum_operation {
  static constexpr std::string_view name = IsMean ? "mean" : "sum";
  static constexpr std::string_view formula = IsMean ? "1/n Σ x_i" : "Σ x_i";
  template <class Sequence, class X>
  static constexpr bool mixes = (is_made_of<A, Sequence> || ...);

  template <class X>
  static constexpr auto result(const X& x) {
    return algebra::without<A...>(x);
  }
  template <class X>
  static constexpr polynomial cost(const X& x) {
    return count_of(x);
  }
  template <class T, class Y, class X>
  void forward(const resources<T>& with, const Y& y, const X& x) const {
    detail::with_reduction(x.shape, y.shape, [&](const kernels::reduction& r) {
      kernels::reduce_sum<T>(r, scale<T>(x.shape, y.shape), x.data, y.data, with.threads);
    });
  }
  template <class T, class Y, class X>
  void backward(const resources<T>& with, const Y& y, const X& x) const {
    detail::with_reduction(x.shape, y.shape, [&](const kernels::reduction& r) {
      kernels::add_sum_gradient<T>(r, scale<T>(x.shape, y.shape), y.gradient, x.gradient, with.threads);
    });
  }

 private:
  template <class T, class X, class Y>
  static T scale(const X& x, const Y& y) {
    return IsMean && x.size() > 0 ? static_cast<T>(y.size()) / static_cast<T>(x.size()) : T{1};
  }
};

/// The same over the positions that are there, in row b of the batch the first lengths[b] of A.
///
/// shapes   x [Batch, L…] with an axis A   →   without A
/// cost     one for each element of x
template <bool IsMean, is_axis A, class Mask>
struct masked_sum_operation {
  static constexpr std::string_view name = IsMean ? "mean of rows" : "sum of rows";
  static constexpr std::string_view formula = IsMean ? "1/n_b Σ_{i<n_b} x_i" : "Σ_{i<n_b} x_i";
  template <class Sequence, class X>
  static constexpr bool mixes = is_made_of<A, Sequence>;

  Mask mask;  ///< whose lengths say which positions are there; without lengths all are

  template <class X>
  static constexpr auto result(const X& x) {
    return algebra::without<A>(x);
  }
  template <class X>
  static constexpr polynomial cost(const X& x) {
    return count_of(x);
  }
  template <class T, class Y, class X>
  void forward(const resources<T>& with, const Y& y, const X& x) const {
    for_each_row<T>(x.shape, [&](const kernels::reduction& r, T scale, std::size_t at_x, std::size_t at_y) {
      kernels::reduce_sum<T>(r, scale, x.data + at_x, y.data + at_y, with.threads);
    });
  }
  template <class T, class Y, class X>
  void backward(const resources<T>& with, const Y& y, const X& x) const {
    for_each_row<T>(x.shape, [&](const kernels::reduction& r, T scale, std::size_t at_x, std::size_t at_y) {
      kernels::add_sum_gradient<T>(r, scale, y.gradient + at_y, x.gradient + at_x, with.threads);
    });
  }

 private:
  template <class T, class X, class F>
  void for_each_row(const X& x, const F& f) const {
    const around a = around_axis<A>(x);
    const std::size_t batch = x.template extent<0>(), outer = batch ? a.outer / batch : 0;
    for (std::size_t row = 0; row < a.outer; ++row) {
      const std::size_t there = mask.lengths.empty() ? a.along : static_cast<std::size_t>(mask.lengths[row / outer]);
      const std::array<std::size_t, 2> extents{there, a.inner}, strides{0, 1};
      f(kernels::reduction{extents, strides}, IsMean && there ? T{1} / static_cast<T>(there) : T{1},
        row * a.along * a.inner, row * a.inner);
    }
  }
};

/// The largest element along an axis, and −∞ of none. Its gradient goes to the first of equals.
///
/// shapes   x [L…] with an axis A   →   without A
/// cost     one for each element of x
template <is_axis A>
struct max_operation {
  static constexpr std::string_view name = "max";
  static constexpr std::string_view formula = "max_i x_i";
  template <class Sequence, class X>
  static constexpr bool mixes = is_made_of<A, Sequence>;

  template <class X>
  static constexpr auto result(const X& x) {
    return algebra::without<A>(x);
  }
  template <class X>
  static constexpr polynomial cost(const X& x) {
    return count_of(x);
  }
  template <class T, class Y, class X>
  void forward(const resources<T>& with, const Y& y, const X& x) const {
    detail::with_reduction(x.shape, y.shape, [&](const kernels::reduction& r) {
      kernels::reduce_max<T>(r, x.data, y.data, with.threads);
    });
  }
  template <class T, class Y, class X>
  void backward(const resources<T>& with, const Y& y, const X& x) const {
    const around a = around_axis<A>(x.shape);
    if (a.along == 0) return;
    kernels::add_max_gradient<T>(a.outer, a.along, a.inner, x.data, y.gradient, x.gradient, with.threads);
  }
};

/// Where the largest element along an axis is, the first of equals: a token of A. NaN counts as the largest.
///
/// shapes   x [L…] with an axis A   →   tokens of A, without A
/// cost     one for each element of x
/// throws   an axis of no elements
template <is_axis A>
struct argmax_operation {
  static constexpr std::string_view name = "argmax";
  static constexpr std::string_view formula = "argmax_i x_i";
  using vocabulary = A;
  template <class Sequence, class X>
  static constexpr bool mixes = is_made_of<A, Sequence>;

  template <class X>
  static constexpr auto result(const X& x) {
    if (around_axis<A>(x).along == 0) throw error{"argmax: axis " + name_of<A>() + " has no elements"};
    return algebra::without<A>(x);
  }
  template <class X>
  static constexpr polynomial cost(const X& x) {
    return count_of(x);
  }
  template <class T, class Y, class X>
  void forward(const resources<T>& with, const Y& y, const X& x) const {
    const around a = around_axis<A>(x.shape);
    kernels::reduce_argmax<T>(a.outer, a.along, a.inner, x.data, y.data, with.threads);
  }
};

}  // namespace typeformer
