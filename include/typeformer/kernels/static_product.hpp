#pragma once
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <typeformer/kernels/ceil_div.hpp>
#include <typeformer/kernels/product.hpp>

/// Products of sizes that the compiler knows, by a micro-kernel: nothing is packed, nothing is called through a table,
/// and the loops over a micro-tile are unrolled. They are compiled with the flags of the program that uses them.
namespace typeformer::kernels::inline v0_1 {

/// What the compiler's flags allow a product. It is a template parameter and so part of each function's name: the
/// linker takes any of several functions of one name, and files of one program may have different flags.
template <std::size_t Bytes, std::size_t Registers, bool Fused>
struct vector_flags {
  static constexpr std::size_t bytes = Bytes;          ///< of a vector register
  static constexpr std::size_t registers = Registers;  ///< how many there are
  static constexpr bool fused = Fused;                 ///< x·y + z is one instruction and is rounded once
};
// Not optimized, product() is faster. With -mavx512f but without -mfma, g++ fuses nothing in vectors of less than 64
// bytes.
#if !defined(__OPTIMIZE__)
/// What the flags of the including file allow a product.
using own_flags = vector_flags<16, 16, false>;
#elif defined(__AVX512F__) && defined(__FMA__)
using own_flags = vector_flags<64, 32, true>;
#elif defined(__AVX__) && defined(__FMA__)
using own_flags = vector_flags<32, 16, true>;
#elif defined(__aarch64__)
using own_flags = vector_flags<16, 32, true>;
#else
using own_flags = vector_flags<16, 16, false>;
#endif

namespace detail::static_products {

template <class T, std::size_t Lanes>
struct lanes {
  using type [[gnu::vector_size(Lanes * sizeof(T))]] = T;
};
template <class T>
struct lanes<T, 1> {
  using type = T;
};

template <class V, class T>
[[gnu::always_inline]] inline V load(const T* from) {
  V v;
  __builtin_memcpy(&v, from, sizeof v);
  return v;
}
/// Writes the last Count lanes, the first of them to `to`.
template <std::size_t Count, class V, class T>
[[gnu::always_inline]] inline void store_last(const V& v, T* to) {
  T all[sizeof(V) / sizeof(T)];
  __builtin_memcpy(all, &v, sizeof v);
  __builtin_memcpy(to, all + sizeof(V) / sizeof(T) - Count, Count * sizeof(T));
}

/// Two elements, repeated. As one integer, since g++ and clang make one instruction of this.
template <class V>
[[gnu::always_inline]] inline V pairs(const float* from) {
  std::int64_t two;
  __builtin_memcpy(&two, from, sizeof two);
  using twos = typename lanes<std::int64_t, sizeof(V) / sizeof two>::type;
  return V(twos{} + two);
}
/// One of each two elements, twice.
template <std::size_t Which, class V, std::size_t... I>
[[gnu::always_inline]] inline V spread(const V& x, std::index_sequence<I...>) {
  return __builtin_shufflevector(x, x, (I / 2 * 2 + Which)...);
}

/// Null stays null.
template <class P>
[[gnu::always_inline]] constexpr P moved(P p, [[maybe_unused]] std::size_t by) {
  if constexpr (std::is_null_pointer_v<P>) {
    return p;
  } else {
    return p + by;
  }
}

constexpr std::size_t smaller(std::size_t a, std::size_t b) { return a < b ? a : b; }

/// MR, the most rows of a micro-tile, and its vectors a row: sums, a step's vectors of w and one element of x fit the
/// registers. Where there are rows enough, there are sums enough to hide an addition's latency.
struct tile_size {
  std::size_t rows, vectors;
};
constexpr tile_size tile_size_for(std::size_t registers, std::size_t rows, std::size_t vectors) {
  const std::size_t most = smaller(8, (registers - 2) / (smaller(rows, 6) + 1));
  const std::size_t even = ceil_div(vectors, ceil_div(vectors, most));
  return {smaller(16, (registers - 2) / even - 1), even};
}

/// y = f(x·w + bias) + residual with w row by row.
template <class Flags, class T, std::size_t Rows, std::size_t Columns, std::size_t Inner, std::size_t WeightStride,
          std::size_t ResultStride, bool RectifiedLinear, class Bias, class Residual>
struct block {
  static constexpr bool has_bias = !std::is_null_pointer_v<Bias>, has_residual = !std::is_null_pointer_v<Residual>;
  static constexpr std::size_t size = [] {  // of a vector, in elements
    std::size_t n = Flags::bytes / sizeof(T);
    while (n > Columns) n /= 2;
    return n;
  }();
  static constexpr tile_size tiles = tile_size_for(Flags::registers, Rows, ceil_div(Columns, size));
  using V = typename lanes<T, size>::type;

