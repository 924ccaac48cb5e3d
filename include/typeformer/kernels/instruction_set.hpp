#pragma once
#include <span>
#include <string_view>

#include <typeformer/requires_cxx20.hpp>

namespace typeformer::kernels {

/// The processors' instruction sets that kernels are compiled for, from the oldest.
enum class instruction_set : unsigned char { sse2, avx2, avx512, neon };

std::string_view name_of(instruction_set);

/// Those of this build that this processor and its system can run, from the oldest; never empty.
std::span<const instruction_set> available_instruction_sets();

/// The one in use: the newest available that TYPEFORMER_INSTRUCTION_SET ("sse2", "avx2", "avx512", "neon") allows.
/// The variable is read once, at the first use of a kernel.
/// throws  error: another name in the variable
instruction_set chosen_instruction_set();

/// Uses `set` from now on, for tests and benchmarks. Not while kernels run.
/// throws  error: a set that is not available
void choose_instruction_set(instruction_set set);

}  // namespace typeformer::kernels
