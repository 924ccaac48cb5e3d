#pragma once
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

#include <typeformer/kernels/ceil_div.hpp>

#include "activation.hpp"
#include "blocking.hpp"
#include "partial_vector.hpp"

/// The micro-kernel of products and of attention: it computes a micro-tile, up to MR rows times up to 64 columns of a
/// panel, with its sums in registers.
/// source  Van Zee and van de Geijn 2015 (BLIS)
namespace typeformer::kernels {

/// Some steps of a panel as the micro-kernel reads them.
template <class T>
struct panel_part {
  std::size_t steps;
  const T* data;
  std::size_t stride, size;         // size: elements that may be read
  const std::byte* next = nullptr;  // what follows, as it is stored
};

/// y = f(scale · (previous + a·b) · column_scales + bias) + residual, f relu or nothing, with a [rows, steps] and b
/// [steps, columns], columns ≤ 64, or for one row those of panels_at_once whole panels. previous, column_scales, bias
/// and residual may be null; y may be previous or residual. Element (i, step) of a is a[i·a_stride + step·a_step].
///
/// Each sum runs over the steps, the inner dimension, in order: so an element is bitwise the same in any micro-tile.
template <class T>
struct micro_tile {
  std::size_t steps, columns;
  const T* a;
  std::size_t a_stride;
  const T* b;
  std::size_t b_stride;
  std::size_t b_size;  // elements that may be read from b on, those of this problem among them
  T* y;
  std::size_t y_stride;
  const T* previous = nullptr;
  std::size_t previous_stride = 0;
  T scale = 1;
  const T* bias = nullptr;
  const T* residual = nullptr;
  std::size_t residual_stride = 0;
  std::size_t a_step = 1;
  const T* column_scales = nullptr;
  bool rectifies = false;  // relu of what y would be, before the residual
  /// What is prefetched to L2 meanwhile, a cache line a step: in a pass from a column on, at the byte
  /// column·prefetched_column + step·prefetched_step; null: nothing.
  const std::byte* prefetched = nullptr;
  std::size_t prefetched_column = 0, prefetched_step = 0;
  std::size_t panel_stride = 0;  // from a panel of b to the next, where there are several
};

/// Vectors of sums that a row of a micro-tile has. Six rows of four (two) vectors leave room in 32 (16) registers for
/// one step of b and one element of a. Fewer rows take more vectors, so that a step has enough independent sums to hide
/// an addition's latency.
template <class Arch, class T>
constexpr std::size_t vectors_of(std::size_t rows) {
  constexpr bool many_registers = std::is_same_v<Arch, xsimd::avx512bw> || std::is_same_v<Arch, xsimd::neon64>;
  constexpr std::size_t all = panel_columns / batch<Arch, T>::size;
  const std::size_t wanted = (rows == 1 ? 4 : rows == 2 ? 2 : 1) * (many_registers ? 4 : 2);
  return wanted < all ? wanted : all;
}

/// Whether registers have one row's sums of several panels.
template <class Arch>
inline constexpr bool has_sums_of_panels = std::is_same_v<Arch, xsimd::avx512bw>;

/// Panels that one row of whole panels goes over at once. A processor reads several streams from memory faster than
/// one: a Zen 4 31 GB/s from four panels, 26 from two, 25 from one. With AVX2 registers have the sums of one panel of
/// floats; four take turns, whose sums L1 keeps meanwhile.
template <class Arch, class T>
inline constexpr std::size_t panels_at_once =
    has_sums_of_panels<Arch> ? 16 / (panel_columns / batch<Arch, T>::size)
    : std::is_same_v<Arch, xsimd::fma3<xsimd::avx2>> && vectors_of<Arch, T>(1) * batch<Arch, T>::size == panel_columns
        ? 4
        : 1;

/// Steps of a panel's turn: a Zen 3 reads 21.7 GB/s from four panels with turns of 4 steps, 19.7 of 8, 18.4 of 16, and
/// 19.1 from one panel after another. From L2 and L3 all are equally fast.
inline constexpr std::size_t steps_of_turn = 4;

/// NR: columns of a micro-tile of MR rows. Where they are fewer than a panel's, micro-tiles go over a panel in several
/// passes.
template <class Arch, class T>
inline constexpr std::size_t nr = vectors_of<Arch, T>(mr) * batch<Arch, T>::size;

/// The most bytes a column that a micro-tile can prefetch: a cache line a step.
template <class Arch, class T>
inline constexpr std::size_t most_prefetched_bytes = nr<Arch, T> < line_bytes ? line_bytes / nr<Arch, T> : 1;

/// The number of steps in which the last vector may be loaded whole, though it ends at `end`, beyond the columns: there
/// other elements of b follow, whose sums are dropped.
template <class Arch, class T>
[[gnu::always_inline]] inline std::size_t whole_steps(const micro_tile<T>& p, std::size_t end) {
  if (end <= p.columns) return p.steps;
  if (p.b_size < end) return 0;
  const std::size_t whole = (p.b_size - end) / p.b_stride + 1;
  return whole < p.steps ? whole : p.steps;
}

/// Whether results are so many that L2 has none of them when they are written: from a megabyte on.
template <class T>
[[gnu::always_inline]] constexpr bool are_beyond_l2(std::size_t rows, std::size_t stride) {
  return rows * stride * sizeof(T) >= std::size_t{1} << 20;
}

/// Fetches a tile of y to L1, to be written, while its sums are computed. Where results are not in L2, a training step
/// in bf16 takes an eighth less time, with AVX2 a product of 512³ 3 %, and with a Zen 4 one of 2048×512×512 2 %; where
/// they are, a product of 128 steps 1 % more.
template <class T>
[[gnu::always_inline]] inline void prefetch_tile(const T* y, std::size_t stride, std::size_t rows,
                                                 std::size_t columns) {
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; j += line_bytes / sizeof(T)) __builtin_prefetch(y + i * stride + j, 1, 3);
}

