#pragma once
#include <cstddef>
#include <cstdint>

#include <typeformer/kernels/threads.hpp>

/// Kernels that reduce each row of a matrix [rows, columns] on its own. Rows are contiguous.
namespace typeformer::kernels {

/// y = exp(x − max) / Σ exp(x − max). A row of −∞ alone, and an empty one, yields zeros; NaN yields NaN. y may be x.
template <class T>
void softmax(std::size_t rows, std::size_t columns, const T* x, T* y, threads& threads);

/// The index of each row's largest element, the first of equals. columns ≥ 1.
template <class T>
void argmax(std::size_t rows, std::size_t columns, const T* x, std::int32_t* index, threads& threads);

enum class epsilon_placement : unsigned char {
  inside_root,   // (z − μ) / √(σ² + ε)
  outside_root,  // (z − μ) / (√σ² + ε)
};

/// y = (z − μ) / deviation · gain + bias with z = x + residual; μ and σ² the row's mean and population variance, taken
/// in two passes. residual, gain and bias may be null. y may be x or residual.
template <class T>
struct layer_norm_problem {
  std::size_t rows, columns;
  const T* x;
  const T* residual = nullptr;
  const T* gain = nullptr;
  const T* bias = nullptr;
  T epsilon = 0;
  epsilon_placement placement = epsilon_placement::inside_root;
  T* y;
};

template <class T>
void layer_norm(const layer_norm_problem<T>& problem, threads& threads);

}  // namespace typeformer::kernels