  static void product(const T* x, const T* w, T* y, Bias bias, Residual residual) {
    constexpr std::size_t width = tiles.vectors * size, left = Columns % width, end = Columns - left;
#pragma GCC unroll 1
    for (std::size_t i = 0; i < end; i += width) columns<width>(x, w + i, y + i, moved(bias, i), moved(residual, i));
    if constexpr (left > 0) columns<left>(x, w + end, y + end, moved(bias, end), moved(residual, end));
  }

 private:
  /// Some columns of all rows, in micro-tiles that are as even as possible.
  template <std::size_t Count>
  static void columns(const T* x, const T* w, T* y, Bias bias, Residual residual) {
    constexpr std::size_t blocks = ceil_div(Rows, tiles.rows), rows = Rows / blocks, larger = Rows % blocks;
    std::size_t row = 0;
    if constexpr (larger > 0) {
#pragma GCC unroll 1
      for (; row < larger * (rows + 1); row += rows + 1)
        tile<rows + 1, Count>(x + row * Inner, w, y + row * ResultStride, bias, moved(residual, row * ResultStride));
    }
#pragma GCC unroll 1
    for (; row < Rows; row += rows)
      tile<rows, Count>(x + row * Inner, w, y + row * ResultStride, bias, moved(residual, row * ResultStride));
  }

