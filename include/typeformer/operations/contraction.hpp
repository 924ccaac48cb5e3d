#pragma once
#include <typeformer/axis/agreement.hpp>
#include <typeformer/kernels/movement.hpp>
#include <typeformer/kernels/product.hpp>
#include <typeformer/kernels/static_product.hpp>
#include <typeformer/operations/operation.hpp>

namespace typeformer {

namespace detail {
/// x y or x yᵀ, matrix by matrix: x [rows, inner], z [rows, columns], y [inner, columns], or transposed as it is
/// stored.
struct matrix_products {
  std::size_t matrices, rows, inner, columns;
  bool is_transposed;

  template <class X, class Z>
  static constexpr matrix_products of(const X& x, const Z& z, bool is_transposed) {
    return {algebra::leading(x).size(), x.template extent<X::rank - 2>(), x.last(), z.last(), is_transposed};
  }

  /// `scratch` holds one matrix of y in panels.
  template <class T>
  void multiply(const resources<T>& with, const T* x, const T* y, T* z) const {
    for (std::size_t i = 0; i < matrices; ++i) {
      kernels::pack(y + i * inner * columns, is_transposed ? 1 : columns, is_transposed ? inner : 1, inner, columns,
                    with.scratch, with.threads);
      kernels::product<T>({.rows = rows,
                           .columns = columns,
                           .inner = inner,
                           .x = x + i * rows * inner,
                           .x_stride = inner,
                           .w = {with.scratch},
                           .y = z + i * rows * columns,
                           .y_stride = columns},
                          with.threads);
    }
  }
  template <class T>
  void add_gradients(const resources<T>& with, const T* dz, const T* x, T* dx, const T* y, T* dy) const {
    for (std::size_t i = 0; i < matrices; ++i, dz += rows * columns, x += rows * inner, dx += rows * inner) {
      const T* const yi = y + i * inner * columns;
      T* const dyi = dy + i * inner * columns;
      kernels::pack(yi, is_transposed ? inner : 1, is_transposed ? 1 : columns, columns, inner, with.scratch,
                    with.threads);
      kernels::product<T>({.rows = rows,
                           .columns = inner,
                           .inner = columns,
                           .x = dz,
                           .x_stride = columns,
                           .w = {with.scratch},
                           .y = dx,
                           .y_stride = inner,
                           .residual = dx,
                           .residual_stride = inner},
                          with.threads);
      if (is_transposed) {
        kernels::add_weight_gradient<T>(rows, columns, inner, dz, x, dyi, with.threads);
      } else {
        kernels::add_weight_gradient<T>(rows, inner, columns, x, dz, dyi, with.threads);
      }
    }
  }
};
}  // namespace detail

/// The product of two values, matrix by matrix.
///
/// shapes   x [L…, N, K]   y [L…, K, M]   →   [L…, N, M]
/// cost     2·L·N·K·M
struct contraction_operation {
  static constexpr std::string_view name = "contraction";
  static constexpr std::string_view formula = "x y";
  template <class Sequence, class X, class Y>
  static constexpr bool mixes =
      is_made_of<axis_from_last<X, 0>, Sequence> ||
      (is_made_of<axis_from_last<X, 1>, Sequence> && is_made_of<axis_from_last<Y, 0>, Sequence>);

  template <class X, class Y>
  static constexpr auto result(const X& x, const Y& y) {
    return algebra::contract(x, y);
  }
  template <class X, class Y>
  static constexpr polynomial cost(const X& x, const Y& y) {
    return polynomial{2} * count_of(x) * count_from_last<0>(y);
  }
  /// One matrix of y in panels.
  template <class X, class Y>
  static constexpr std::size_t scratch(const X& x, const Y& y) {
    return x.last() * y.last();
  }
  template <class T, class Z, class X, class Y>
  void forward(const resources<T>& with, const Z& z, const X& x, const Y& y) const {
    const auto all = detail::matrix_products::of(x.shape, z.shape, false);
    if constexpr (Z::shape_type::run_time_axes == 0 && X::shape_type::run_time_axes == 0) {
      constexpr typename X::shape_type in;
      constexpr typename Z::shape_type out;
      constexpr std::size_t n = in.template extent<in.rank - 2>(), k = in.last(), m = out.last();
      if constexpr (kernels::is_small_product<n, m, k>) {
        for (std::size_t i = 0; i < all.matrices; ++i)
          kernels::static_product<n, m, k>(x.data + i * n * k, y.data + i * k * m, z.data + i * n * m);
        return;
      }
    }
    all.template multiply<T>(with, x.data, y.data, z.data);
  }

