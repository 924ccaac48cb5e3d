#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>

#include <typeformer/kernels/ceil_div.hpp>
#include <typeformer/kernels/product.hpp>

/// Matrices of quantized floats: bf16 and int8. A product of one row waits for memory, so half the bytes are half the
/// time.
///
/// They are packed in panels of 64 columns like any matrix for products, but the last panel is filled up with zeros,
/// and a row of a panel is made of words of 32 bits: word i of n holds columns i, i + n, i + 2n, … of the panel, the
/// first in its lowest bits. So shifts alone widen a vector of words to vectors of neighbouring columns, however wide
/// the processor's vectors are.
namespace typeformer::kernels {

/// Two numbers in bfloat16: the upper halves of floats, rounded to nearest, so each is within 2⁻⁸ of its size.
struct bf16_pair {
  static constexpr std::size_t columns = 2;
  static constexpr bool scaled = false;
  std::uint32_t word;

  template <std::size_t I>
  constexpr float get() const {
    return std::bit_cast<float>(I ? word & 0xffff'0000u : word << 16);
  }
};

/// Four numbers in 8 bits each, counted in steps. Each column of the matrix has a step of its own: its largest element
/// is 127 steps. Each number is within half a step of what it represents.
///
/// The bytes below a number's own are its fraction. Packing takes that into account, and it saves clearing them.
struct int8_quad {
  static constexpr std::size_t columns = 4;
  static constexpr bool scaled = true;
  std::uint32_t word;

  /// In units of 2⁻²⁴ of a step, rounded to a float.
  template <std::size_t I>
  constexpr float get() const {
    return static_cast<float>(static_cast<std::int32_t>(word << (24 - 8 * I)));
  }
};

template <class Stored>
concept quantized = requires { Stored::scaled; };

/// Words that a matrix takes; and the scales of its columns, if its kind has them.
template <quantized Stored>
constexpr std::size_t quantized_words(std::size_t inner, std::size_t columns) {
  return ceil_div(columns, panel_columns) * inner * (panel_columns / Stored::columns);
}
template <quantized Stored>
constexpr std::size_t quantized_scales(std::size_t columns) {
  return Stored::scaled ? ceil_div(columns, panel_columns) * panel_columns : 0;
}

/// Packs the matrix whose element (k, n) is w[k·row_stride + n·column_stride]. A column of int8_quad with an element
/// that is not finite becomes NaN as a whole. `scales` is null where there are none.
///
/// What the library defines has no constraints: compilers do not agree on whether a symbol's name holds them, and a
/// program may be compiled by another compiler than the library was.
template <class Stored>
void pack(const float* w, std::size_t row_stride, std::size_t column_stride, std::size_t inner, std::size_t columns,
          Stored* panels, float* scales, threads& threads);

/// As for float, with each number as it is stored.
void product(const product_problem<float, bf16_pair>& problem, threads& threads);
void product(const product_problem<float, int8_quad>& problem, threads& threads);

}  // namespace typeformer::kernels
