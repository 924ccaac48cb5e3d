#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>

#include <typeformer/kernels/ceil_div.hpp>
#include <typeformer/kernels/product.hpp>

/// Matrices of quantized floats: bf16 and int8. A product of one row waits for memory, so half the bytes are half the
/// time. They are packed in panels of 64 columns like any matrix for products, but the last panel is filled up with
/// zeros, and a panel is made of words of 32 bits with `columns` × `steps` numbers, the first in the lowest bits.
///
/// Of bf16_pair and int8_quad a word holds columns i, i + n, i + 2n, … of a row of n words. So shifts alone widen a
/// vector of words to vectors of neighbouring columns, however wide the processor's vectors are, and the product is
/// computed with floats.
///
/// Of bf16_step_pair and int8_step_quad a word holds several steps of a column: elements (k, n), (k + 16, n), … of a
/// block of 16 words, so that shifts alone make such words of vectors of x, too. The last block is filled up with
/// zeros. Processors have instructions that multiply such words number by number and add up the products: so the
/// product is computed with x rounded to the same kind of number.
namespace typeformer::kernels::inline v0_1 {

/// Two numbers in bfloat16: the upper halves of floats, rounded to nearest, so each is within 2⁻⁸ of its size.
struct bf16_pair {
  static constexpr std::size_t columns = 2;  ///< of a word
  static constexpr std::size_t steps = 1;    ///< of each
  static constexpr bool scaled = false;      ///< whether each column of a matrix has a scale
  std::uint32_t word;                        ///< the numbers, the first in the lowest bits

  /// Number I.
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
  static constexpr std::size_t columns = 4;  ///< of a word
  static constexpr std::size_t steps = 1;    ///< of each
  static constexpr bool scaled = true;       ///< whether each column of a matrix has a scale
  std::uint32_t word;                        ///< the numbers, the first in the lowest bits

  /// Number I in units of 2⁻²⁴ of a step, rounded to a float.
  template <std::size_t I>
  constexpr float get() const {
    return static_cast<float>(static_cast<std::int32_t>(word << (24 - 8 * I)));
  }
};

/// Two steps of a column in bfloat16. x is rounded to bfloat16 likewise, and the sums are floats.
struct bf16_step_pair {
  static constexpr std::size_t columns = 1;  ///< of a word
  static constexpr std::size_t steps = 2;    ///< of each
  static constexpr bool scaled = false;      ///< whether each column of a matrix has a scale
  std::uint32_t word;                        ///< the numbers, the first in the lowest bits

  /// Number I.
  template <std::size_t I>
  constexpr float get() const {
    return bf16_pair{word}.get<I>();
  }
};

/// Four steps of a column, each from -127 to 127 steps of the column's scale and stored as a byte that is 128 more.
/// Each row of x is rounded to 127 steps of its own largest element; the sums are integers of 32 bits, exact for up to
/// 133,000 steps.
struct int8_step_quad {
  static constexpr std::size_t columns = 1;  ///< of a word
  static constexpr std::size_t steps = 4;    ///< of each
  static constexpr bool scaled = true;       ///< whether each column of a matrix has a scale
  std::uint32_t word;                        ///< the numbers, the first in the lowest bits

  /// Number I in steps.
  template <std::size_t I>
  constexpr float get() const {
    return static_cast<float>(static_cast<std::int32_t>(word >> 8 * I & 0xff) - 128);
  }
};

/// What a matrix of quantized numbers is made of: words as these four types describe them.
template <class Stored>
concept quantized = requires { Stored::scaled; };
/// Whether products are computed with what is stored, and not with floats.
template <class Stored>
concept multiplied_as_stored = quantized<Stored> && Stored::steps > 1;

/// Words of several steps come in blocks of so many.
inline constexpr std::size_t word_block = 16;
/// The rows of words of a panel that has `inner` steps.
template <quantized Stored>
constexpr std::size_t word_rows(std::size_t inner) {
  return Stored::steps == 1 ? inner : ceil_div(inner, word_block * Stored::steps) * word_block;
}
/// Where a step is in a panel.
struct place_in_words {
  std::size_t row;     ///< of words
  std::size_t number;  ///< of a word's steps
};
/// Where this step is.
template <quantized Stored>
constexpr place_in_words place_of_step(std::size_t step) {
  if constexpr (Stored::steps == 1) return {step, 0};
  constexpr std::size_t steps = word_block * Stored::steps;
  return {step / steps * word_block + step % word_block, step % steps / word_block};
}
/// Which step is there; beyond `inner` in what fills a panel up.
template <quantized Stored>
constexpr std::size_t step_at(place_in_words place) {
  if constexpr (Stored::steps == 1) return place.row;
  return place.row / word_block * word_block * Stored::steps + place.number * word_block + place.row % word_block;
}

/// Rounded rows are rows [rows, columns] as products in bf16 read them, where another kernel wrote them so. A row has
/// as many words as a column of a matrix with so many steps, and 16 more: strides that are powers of two would map rows
/// to few L1 sets.
constexpr std::size_t rounded_row_words(std::size_t columns) { return word_rows<bf16_step_pair>(columns) + word_block; }
/// The words of all of them, up to a multiple of 16 rows: so many are read at once, and those beyond are not used.
constexpr std::size_t rounded_words(std::size_t rows, std::size_t columns) {
  return ceil_div(rows, word_block) * word_block * rounded_row_words(columns);
}

/// How many words a matrix [inner, columns] takes.
template <quantized Stored>
constexpr std::size_t quantized_words(std::size_t inner, std::size_t columns) {
  return ceil_div(columns, panel_columns) * word_rows<Stored>(inner) * (panel_columns / Stored::columns);
}
/// How many scales it has: none, or one for each column and each that fills the last panel up.
template <quantized Stored>
constexpr std::size_t quantized_scales(std::size_t columns) {
  return Stored::scaled ? ceil_div(columns, panel_columns) * panel_columns : 0;
}

/// Packs the matrix whose element (k, n) is w[k·row_stride + n·column_stride]. A column in int8 with an element that is
/// not finite becomes NaN as a whole. `scales` is null where there are none.
///
/// What the library defines has no constraints: compilers do not agree on whether a symbol's name holds them, and a
/// program may be compiled by another compiler than the library was.
template <class Stored>
void pack(const float* w, std::size_t row_stride, std::size_t column_stride, std::size_t inner, std::size_t columns,
          Stored* panels, float* scales, threads& threads);

/// As for float, with each number as it is stored.
void product(const product_problem<float, bf16_pair>& problem, threads& threads);
void product(const product_problem<float, int8_quad>& problem, threads& threads);

/// With each number as it is stored, and x rounded to bfloat16 or, each row by itself, to 127 steps of its largest
/// element. A row of x with an element that is not finite becomes NaN in int8.
///
/// A matrix in bf16 takes x as rounded rows, too, `x_rounded`, and leaves y so to another product, `y_rounded`. The
/// bits are those of x and y as floats. In int8 there are none: a row's step is known when all of the row is there.
///
/// In int8 every instruction set gives the same bits, but for activations other than ReLU; in bf16 an instruction set
/// for it rounds subnormal numbers to zero.
void product(const product_problem<float, bf16_step_pair>& problem, threads& threads);
void product(const product_problem<float, int8_step_quad>& problem, threads& threads);

}  // namespace typeformer::kernels::inline v0_1
