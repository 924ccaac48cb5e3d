#pragma once
#include <typeformer/kernels/gradients.hpp>
#include <typeformer/kernels/movement.hpp>
#include <typeformer/operations/operation.hpp>

namespace typeformer {

/// shapes   x [L…, A]   y [L…, B]   →   [L…, A⊕B]
struct concatenate_operation {
  static constexpr std::string_view name = "concatenate";
  static constexpr std::string_view formula = "(x, y)";

  template <class X, class Y>
  static constexpr auto result(const X& x, const Y& y) {
    if (x.rows() != y.rows())
      throw error{"concatenate(x, y): " + text_of(x) + " and " + text_of(y) + " differ in an extent known at run time"};
    return algebra::concatenate(x, y);
  }
  template <class X, class Y>
  static constexpr polynomial cost(const X&, const Y&) {
    return {};
  }
  template <class T, class Z, class X, class Y>
  void forward(const resources<T>& with, const Z& z, const X& x, const Y& y) const {
    const std::size_t a = x.shape.last(), b = y.shape.last();
    kernels::copy_rows(x.shape.rows(), a, x.data, a, z.data, a + b, with.workers);
    kernels::copy_rows(y.shape.rows(), b, y.data, b, z.data + a, a + b, with.workers);
  }
  template <class T, class Z, class X, class Y>
  void backward(const resources<T>& with, const Z& z, const X& x, const Y& y) const {
    const std::size_t a = x.shape.last(), b = y.shape.last();
    kernels::add_copied_rows<T>(x.shape.rows(), a, z.gradient, a + b, x.gradient, a, with.workers);
    kernels::add_copied_rows<T>(y.shape.rows(), b, z.gradient + a, a + b, y.gradient, b, with.workers);
  }
};

/// Writes new rows into a cache from row `first` on, in place: what a decoder remembers of its earlier steps.
///
/// shapes   cache [L…, Place, E]   x [L…, N, E], first + N ≤ Place   →   the cache
struct append_operation {
  static constexpr std::string_view name = "append";
  static constexpr std::string_view formula = "cache_{first + i} = x_i";
  static constexpr bool writes_into_first = true;

  std::size_t first = 0;

  template <class C, class X>
  constexpr auto result(const C& cache, const X& x) const {
    const std::size_t rows = x.template extent<X::rank - 2>(), places = cache.template extent<C::rank - 2>();
    if (first + rows > places)
      throw error{"append: rows " + std::to_string(first) + " to " + std::to_string(first + rows) +
                  " are wanted, but the cache has " + std::to_string(places)};
    return cache;
  }
  template <class C, class X>
  static constexpr polynomial cost(const C&, const X&) {
    return {};
  }
  template <class T, class Y, class C, class X>
  void forward(const resources<T>& with, const Y& y, const C& cache, const X& x) const {
    const std::size_t width = x.shape.last();
    const std::size_t rows = x.shape.template extent<X::shape_type::rank - 2>();
    const std::size_t places = cache.shape.template extent<C::shape_type::rank - 2>();
    kernels::copy_rows(algebra::leading(x.shape).size(), rows * width, x.data, rows * width, y.data + first * width,
                       places * width, with.workers);
  }
};

}  // namespace typeformer
