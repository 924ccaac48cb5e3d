#pragma once
#include <cstddef>

#include <typeformer/kernels/activation.hpp>
#include <typeformer/kernels/threads.hpp>

namespace typeformer::kernels {

/// A matrix [inner, columns] stored for products: panels of 64 columns one after the other, each [inner][64] row by
/// row; the last panel holds the columns that are left and no padding. So it takes inner·columns elements, and a matrix
/// of at most 64 columns is simply row-major.
inline constexpr std::size_t panel_columns = 64;

/// Stores the matrix whose element (k, n) is w[k·row_stride + n·column_stride] in panels. `panels` and `w` differ.
template <class T>
void pack(const T* w, std::size_t row_stride, std::size_t column_stride, std::size_t inner, std::size_t columns,
          T* panels, threads& threads);

/// Where element (k, n) of a matrix in panels stands.
constexpr std::size_t offset_in_panels(std::size_t k, std::size_t n, std::size_t inner, std::size_t columns) {
  const std::size_t first = n / panel_columns * panel_columns;
  const std::size_t width = columns - first < panel_columns ? columns - first : panel_columns;
  return first * inner + k * width + (n - first);
}

/// A matrix as products read it: as pack() stores it, of T, or of floats in fewer bits (narrow.hpp).
template <class T, class Stored = T>
struct packed_matrix {
  using stored = Stored;
  const Stored* panels;
  const T* column_scales = nullptr;  // each column is multiplied by its scale, where pack() gave scales
};

/// y = f(scale · x·w + bias) + residual, each row by row. bias [columns] and residual may be null; y may be the
/// residual, and otherwise overlaps nothing. inner = 0 gives f(bias) + residual.
template <class T, class Stored = T>
struct product_problem {
  std::size_t rows, columns, inner;
  const T* x;
  std::size_t x_stride;
  packed_matrix<T, Stored> w;
  T* y;
  std::size_t y_stride;
  T scale = 1;
  const T* bias = nullptr;
  activation function = activation::none;
  const T* residual = nullptr;
  std::size_t residual_stride = 0;
};

/// cost   2·rows·columns·inner operations
/// error  each sum runs over inner in order within blocks of 512, so it is within inner·ε of Σ|x·w|
template <class T>
void product(const product_problem<T>& problem, threads& threads);

}  // namespace typeformer::kernels
