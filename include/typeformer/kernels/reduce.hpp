#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include <typeformer/kernels/max_rank.hpp>
#include <typeformer/kernels/threads.hpp>

/// Sums and maxima over some dimensions of an array, and their gradients.
namespace typeformer::kernels::inline v0_1 {

/// x is dense, row-major, of `extents`. Its element [i, j, …] belongs to element [i · strides[0] + j · strides[1] + …]
/// of y: a stride of 0 reduces that dimension, the others lead each kept index to an element of its own. x and y do not
/// overlap.
struct reduction {
  std::span<const std::size_t> extents;  ///< of x, at most max_rank
  std::span<const std::size_t> strides;  ///< in y, in elements, as many
};

/// y = scale · Σ x: the mean, with a scale of 1/n. 0 where nothing is summed.
///
/// error  ≤ (150 + log₂ n) · ε/2 · Σ |x| for n summands: blocks of at most 128 a lane, their sums in pairs. The order
///        follows from the shape alone
/// cost   reads x once. Tasks take up to 512 elements of y; where these are few, parts of the sums, with at most 8192
///        partial results on the stack. Where few elements are between the dimensions that are reduced, some 30 ns for
///        each index of those before them. Allocates nothing
/// throws error: more than max_rank extents; strides of another number
template <class T>
void reduce_sum(const reduction& shape, T scale, const T* x, T* y, threads& threads);

/// y += scale · Σ x. With strides of an operand that was broadcast, its gradient.
template <class T>
void add_sum(const reduction& shape, T scale, const T* x, T* y, threads& threads);

/// dx += scale · dy, with dy broadcast: the gradient of reduce_sum().
template <class T>
void add_sum_gradient(const reduction& shape, T scale, const T* dy, T* dx, threads& threads);

/// y = max x. −∞ of nothing; NaN where one element is.
///
/// throws error: as reduce_sum()
template <class T>
void reduce_max(const reduction& shape, const T* x, T* y, threads& threads);

/// index[o, k] is the i of the largest x[o, i, k], x [outer, n, inner]: the first of equals. NaN counts as the largest.
/// 1 ≤ n < 2³¹.
template <class T>
void reduce_argmax(std::size_t outer, std::size_t n, std::size_t inner, const T* x, std::int32_t* index,
                   threads& threads);

/// dx[o, i, k] += dy[o, k] for the i that reduce_argmax() finds: the gradient of reduce_max(), which a tie gives to the
/// first. n ≥ 1.
template <class T>
void add_max_gradient(std::size_t outer, std::size_t n, std::size_t inner, const T* x, const T* dy, T* dx,
                      threads& threads);

}  // namespace typeformer::kernels::inline v0_1