  template <class T, class Z, class X, class Y>
  void backward(const resources<T>& with, const Z& z, const X& x, const Y& y) const {
    detail::matrix_products::of(x.shape, z.shape, false)
        .template add_gradients<T>(with, z.gradient, x.data, x.gradient, y.data, y.gradient);
  }
  template <class X, class Y>
  static constexpr std::size_t backward_scratch(const X& x, const Y& y) {
    return scratch(x, y);
  }
};

/// The product with a transposed value, which is read where it is.
///
/// shapes   x [L…, N, K]   y [L…, M, K]   →   [L…, N, M]
/// cost     2·L·N·K·M
struct contraction_of_transposed_operation {
  static constexpr std::string_view name = "contraction of transposed";
  static constexpr std::string_view formula = "x yᵀ";
  template <class Sequence, class X, class Y>
  static constexpr bool mixes =
      is_made_of<axis_from_last<X, 0>, Sequence> ||
      (is_made_of<axis_from_last<X, 1>, Sequence> && is_made_of<axis_from_last<Y, 1>, Sequence>);

  template <class X, class Y>
  static constexpr auto result(const X& x, const Y& y) {
    return algebra::contract(x, algebra::transpose(y));
  }
  template <class X, class Y>
  static constexpr polynomial cost(const X& x, const Y& y) {
    return polynomial{2} * count_of(x) * count_from_last<1>(y);
  }
  /// One matrix of y in panels.
  template <class X, class Y>
  static constexpr std::size_t scratch(const X& x, const Y& y) {
    return x.last() * y.template extent<Y::rank - 2>();
  }
  template <class T, class Z, class X, class Y>
  void forward(const resources<T>& with, const Z& z, const X& x, const Y& y) const {
    detail::matrix_products::of(x.shape, z.shape, true).template multiply<T>(with, x.data, y.data, z.data);
  }

  template <class T, class Z, class X, class Y>
  void backward(const resources<T>& with, const Z& z, const X& x, const Y& y) const {
    detail::matrix_products::of(x.shape, z.shape, true)
        .template add_gradients<T>(with, z.gradient, x.data, x.gradient, y.data, y.gradient);
  }
  template <class X, class Y>
  static constexpr std::size_t backward_scratch(const X& x, const Y& y) {
    return scratch(x, y);
  }
};

/// shapes   x [L…, M, N]   →   [L…, N, M]
struct transpose_operation {
  static constexpr std::string_view name = "transpose";
  static constexpr std::string_view formula = "xᵀ";
  template <class, class...>
  static constexpr bool mixes = false;

  template <class X>
  static constexpr auto result(const X& x) {
    return algebra::transpose(x);
  }
  template <class X>
  static constexpr polynomial cost(const X&) {
    return {};
  }
  template <class T, class Y, class X>
  void forward(const resources<T>& with, const Y& y, const X& x) const {
    constexpr std::size_t n = X::shape_type::rank;
    kernels::permute(algebra::leading(x.shape).size(), x.shape.template extent<n - 2>(), x.shape.last(), 1, x.data,
                     y.data, with.threads);
  }
  template <class T, class Y, class X>
  void backward(const resources<T>& with, const Y& y, const X& x) const {
    constexpr std::size_t n = X::shape_type::rank;
    kernels::add_permute_gradient(algebra::leading(x.shape).size(), x.shape.last(), x.shape.template extent<n - 2>(), 1,
                                  y.gradient, x.gradient, with.threads);
  }
};

}  // namespace typeformer
