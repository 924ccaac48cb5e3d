#pragma once
#include <cstddef>
#include <cstdint>

#include "blocking.hpp"
#include "dot_tile.hpp"

/// The micro-kernel of dot_tile where eight registers each hold a matrix of 16 rows of 16 words or sums. Registers is a
/// type of the file that includes this, with
///
///   number                     a sum
///   start(x_sums, i)           what row i's sums begin with
///   load<I>(from, stride)      register I, its rows `stride` words apart
///   store<I>(to, stride)
///   dot<Sum, X, W>()           register Sum += X · W; W's rows are words of 16 columns
///
/// All is in an unnamed namespace, as in dot_micro_kernel.hpp.
namespace typeformer::kernels {
namespace {

/// Rows of a register, and words or sums of each.
constexpr std::size_t matrix_side = 16;

/// 32 columns from `column` on, of 16 rows or, if Two, 32.
template <class Registers, bool Two>
void multiply_in_registers(const dot_tile& p, std::size_t row, std::size_t column) {
  auto* const sums = static_cast<typename Registers::number*>(p.sums) + row * panel_columns + column;
  auto* const sums_below = sums + matrix_side * panel_columns;
  Registers::template load<0>(sums, panel_columns);
  Registers::template load<1>(sums + matrix_side, panel_columns);
  if constexpr (Two) {
    Registers::template load<2>(sums_below, panel_columns);
    Registers::template load<3>(sums_below + matrix_side, panel_columns);
  }
  const std::uint32_t *x = p.x + row * p.x_stride, *w = p.w + column;
  for (std::size_t group = 0; group < p.groups; group += matrix_side) {
    Registers::template load<4>(x + group, p.x_stride);
    Registers::template load<6>(w + group * panel_columns, panel_columns);
    Registers::template load<7>(w + group * panel_columns + matrix_side, panel_columns);
    Registers::template dot<0, 4, 6>();
    Registers::template dot<1, 4, 7>();
    if constexpr (Two) {
      Registers::template load<5>(x + matrix_side * p.x_stride + group, p.x_stride);
      Registers::template dot<2, 5, 6>();
      Registers::template dot<3, 5, 7>();
    }
  }
  Registers::template store<0>(sums, panel_columns);
  Registers::template store<1>(sums + matrix_side, panel_columns);
  if constexpr (Two) {
    Registers::template store<2>(sums_below, panel_columns);
    Registers::template store<3>(sums_below + matrix_side, panel_columns);
  }
}

template <class Registers>
void multiply_matrices(const dot_tile& p, std::size_t rows) {
  static_assert(panel_columns % (2 * matrix_side) == 0);
  auto* sums = static_cast<typename Registers::number*>(p.sums);
  for (std::size_t i = 0; i < rows; ++i, sums += panel_columns) {
    const auto start = Registers::start(p.x_sums, i);
    for (std::size_t n = 0; n < panel_columns; ++n) sums[n] = p.add ? sums[n] + start : start;
  }
  for (std::size_t row = 0; row < rows; row += 2 * matrix_side)
    for (std::size_t column = 0; column < panel_columns; column += 2 * matrix_side) {
      if (rows - row > matrix_side) {
        multiply_in_registers<Registers, true>(p, row, column);
      } else {
        multiply_in_registers<Registers, false>(p, row, column);
      }
    }
}

}  // namespace
}  // namespace typeformer::kernels
