#pragma once
#include <cstddef>
#include <cstdint>
#include <immintrin.h>

/// What dot products of int8 in vectors of 256 bits have in common, as dot_micro_kernel.hpp asks for it. In an unnamed
/// namespace as that is, and for the same reason.
namespace typeformer::kernels {
namespace {

struct int8_in_256_bits {
  using number = std::int32_t;
  using sums = __m256i;
  using words = __m256i;
  static constexpr std::size_t size = 8;

  static sums plus(sums a, sums b) { return _mm256_add_epi32(a, b); }
  static sums load(const number* from) { return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from)); }
  static void store(sums x, number* to) { _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), x); }
  static words load_words(const std::uint32_t* from) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
  }
  static words all_words(const std::uint32_t* x) { return _mm256_set1_epi32(static_cast<int>(*x)); }
};

}  // namespace
}  // namespace typeformer::kernels
