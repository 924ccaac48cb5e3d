#include <immintrin.h>

#include "../dot_micro_kernel.hpp"

namespace typeformer::kernels {
namespace {

/// vpdpbusd, of vectors of 256 bits: bytes without a sign times signed bytes.
struct avx_int8 {
  using number = std::int32_t;
  using sums = __m256i;
  using words = __m256i;
  static constexpr std::size_t size = 8;
  /// In 16 registers. One row has to have enough sums to hide an instruction's latency.
  static constexpr std::size_t vectors(std::size_t rows) { return rows == 1 ? 8 : rows == 2 ? 4 : 2; }

  static sums start(const std::int32_t* x_sums, std::size_t i) { return _mm256_set1_epi32(-128 * x_sums[i]); }
  static sums plus(sums a, sums b) { return _mm256_add_epi32(a, b); }
  static sums load(const number* from) { return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from)); }
  static void store(sums x, number* to) { _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), x); }
  static words load_words(const std::uint32_t* from) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
  }
  static words all_words(std::uint32_t x) { return _mm256_set1_epi32(static_cast<int>(x)); }
  static sums dot(sums sum, words x, words w) { return _mm256_dpbusd_avx_epi32(sum, w, x); }
};

}  // namespace

constinit const dot_functions avx_vnni_dots{.int8 = {.rows = multiply_dot_tile<avx_int8>}};

}  // namespace typeformer::kernels
