#pragma once
#include <cstdint>
#include <numeric>

#include <typeformer/kernels/elementwise.hpp>
#include <typeformer/kernels/movement.hpp>
#include <typeformer/kernels/quantized.hpp>
#include <typeformer/operations/operation.hpp>
#include <typeformer/operations/reach.hpp>

namespace typeformer {

/// Adds a table of positions, from row `first` on, to each sequence.
///
/// shapes   x [L…, N, E]   table [Position, E], first + N ≤ Position   →   [L…, N, E]
struct add_positions_operation {
  static constexpr std::string_view name = "add positions";
  static constexpr std::string_view formula = "x_i + p_i";

  /// The table has as many positions as a sequence may have at most.
  static constexpr uncompared_axis uncompared{.operand = 1, .from_last = 1};
  template <class, class...>
  static constexpr reach reach_along() {
    return {};  // each position takes its own row
  }

  std::size_t first = 0;  ///< the position of the first row of x

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

/// The same with a table that is trained, as embeddings are.
///
/// shapes   x [L…, N, E]   table [Position, E], first + N ≤ Position   →   [L…, N, E]
struct add_learned_positions_operation : add_positions_operation {
  template <class X, class P>
  static constexpr std::size_t scratch(const X& x, const P&) {
    return positions(x) * (x.last() + 1);  // rows of the table, and their numbers, which are no larger than elements
  }
  template <class X, class P>
  static constexpr std::size_t backward_scratch(const X& x, const P&) {
    return x.rows();
  }
  template <class T, class Y, class X, class P>
  void forward(const resources<T>& with, const Y& y, const X& x, const P& table) const {
    const std::size_t width = x.shape.last(), length = positions(x.shape);
    T* const rows = with.scratch;
    std::int32_t* const index = reinterpret_cast<std::int32_t*>(rows + length * width);
    std::iota(index, index + length, static_cast<std::int32_t>(first));
    kernels::gather(length, width, table.shape.template extent<0>(), T{1}, table.data, index, rows, with.threads);
    kernels::add_rows(x.shape.rows(), width, T{1}, x.data, length, rows, y.data, with.threads);
  }
  template <class T, class Y, class X, class P>
  void backward(const resources<T>& with, const Y& y, const X& x, const P& table) const {
    const std::size_t width = x.shape.last(), length = positions(x.shape), rows = x.shape.rows();
    kernels::add_scaled<T>(y.shape.size(), T{1}, y.gradient, x.gradient, with.threads);
    std::int32_t* const index = reinterpret_cast<std::int32_t*>(with.scratch);
    for (std::size_t i = 0; i < rows; ++i) index[i] = static_cast<std::int32_t>(first + i % length);
    kernels::add_gather_gradient<T>(rows, width, T{1}, index, y.gradient, table.gradient, with.threads);
  }

 private:
  template <class X>
  static constexpr std::size_t positions(const X& x) {
    return x.template extent<X::rank - 2>();
  }
};

}  // namespace typeformer
