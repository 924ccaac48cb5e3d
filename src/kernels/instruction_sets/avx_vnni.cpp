#include "../dot_micro_kernel.hpp"
#include "../dot_words_of_256_bits.hpp"

namespace typeformer::kernels {
namespace {

/// vpdpbusd, of vectors of 256 bits: bytes without a sign times signed bytes.
struct avx_int8 : int8_in_256_bits {
  static sums start(const std::int32_t* x_sums, std::size_t i) { return _mm256_set1_epi32(-128 * x_sums[i]); }
  static sums dot(sums sum, words x, words w) { return _mm256_dpbusd_avx_epi32(sum, w, x); }
};

}  // namespace

constinit const dot_functions avx_vnni_dots{.int8 = {.rows = multiply_dot_tile<avx_int8>}};

}  // namespace typeformer::kernels
