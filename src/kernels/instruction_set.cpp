#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <string>

#if defined(__aarch64__) && defined(__linux__)
#include <sys/auxv.h>
#endif

#include <typeformer/error.hpp>
#include <typeformer/kernels/instruction_set.hpp>

#include "table.hpp"

namespace typeformer::kernels {
namespace {

constexpr std::array<std::string_view, 8> names = {"sse2",        "avx2",        "avx_vnni", "avx512",
                                                   "avx512_vnni", "avx512_bf16", "neon",     "neon_dot"};

struct available {
  std::array<instruction_set, names.size()> sets{};
  std::size_t count = 0;

  void add(instruction_set set) { sets[count++] = set; }

  // The compiler's own functions also ask whether the system saves the wide registers.
  available() {
#if defined(__x86_64__)
    __builtin_cpu_init();
    add(instruction_set::sse2);
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return;
    add(instruction_set::avx2);
    if (__builtin_cpu_supports("avxvnni")) add(instruction_set::avx_vnni);
    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512bw") ||
        !__builtin_cpu_supports("avx512dq") || !__builtin_cpu_supports("avx512vl") ||
        !__builtin_cpu_supports("avx512cd"))
      return;
    add(instruction_set::avx512);
    if (!__builtin_cpu_supports("avx512vnni")) return;
    add(instruction_set::avx512_vnni);
    if (__builtin_cpu_supports("avx512bf16")) add(instruction_set::avx512_bf16);
#elif defined(__aarch64__)
    add(instruction_set::neon);
#if defined(__linux__)
    if (getauxval(AT_HWCAP) & HWCAP_ASIMDDP) add(instruction_set::neon_dot);
#endif
#else
#error "typeformer has kernels for x86-64 and for 64-bit Arm"
#endif
  }
};

std::string list_of(std::span<const std::string_view> some) {
  std::string all;
  for (const auto name : some) all += (all.empty() ? "" : ", ") + std::string(name);
  return all;
}

/// The newest available that is no newer than the one named; the oldest, if all are newer.
instruction_set newest_allowed() {
  const auto sets = available_instruction_sets();
  const char* const limit = std::getenv("TYPEFORMER_INSTRUCTION_SET");
  if (!limit) return sets.back();
  for (std::size_t named = 0; named < names.size(); ++named) {
    if (names[named] != limit) continue;
    auto chosen = sets.front();
    for (const auto set : sets)
      if (static_cast<std::size_t>(set) <= named) chosen = set;
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

std::string_view name_of(instruction_set set) { return names[static_cast<std::size_t>(set)]; }

std::span<const instruction_set> available_instruction_sets() {
  static const available all;
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

template <>
const table<float>& chosen_table() {
#if defined(__aarch64__)
  return neon_float;
#else
  const auto set = base_of(chosen_instruction_set());
  return set == instruction_set::avx512 ? avx512_float : set == instruction_set::avx2 ? avx2_float : sse2_float;
#endif
}

template <>
const table<double>& chosen_table() {
#if defined(__aarch64__)
  return neon_double;
#else
  const auto set = base_of(chosen_instruction_set());
  return set == instruction_set::avx512 ? avx512_double : set == instruction_set::avx2 ? avx2_double : sse2_double;
#endif
}

const dot_functions& chosen_dots() {
  static constexpr dot_functions none;
  switch (chosen_instruction_set()) {
#if defined(__aarch64__)
    case instruction_set::neon_dot:
      return neon_dots;
#else
    case instruction_set::avx_vnni:
      return avx_vnni_dots;
    case instruction_set::avx512_vnni:
      return avx512_vnni_dots;
    case instruction_set::avx512_bf16: {
      static const dot_functions both{.bf16 = avx512_bf16_dots.bf16, .int8 = avx512_vnni_dots.int8};
      return both;
    }
#endif
    default:
      return none;
  }
}

}  // namespace typeformer::kernels
