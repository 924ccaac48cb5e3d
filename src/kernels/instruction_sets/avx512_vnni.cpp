#include <immintrin.h>

#include "../dot_micro_kernel.hpp"

namespace typeformer::kernels {
namespace {

/// vpdpbusd: bytes without a sign times signed bytes.
struct avx512_int8 {
  using number = std::int32_t;
  using sums = __m512i;
  using words = __m512i;
  static constexpr std::size_t size = 16, most_rows = mr, gap = 0;
  static constexpr std::size_t vectors(std::size_t) { return 4; }

  static sums start(const std::int32_t* x_sums, std::size_t i) { return _mm512_set1_epi32(-128 * x_sums[i]); }
  static sums plus(sums a, sums b) { return _mm512_add_epi32(a, b); }
  static sums load(const number* from) { return _mm512_loadu_si512(from); }
  static void store(sums x, number* to) { _mm512_storeu_si512(to, x); }
  static words load_words(const std::uint32_t* from) { return _mm512_loadu_si512(from); }
  static words all_words(const std::uint32_t* x) { return _mm512_set1_epi32(static_cast<int>(*x)); }
  static sums dot(sums sum, words x, words w) { return _mm512_dpbusd_epi32(sum, w, x); }
};

}  // namespace

constinit const dot_functions avx512_vnni_dots{.int8 = {.rows = multiply_dot_tile<avx512_int8>}};

}  // namespace typeformer::kernels
