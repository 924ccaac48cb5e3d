#pragma once
#include <cstddef>
#include <cstdint>

/// What a processor's instructions for dot products compute. Plain types only: each of their files is compiled with its
/// own flags.
namespace typeformer::kernels {

/// Where the rows' results will be written: a kernel of matrices fetches that meanwhile. Null: nowhere yet.
struct result_bytes {
  std::byte* first = nullptr;
  std::size_t row = 0, column = 0;  ///< bytes from one to the next

  [[gnu::always_inline]] result_bytes from(std::size_t at_row, std::size_t at_column) const {
    return {first ? first + at_row * row + at_column * column : nullptr, row, column};
  }
};

/// sums[i, n] = previous + Σ_g x[i, g] · w[g, n] for up to MR rows and the 64 columns of a panel. x and w are words of
/// int8_step_quad or bf16_step_pair (typeformer/kernels/quantized.hpp), but x's bytes are as dot_kernels says; the
/// product of two words is the sum of the products of their numbers. previous is 0, or sums. Word (i, g) of x is
/// x[i·x_stride + g·x_step].
struct dot_tile {
  std::size_t groups;
  const std::uint32_t* x;
  std::size_t x_stride;
  std::size_t x_step = 1;
  /// Of int8 the sum of some of each row's numbers: dot_kernels says which.
  const std::int32_t* x_sums;
  const std::uint32_t* w;
  void* sums;  // of int8 std::int32_t, of bf16 float
  bool add;    // to what is in sums
  result_bytes y = {};
  /// Of bf16 on matrices: whether sums are floats of y, and written there; and what a column's begin with where they
  /// are not added to anything, 0 if this is null.
  bool to_y = false;
  const float* starts = nullptr;
};

using dot_kernel = void (*)(const dot_tile& tile, std::size_t rows);

/// Where registers hold matrices of 16 rows. x and sums stand in memory up to a multiple of 16 rows; x_step is 1.
struct matrix_kernel {
  void (*begin)() = nullptr;      // on the thread, before multiply
  dot_kernel multiply = nullptr;  // any number of rows
  void (*end)() = nullptr;        // gives the registers back
  std::size_t least_rows = 1;     // fewer are for dot_kernels::rows

  [[gnu::always_inline]] bool takes(std::size_t rows) const { return multiply && rows >= least_rows; }
};

/// How a kernel of int8 reads x. Of each word_block words, `magnitudes` has the magnitudes of the numbers, and then as
/// many words that make w's the factors of these by an exclusive or: w's number where x's is not negative, else -1 -
/// that.
enum class int8_format {
  signed_bytes,  // x_sums: of all numbers
  magnitudes     // of the negative ones
};

/// What multiplies one kind of words; null where the instruction set has no such instructions.
struct dot_kernels {
  dot_kernel rows = nullptr;  // from 1 to MR
  matrix_kernel matrix = {};
  int8_format x_format = int8_format::signed_bytes;
};

struct dot_functions {
  dot_kernels bf16 = {}, int8 = {};
};

/// Of each instruction set.
extern const dot_functions sse2_dots, avx2_dots, avx_vnni_dots, avx512_dots, avx512_vnni_dots, avx512_bf16_dots,
    amx_dots, neon_dots, neon_dot_dots, neon_bf16_dots;

}  // namespace typeformer::kernels
