#pragma once
#include <cstdint>

#include <typeformer/requires_cxx20.hpp>

namespace typeformer::kernels::inline v0_1 {

/// A counter-based random number generator: the number is a function of key and counter alone, so that any thread can
/// make any number of the sequence, and none has to be stored. 64 well mixed bits for each `counter`, whatever the key:
/// the finalizer of SplitMix64.
/// source  Steele, Lea and Flood 2014; the idea: Salmon, Moraes, Dror and Shaw 2011
constexpr std::uint64_t counter_random(std::uint64_t key, std::uint64_t counter) {
  std::uint64_t z = key + (counter + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

}  // namespace typeformer::kernels::inline v0_1
