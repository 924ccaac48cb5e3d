#pragma once
#include <cstddef>

#include <typeformer/kernels/activation.hpp>
#include <typeformer/kernels/threads.hpp>

/// Matrix products (GEMM), and what is fused with them.
namespace typeformer::kernels::inline v0_1 {

/// The width of a packed panel, NR in BLIS where a tile is as wide. A matrix [inner, columns] is packed for products:
/// panels of 64 columns one after the other, each [inner][64] row by row; the last panel holds the columns that are
/// left and no padding. So it takes inner·columns elements, and a matrix of at most 64 columns is simply row-major.
inline constexpr std::size_t panel_columns = 64;

/// Packs the matrix whose element (k, n) is w[k·row_stride + n·column_stride]. `panels` and `w` differ.
template <class T>
void pack(const T* w, std::size_t row_stride, std::size_t column_stride, std::size_t inner, std::size_t columns,
          T* panels, threads& threads);

/// The offset of element (k, n) of a packed matrix.
constexpr std::size_t offset_in_panels(std::size_t k, std::size_t n, std::size_t inner, std::size_t columns) {
  const std::size_t first = n / panel_columns * panel_columns;
  const std::size_t width = columns - first < panel_columns ? columns - first : panel_columns;
  return first * inner + k * width + (n - first);
}

struct bf16_step_pair;

/// A packed matrix as products read it: of T, or of quantized floats (quantized.hpp).
template <class T, class Stored = T>
struct packed_matrix {
  using element = T;                 ///< of what it multiplies
  using stored = Stored;             ///< what its numbers are stored in
  const Stored* panels;              ///< as pack() made them
  const T* column_scales = nullptr;  ///< each column is multiplied by its scale, where pack() gave scales
  /// Of a matrix of floats, which training updates: the same matrix rounded to bf16. Where it is there, product() and
  /// products() multiply with it, and round x to bf16, too.
  const bf16_step_pair* bf16 = nullptr;
};

/// y = f(scale · x·w + bias) + residual, each row by row. bias [columns] and residual may be null; y may be the
/// residual, and otherwise overlaps nothing. inner = 0 gives f(bias) + residual.
template <class T, class Stored = T>
struct product_problem {
  std::size_t rows;                        ///< of x and y
  std::size_t columns;                     ///< of w and y
  std::size_t inner;                       ///< columns of x, rows of w
  const T* x;                              ///< [rows, inner]
  std::size_t x_stride;                    ///< from row to row
  packed_matrix<T, Stored> w;              ///< [inner, columns]
  T* y;                                    ///< [rows, columns]
  std::size_t y_stride;                    ///< from row to row
  T scale = 1;                             ///< of the product alone
  const T* bias = nullptr;                 ///< [columns]
  activation function = activation::none;  ///< f
  const T* residual = nullptr;             ///< [rows, columns]
  std::size_t residual_stride = 0;         ///< from row to row
  // Of a matrix of bf16_step_pair, and null of others; rounded_words() in quantized.hpp says what they are.
  const bf16_step_pair* x_rounded = nullptr;  ///< in place of x: the same as rounded rows
  bf16_step_pair* y_rounded = nullptr;        ///< in place of y: where it goes as rounded rows
};

/// A micro-kernel over packed panels, as in BLIS, with scale, bias and residual in its epilogue. Unlike there, x is not
/// packed: a tile reads few of its rows, and reads them where they are.
///
/// cost    2·rows·columns·inner operations
/// error   each sum runs over inner in order within blocks of 512, so it is within inner·ε of Σ|x·w|
/// source  Goto and van de Geijn 2008; Van Zee and van de Geijn 2015 (BLIS)
template <class T>
void product(const product_problem<T>& problem, threads& threads);

/// dw += dyᵀ·x with dy [rows, outs], x [rows, ins], dw [outs, ins]: the weight of a linear map as it is stored.
/// cost  2·rows·outs·ins operations
template <class T>
void add_weight_gradient(std::size_t rows, std::size_t outs, std::size_t ins, const T* dy, const T* x, T* dw,
                         threads& threads);

/// The same with dy and x rounded to bf16 and sums in float, where the processor has instructions for that and there
/// are 32 rows.
void add_weight_gradient_in_bf16(std::size_t rows, std::size_t outs, std::size_t ins, const float* dy, const float* x,
                                 float* dw, threads& threads);

/// db[c] += Σ_r dy[r, c]: the gradient of a bias.
template <class T>
void add_column_sums(std::size_t rows, std::size_t columns, const T* dy, T* db, threads& threads);

}  // namespace typeformer::kernels::inline v0_1
