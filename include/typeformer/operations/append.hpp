#pragma once
#include <typeformer/kernels/movement.hpp>
#include <typeformer/operations/contraction.hpp>
#include <typeformer/operations/linear.hpp>

namespace typeformer {

/// Writes new rows into a cache from row `first` on, in place: the newest keys or values into a KV cache.
///
/// shapes   cache [L…, Position, E]   x [L…, N, E], first + N ≤ Position   →   the cache
/// throws   rows beyond the cache's positions
struct append_operation {
  static constexpr std::string_view name = "append";
  static constexpr std::string_view formula = "cache_{first + i} = x_i";
  static constexpr bool writes_into_first = true;
  /// The cache has as many positions as a sequence may have at most.
  static constexpr uncompared_axis uncompared{.operand = 0, .from_last = 1};

  std::size_t first = 0;

  template <class C, class X>
  constexpr auto result(const C& cache, const X& x) const {
    const std::size_t rows = x.template extent<X::rank - 2>(), positions = cache.template extent<C::rank - 2>();
    if (first + rows > positions)
      throw error{"append: rows " + std::to_string(first) + " to " + std::to_string(first + rows) +
                  " are wanted, but the cache has " + std::to_string(positions)};
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
    const std::size_t positions = cache.shape.template extent<C::shape_type::rank - 2>();
    kernels::copy_rows(algebra::leading(x.shape).size(), rows * width, x.data, rows * width, y.data + first * width,
                       positions * width, with.threads);
  }
};

/// The same of a linear map's result, which goes straight to the cache.
///
/// shapes   cache [L…, Position, Out]   x [L…, N, In]   w [In, Out]   b [Out], which may be absent   →   the cache
/// error    see kernels/product.hpp
/// cost     2·L·N·In·Out, and L·N·Out for b
struct append_linear_operation : append_operation {
  static constexpr std::string_view formula = "cache_{first + i} = x_i w + b";
  static constexpr bool can_defer = true;

  template <class C, class X, class W, class B>
  constexpr auto result(const C& cache, const X& x, const W& w, const B&) const {
    return append_operation::result(cache, algebra::contract(x, w));
  }
  template <class C, class X, class W, class B>
  static constexpr polynomial cost(const C&, const X& x, const W& w, const B& b) {
    return linear_operation{}.cost(x, w, b, absent{});
  }
  template <class T, class Y, class C, class X, class W, class B>
  void forward(const resources<T>& with, const Y& y, const C& cache, const X& x, const W& w, const B& b) const {
    forward_by([&](const auto& problem) { kernels::product(problem, with.threads); }, y, cache, x, w, b);
  }
  template <class Run, class Y, class C, class X, class W, class B>
  void forward_by(const Run& run, const Y& y, const C& cache, const X& x, const W& w, const B& b) const {
    using T = std::remove_cvref_t<decltype(*y.data)>;
    const std::size_t in = x.shape.last(), out = y.shape.last();
    const std::size_t rows = x.shape.template extent<X::shape_type::rank - 2>();
    const std::size_t positions = cache.shape.template extent<C::shape_type::rank - 2>();
    const std::size_t sequences = algebra::leading(x.shape).size();
    // One product where the new rows of all sequences are side by side in the cache, or equally far apart.
    const bool are_one = rows == positions || rows == 1;
    const std::size_t products = are_one ? 1 : sequences;
    for (std::size_t i = 0; i < products; ++i)
      run(kernels::product_problem<T, typename decltype(w.data)::stored>{.rows = sequences / products * rows,
                                                                         .columns = out,
                                                                         .inner = in,
                                                                         .x = x.data + i * rows * in,
                                                                         .x_stride = in,
                                                                         .w = w.data,
                                                                         .y = y.data + (i * positions + first) * out,
                                                                         .y_stride = rows == 1 ? positions * out : out,
                                                                         .bias = data_or_null(b)});
  }
};

}  // namespace typeformer
