#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>

#include <typeformer/kernels/movement.hpp>
#include <typeformer/kernels/reduce.hpp>
#include <typeformer/operations/operation.hpp>

namespace typeformer {

/// 1 at the largest element of each row, the first of equals, else 0. A row that is −∞ everywhere, as one that a mask
/// hides, yields zeros. NaN counts as the largest. It is constant almost everywhere: its gradient is 0.
///
/// shapes   x [L…, A]   →   the same
/// cost     one for each element
struct hardmax_operation {
  static constexpr std::string_view name = "hardmax";
  static constexpr std::string_view formula = "one-hot(argmax x)";
  template <class Sequence, class X>
  static constexpr bool mixes = is_made_of<axis_from_last<X, 0>, Sequence>;

  template <class X>
  static constexpr X result(const X& x) {
    return x;
  }
  template <class X>
  static constexpr polynomial cost(const X& x) {
    return count_of(x);
  }
  /// The index of each row, which is no larger than an element.
  template <class X>
  static constexpr std::size_t scratch(const X& x) {
    return x.rows();
  }
  template <class T, class Y, class X>
  void forward(const resources<T>& with, const Y& y, const X& x) const {
    const std::size_t rows = x.shape.rows(), columns = x.shape.last();
    if (columns == 0) return;
    auto* const largest = reinterpret_cast<std::int32_t*>(with.scratch);
    kernels::reduce_argmax<T>(rows, columns, 1, x.data, largest, with.threads);
    kernels::set_zero(rows * columns, y.data, with.threads);
    for (std::size_t row = 0; row < rows; ++row) {
      const std::size_t at = row * columns + static_cast<std::size_t>(largest[row]);
      if (x.data[at] != -std::numeric_limits<T>::infinity()) y.data[at] = 1;
    }
  }
  template <class T, class Y, class X>
  void backward(const resources<T>&, const Y&, const X&) const {}
};

}  // namespace typeformer
