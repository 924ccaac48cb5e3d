#pragma once
#include <algorithm>
#include <cstddef>

#include <typeformer/operations/mask.hpp>
#include <typeformer/operations/operation.hpp>

namespace typeformer {

/// Which positions are there: 1 at the first lengths[b] of row b, 0 behind them; without lengths, 1 everywhere. Of x
/// only the extents are read. Mask is `padding<Batch, A>`, or its like for positions that go on from earlier ones.
///
/// shapes   x with the axes Batch and A   →   [Batch, A]
/// throws   lengths that are not one for each row, or lie outside 0 … the extent of A
template <class Mask>
struct positions_within_operation {
  static constexpr std::string_view name = "positions within";
  static constexpr std::string_view formula = "i < n_b";
  template <class, class...>
  static constexpr bool mixes = false;

  Mask mask;              ///< whose lengths are looked at
  std::size_t first = 0;  ///< the position that x begins with

  template <class X>
  static constexpr auto result(const X& x) {
    return algebra::permute<typename Mask::batch, typename Mask::query>(x);
  }
  template <class X>
  static constexpr polynomial cost(const X& x) {
    return count_of(result(x));
  }
  template <class T, class Y, class X>
  void forward(const resources<T>&, const Y& y, const X&) const {
    const std::size_t rows = y.shape.template extent<0>(), positions = y.shape.last();
    for (std::size_t row = 0; row < rows; ++row) {
      std::size_t there = positions;
      if (!mask.lengths.empty()) {
        const auto length = static_cast<std::size_t>(mask.lengths[row]);
        there = length <= first ? 0 : std::min(length - first, positions);
      }
      T* const to = y.data + row * positions;
      std::fill(std::fill_n(to, there, T{1}), to + positions, T{0});
    }
  }
  template <class T, class Y, class X>
  void backward(const resources<T>&, const Y&, const X&) const {}
};

}  // namespace typeformer
