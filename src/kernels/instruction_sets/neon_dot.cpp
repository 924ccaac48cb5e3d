#include <arm_neon.h>

#include "../dot_micro_kernel.hpp"

namespace typeformer::kernels {
namespace {

/// sdot: signed bytes times signed bytes.
struct neon_int8 {
  using number = std::int32_t;
  using sums = int32x4_t;
  using words = int8x16_t;
  static constexpr std::size_t size = 4, most_rows = mr, gap = 0;
  static constexpr std::size_t vectors(std::size_t rows) { return rows < 3 ? 8 : 4; }

  static sums start(const std::int32_t*, std::size_t) { return vdupq_n_s32(0); }
  static sums plus(sums a, sums b) { return vaddq_s32(a, b); }
  static sums load(const number* from) { return vld1q_s32(from); }
  static void store(sums x, number* to) { vst1q_s32(to, x); }
  static words load_words(const std::uint32_t* from) {
    return vreinterpretq_s8_u32(veorq_u32(vld1q_u32(from), vdupq_n_u32(0x8080'8080)));
  }
  static words all_words(const std::uint32_t* x) { return vreinterpretq_s8_u32(vdupq_n_u32(*x)); }
  static sums dot(sums sum, words x, words w) { return vdotq_s32(sum, x, w); }
};

}  // namespace

constinit const dot_functions neon_dot_dots{.int8 = {.rows = multiply_dot_tile<neon_int8>}};

}  // namespace typeformer::kernels
