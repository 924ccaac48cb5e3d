#include <immintrin.h>

#include "../matrix_micro_kernel.hpp"

namespace typeformer::kernels {
namespace {

/// All eight registers hold 16 rows of 64 bytes.
struct alignas(64) tile_configuration {
  std::uint8_t palette = 1, start_row = 0;
  std::uint8_t reserved[14] = {};
  std::uint16_t row_bytes[16] = {64, 64, 64, 64, 64, 64, 64, 64};
  std::uint8_t rows[16] = {16, 16, 16, 16, 16, 16, 16, 16};
};
static_assert(sizeof(tile_configuration) == 64);
constexpr tile_configuration configuration;

void begin() { _tile_loadconfig(&configuration); }
void end() { _tile_release(); }

/// The compilers' functions take a register's number as it is written, and g++ 12 does not know that they read memory.
template <class Number>
struct amx_registers {
  using number = Number;

  template <int I>
  static void load(const void* from, std::size_t stride) {
    asm volatile("" ::: "memory");
#define TYPEFORMER_LOAD(i) \
  if constexpr (I == i) _tile_loadd(i, from, stride * 4)
    TYPEFORMER_LOAD(0);
    TYPEFORMER_LOAD(1);
    TYPEFORMER_LOAD(2);
    TYPEFORMER_LOAD(3);
    TYPEFORMER_LOAD(4);
    TYPEFORMER_LOAD(5);
    TYPEFORMER_LOAD(6);
    TYPEFORMER_LOAD(7);
#undef TYPEFORMER_LOAD
  }
  template <int I>
  static void stream(const void* from, std::size_t stride) {
    asm volatile("" ::: "memory");
    if constexpr (I == 6) _tile_stream_loadd(6, from, stride * 4);
    if constexpr (I == 7) _tile_stream_loadd(7, from, stride * 4);
  }
  template <int I>
  static void zero() {
    if constexpr (I == 0) _tile_zero(0);
    if constexpr (I == 1) _tile_zero(1);
    if constexpr (I == 2) _tile_zero(2);
    if constexpr (I == 3) _tile_zero(3);
  }
  template <int I>
  static void store(void* to, std::size_t stride) {
#define TYPEFORMER_STORE(i) \
  if constexpr (I == i) _tile_stored(i, to, stride * 4)
    TYPEFORMER_STORE(0);
    TYPEFORMER_STORE(1);
    TYPEFORMER_STORE(2);
    TYPEFORMER_STORE(3);
#undef TYPEFORMER_STORE
    asm volatile("" ::: "memory");
  }
  static std::uint64_t ticks() { return __rdtsc(); }
};

#define TYPEFORMER_DOT(instruction)                                   \
  template <int Sum, int X, int W>                                    \
  static void dot() {                                                 \
    if constexpr (Sum == 0 && X == 4 && W == 5) instruction(0, 4, 5); \
    if constexpr (Sum == 0 && X == 4 && W == 6) instruction(0, 4, 6); \
    if constexpr (Sum == 1 && X == 4 && W == 6) instruction(1, 4, 6); \
    if constexpr (Sum == 1 && X == 4 && W == 7) instruction(1, 4, 7); \
    if constexpr (Sum == 2 && X == 4 && W == 7) instruction(2, 4, 7); \
    if constexpr (Sum == 2 && X == 5 && W == 6) instruction(2, 5, 6); \
    if constexpr (Sum == 3 && X == 4 && W == 5) instruction(3, 4, 5); \
    if constexpr (Sum == 3 && X == 5 && W == 7) instruction(3, 5, 7); \
  }

/// tdpbsud: signed bytes times bytes without a sign.
struct int8_registers : amx_registers<std::int32_t> {
  static constexpr bool has_starts = true;
  static std::int32_t start(const std::int32_t* x_sums, std::size_t i) { return -128 * x_sums[i]; }
  TYPEFORMER_DOT(_tile_dpbsud)
};

/// tdpbf16ps: it rounds subnormal numbers to zero.
struct bf16_registers : amx_registers<float> {
  static constexpr bool has_starts = false;
  TYPEFORMER_DOT(_tile_dpbf16ps)
};
#undef TYPEFORMER_DOT

}  // namespace

/// In bf16 for any number of rows: vectors add up products in another order, and a row has the same bits alone as among
/// others. In int8 vectors take half the time for up to MR rows.
constinit const dot_functions amx_dots{
    .bf16 = {.matrix = {begin, multiply_matrices<bf16_registers>, end, 1}},
    .int8 = {.matrix = {begin, multiply_matrices<int8_registers>, end, mr + 1}},
};

}  // namespace typeformer::kernels
