#include "../dot_micro_kernel.hpp"
#include "../dot_words_of_256_bits.hpp"
#include "../every_kernel.hpp"

namespace typeformer::kernels {

constinit const table<float> avx2_float = table_for<xsimd::fma3<xsimd::avx2>, float>();
constinit const table<double> avx2_double = table_for<xsimd::fma3<xsimd::avx2>, double>();

namespace {

/// vpmaddubsw adds two products in 16 bits, where bytes without a sign times signed ones saturate. Magnitudes of x
/// times w with x's signs do not: 2·127·128 < 2¹⁵. Where x is negative, w's bits are inverted, which makes it -w - 1:
/// each sum begins with what that is short of -w, the sum of these magnitudes. (vpsignb makes it -w, but shares two
/// execution ports with the multiplications: on a Zen 4 products of 512³ take 1.2 times as long with it.)
struct avx2_int8 : int8_in_256_bits {
  static sums start(const std::int32_t* x_sums, std::size_t i) { return _mm256_set1_epi32(-x_sums[i]); }
  /// Signed.
  static words load_words(const std::uint32_t* from) {
    return _mm256_xor_si256(int8_in_256_bits::load_words(from), _mm256_set1_epi8(-128));
  }
  static sums dot(sums sum, words x, words w) {
    const __m256i inverted = _mm256_xor_si256(w, _mm256_cmpgt_epi8(_mm256_setzero_si256(), x));
    const __m256i pairs = _mm256_maddubs_epi16(_mm256_abs_epi8(x), inverted);
    return _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
  }
};

}  // namespace

constinit const dot_functions avx2_dots{
    .int8 = {.rows = multiply_dot_tile<avx2_int8>, .x_sums = summed_numbers::negative}};

}  // namespace typeformer::kernels
