#pragma once
#include <cstddef>
#include <cstdint>

#include <typeformer/kernels/ceil_div.hpp>
#include <typeformer/kernels/threads.hpp>

/// Kernels that reduce each row of a matrix [rows, columns] on its own, and their gradients. Rows are contiguous.
namespace typeformer::kernels::inline v0_1 {

/// y = exp(x − max) / Σ exp(x − max). A row of −∞ alone, and an empty one, yields zeros; NaN yields NaN. y may be x.
template <class T>
void softmax(std::size_t rows, std::size_t columns, const T* x, T* y, threads& threads);

/// dx += y · (dy − Σ y·dy) for each row, y the softmax of x.
template <class T>
void add_softmax_gradient(std::size_t rows, std::size_t columns, const T* y, const T* dy, T* dx, threads& threads);

/// The largest element of one row x, and log Σ exp(x − max) in double; NaN where the largest is not finite, or one is
/// NaN. columns ≥ 1.
/// error  ≤ 4 · 2⁻⁵² · max(1, |log Σ|)
struct log_sum_exp {
  double largest;  ///< of the row
  double log_sum;  ///< of the terms relative to it: not below 0
};
/// Computes both, with the caller's thread alone.
template <class T>
log_sum_exp log_sum_exp_of(std::size_t columns, const T* x);

/// The index of each row's largest element, the first of equals. columns ≥ 1.
template <class T>
void argmax(std::size_t rows, std::size_t columns, const T* x, std::int32_t* index, threads& threads);

struct bf16_step_pair;

/// Where a norm adds ε, with z the row's element, μ its mean, σ² its variance.
enum class epsilon_placement : unsigned char {
  inside_root,   ///< (z − μ) / √(σ² + ε)
  outside_root,  ///< (z − μ) / (√σ² + ε)
};

/// y = (z − μ) / deviation · gain + bias with z = x + residual; μ and σ² are the row's mean and population variance,
/// computed in two passes. residual, gain and bias may be null. y may be x or residual.
/// source  Ba, Kiros and Hinton 2016
template <class T>
struct layer_norm_problem {
  std::size_t rows;                                              ///< each normalized on its own
  std::size_t columns;                                           ///< elements of a row
  const T* x;                                                    ///< [rows, columns]
  const T* residual = nullptr;                                   ///< [rows, columns], added before; null: nothing is
  const T* gain = nullptr;                                       ///< [columns]; null: 1
  const T* bias = nullptr;                                       ///< [columns]; null: 0
  T epsilon = 0;                                                 ///< not negative
  epsilon_placement placement = epsilon_placement::inside_root;  ///< inside the root or behind it
  T* y;                                                          ///< [rows, columns]
  /// Where products will read it in bf16: y once more, as rounded rows (rounded_words in quantized.hpp); null: nowhere.
  bf16_step_pair* y_rounded = nullptr;
};

/// Normalizes each row on its own, as the problem says. Rows are split among threads by their number alone.
template <class T>
void layer_norm(const layer_norm_problem<T>& problem, threads& threads);

/// The gradient of layer_norm(problem): dx, dresidual, dgain and dbias, each of which may be null. problem.y is not
/// read. Where a row's deviation is 0, the derivative is (g − mean(g)) / ε, or / √ε inside the root, with g = dy ·
/// gain; NaN where ε is 0 too. `workspace` holds layer_norm_gradient_workspace(rows, columns) elements, 64-byte
/// aligned.
template <class T>
void add_layer_norm_gradient(const layer_norm_problem<T>& problem, const T* dy, T* dx, T* dresidual, T* dgain, T* dbias,
                             T* workspace, threads& threads);
/// Rows whose parts of dgain and dbias are summed together.
inline constexpr std::size_t layer_norm_gradient_rows = 64;
/// Elements of workspace that add_layer_norm_gradient() needs; grows with each argument.
constexpr std::size_t layer_norm_gradient_workspace(std::size_t rows, std::size_t columns) {
  return 2 * ceil_div(rows, layer_norm_gradient_rows) * columns;
}

}  // namespace typeformer::kernels::inline v0_1
