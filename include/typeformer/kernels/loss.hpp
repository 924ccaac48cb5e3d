#pragma once
#include <cstddef>
#include <cstdint>

#include <typeformer/kernels/threads.hpp>

namespace typeformer::kernels::inline v0_1 {

/// How label smoothing distributes its ε: ε/V to every entry, the right one too, or ε/(V−1) to every other. A single
/// entry has no other: there the latter smooths nothing.
/// source  Szegedy et al. 2016
enum class smoothing_over : unsigned char { all, others };

/// Cross-entropy of softmax(logits) [rows, entries] against the index of the right entry, smoothed. Rows whose index is
/// negative are ignored. Probabilities are never stored: the derivative of `weight` · Σ loss is written to dlogits,
/// which may be logits; with row_weights, that of weight · Σ row_weight · loss. A logit of −∞ is a probability of 0,
/// whose loss is ∞ where it is the right entry or smoothing gives it some weight. A row of −∞ alone, and one with NaN
/// or ∞, yields NaN.
template <class T>
struct cross_entropy_problem {
  std::size_t rows;                           ///< positions whose token is predicted
  std::size_t entries;                        ///< of the vocabulary
  const T* logits;                            ///< [rows, entries]
  const std::int32_t* index;                  ///< [rows], below entries; negative: the row is ignored
  double smoothing = 0;                       ///< ε of label smoothing, in [0, 1)
  smoothing_over over = smoothing_over::all;  ///< which entries share ε
  T weight = 1;                               ///< of the derivative alone: the loss is a sum as it is
  const T* row_weights = nullptr;             ///< of the derivative, one for each row; null: 1
  T* dlogits = nullptr;                       ///< [rows, entries]; null: the loss alone
};

/// Σ loss over the rows that are not ignored, in nats, summed in double in the rows' order.
/// `workspace` holds rows doubles.
template <class T>
double cross_entropy(const cross_entropy_problem<T>& problem, double* workspace, threads& threads);

}  // namespace typeformer::kernels::inline v0_1
