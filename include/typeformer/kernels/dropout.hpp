#pragma once
#include <cstddef>
#include <cstdint>

#include <typeformer/kernels/threads.hpp>

/// Dropout with random numbers that are counted and not drawn: element i is dropped or not by (key, i) alone. So
/// results do not depend on the number of threads, and the backward pass needs no stored mask.
namespace typeformer::kernels {

/// A well mixed 64-bit number for each `counter`, whatever the key: the finalizer of SplitMix64.
/// source  Steele, Lea and Flood 2014
constexpr std::uint64_t counter_random(std::uint64_t key, std::uint64_t counter) {
  std::uint64_t z = key + (counter + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// y = x / (1 − rate) for elements that stay, 0 for those that are dropped, each with probability `rate` in [0, 1), to
/// 2⁻³². y may be x.
template <class T>
void dropout(std::size_t size, double rate, std::uint64_t key, const T* x, T* y, threads& threads);

/// dx += dy / (1 − rate) where the element stayed.
template <class T>
void add_dropout_gradient(std::size_t size, double rate, std::uint64_t key, const T* dy, T* dx, threads& threads);

}  // namespace typeformer::kernels