template <class Batch>
[[gnu::always_inline]] inline Batch rectified(Batch x) {
  return math::vectors_of_activation<activation::relu>::value(x);
}

/// Columns [first, first + Vectors vectors), the last of which may be partial, of all Rows.
template <class Arch, class T, std::size_t Rows, std::size_t Vectors>
void micro_kernel(const micro_tile<T>& p, std::size_t first) {
  using V = batch<Arch, T>;
  constexpr std::size_t size = V::size, last = (Vectors - 1) * size;
  const std::size_t tail = p.columns - first - last;  // columns in the last vector, if fewer than size
  // With AVX2 sums, vectors and x take 15 of 16 registers.
  constexpr bool keeps = Rows > 2 && std::is_same_v<Arch, xsimd::fma3<xsimd::avx2>>;
  // g++ keeps the sums in registers only when each loop over them has a pragma that unrolls it.
  V sums[Rows][Vectors];
#pragma GCC unroll 6
  for (std::size_t i = 0; i < Rows; ++i) {
#pragma GCC unroll 16
    for (std::size_t j = 0; j < Vectors; ++j) sums[i][j] = V(T(0));
  }
  const T *a = p.a, *b = p.steps > 0 ? p.b + first : p.b;  // null where there are no steps
  const std::size_t a_stride = p.a_stride, a_step = p.a_step, b_stride = p.b_stride, panel_stride = p.panel_stride;
  const std::byte* ahead = p.prefetched ? p.prefetched + first * p.prefetched_column : nullptr;
  const std::size_t ahead_step = p.prefetched_step;
  // Of several panels, which are whole, all steps.
  const std::size_t whole = whole_steps<Arch>(p, first + Vectors * size);
  std::size_t rows_of_a[Rows];
#pragma GCC unroll 6
  for (std::size_t i = 0; i < Rows; ++i) {
    rows_of_a[i] = i * a_stride;
    hide(rows_of_a[i]);
  }
  std::size_t step = 0;
  // Strides that are constants, as those of a product are, spare a step three instructions of forty. Where another
  // thread takes half of the processor's pipeline, that is a twentieth of the time.
  const auto add_whole_steps = [&](auto step_of_a, auto step_of_b, auto prefetches) __attribute__((always_inline)) {
    const auto add_step = [&]() __attribute__((always_inline)) {
      if constexpr (prefetches) {
        __builtin_prefetch(ahead, 0, 2);
        ahead += ahead_step;
        hide(ahead);
      }
      V vectors[Vectors];
#pragma GCC unroll 16
      for (std::size_t j = 0; j < Vectors; ++j)
        vectors[j] = load<V>(b + j * size % panel_columns + j * size / panel_columns * panel_stride);
#pragma GCC unroll 6
      for (std::size_t i = 0; i < Rows; ++i) {
        const V x(a[rows_of_a[i]]);
#pragma GCC unroll 16
        for (std::size_t j = 0; j < Vectors; ++j) sums[i][j] = fma(x, vectors[j], sums[i][j]);
        if constexpr (keeps) keep(x);
      }
      if constexpr (keeps) {
#pragma GCC unroll 16
        for (std::size_t j = 0; j < Vectors; ++j) keep(vectors[j]);
      }
      a += step_of_a;
      b += step_of_b;
      if constexpr (std::is_same_v<decltype(step_of_a), std::size_t>) {
        hide(a);
        hide(b);
      }
    };
#pragma GCC unroll 1
    for (; step + 4 <= whole; step += 4) {
      add_step();
      add_step();
      add_step();
      add_step();
    }
#pragma GCC unroll 1
    for (; step < whole; ++step) add_step();
  };
  // One row has a load for each product, and no time for more. Most tiles have nothing to prefetch: a loop of their own
  // takes 7 % less time with AVX2 on a Zen 3 than one that prefetches a line again and again.
  if (a_step == 1 && b_stride == panel_columns) {
    constexpr std::integral_constant<std::size_t, 1> of_a;
    constexpr std::integral_constant<std::size_t, panel_columns> of_b;
    if (Rows > 2 && p.prefetched) {
      add_whole_steps(of_a, of_b, std::bool_constant<(Rows > 2)>{});
    } else {
      add_whole_steps(of_a, of_b, std::false_type{});
    }
  } else if (keeps && a_step == gradient_tile_width && b_stride == panel_columns) {
    add_whole_steps(std::integral_constant<std::size_t, gradient_tile_width>{},
                    std::integral_constant<std::size_t, panel_columns>{}, std::false_type{});
  } else {
    add_whole_steps(a_step, b_stride, std::false_type{});
  }
#pragma GCC unroll 1
  for (; step < p.steps; ++step, a += a_step, b += b_stride) {
    V vectors[Vectors];
#pragma GCC unroll 16
    for (std::size_t j = 0; j + 1 < Vectors; ++j) vectors[j] = load<V>(b + j * size);
    vectors[Vectors - 1] = load_first<V>(b + last, tail);
#pragma GCC unroll 6
    for (std::size_t i = 0; i < Rows; ++i) {
      const V x(a[i * a_stride]);
#pragma GCC unroll 16
      for (std::size_t j = 0; j < Vectors; ++j) sums[i][j] = fma(x, vectors[j], sums[i][j]);
    }
  }

  const V scale(p.scale);
  // The epilogue. Most tiles are whole and need no more than this. To test for all of it 24 times takes a fifth of a
  // tile's time where it has 64 steps.
  if (!p.previous && !p.column_scales && tail >= size) {
    V bias[Vectors];
#pragma GCC unroll 16
    for (std::size_t j = 0; j < Vectors; ++j) bias[j] = p.bias ? load<V>(p.bias + first + j * size) : V(T(0));
    const auto finish_all = [&](auto has_residual, auto rectifies, auto scales) __attribute__((always_inline)) {
      T* y = p.y + first;
      const T* residual = p.residual;
      if constexpr (has_residual) residual += first;
#pragma GCC unroll 6
      for (std::size_t i = 0; i < Rows; ++i) {
#pragma GCC unroll 16
        for (std::size_t j = 0; j < Vectors; ++j) {
          V sum = sums[i][j] + bias[j];
          if constexpr (scales) sum = fma(sums[i][j], scale, bias[j]);
          if constexpr (rectifies) sum = rectified(sum);
          if constexpr (has_residual) sum += load<V>(residual + j * size);
          store(sum, y + j * size);
        }
        y += p.y_stride;
        if constexpr (has_residual) residual += p.residual_stride;
      }
    };
    const auto finish_scaled = [&](auto scales) __attribute__((always_inline)) {
      if (p.residual) return finish_all(std::true_type{}, std::false_type{}, scales);
      return p.rectifies ? finish_all(std::false_type{}, std::true_type{}, scales)
                         : finish_all(std::false_type{}, std::false_type{}, scales);
    };
    // A product by 1 would take the pipes of the next tile's products.
    if (!p.residual || !p.rectifies)
      return p.scale == T(1) ? finish_scaled(std::false_type{}) : finish_scaled(std::true_type{});
  }

  const auto finish = [&](std::size_t i, std::size_t column, V sum, auto get) __attribute__((always_inline)) {
    if (p.previous) sum += get(p.previous + i * p.previous_stride + column);
    if (p.column_scales) sum *= get(p.column_scales + column);
    sum = fma(sum, scale, p.bias ? get(p.bias + column) : V(T(0)));
    if (p.rectifies) sum = rectified(sum);
    if (p.residual) sum += get(p.residual + i * p.residual_stride + column);
    return sum;
  };
  const auto get_whole = [](const T* from) __attribute__((always_inline)) { return load<V>(from); };
  const auto get_tail = [tail](const T* from) __attribute__((always_inline)) { return load_first<V>(from, tail); };
#pragma GCC unroll 6
  for (std::size_t i = 0; i < Rows; ++i) {
    T* y = p.y + i * p.y_stride + first;
#pragma GCC unroll 16
    for (std::size_t j = 0; j + 1 < Vectors; ++j)
      store(finish(i, first + j * size, sums[i][j], get_whole), y + j * size);
    if (tail >= size)
      store(finish(i, first + last, sums[i][Vectors - 1], get_whole), y + last);
    else
      store_first(finish(i, first + last, sums[i][Vectors - 1], get_tail), y + last, tail);
  }
}

