#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <string>

#if defined(__aarch64__) && defined(__linux__)
#include <sys/auxv.h>
#elif defined(__x86_64__)
#include <cpuid.h>
#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif
#endif

#include <typeformer/error.hpp>
#include <typeformer/kernels/instruction_set.hpp>

#include "processors.hpp"
#include "table.hpp"

namespace typeformer::kernels::inline v0_1 {
namespace {

constexpr std::array<std::string_view, 10> names = {"sse2",        "avx2", "avx_vnni", "avx512",   "avx512_vnni",
                                                    "avx512_bf16", "amx",  "neon",     "neon_dot", "neon_bf16"};

constexpr std::size_t index_of(instruction_set set) { return static_cast<std::size_t>(set); }

/// What this build has of an instruction set: nulls where it was left out (meson_options.txt).
struct compiled {
  const table<float>* floats = nullptr;
  const table<double>* doubles = nullptr;
};
constexpr auto compiled_sets = [] {
  std::array<compiled, names.size()> all{};
#define TYPEFORMER_TABLES(set) all[index_of(instruction_set::set)] = {&set##_float, &set##_double};
#define TYPEFORMER_DOTS(set) all[index_of(instruction_set::set)] = all[index_of(base_of(instruction_set::set))];
  TYPEFORMER_INSTRUCTION_SETS(TYPEFORMER_TABLES, TYPEFORMER_DOTS)
#undef TYPEFORMER_TABLES
#undef TYPEFORMER_DOTS
  return all;
}();

#if defined(__x86_64__)
/// Whether the processor multiplies matrices of bf16 and int8, and the system saves their registers for this process,
/// which it does when it is asked to.
bool runs_amx() {
#if defined(__linux__)
  constexpr unsigned bf16 = 1U << 22, registers = 1U << 24, int8 = 1U << 25, all = bf16 | registers | int8;
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || (d & all) != all) return false;
  constexpr long request_permission = 0x1023, data_of_registers = 18;  // ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA
  return syscall(SYS_arch_prctl, request_permission, data_of_registers) == 0;
#else
  return false;
#endif
}
#endif

// The compiler's own functions also ask whether the system saves the wide registers.
bool processor_runs(instruction_set set) {
#if defined(__x86_64__)
  switch (set) {
    case instruction_set::sse2:
      return true;
    case instruction_set::avx2:
      return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    case instruction_set::avx_vnni:
      return processor_runs(instruction_set::avx2) && __builtin_cpu_supports("avxvnni");
    case instruction_set::avx512:
      return processor_runs(instruction_set::avx2) && __builtin_cpu_supports("avx512f") &&
             __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
             __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512cd");
    case instruction_set::avx512_vnni:
      return processor_runs(instruction_set::avx512) && __builtin_cpu_supports("avx512vnni");
    case instruction_set::avx512_bf16:
      return processor_runs(instruction_set::avx512_vnni) && __builtin_cpu_supports("avx512bf16");
    case instruction_set::amx:
      return processor_runs(instruction_set::avx512_bf16) && runs_amx();
    default:
      return false;
  }
#elif defined(__aarch64__)
#if defined(__linux__)
  if (set == instruction_set::neon_dot) return getauxval(AT_HWCAP) & HWCAP_ASIMDDP;
  if (set == instruction_set::neon_bf16)
    return processor_runs(instruction_set::neon_dot) && (getauxval(AT_HWCAP2) & HWCAP2_BF16);
#endif
  return set == instruction_set::neon;
#else
#error "typeformer has kernels for x86-64 and for 64-bit Arm"
#endif
}

struct available {
  std::array<instruction_set, names.size()> sets{};
  std::size_t count = 0;

