#include <immintrin.h>

#include "../dot_micro_kernel.hpp"

namespace typeformer::kernels {
namespace {

/// vdpbf16ps: it rounds subnormal numbers to zero.
struct avx512_bf16 {
  using number = float;
  using sums = __m512;
  using words = __m512i;
  static constexpr std::size_t size = 16, most_rows = mr, gap = 0;
  static constexpr std::size_t vectors(std::size_t) { return 4; }

  static sums start(const std::int32_t*, std::size_t) { return _mm512_setzero_ps(); }
  static sums plus(sums a, sums b) { return _mm512_add_ps(a, b); }
  static sums load(const number* from) { return _mm512_loadu_ps(from); }
  static void store(sums x, number* to) { _mm512_storeu_ps(to, x); }
  static words load_words(const std::uint32_t* from) { return _mm512_loadu_si512(from); }
  static words all_words(const std::uint32_t* x) { return _mm512_set1_epi32(static_cast<int>(*x)); }
  static sums dot(sums sum, words x, words w) {
    return _mm512_dpbf16_ps(sum, reinterpret_cast<__m512bh>(w), reinterpret_cast<__m512bh>(x));
  }
};

}  // namespace

constinit const dot_functions avx512_bf16_dots{.bf16 = {.rows = multiply_dot_tile<avx512_bf16>}};

}  // namespace typeformer::kernels