template <class T>
using micro_kernel_function = void (*)(const micro_tile<T>& problem, std::size_t first);

template <class Arch, class T, std::size_t Rows>
struct micro_kernels_of_rows {
  static constexpr std::size_t most = vectors_of<Arch, T>(Rows);
  micro_kernel_function<T> of_vectors[most];
};

template <class Arch, class T, std::size_t Rows, std::size_t... I>
constexpr micro_kernels_of_rows<Arch, T, Rows> make_micro_kernels(std::index_sequence<I...>) {
  return {{micro_kernel<Arch, T, Rows, I + 1>...}};
}

/// All columns of Rows rows.
template <class Arch, class T, std::size_t Rows>
void multiply_rows(const micro_tile<T>& p) {
  static constexpr auto kernels =
      make_micro_kernels<Arch, T, Rows>(std::make_index_sequence<vectors_of<Arch, T>(Rows)>{});
  constexpr std::size_t size = batch<Arch, T>::size, most = kernels.most;
  for (std::size_t first = 0; first < p.columns; first += most * size) {
    const std::size_t vectors = ceil_div(p.columns - first, size);
    kernels.of_vectors[(vectors < most ? vectors : most) - 1](p, first);
  }
}

/// All columns of `rows` ≤ MR rows.
template <class Arch, class T>
[[gnu::always_inline]] inline void multiply(const micro_tile<T>& p, std::size_t rows) {
  switch (rows) {
    case 1:
      return multiply_rows<Arch, T, 1>(p);
    case 2:
      return multiply_rows<Arch, T, 2>(p);
    case 3:
      return multiply_rows<Arch, T, 3>(p);
    case 4:
      return multiply_rows<Arch, T, 4>(p);
    case 5:
      return multiply_rows<Arch, T, 5>(p);
    case 6:
      return multiply_rows<Arch, T, 6>(p);
  }
}

