#pragma once
#include <typeformer/kernels/elementwise.hpp>
#include <typeformer/operations/operation.hpp>

namespace typeformer {

/// Adds a table of positions, from row `first` on, to each sequence.
///
/// shapes   x [L…, N, E]   table [Position, E], first + N ≤ Position   →   [L…, N, E]
struct add_positions_operation {
  static constexpr std::string_view name = "add positions";
  static constexpr std::string_view formula = "x_i + p_i";

  /// The table has as many positions as a sequence may have at most.
  static constexpr uncompared_axis uncompared{.operand = 1, .from_last = 1};

  std::size_t first = 0;

  template <class X, class P>
  constexpr auto result(const X& x, const P& table) const {
    const std::size_t length = x.template extent<X::rank - 2>(), positions = table.template extent<0>();
    if (first + length > positions)
      throw error{"positions: positions " + std::to_string(first) + " to " + std::to_string(first + length) +
                  " are wanted, but there are " + std::to_string(positions)};
    return x;
  }
  template <class X, class P>
  static constexpr polynomial cost(const X& x, const P&) {
    return count_of(x);
  }
  template <class T, class Y, class X, class P>
  void forward(const resources<T>& with, const Y& y, const X& x, const P& table) const {
    const std::size_t width = x.shape.last(), length = x.shape.template extent<X::shape_type::rank - 2>();
    kernels::add_rows(x.shape.rows(), width, T{1}, x.data, length, table.data + first * width, y.data, with.threads);
  }
  template <class T, class Y, class X, class P>
  void backward(const resources<T>& with, const Y& y, const X& x, const P&) const {
    kernels::add_scaled<T>(y.shape.size(), T{1}, y.gradient, x.gradient, with.threads);
  }
};

}  // namespace typeformer
