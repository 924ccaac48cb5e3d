#pragma once
#include <cstddef>

#include <typeformer/kernels/threads.hpp>

namespace typeformer::kernels::inline v0_1 {

/// For each of `matrices` y_i = Σ_{j ≤ i} (q_i·k_j) v_j, with q and k [positions, width], v and y [positions,
/// value_width]. What a position does not see may be anything, NaN too.
///
/// `backwards` runs from the last position to the first: y_i = Σ_{j ≥ i} (q_i·k_j) v_j. With `adds`, y += that.
/// `state` [matrices, width, value_width], if there is one, is Σ k_jᵀ v_j over earlier positions, which count, too;
/// then it is that over these as well.
template <class T>
struct causal_product_problem {
  std::size_t matrices;     ///< rows of the batch times heads
  std::size_t positions;    ///< of each
  std::size_t width;        ///< of q and k
  std::size_t value_width;  ///< of v and y
  const T* q;               ///< [matrices, positions, width]
  const T* k;               ///< [matrices, positions, width]
  const T* v;               ///< [matrices, positions, value_width]
  T* y;                     ///< [matrices, positions, value_width]
  bool backwards = false;   ///< sums over later positions, not earlier ones
  bool adds = false;        ///< y += the result, as gradients do
  T* state = nullptr;       ///< [matrices, width, value_width], read and written; null: no earlier positions
};

/// Positions of a chunk, which are multiplied as matrices. Where there are very few, they are gone through one by one.
inline constexpr std::size_t causal_product_chunk = 64;

/// Elements of workspace that causal_product() needs; grows with each argument.
constexpr std::size_t causal_product_workspace(std::size_t matrices, std::size_t width, std::size_t value_width) {
  return matrices * width * (value_width + causal_product_chunk);
}

/// Linear attention's sums without a positions × positions matrix, chunk by chunk of C positions: y = q S + tril(q kᵀ)
/// v, S += kᵀ v. `workspace` is 64-byte aligned and holds causal_product_workspace(...) elements.
///
/// Its gradient is itself: dq = the product of (dy, v, k), dk = that of (v, dy, q) backwards, dv = that of (k, q, dy)
/// backwards.
///
/// cost    matrices·positions·(4·width·value_width + C·(width + value_width)) operations
/// source  Katharopoulos, Vyas, Pappas and Fleuret 2020, equations 9 to 15; Hua, Dai, Liu and Le 2022 (chunks)
template <class T>
void causal_product(const causal_product_problem<T>& problem, T* workspace, threads& threads);

}  // namespace typeformer::kernels::inline v0_1
