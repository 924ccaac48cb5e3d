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
///
/// A word of x is made into magnitudes and what inverts w once for all panels: two instructions for each word and row
/// less, of eleven. Three rows of four vectors, with the words of x and w, the ones and a product, take all registers.
struct avx2_int8 : int8_in_256_bits {
  struct factors {
    words magnitudes, inverting;
  };
  static constexpr std::size_t most_rows = 3, gap = word_block;
  /// One row has to have enough sums to hide an instruction's latency.
  static constexpr std::size_t vectors(std::size_t rows) { return rows == 1 ? 8 : 4; }

  static sums start(const std::int32_t* x_sums, std::size_t i) { return _mm256_set1_epi32(-x_sums[i]); }
  static factors all_words(const std::uint32_t* x) {
    return {int8_in_256_bits::all_words(x), int8_in_256_bits::all_words(x + word_block)};
  }
  static sums dot(sums sum, factors x, words w) {
    const __m256i pairs = _mm256_maddubs_epi16(x.magnitudes, _mm256_xor_si256(w, x.inverting));
    return _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
  }
};

}  // namespace

constinit const dot_functions avx2_dots{
    .int8 = {.rows = multiply_dot_tile<avx2_int8>, .x_format = int8_format::magnitudes}};

}  // namespace typeformer::kernels