  available() {
#if defined(__x86_64__)
    __builtin_cpu_init();
#endif
    for (std::size_t i = 0; i < names.size(); ++i)
      if (const auto set = static_cast<instruction_set>(i); compiled_sets[i].floats && processor_runs(set))
        sets[count++] = set;
  }
};

std::string list_of(std::span<const std::string_view> some) {
  std::string all;
  for (const auto name : some) all += (all.empty() ? "" : ", ") + std::string(name);
  return all;
}

std::string list_of_compiled() {
  std::array<std::string_view, names.size()> some;
  std::size_t count = 0;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (compiled_sets[i].floats) some[count++] = names[i];
  return list_of(std::span{some}.first(count));
}

/// Whether the set before this one is faster. An Emerald Rapids takes four times as long for a vdpbf16ps, with twice as
/// many products, as for an fma.
bool is_slow_here(instruction_set set) { return set == instruction_set::avx512_bf16 && is_of_intel(); }

/// The newest available that is no newer than the one named; the oldest, if all are newer. A slow one is chosen where
/// it is named itself.
instruction_set newest_allowed() {
  const auto sets = available_instruction_sets();
  const char* const limit = std::getenv("TYPEFORMER_INSTRUCTION_SET");
  const auto named = limit ? std::ranges::find(names, std::string_view(limit)) : names.end() - 1;
  if (named != names.end()) {
    const auto most = static_cast<std::size_t>(named - names.begin());
    auto chosen = sets.front();
    for (const auto set : sets)
      if (index_of(set) <= most && (!is_slow_here(set) || (limit && index_of(set) == most))) chosen = set;
    return chosen;
  }
  throw error("the environment variable TYPEFORMER_INSTRUCTION_SET is \"" + std::string(limit) +
              "\"; it must be one of " + list_of(names));
}

std::atomic<instruction_set>& current() {
  static std::atomic<instruction_set> set{newest_allowed()};
  return set;
}

}  // namespace

std::string_view name_of(instruction_set set) { return names[index_of(set)]; }

std::span<const instruction_set> available_instruction_sets() {
  static const available all;
  if (all.count == 0)
    throw error("this processor runs none of the instruction sets that the library was built for: " +
                list_of_compiled());
  return {all.sets.data(), all.count};
}

instruction_set chosen_instruction_set() { return current().load(std::memory_order_relaxed); }

void choose_instruction_set(instruction_set set) {
  const auto sets = available_instruction_sets();
  for (const auto one : sets)
    if (one == set) return current().store(set, std::memory_order_relaxed);
  std::array<std::string_view, names.size()> available_names;
  std::ranges::transform(sets, available_names.begin(), name_of);
  throw error("this processor cannot run the instruction set " + std::string(name_of(set)) + "; it runs " +
              list_of(std::span{available_names}.first(sets.size())));
}

}  // namespace typeformer::kernels::inline v0_1

namespace typeformer::kernels {

template <>
const table<float>& chosen_table() {
  return *compiled_sets[index_of(chosen_instruction_set())].floats;
}

template <>
const table<double>& chosen_table() {
  return *compiled_sets[index_of(chosen_instruction_set())].doubles;
}

const dot_functions& chosen_dots() {
  // A set without tables of its own adds to the one before it.
  static const auto dots = [] {
    std::array<dot_functions, names.size()> all{};
    [[maybe_unused]] const auto add = [&](instruction_set set, const dot_functions& own) {
      const auto& before = all[index_of(set) - 1];
      const auto both = [](const dot_kernels& added, const dot_kernels& there) {
        dot_kernels all_kernels = added.rows ? added : there;
        if (added.matrix.multiply) all_kernels.matrix = added.matrix;
        return all_kernels;
      };
      all[index_of(set)] = {both(own.bf16, before.bf16), both(own.int8, before.int8)};
    };
#define TYPEFORMER_TABLES(set) all[index_of(instruction_set::set)] = set##_dots;
#define TYPEFORMER_DOTS(set) add(instruction_set::set, set##_dots);
    TYPEFORMER_INSTRUCTION_SETS(TYPEFORMER_TABLES, TYPEFORMER_DOTS)
#undef TYPEFORMER_TABLES
#undef TYPEFORMER_DOTS
    return all;
  }();
  return dots[index_of(chosen_instruction_set())];
}

}  // namespace typeformer::kernels
