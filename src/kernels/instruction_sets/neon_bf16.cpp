#include <arm_neon.h>

#include "../dot_micro_kernel.hpp"

namespace typeformer::kernels {
namespace {

/// bfdot: the processor may round subnormal numbers to zero, and the sums of two products to odd.
struct neon_bf16 {
  using number = float;
  using sums = float32x4_t;
  using words = bfloat16x8_t;
  static constexpr std::size_t size = 4, most_rows = mr, gap = 0;
  static constexpr std::size_t vectors(std::size_t rows) { return rows < 3 ? 8 : 4; }

  static sums start(const std::int32_t*, std::size_t) { return vdupq_n_f32(0); }
  static sums plus(sums a, sums b) { return vaddq_f32(a, b); }
  static sums load(const number* from) { return vld1q_f32(from); }
  static void store(sums x, number* to) { vst1q_f32(to, x); }
  static words load_words(const std::uint32_t* from) { return vreinterpretq_bf16_u32(vld1q_u32(from)); }
  static words all_words(const std::uint32_t* x) { return vreinterpretq_bf16_u32(vdupq_n_u32(*x)); }
  static sums dot(sums sum, words x, words w) { return vbfdotq_f32(sum, x, w); }
};

}  // namespace

constinit const dot_functions neon_bf16_dots{.bf16 = {.rows = multiply_dot_tile<neon_bf16>}};

}  // namespace typeformer::kernels