/// sums += a·b for one row and whole panels of b.
template <class Arch, std::size_t Panels, class T>
void add_in_turns(const micro_tile<T>& p, T* sums) {
  using V = batch<Arch, T>;
  constexpr std::size_t vectors = panel_columns / V::size;
  const T* const a = p.a;
  for (std::size_t step = 0; step < p.steps; step += steps_of_turn) {
    const T* b = p.b + step * panel_columns;
    T* to = sums;
    for (std::size_t panel = 0; panel < Panels; ++panel, b += p.panel_stride, to += panel_columns) {
      V total[vectors];
#pragma GCC unroll 16
      for (std::size_t j = 0; j < vectors; ++j) total[j] = load<V>(to + j * V::size);
      const auto add_step = [&](std::size_t i) __attribute__((always_inline)) {
        const V x(a[step + i]);
#pragma GCC unroll 16
        for (std::size_t j = 0; j < vectors; ++j)
          total[j] = fma(x, load<V>(b + i * panel_columns + j * V::size), total[j]);
      };
      // The steps of a turn as one run of instructions: in a loop, four panels are read no faster than one.
      if (step + steps_of_turn <= p.steps) {
#pragma GCC unroll 4
        for (std::size_t i = 0; i < steps_of_turn; ++i) add_step(i);
      } else {
#pragma GCC unroll 1
        for (std::size_t i = 0; i < p.steps - step; ++i) add_step(i);
      }
#pragma GCC unroll 16
      for (std::size_t j = 0; j < vectors; ++j) store(total[j], to + j * V::size);
    }
  }
}

/// One row of panels_at_once whole panels.
template <class Arch, class T>
void multiply_row_of_panels(const micro_tile<T>& p) {
  constexpr std::size_t panels = panels_at_once<Arch, T>;
  if constexpr (has_sums_of_panels<Arch>) {
    micro_kernel<Arch, T, 1, panels * panel_columns / batch<Arch, T>::size>(p, 0);
  } else {
    alignas(64) T sums[panels * panel_columns] = {};
    add_in_turns<Arch, panels>(p, sums);
    if (p.previous)
      for (std::size_t i = 0; i < std::size(sums); ++i) sums[i] += p.previous[i];
    micro_tile<T> summed = p;
    summed.steps = 0;
    summed.previous = sums;
    multiply_rows<Arch, T, 1>(summed);
  }
}

/// Rows in blocks of at most `most`, as even as possible: 16 rows are blocks of 5, 6 and 5, not of 6, 6 and 4.
struct even_blocks {
  std::size_t rows, blocks;
  [[gnu::always_inline]] constexpr even_blocks(std::size_t count, std::size_t most)
      : rows(count), blocks(ceil_div(count, most)) {}
  [[gnu::always_inline]] constexpr std::size_t first(std::size_t block) const { return rows * block / blocks; }
};

}  // namespace typeformer::kernels
