#pragma once
#include <span>
#include <string_view>

#include <typeformer/requires_cxx20.hpp>

namespace typeformer::kernels::inline v0_1 {

/// The processors' instruction sets that kernels are compiled for; of each family from the oldest.
///
/// Some add to another what multiplies quantized numbers (quantized.hpp), and are that other in all else: avx_vnni to
/// avx2, avx512_vnni, avx512_bf16 and amx to avx512, neon_dot and neon_bf16 to neon.
enum class instruction_set : unsigned char {
  sse2,
  avx2,
  avx_vnni,
  avx512,
  avx512_vnni,
  avx512_bf16,
  amx,
  neon,
  neon_dot,
  neon_bf16
};

/// The instruction set that `set` adds to; itself, if it adds to none.
constexpr instruction_set base_of(instruction_set set) {
  switch (set) {
    case instruction_set::avx_vnni:
      return instruction_set::avx2;
    case instruction_set::avx512_vnni:
    case instruction_set::avx512_bf16:
    case instruction_set::amx:
      return instruction_set::avx512;
    case instruction_set::neon_dot:
    case instruction_set::neon_bf16:
      return instruction_set::neon;
    default:
      return set;
  }
}

/// As the environment names it: "sse2", "avx512_vnni".
std::string_view name_of(instruction_set);

/// Those of this build that this processor and its system can run, from the oldest; never empty.
/// throws  error: the processor runs none of this build's (the option instruction_sets leaves some out)
std::span<const instruction_set> available_instruction_sets();

/// The one in use: the newest available that is no newer than the one that TYPEFORMER_INSTRUCTION_SET names. Intel's
/// processors multiply bf16 with avx512_bf16 half as fast as without: there it is in use if it is named. The variable is
/// read once, at the first use of a kernel. throws  error: another name in the variable; no set is available
instruction_set chosen_instruction_set();

/// Uses `set` from now on, for tests and benchmarks. Not while kernels run.
/// throws  error: a set that is not available
void choose_instruction_set(instruction_set set);

}  // namespace typeformer::kernels::inline v0_1
