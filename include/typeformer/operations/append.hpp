#pragma once
#include <algorithm>

#include <typeformer/axis/algebra.hpp>
#include <typeformer/kernels/movement.hpp>
#include <typeformer/operations/operation.hpp>
#include <typeformer/operations/reach.hpp>

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
  template <class, class...>
  static constexpr reach reach_along() {
    return {};  // positions are moved
  }

  std::size_t first = 0;  ///< where the first row of x goes

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

/// The last positions of a sequence, of which `window` are in a ring cache, and new ones behind them, which the ring
/// then has in the place of the oldest. Position p is in the ring at p modulo `window`.
///
/// shapes   ring [L…, Position, E] of `window` positions   x [L…, N, E]   →   [L…, Position, E], of the last
///          min(first, window − 1) positions before `first`, and those of x
struct append_to_ring_operation {
  static constexpr std::string_view name = "append";
  static constexpr std::string_view formula = "ring_{(first + i) mod W} = x_i";
  static constexpr uncompared_axis uncompared{.operand = 0, .from_last = 1};  ///< the ring's positions

  std::size_t first = 0;    ///< the position of the first row of x
  std::size_t earlier = 0;  ///< how many positions of the result are in the ring

  template <class R, class X>
  constexpr auto result(const R& ring, const X& x) const {
    using position = axis_from_last<R, 1>;
    return algebra::replace<position>(ring, dimension<position>{earlier + x.template extent<X::rank - 2>()});
  }
  template <class R, class X>
  static constexpr polynomial cost(const R&, const X&) {
    return {};
  }
  template <class T, class Y, class R, class X>
  void forward(const resources<T>& with, const Y& y, const R& ring, const X& x) const {
    const std::size_t width = x.shape.last();
    const std::size_t rows = x.shape.template extent<X::shape_type::rank - 2>();
    const std::size_t window = ring.shape.template extent<R::shape_type::rank - 2>();
    const std::size_t pieces = algebra::leading(x.shape).size(), all = earlier + rows;
    kernels::copy_rows(pieces, rows * width, x.data, rows * width, y.data + earlier * width, all * width, with.threads);
    for (std::size_t piece = 0; piece < pieces; ++piece) {
      T* const kept = const_cast<T*>(ring.data) + piece * window * width;
      T* const to = y.data + piece * all * width;
      for (std::size_t i = 0; i < earlier; ++i)
        std::copy_n(kept + (first - earlier + i) % window * width, width, to + i * width);
      for (std::size_t i = rows - std::min(rows, window); i < rows; ++i)
        std::copy_n(to + (earlier + i) * width, width, kept + (first + i) % window * width);
    }
  }
};

}  // namespace typeformer
