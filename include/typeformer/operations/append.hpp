#pragma once
#include <typeformer/axis/algebra.hpp>
#include <typeformer/kernels/movement.hpp>
#include <typeformer/operations/operation.hpp>

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

}  // namespace typeformer
