#pragma once
#include <cstddef>
#include <cstdint>

#include <typeformer/kernels/activation.hpp>
#include <typeformer/kernels/attention.hpp>
#include <typeformer/kernels/causal_product.hpp>
#include <typeformer/kernels/elementwise_program.hpp>
#include <typeformer/kernels/instruction_set.hpp>
#include <typeformer/kernels/loss.hpp>
#include <typeformer/kernels/quantized.hpp>
#include <typeformer/kernels/rows.hpp>

#include "dot_tile.hpp"

/// The kernels that are compiled once for each instruction set, as pointers to functions. What cuts the work into tasks
/// (NAME.cpp) and the templates (NAME.hpp) both include this, so it holds plain types only.
namespace typeformer::kernels {

/// A block of a product: rows [first_row, last_row), at most mc, and panels [first_panel, last_panel).
template <class T, class Stored = T>
using product_block = void (*)(const product_problem<T, Stored>& problem, std::size_t first_row, std::size_t last_row,
                               std::size_t first_panel, std::size_t last_panel, void* scratch);

/// dw += dyᵀ·x with dy [rows, outs], x [rows, ins] and dw [outs, ins].
template <class T>
struct weight_gradient_problem {
  std::size_t rows, ins;
  const T* dy;
  std::size_t dy_stride;  // 0 where each row of dy is the same
  const T* x;
  T* dw;
};

template <class T>
struct product_functions {
  product_block<T> block;
  /// Rows [first_out, last_out) and panels [first_panel, last_panel) of dw. With scratch, at most gradient_tiles · MR.
  void (*weight_gradient)(const weight_gradient_problem<T>& problem, std::size_t first_out, std::size_t last_out,
                          std::size_t first_panel, std::size_t last_panel, void* scratch);
};

/// The same of a product that is computed with what is stored. The kernels may be null.
template <class Stored>
using dot_product_block = void (*)(const product_problem<float, Stored>& problem, std::size_t first_row,
                                   std::size_t last_row, std::size_t first_panel, std::size_t last_panel, void* scratch,
                                   const dot_kernels& kernels);

/// Products with quantized matrices: for float alone.
template <class T>
struct quantized_functions {};
template <>
struct quantized_functions<float> {
  product_block<float, bf16_pair> bf16;
  product_block<float, int8_quad> int8;
  dot_product_block<bf16_step_pair> bf16_dots;
  dot_product_block<int8_step_quad> int8_dots;
  /// As product_functions::weight_gradient, of operands that are rounded to bf16; the kernel and scratch are there.
  void (*bf16_weight_gradient)(const weight_gradient_problem<float>& problem, std::size_t first_out,
                               std::size_t last_out, std::size_t first_panel, std::size_t last_panel, void* scratch,
                               const dot_kernels& kernels);
  /// Packs a panel of `width` columns of the matrix whose element (k, n) is w[k·row_stride + n·column_stride]. One of
  /// the strides is 1.
  void (*pack_bf16_panel)(const float* w, std::size_t row_stride, std::size_t column_stride, std::size_t inner,
                          std::size_t width, bf16_step_pair* panel);
  /// Rows of x as rounded rows; x's are contiguous.
  void (*round_rows)(std::size_t rows, std::size_t columns, const float* x, bf16_step_pair* to);
};

/// The derivatives of a loss by what an attention_problem reads and writes, with the same strides.
template <class T>
struct attention_derivatives {
  const T* dy;
  T *dq, *dk, *dv;
  distance_derivatives<T> distances;
};

template <class T>
struct attention_functions {
  /// Queries [first, last), at most attention_block_queries, of one row of the batch and one head, over the first
  /// `keys` keys. `packed` holds those keys, transposed, and behind them their values, both in panels; where it is null
  /// there are few queries, and keys and values are read where they are.
  void (*block)(const attention_problem<T>& problem, std::size_t row, std::size_t head, std::size_t first,
                std::size_t last, std::size_t keys, const T* packed, void* scratch);
  /// The same with products of bf16 on matrices, of heads whose keys, transposed, and values `packed` holds as panels
  /// of words. For float alone. Returns whether all of y is finite: values that a mask hides are multiplied by 0, which
  /// is NaN of infinity and NaN.
  bool (*bf16_block)(const attention_problem<T>& problem, std::size_t row, std::size_t head, std::size_t first,
                     std::size_t last, std::size_t keys, const bf16_step_pair* packed, void* scratch,
                     const matrix_kernel& kernel);
  /// One query of one row of the batch, with its heads [first, last), over the first `keys` keys, at most
  /// attention_block_keys. There are no distance_scores.
  void (*query)(const attention_problem<T>& problem, std::size_t row, std::size_t query, std::size_t first,
                std::size_t last, std::size_t keys, void* scratch);
  /// Adds to dq, dk and dv of one row of the batch and one head, over the first `keys` > 0 keys. `packed` holds those
  /// keys and behind them their values, both transposed and in panels.
  void (*gradient)(const attention_problem<T>& problem, const attention_derivatives<T>& derivatives, std::size_t row,
                   std::size_t head, std::size_t keys, const T* packed, void* scratch);
};

/// A head of a row, hashed and sorted: what lsh_attention.cpp hands to the kernels, and their workspace.
template <class T>
struct lsh_head {
  std::size_t positions, stride;  // those before the row's length; of all, which rounds are apart
  std::size_t width, value_width, rounds;
  T scale;
  std::ptrdiff_t first_offset, last_offset;  // query i sees keys i + first_offset … i + last_offset
  bool sees_itself;                          // where it has no other key
  const std::uint32_t *order, *pieces;       // [rounds, stride]: positions as sorted; each position's piece of a bucket
  const T *x, *v, *dy;
  T *y, *dx, *dv;
  std::uint32_t* keys;                         // those of one query
  T *weights, *derivatives, *scores;           // of its keys
  T *inverse_norms, *maxima, *total, *slopes;  // [positions]; slopes: what is taken of each x from dx at the end
};

template <class T>
struct lsh_attention_functions {
  /// Each position's bucket, by the first `bits` columns of hyperplanes [width, stride].
  void (*hash)(const lsh_head<T>& head, const double* directions, std::size_t stride, std::size_t bits,
               std::uint32_t* bucket);
  void (*attend)(const lsh_head<T>& head);
  /// Adds to dx and dv.
  void (*gradient)(const lsh_head<T>& head);
};

template <class T>
struct causal_product_functions {
  /// One matrix of the problem; its workspace is causal_product_workspace(1, ...).
  void (*matrix)(const causal_product_problem<T>& problem, std::size_t matrix, T* workspace, void* scratch);
};

template <class T>
struct row_functions {
  void (*softmax)(std::size_t rows, std::size_t columns, const T* x, T* y);
  void (*softmax_gradient)(std::size_t rows, std::size_t columns, const T* y, const T* dy, T* dx);
  /// Σ exp(x − max) of one row, and its largest element.
  double (*sum_of_powers)(std::size_t columns, const T* x, T* largest);
  void (*argmax)(std::size_t rows, std::size_t columns, const T* x, std::int32_t* index);
  /// Rows [first, last) of the problem, one by one or, if these are short, with the passes of three rows overlapping.
  void (*layer_norm)(const layer_norm_problem<T>& problem, std::size_t first, std::size_t last, bool overlaps);
  /// Rows [first, last) of the problem; dgain and dbias are those rows' parts. dx, dresidual, dgain and dbias may each
  /// be null.
  void (*layer_norm_gradient)(const layer_norm_problem<T>& problem, std::size_t first, std::size_t last, const T* dy,
                              T* dx, T* dresidual, T* dgain, T* dbias);
};

template <class T>
struct elementwise_functions {
  void (*activate)(std::size_t size, activation function, const T* x, T* y);
  /// dx += f′(x) · dy
  void (*activation_gradient)(std::size_t size, activation function, const T* x, const T* dy, T* dx);
  void (*scale)(std::size_t size, T scale, const T* x, T* y);
  /// z = scale · x + y. With a scale of 1 this is the sum, rounded once.
  void (*add_scaled)(std::size_t size, T scale, const T* x, const T* y, T* z);
  /// y = e^x, and e^x and 2^x for x ≤ 0: softmax and attention are made of them. They are here so that a test can bound
  /// their errors alone.
  void (*exp)(std::size_t size, const T* x, T* y);
  void (*exp_not_positive)(std::size_t size, const T* x, T* y);
  void (*exp2_not_positive)(std::size_t size, const T* x, T* y);
};

/// The instructions of an elementwise_program. What they write may be what they read.
template <class T>
struct program_functions {
  using unary_kernel = void (*)(std::size_t size, const T* x, T* y);
  using binary_kernel = void (*)(std::size_t size, const T* x, const T* y, T* z);
  /// The activations first, and then the unary functions.
  unary_kernel unary[all_activations.size() + all_unary_functions.size()];
  unary_kernel derivative[all_activations.size() + all_unary_functions.size()];
  binary_kernel binary[all_binary_functions.size()];
  /// z = c ≠ 0 ? x : y
  void (*select)(std::size_t size, const T* c, const T* x, const T* y, T* z);
};

/// What reduces blocks, in one way.
template <class T>
struct reduction_functions {
  /// y[r] of x[r · stride + i], i < n.
  void (*rows)(std::size_t rows, std::size_t n, std::size_t stride, const T* x, T* y);
  /// y[c] of x[i · stride + c], i < n.
  void (*columns)(std::size_t n, std::size_t columns, std::size_t stride, const T* x, T* y);
  /// z of x and y, each with each; z may be one of them.
  void (*combine)(std::size_t size, const T* x, const T* y, T* z);
  T start;  // of nothing
};
/// Contiguous rows of fewer columns are reduced several at once: as many as have at most this many elements.
inline constexpr std::size_t narrow_columns = 64;

template <class T>
struct reduce_functions {
  reduction_functions<T> sum, maximum;
  /// The first i with x[i · stride + c] = top[c], its column's largest; where that is NaN, the first NaN.
  void (*find_in_columns)(std::size_t columns, std::size_t stride, const T* x, const T* top, std::int32_t* index);
  /// The first i with x[r · n + i] = top[r], likewise.
  void (*find_in_rows)(std::size_t rows, std::size_t n, const T* x, const T* top, std::int32_t* index);
};

template <class T>
struct loss_functions {
  /// Rows [first, last) of the problem; each row's loss goes to losses[row].
  void (*cross_entropy)(const cross_entropy_problem<T>& problem, std::size_t first, std::size_t last, double* losses);
};

/// adam_step, with what depends on the step alone computed in double.
template <class T>
struct adam_factors {
  T gradient_scale, beta1, rest1, beta2, rest2;  // rest = 1 − β
  T moment_scale, second_moment_scale;           // 1 / (1 − βᵗ)
  T epsilon, rate, decay;
};

template <class T>
struct optimizer_functions {
  void (*adam)(const adam_factors<T>& factors, std::size_t size, const T* gradient, T* moment, T* second_moment,
               T* weight);
  double (*sum_of_squares)(std::size_t size, const T* x);
  void (*update_average)(std::size_t size, T decay, const T* x, T* average);
};

/// Which elements are dropped: those whose random number's upper half is below `below`. The others are multiplied by
/// `kept`.
template <class T>
struct dropout_problem {
  std::uint64_t key, below;
  T kept;
};

/// Elements `first` … `first` + size − 1 of a whole; the pointers are to the first of them.
template <class T>
struct dropout_functions {
  void (*dropout)(const dropout_problem<T>&, std::size_t first, std::size_t size, const T* x, T* y);
  void (*add_gradient)(const dropout_problem<T>&, std::size_t first, std::size_t size, const T* dy, T* dx);
};

/// All of them; T is float or double.
template <class T>
struct table {
  product_functions<T> product;
  quantized_functions<T> quantized;
  attention_functions<T> attention;
  causal_product_functions<T> causal_product;
  lsh_attention_functions<T> lsh_attention;
  row_functions<T> rows;
  elementwise_functions<T> elementwise;
  program_functions<T> program;
  reduce_functions<T> reduce;
  loss_functions<T> loss;
  optimizer_functions<T> optimizer;
  dropout_functions<T> dropout;
};

/// That of chosen_instruction_set().
template <class T>
const table<T>& chosen_table();
template <>
const table<float>& chosen_table();
template <>
const table<double>& chosen_table();
/// Likewise.
const dot_functions& chosen_dots();

/// Constants: there before any constructor of another file runs.
extern const table<float> sse2_float, avx2_float, avx512_float, neon_float;
extern const table<double> sse2_double, avx2_double, avx512_double, neon_double;

}  // namespace typeformer::kernels
