#include <immintrin.h>

#include "../dot_micro_kernel.hpp"
#include "../every_kernel.hpp"

namespace typeformer::kernels {

constinit const table<float> avx2_float = table_for<xsimd::fma3<xsimd::avx2>, float>();
constinit const table<double> avx2_double = table_for<xsimd::fma3<xsimd::avx2>, double>();

namespace {

/// vpmaddubsw adds two products in 16 bits, where bytes without a sign times signed ones saturate. Magnitudes of x
/// times w with x's signs do not: 2·127² < 2¹⁵.
struct avx2_int8 {
  using number = std::int32_t;
  using sums = __m256i;
  using words = __m256i;
  static constexpr std::size_t size = 8;
  /// In 16 registers. One row has to have enough sums to hide an instruction's latency.
  static constexpr std::size_t vectors(std::size_t rows) { return rows == 1 ? 8 : rows == 2 ? 4 : 2; }

  static sums start(const std::int32_t*, std::size_t) { return _mm256_setzero_si256(); }
  static sums plus(sums a, sums b) { return _mm256_add_epi32(a, b); }
  static sums load(const number* from) { return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from)); }
  static void store(sums x, number* to) { _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), x); }
  static words load_words(const std::uint32_t* from) {
    return _mm256_xor_si256(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from)), _mm256_set1_epi8(-128));
  }
  static words all_words(std::uint32_t x) { return _mm256_set1_epi32(static_cast<int>(x)); }
  static sums dot(sums sum, words x, words w) {
    const __m256i pairs = _mm256_maddubs_epi16(_mm256_abs_epi8(x), _mm256_sign_epi8(w, x));
    return _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
  }
};

}  // namespace

constinit const dot_functions avx2_dots{.int8 = {.rows = multiply_dot_tile<avx2_int8>}};

}  // namespace typeformer::kernels
