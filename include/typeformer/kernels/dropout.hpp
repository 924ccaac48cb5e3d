#pragma once
#include <cstddef>
#include <cstdint>

#include <typeformer/kernels/threads.hpp>

/// Dropout by a counter-based random number generator (random.hpp): (key, i) alone decides whether element i is
/// dropped. So results do not depend on the number of threads, and the backward pass needs no stored mask.
/// source  Srivastava, Hinton, Krizhevsky, Sutskever and Salakhutdinov 2014
namespace typeformer::kernels::inline v0_1 {

/// y = x / (1 − rate) for elements that stay, 0 for those that are dropped, each with probability `rate` in [0, 1), to
/// 2⁻³². y may be x.
template <class T>
void dropout(std::size_t size, double rate, std::uint64_t key, const T* x, T* y, threads& threads);

/// dx += dy / (1 − rate) where the element stayed.
template <class T>
void add_dropout_gradient(std::size_t size, double rate, std::uint64_t key, const T* dy, T* dx, threads& threads);

}  // namespace typeformer::kernels::inline v0_1
