#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <typeformer/error.hpp>
#include <typeformer/kernels/instruction_set.hpp>

#include "../../src/kernels/processors.hpp"
#include "../../src/kernels/table.hpp"
#include "../catch.hpp"

namespace typeformer::kernels {
namespace {

TEST_CASE("instruction sets are listed from the oldest and have the names that the environment variable takes",
          "[instruction_set]") {
  CHECK(name_of(instruction_set::sse2) == "sse2");
  CHECK(name_of(instruction_set::avx2) == "avx2");
  CHECK(name_of(instruction_set::avx512) == "avx512");
  CHECK(name_of(instruction_set::avx_vnni) == "avx_vnni");
  CHECK(name_of(instruction_set::avx512_vnni) == "avx512_vnni");
  CHECK(name_of(instruction_set::avx512_bf16) == "avx512_bf16");
  CHECK(name_of(instruction_set::amx) == "amx");
  CHECK(name_of(instruction_set::neon) == "neon");
  CHECK(name_of(instruction_set::neon_dot) == "neon_dot");
  CHECK(name_of(instruction_set::neon_bf16) == "neon_bf16");
  const auto sets = available_instruction_sets();
  REQUIRE(!sets.empty());
  CHECK(std::is_sorted(sets.begin(), sets.end()));
}

TEST_CASE("the chosen instruction set is in use, and a missing one is an error", "[instruction_set]") {
  const auto before = chosen_instruction_set();
  const auto sets = available_instruction_sets();
  CHECK(std::find(sets.begin(), sets.end(), before) != sets.end());
  for (const auto set :
       {instruction_set::sse2, instruction_set::avx2, instruction_set::avx_vnni, instruction_set::avx512,
        instruction_set::avx512_vnni, instruction_set::avx512_bf16, instruction_set::amx, instruction_set::neon,
        instruction_set::neon_dot, instruction_set::neon_bf16}) {
    if (std::find(sets.begin(), sets.end(), set) != sets.end()) {
      choose_instruction_set(set);
      CHECK(chosen_instruction_set() == set);
      continue;
    }
    const auto in_use = chosen_instruction_set();
    try {
      choose_instruction_set(set);
      FAIL("took an instruction set that is not available");
    } catch (const error& e) {
      CHECK(std::string(e.what()).find(name_of(set)) != std::string::npos);
      CHECK(std::string(e.what()).find(name_of(sets.front())) != std::string::npos);
    }
    CHECK(chosen_instruction_set() == in_use);
  }
  choose_instruction_set(before);
}

// Of builds without such a set nothing is asked.
[[maybe_unused]] void are_in_use(const dot_kernels& those, const dot_kernels& chosen) {
  if (those.rows) CHECK(chosen.rows == those.rows);
  if (!those.matrix.multiply) return;
  CHECK(chosen.rows);
  CHECK(chosen.matrix.begin == those.matrix.begin);
  CHECK(chosen.matrix.multiply == those.matrix.multiply);
  CHECK(chosen.matrix.end == those.matrix.end);
}

TEST_CASE("the kernels are those of the instruction set that was chosen", "[instruction_set]") {
  const auto before = chosen_instruction_set();
  for (const auto set : available_instruction_sets()) {
    INFO("instruction set " << name_of(set));
    choose_instruction_set(set);
#define TYPEFORMER_TABLES(name)                              \
  if (base_of(set) == instruction_set::name) {               \
    CHECK(&chosen_table<float>() == &name##_float);          \
    CHECK(&chosen_table<double>() == &name##_double);        \
  }                                                          \
  if (set == instruction_set::name) {                        \
    CHECK(chosen_dots().bf16.rows == name##_dots.bf16.rows); \
    CHECK(chosen_dots().int8.rows == name##_dots.int8.rows); \
  }
#define TYPEFORMER_DOTS(name)                         \
  if (set == instruction_set::name) {                 \
    are_in_use(name##_dots.bf16, chosen_dots().bf16); \
    are_in_use(name##_dots.int8, chosen_dots().int8); \
    CHECK(chosen_dots().int8.rows);                   \
  }
    TYPEFORMER_INSTRUCTION_SETS(TYPEFORMER_TABLES, TYPEFORMER_DOTS)
#undef TYPEFORMER_TABLES
#undef TYPEFORMER_DOTS
  }
  choose_instruction_set(before);
}

// tests/emulated/nehalem.py wants this to end the program: only then does its emulator tell the processors apart.
TEST_CASE("a kernel for the newest processor, whatever this one is", "[.newer_kernel]") {
  const table<float>* newest = nullptr;
#define TYPEFORMER_TABLES(name) newest = &name##_float;
#define TYPEFORMER_DOTS(name)
  TYPEFORMER_INSTRUCTION_SETS(TYPEFORMER_TABLES, TYPEFORMER_DOTS)
#undef TYPEFORMER_TABLES
#undef TYPEFORMER_DOTS
  const float x[64] = {};
  float y[64];
  newest->elementwise.exp(64, x, y);
  CHECK(y[63] == 1);
}

// Runs in a process of its own, below: the variable is read once.
TEST_CASE("the environment's choice", "[.environments_choice]") {
  const char* const expected = std::getenv("EXPECTED_INSTRUCTION_SET");
  REQUIRE(expected);
  if (std::string(expected) == "none") {
    CHECK_THROWS_AS(chosen_instruction_set(), error);
  } else {
    CHECK(name_of(chosen_instruction_set()) == expected);
  }
}

#if defined(__linux__)
bool environment_chooses(std::string_view variable, std::string_view expected) {
  const std::string program = std::filesystem::read_symlink("/proc/self/exe").string();
  const char* const emulator = std::getenv("TYPEFORMER_TEST_EMULATOR");  // as tests/emulated/ sets it
  const std::string command = "TYPEFORMER_INSTRUCTION_SET='" + std::string(variable) + "' EXPECTED_INSTRUCTION_SET='" +
                              std::string(expected) + "' " + (emulator ? emulator : "") + " '" + program +
                              "' '[.environments_choice]' > /dev/null";
  return std::system(command.c_str()) == 0;
}

TEST_CASE("the environment names the newest instruction set allowed", "[instruction_set]") {
  const auto sets = available_instruction_sets();
  for (const auto set : sets) CHECK(environment_chooses(name_of(set), name_of(set)));
  const bool arm = sets.front() == instruction_set::neon;
  const bool is_slow = sets.back() == instruction_set::avx512_bf16 && is_of_intel();
  const auto fastest = is_slow ? instruction_set::avx512_vnni : sets.back();
  CHECK(environment_chooses(arm ? "avx512" : "neon", name_of(arm ? sets.front() : fastest)));
  CHECK(environment_chooses("avx3", "none"));
  CHECK(environment_chooses("", "none"));
  CHECK(!environment_chooses(name_of(sets.front()), "none"));
}
#endif

}  // namespace
}  // namespace typeformer::kernels
