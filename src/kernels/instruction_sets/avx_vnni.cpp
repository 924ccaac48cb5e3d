#include "../dot_micro_kernel.hpp"
#include "../dot_words_of_256_bits.hpp"

namespace typeformer::kernels {
namespace {

/// vpdpbusd, of vectors of 256 bits: bytes without a sign times signed bytes.
struct avx_int8 : int8_in_256_bits {
  static constexpr std::size_t most_rows = mr, gap = 0;
  /// In 16 registers. One row has to have enough sums to hide an instruction's latency.
  static constexpr std::size_t vectors(std::size_t rows) { return rows == 1 ? 8 : rows == 2 ? 4 : 2; }

  static sums start(const std::int32_t* x_sums, std::size_t i) { return _mm256_set1_epi32(-128 * x_sums[i]); }
  static sums dot(sums sum, words x, words w) { return _mm256_dpbusd_avx_epi32(sum, w, x); }
};

}  // namespace

constinit const dot_functions avx_vnni_dots{.int8 = {.rows = multiply_dot_tile<avx_int8>}};

}  // namespace typeformer::kernels