  template <std::size_t TileRows, std::size_t TileColumns>
  static void tile(const T* x, const T* w, T* y, Bias bias, Residual residual) {
    constexpr std::size_t vectors = ceil_div(TileColumns, size), left = TileColumns % size;
    // A last vector that the columns do not fill ends with them. It begins among columns that another vector computes,
    // too, with the same result: so nothing beyond w is read.
    constexpr auto column_of = [](std::size_t j) {
      const std::size_t early = left && j + 1 == vectors ? size - left : 0;
      return static_cast<std::ptrdiff_t>(j * size) - static_cast<std::ptrdiff_t>(early);
    };

    // g++ keeps the sums in registers only when each loop over them has a pragma that unrolls it.
    V sums[TileRows][vectors];
#pragma GCC unroll 16
    for (std::size_t i = 0; i < TileRows; ++i) {
#pragma GCC unroll 8
      for (std::size_t j = 0; j < vectors; ++j) sums[i][j] = V{};
    }
    // With one vector a row each operation loads an element of x, and Zen 5 has two loads for two operations. In four
    // rows two elements are loaded at once and spread in registers: 16×16×16 runs at 0.99 of peak instead of 0.90 (g++
    // 12), 0.94 instead of 0.88 (clang 19).
    constexpr bool spreads =
        std::is_same_v<T, float> && Flags::registers == 32 && vectors == 1 && TileRows >= 8 && size >= 8;
    constexpr std::size_t spread_rows = spreads ? 4 : 0;
    V elements[2][4];
    const auto take = [&](std::size_t step, std::size_t count, const V* known) __attribute__((always_inline)) {
      const T* const w_row = w + step * WeightStride;
      V weights[vectors];
#pragma GCC unroll 8
      for (std::size_t j = 0; j < vectors; ++j) weights[j] = load<V>(w_row + column_of(j));
#pragma GCC unroll 16
      for (std::size_t i = 0; i < TileRows; ++i) {
        if (i < count) {
          sums[i][0] = known[i] * weights[0] + sums[i][0];
          continue;
        }
        const T element = x[i * Inner + step];
#pragma GCC unroll 8
        for (std::size_t j = 0; j < vectors; ++j) sums[i][j] = element * weights[j] + sums[i][j];
      }
    };
#pragma GCC unroll 8
    for (std::size_t step = 0; step < Inner / 2 * 2; step += 2) {
      if constexpr (spreads) {
        constexpr std::make_index_sequence<size> each;
#pragma GCC unroll 4
        for (std::size_t i = 0; i < spread_rows; ++i) {
          const V two = pairs<V>(x + i * Inner + step);
          elements[0][i] = spread<0>(two, each);
          elements[1][i] = spread<1>(two, each);
        }
      }
      take(step, spread_rows, elements[0]);
      take(step + 1, spread_rows, elements[1]);
    }
    if constexpr (Inner % 2 != 0) take(Inner - 1, 0, nullptr);

#pragma GCC unroll 16
    for (std::size_t i = 0; i < TileRows; ++i, y += ResultStride, residual = moved(residual, ResultStride)) {
#pragma GCC unroll 8
      for (std::size_t j = 0; j < vectors; ++j) {
        V sum = sums[i][j];
        if constexpr (has_bias) sum += load<V>(bias + column_of(j));
        if constexpr (RectifiedLinear) sum = V{} > sum ? V{} : sum;  // NaN stays
        if constexpr (has_residual) sum += load<V>(residual + column_of(j));
        if constexpr (has_residual && left > 0) {
          if (j + 1 == vectors) {  // y may be the residual: elements that are already written must not be added again
            store_last<left>(sum, y + j * size);
            continue;
          }
        }
        __builtin_memcpy(y + column_of(j), &sum, sizeof sum);
      }
    }
  }
};

}  // namespace detail::static_products

/// How w [inner, columns] is stored: row by row, or in panels as pack() stores it. Up to 64 columns both are the same.
enum class weight_order : std::uint8_t { rows, panels };

/// y = f(x·w + bias) + residual, for x [Rows, Inner], w [Inner, Columns] and y [Rows, Columns] without gaps; f is
/// max(0, x) if RectifiedLinear and nothing otherwise. Bias [Columns] and residual [Rows, Columns] are nullptr where
/// there is none; y may be the residual, and otherwise overlaps nothing. On the calling thread; any size is right.
///
/// error  each sum runs over Inner in order. Where the flags fuse it is bitwise that of product() with Inner ≤ 512 on
///        any instruction set that fuses; g++ fuses from -O2 on, and neither compiler with -ffp-contract=off
/// cost   2·Rows·Columns·Inner operations
template <std::size_t Rows, std::size_t Columns, std::size_t Inner, weight_order Order = weight_order::rows,
          bool RectifiedLinear = false, class Flags = own_flags, class T, class Bias = std::nullptr_t,
          class Residual = std::nullptr_t>
void static_product(const T* x, const T* w, T* y, Bias bias = nullptr, Residual residual = nullptr) {
  using namespace detail::static_products;
  if constexpr (Rows > 0 && Columns > 0) {
    constexpr std::size_t width = Order == weight_order::panels ? smaller(Columns, panel_columns) : Columns;
    constexpr std::size_t left = Columns % width, end = Columns - left;
#pragma GCC unroll 1
    for (std::size_t i = 0; i < end; i += width)
      block<Flags, T, Rows, width, Inner, width, Columns, RectifiedLinear, Bias, Residual>::product(
          x, w + i * Inner, y + i, moved(bias, i), moved(residual, i));
    if constexpr (left > 0)
      block<Flags, T, Rows, left, Inner, left, Columns, RectifiedLinear, Bias, Residual>::product(
          x, w + end * Inner, y + end, moved(bias, end), moved(residual, end));
  }
}

/// The most multiplications with which static_product() was faster than product(): with vectors of 32 bytes product()
/// may have wider ones, and few rows do not fill a micro-tile. So few are not worth several threads either.
template <class Flags>
constexpr std::size_t small_product_bound(std::size_t rows) {
  return Flags::bytes == 32 || rows < 4 ? 1 << 12 : 1 << 15;
}
/// Whether static_product() is to run a product and not product(): it is small, the flags fuse, and product() has all
/// of Inner in one block. So the result is the same. docs/decisions/static_products.md has the measurements.
template <std::size_t Rows, std::size_t Columns, std::size_t Inner, class Flags = own_flags>
inline constexpr bool is_small_product =
    Flags::fused && Inner <= 512 && Rows * Columns * Inner <= small_product_bound<Flags>(Rows);

}  // namespace typeformer::kernels::inline v0_1
