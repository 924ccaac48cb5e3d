#pragma once
#include <cstddef>

#include <typeformer/kernels/threads.hpp>

/// An optimizer's step is one loop over blocks of equal layout.
namespace typeformer::kernels::inline v0_1 {

/// Adam, and AdamW where `decay` is not 0: m ← β₁m + (1−β₁)g, v ← β₂v + (1−β₂)g²,
/// w ← w − rate·(m/(1−β₁ᵗ) / (√(v/(1−β₂ᵗ)) + ε) + decay·w), with g = gradient_scale · gradient.
/// source  Kingma and Ba 2015, Loshchilov and Hutter 2019
struct adam_step {
  double rate;                ///< the step size of this update
  double beta1 = 0.9;         ///< how much of the mean of gradients stays
  double beta2 = 0.98;        ///< how much of the mean of their squares stays
  double epsilon = 1e-9;      ///< added to the root
  double decay = 0;           ///< of weights, times rate; 0: Adam
  double gradient_scale = 1;  ///< such as 1 / the number of tokens, or what clips the gradient's norm
  std::size_t step = 1;       ///< t, from 1
};
/// One update of `size` weights and their two moments, element by element. The four arrays do not overlap.
///
/// cost    reads four arrays and writes three, in one pass
template <class T>
void adam(const adam_step& step, std::size_t size, const T* gradient, T* moment, T* second_moment, T* weight,
          threads& threads);

/// Σ x², in double, in blocks of a fixed size and then in their order.
template <class T>
double sum_of_squares(std::size_t size, const T* x, threads& threads);

/// average ← decay·average + (1−decay)·x
template <class T>
void update_average(std::size_t size, T decay, const T* x, T* average, threads& threads);

}  // namespace typeformer::kernels::inline v0_1
