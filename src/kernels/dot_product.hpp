#pragma once
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "activation.hpp"
#include "bf16_rounding.hpp"
#include "blocking.hpp"
#include "dot_tile.hpp"
#include "micro_kernel.hpp"
#include "quantized.hpp"
#include "sweep.hpp"
#include "table.hpp"

/// Products that are computed with what is stored (typeformer/kernels/quantized.hpp). x's rows are rounded once for all
/// panels of a task. Then dot products run through the instruction set's own instructions, or, where it has none,
/// through the micro-kernel of floats: of numbers and sums that floats represent exactly.
namespace typeformer::kernels {

/// x, and not a term of something that the compiler may round together with it: in int8 all instruction sets give the
/// same bits.
template <class Batch>
[[gnu::always_inline]] inline Batch rounded_alone(Batch x) {
  typename Batch::register_type v = x;
#if defined(__aarch64__)
  asm("" : "+w"(v));
#else
  asm("" : "+x"(v));
#endif
  return Batch(v);
}

/// The nearest whole number to x, of ±2²² at most, ties to even, is added to the lowest bits of this float.
inline constexpr float zero_of_whole_numbers = 12582912;  // 1.5 · 2²³
template <class Batch>
[[gnu::always_inline]] inline Batch with_whole_number(Batch x) {
  return rounded_alone(x) + Batch(zero_of_whole_numbers);
}

/// How a row of x is rounded: to bfloat16 as it is; to 127 steps of `scale`.
template <class Stored>
struct row_rounding {
  float scale = 1, inverse = 1;
};

template <class Arch, multiplied_as_stored Stored>
row_rounding<Stored> rounding_of(const float* x, std::size_t size) {
  if constexpr (Stored::scaled) {
    // Of floats without a sign the bits are in the floats' order, and infinity and NaN come last.
    using integers = batch<Arch, std::int32_t>;
    using V = batch<Arch, float>;
    const auto most = accumulate(
        size, integers(0),
        [=](std::size_t i, std::size_t n) __attribute__((always_inline)) {
          return xsimd::bitwise_cast<integers>(xsimd::abs(load_some<V>(x + i, n)));
        },
        maximum{});
    std::int32_t each[integers::size];
    most.store_unaligned(each);
    const float magnitude = std::bit_cast<float>(*std::max_element(each, each + integers::size));
    if (!(magnitude <= std::numeric_limits<float>::max())) return {std::numeric_limits<float>::quiet_NaN(), 0};
    // Below this 127 / magnitude may be infinite.
    if (!(magnitude > 256 / std::numeric_limits<float>::max())) return {0, 0};
    return {magnitude / 127, 127 / magnitude};
  } else {
    return {};
  }
}

/// What a product's block keeps in a thread's scratch.
struct dot_scratch {
  /// Rows of x at once, at most; and steps, whose part of a panel is read once for all these rows.
  static constexpr std::size_t rows = dot_rows, steps = 8192;
  static constexpr std::size_t steps_as_floats = kc;

  struct floats {
    float x[rows][steps_as_floats];
    float w[steps_as_floats][panel_columns];
    float sums[mr][panel_columns];
  };

  std::int32_t sums[rows][panel_columns];
  union {
    std::uint32_t words[rows * 800];  // of x
    floats as_floats;
  };
};
static_assert(sizeof(dot_scratch) <= threads::scratch_bytes);

/// Rows in blocks of at most `most`, which is a multiple of `unit`, as all of them but the last are.
struct blocks_of_units {
  std::size_t rows, unit;
  even_blocks units;

  [[gnu::always_inline]] blocks_of_units(std::size_t count, std::size_t most, std::size_t unit_rows)
      : rows{count}, unit{unit_rows}, units{ceil_div(count, unit_rows), most / unit_rows} {}
  [[gnu::always_inline]] std::size_t blocks() const { return units.blocks; }
  [[gnu::always_inline]] std::size_t first(std::size_t block) const {
    return std::min(rows, units.first(block) * unit);
  }
};

/// Through instructions for dot products: on vectors, or on matrices where there are such instructions and enough rows.
template <class Arch, multiplied_as_stored Stored>
class dot_instructions {
  using V = batch<Arch, float>;
  using words = word_batch<Arch>;
  static constexpr std::size_t block = word_block * Stored::steps;
  dot_scratch& scratch_;
  const dot_kernels kernels_;
  const bool on_matrices_;
  const std::uint32_t* x_;  // where row 0 is
  std::size_t stride_, rows_;
  std::int32_t x_sums_[dot_scratch::rows];

 public:
  static constexpr std::size_t steps = dot_scratch::steps;
  static_assert(steps % block == 0 && matrix_side * (steps / 2 + word_block) <= std::size(dot_scratch{}.words));
  static_assert(dot_scratch::rows % matrix_tile_rows == 0 && word_block % matrix_side == 0);

  // Strides that are powers of two would map rows to few L1 sets.
  dot_instructions(dot_scratch& scratch, const dot_kernels& kernels, const product_problem<float, Stored>& p,
                   std::size_t rows)
      : scratch_{scratch},
        kernels_{kernels},
        on_matrices_{kernels.matrix.takes(rows)},
        x_{scratch.words},
        stride_{word_rows<Stored>(std::min(p.inner, steps)) * words_of_word() + word_block},
        rows_{std::min(dot_scratch::rows, std::size(scratch.words) / stride_)} {
    if (p.x_rounded) {
      stride_ = rounded_row_words(p.inner);
      rows_ = dot_scratch::rows;
    }
    if (!on_matrices_) return;
    rows_ -= rows_ % matrix_side;
    kernels_.matrix.begin();
  }
  dot_instructions(const dot_instructions&) = delete;
  dot_instructions& operator=(const dot_instructions&) = delete;
  ~dot_instructions() {
    if (on_matrices_) kernels_.matrix.end();
  }

  std::size_t most_rows() const { return rows_; }
  /// Of a call of multiply().
  std::size_t tile_rows() const { return on_matrices_ ? matrix_tile_rows : mr; }
  /// What blocks of rows are multiples of.
  std::size_t row_unit() const { return on_matrices_ ? matrix_side : 1; }
  /// Whether multiply() fetches what y points to.
  bool fetches_results() const { return on_matrices_; }
  /// Whether sums can begin with a bias, and whole registers of them be written to y.
  bool makes_results() const { return on_matrices_ && !Stored::scaled; }

  /// Rounded rows are multiplied where they are.
  void take_rounded(const bf16_step_pair* x, std::size_t, std::size_t) { x_ = &x->word; }

  void take_row(std::size_t row, const float* x, std::size_t size, row_rounding<Stored> how) {
    std::uint32_t* to = scratch_.words + row * stride_;
    // What is added up is at most this.
    const V most(has_magnitudes() ? zero_of_whole_numbers : std::numeric_limits<float>::max());
    words sum(0u);
    // The bits of each number that is added up in `sum` are those of this float and the number.
    auto total = static_cast<std::uint32_t>(word_rows<Stored>(size) * Stored::steps);
    total *= 0 - std::bit_cast<std::uint32_t>(zero_of_whole_numbers);
    const auto take = [&](const float* some) __attribute__((always_inline)) {
      sum += take_block(some, how, most, to);
      if constexpr (Stored::scaled) {
        if (has_magnitudes()) to_magnitudes(to);
      }
      to += word_block * words_of_word();
    };
    for (; size >= block; size -= block, x += block) take(x);
    if (size > 0) {
      float padded[block] = {};
      std::copy_n(x, size, padded);
      take(padded);
    }
    if constexpr (Stored::scaled) {
      std::uint32_t each[words::size];
      sum.store_unaligned(each);
      for (const std::uint32_t one : each) total += one;
      x_sums_[row] = how.inverse > 0 ? static_cast<std::int32_t>(total) : 0;
    }
  }

  void take_panel(const Stored* from, std::size_t, std::size_t) { panel_ = &from->word; }

  void multiply(std::size_t row, std::size_t rows, std::size_t size, bool add, const result_bytes& y, bool to_y,
                const float* starts) {
    const dot_kernel kernel = on_matrices_ ? kernels_.matrix.multiply : kernels_.rows;
    kernel({.groups = word_rows<Stored>(size),
            .x = x_ + row * stride_,
            .x_stride = stride_,
            .x_sums = x_sums_ + row,
            .w = panel_,
            .sums = scratch_.sums[row],
            .add = add,
            .y = y,
            .to_y = to_y,
            .starts = starts},
           rows);
  }

 private:
  bool has_magnitudes() const { return kernels_.x_format == int8_format::magnitudes; }
  /// How many words there are for one of x.
  std::size_t words_of_word() const { return has_magnitudes() ? 2 : 1; }

  /// Makes a block of words of signed bytes what int8_format::magnitudes says.
  [[gnu::always_inline]] static void to_magnitudes(std::uint32_t* to) {
    using bytes = batch<Arch, std::int8_t>;
    for (std::size_t i = 0; i < word_block; i += words::size) {
      const auto signed_bytes = xsimd::bitwise_cast<bytes>(words::load_unaligned(to + i));
      // 128 higher, as w is.
      const bytes inverting = xsimd::select(signed_bytes < bytes(0), bytes(0x7f), bytes(-0x80));
      xsimd::bitwise_cast<words>(xsimd::abs(signed_bytes)).store_unaligned(to + i);
      xsimd::bitwise_cast<words>(inverting).store_unaligned(to + word_block + i);
    }
  }

  /// Writes a block of words, and returns the sums of its numbers, of each `most` at most, as with_whole_number has
  /// them.
  [[gnu::always_inline]] static words take_block(const float* x, row_rounding<Stored> how, V most, std::uint32_t* to) {
    words sum(0u);
    for (std::size_t i = 0; i < word_block; i += words::size) {
      words all(0u);
      for_each_number<Stored>([&](auto number) __attribute__((always_inline)) {
        const V some = load<V>(x + number * word_block + i);
        if constexpr (Stored::scaled) {
          const V whole = with_whole_number(some * V(how.inverse));
          const words bits = xsimd::bitwise_cast<words>(whole);
          sum += xsimd::bitwise_cast<words>(xsimd::min(whole, most));
          all |= number == 3 ? bits << 24 : (bits & words(0xffu)) << static_cast<int>(8 * number);
        } else {
          const words bits = bf16_bits<Arch>(some);
          all |= number ? bits & words(0xffff'0000u) : bits >> 16;
        }
      });
      all.store_unaligned(to + i);
    }
    return sum;
  }

  const std::uint32_t* panel_ = nullptr;
};

/// Through the micro-kernel of floats. Sums of 512 products of 127² are whole numbers below 2²⁴, in any order.
template <class Arch, multiplied_as_stored Stored>
class dots_of_floats {
  dot_scratch& scratch_;

 public:
  static constexpr std::size_t steps = dot_scratch::steps_as_floats;
  static_assert(steps * 127 * 127 < 1 << 24);

  dots_of_floats(dot_scratch& scratch, const dot_kernels&, const product_problem<float, Stored>& p, std::size_t)
      : scratch_{scratch}, rounded_stride_{rounded_row_words(p.inner)} {}

  std::size_t most_rows() const { return dot_scratch::rows; }
  std::size_t tile_rows() const { return mr; }
  std::size_t row_unit() const { return 1; }
  static constexpr bool fetches_results() { return false; }
  static constexpr bool makes_results() { return false; }

  void take_row(std::size_t row, const float* x, std::size_t size, row_rounding<Stored> how) {
    using V = batch<Arch, float>;
    float* const to = scratch_.as_floats.x[row];
    sweep<V>(size, [=](std::size_t i, std::size_t n) __attribute__((always_inline)) {
      const V some = load_some<V>(x + i, n);
      if constexpr (Stored::scaled) {
        store_some(with_whole_number(some * V(how.inverse)) - V(zero_of_whole_numbers), to + i, n);
      } else {
        store_some(xsimd::bitwise_cast<V>(bf16_bits<Arch>(some) & word_batch<Arch>(0xffff'0000u)), to + i, n);
      }
    });
  }

  void take_rounded(const bf16_step_pair* x, std::size_t rows, std::size_t size) {
    using words = word_batch<Arch>;
    for (std::size_t row = 0; row < rows; ++row, x += rounded_stride_)
      for (std::size_t i = 0; i < word_rows<bf16_step_pair>(size); i += words::size) {
        const auto some = words::load_unaligned(&x[i].word);
        for_each_number<bf16_step_pair>([&](auto number) __attribute__((always_inline)) {
          store(widened<Arch, bf16_step_pair, number>(some),
                scratch_.as_floats.x[row] + step_at<bf16_step_pair>({i, number}));
        });
      }
  }

  /// For several rows the panel's numbers are written as floats once.
  void take_panel(const Stored* from, std::size_t size, std::size_t rows) {
    using words = word_batch<Arch>;
    panel_ = from;
    is_one_row_ = rows == 1;
    if (is_one_row_) return;
    float* const to = scratch_.as_floats.w[0];
    for (std::size_t row = 0; row < word_rows<Stored>(size); ++row, from += panel_columns)
      for (std::size_t i = 0; i < panel_columns; i += words::size) {
        const auto some = words::load_unaligned(&from[i].word);
        for_each_number<Stored>([&](auto number) __attribute__((always_inline)) {
          store(widened<Arch, Stored, number>(some), to + step_at<Stored>({row, number}) * panel_columns + i);
        });
      }
  }

  void multiply(std::size_t row, std::size_t rows, std::size_t size, bool add, const result_bytes&, bool,
                const float*) {
    if (is_one_row_) return multiply_row(size, add);
    micro_tile<float> tile{.steps = size,
                           .columns = panel_columns,
                           .a = scratch_.as_floats.x[row],
                           .a_stride = dot_scratch::steps_as_floats,
                           .b = scratch_.as_floats.w[0],
                           .b_stride = panel_columns,
                           .b_size = size * panel_columns,
                           .y = scratch_.as_floats.sums[0],
                           .y_stride = panel_columns};
    std::int32_t* const sums = scratch_.sums[row];
    if constexpr (Stored::scaled) {
      kernels::multiply<Arch>(tile, rows);
      add_whole_numbers(rows, sums, add);
    } else {
      tile.y = reinterpret_cast<float*>(sums);
      if (add) {
        tile.previous = tile.y;
        tile.previous_stride = panel_columns;
      }
      kernels::multiply<Arch>(tile, rows);
    }
  }

 private:
  void add_whole_numbers(std::size_t rows, std::int32_t* sums, bool add) {
    using V = batch<Arch, float>;
    using integers = batch<Arch, std::int32_t>;
    const float* const from = scratch_.as_floats.sums[0];
    for (std::size_t i = 0; i < rows * panel_columns; i += V::size) {
      integers sum = xsimd::to_int(load<V>(from + i));
      if (add) sum += integers::load_unaligned(sums + i);
      sum.store_unaligned(sums + i);
    }
  }

  /// The same for one row, each sum in order of the steps, too: its words become floats in registers.
  void multiply_row(std::size_t size, bool add) {
    using V = batch<Arch, float>;
    constexpr std::size_t vectors = std::min<std::size_t>(8, panel_columns / V::size);
    std::int32_t* const sums = scratch_.sums[0];
    float* const to = Stored::scaled ? scratch_.as_floats.sums[0] : reinterpret_cast<float*>(sums);
    const std::size_t rows = word_rows<Stored>(size);
    float* const x = scratch_.as_floats.x[0];
    std::fill(x + size, x + rows * Stored::steps, 0.F);
#pragma GCC unroll 1
    for (std::size_t first = 0; first < panel_columns; first += vectors * V::size) {
      V total[vectors];
#pragma GCC unroll 8
      for (std::size_t j = 0; j < vectors; ++j)
        total[j] = add && !Stored::scaled ? load<V>(to + first + j * V::size) : V(0.F);
      const float* step = x;
#pragma GCC unroll 1
      for (std::size_t block = 0; block < rows; block += word_block)
        for_each_number<Stored>([&](auto number) __attribute__((always_inline)) {
          const Stored* from = panel_ + block * panel_columns + first;
#pragma GCC unroll 1
          for (std::size_t row = 0; row < word_block; ++row, from += panel_columns, ++step)
#pragma GCC unroll 8
            for (std::size_t j = 0; j < vectors; ++j) {
              const auto some = word_batch<Arch>::load_unaligned(&from[j * V::size].word);
              total[j] = fma(V(*step), widened<Arch, Stored, number>(some), total[j]);
            }
        });
#pragma GCC unroll 8
      for (std::size_t j = 0; j < vectors; ++j) store(total[j], to + first + j * V::size);
    }
    if constexpr (Stored::scaled) add_whole_numbers(1, sums, add);
  }

  const Stored* panel_ = nullptr;
  const std::size_t rounded_stride_;
  bool is_one_row_ = true;
};

/// y = f(scale · sums · scales of rows and columns + bias) + residual for rows of a panel.
template <class Arch, class Function, multiplied_as_stored Stored>
void finish_dots(const product_problem<float, Stored>& p, std::size_t rows, std::size_t columns,
                 const std::int32_t* sums, const row_rounding<Stored>* rounding, std::size_t row, std::size_t column) {
  using V = batch<Arch, float>;
  float scales[dot_scratch::rows];
  for (std::size_t i = 0; i < rows; ++i) scales[i] = p.scale * rounding[i].scale;
  sweep<V>(columns, [=, &scales](std::size_t j, std::size_t n) __attribute__((always_inline)) {
    const V column_scales = Stored::scaled ? load<V>(p.w.column_scales + column + j) : V(1.F);
    const V bias = p.bias ? load_some<V>(p.bias + column + j, n) : V(0.F);
    const std::int32_t* sum = sums + j;
    float* y = p.y + row * p.y_stride + column + j;
    const float* residual = p.residual ? p.residual + row * p.residual_stride + column + j : nullptr;
    for (std::size_t i = 0; i < rows; ++i, sum += panel_columns, y += p.y_stride) {
      V z;
      if constexpr (Stored::scaled) {
        z = xsimd::to_float(batch<Arch, std::int32_t>::load_unaligned(sum));
        z = rounded_alone(z * (V(scales[i]) * column_scales));
      } else {
        z = load<V>(reinterpret_cast<const float*>(sum)) * V(scales[i]);
      }
      if (p.bias) z += bias;
      z = Function::value(z);
      if (residual) {
        z += load_some<V>(residual, n);
        residual += p.residual_stride;
      }
      store_some(z, y, n);
    }
  });
}

/// The same, rounded to bf16 for another product.
template <class Arch, class Function>
void finish_rounded_dots(const product_problem<float, bf16_step_pair>& p, std::size_t rows, std::size_t columns,
                         const std::int32_t* sums, const row_rounding<bf16_step_pair>*, std::size_t row,
                         std::size_t column) {
  using V = batch<Arch, float>;
  const std::size_t stride = rounded_row_words(p.columns);
  const auto* sum = reinterpret_cast<const float*>(sums);
  const float *const bias = p.bias ? p.bias + column : nullptr, *residual = p.residual;
  if (residual) residual += row * p.residual_stride + column;
  bf16_step_pair* y = p.y_rounded + row * stride + place_of_step<bf16_step_pair>(column).row;
  for (std::size_t i = 0; i < rows; ++i, sum += panel_columns, y += stride) {
    round_row<Arch>(columns, y, [=](std::size_t j, std::size_t n) __attribute__((always_inline)) {
      V z = load<V>(sum + j) * V(p.scale);
      if (bias) z += load_some<V>(bias + j, n);
      z = Function::value(z);
      if (residual) z += load_some<V>(residual + j, n);
      return z;
    });
    if (residual) residual += p.residual_stride;
  }
}

/// How a product's sums become results.
template <class Arch, multiplied_as_stored Stored>
auto finish_for(const product_problem<float, Stored>& p) {
  decltype(&finish_dots<Arch, math::vectors_of_activation<activation::none>, Stored>) finish = nullptr;
  with_activation(p.function, [&](auto f) __attribute__((always_inline)) {
    finish = finish_dots<Arch, decltype(f), Stored>;
    if constexpr (!Stored::scaled) {
      if (p.y_rounded) finish = finish_rounded_dots<Arch, decltype(f)>;
    }
  });
  return finish;
}

/// Where results will be.
template <class Stored>
[[gnu::always_inline]] inline result_bytes results_of(const product_problem<float, Stored>& p) {
  if (p.y_rounded)
    return {reinterpret_cast<std::byte*>(p.y_rounded), rounded_row_words(p.columns) * sizeof(bf16_step_pair),
            sizeof(bf16_step_pair) / bf16_step_pair::steps};
  return {reinterpret_cast<std::byte*>(p.y), p.y_stride * sizeof(float), sizeof(float)};
}

[[gnu::always_inline]] inline void prefetch_results(const result_bytes& y, std::size_t rows, std::size_t columns) {
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t n = 0; n < columns * y.column; n += line_bytes) __builtin_prefetch(y.first + i * y.row + n, 1, 3);
}

template <class Arch, class Dots, multiplied_as_stored Stored>
void multiply_dots(const product_problem<float, Stored>& p, std::size_t first_row, std::size_t last_row,
                   std::size_t first_panel, std::size_t last_panel, dot_scratch& scratch, const dot_kernels& kernels) {
  const auto finish = finish_for<Arch>(p);
  const result_bytes results = results_of(p);
  const std::size_t words = word_rows<Stored>(p.inner);
  constexpr std::size_t nothing = ~std::size_t{0};
  Dots dots(scratch, kernels, p, last_row - first_row);
  // A bias that sums begin with is not added behind them: in any part of y, so that equal rows have equal bits. What is
  // left of the epilogue may be nothing.
  product_problem<float, Stored> rest = p;
  const bool begins_with_bias = dots.makes_results() && p.bias && p.scale == 1 && p.inner > 0;
  if (begins_with_bias) rest.bias = nullptr;
  const bool are_sums = dots.makes_results() && p.scale == 1 && !rest.bias && p.function == activation::none &&
                        !p.residual && !p.y_rounded;
  float padded_bias[panel_columns] = {};
  row_rounding<Stored> rounding[dot_scratch::rows];
  const blocks_of_units chunks(last_row - first_row, dots.most_rows(), dots.row_unit());
  for (std::size_t chunk = 0; chunk < chunks.blocks(); ++chunk) {
    const std::size_t first = first_row + chunks.first(chunk), count = first_row + chunks.first(chunk + 1) - first;
    for (std::size_t i = 0; i < count && !p.x_rounded; ++i)
      rounding[i] = rounding_of<Arch, Stored>(p.x + (first + i) * p.x_stride, p.inner);
    const blocks_of_units tiles(count, std::min(dots.tile_rows(), dots.most_rows()), dots.row_unit());
    std::size_t taken = nothing;  // the step from which x is in scratch
    for (std::size_t panel = first_panel; panel < last_panel; ++panel) {
      const std::size_t column = panel * panel_columns, columns = std::min(panel_columns, p.columns - column);
      const float* starts = begins_with_bias ? p.bias + column : nullptr;
      if (starts && columns < panel_columns) {
        std::copy_n(starts, columns, padded_bias);
        starts = padded_bias;
      }
      for (std::size_t step = 0;; step += Dots::steps) {
        const bool last = p.inner - step <= Dots::steps;
        const std::size_t size = last ? p.inner - step : Dots::steps;
        if (size > 0) {
          if (taken != step && p.x_rounded) {
            dots.take_rounded(p.x_rounded + first * rounded_row_words(p.inner) + word_rows<bf16_step_pair>(step), count,
                              size);
          } else if (taken != step) {
            for (std::size_t i = 0; i < count; ++i)
              dots.take_row(i, p.x + (first + i) * p.x_stride + step, size, rounding[i]);
          }
          taken = step;
          dots.take_panel(p.w.panels + (panel * words + word_rows<Stored>(step)) * panel_columns, size, count);
        } else {
          std::fill_n(scratch.sums[0], count * panel_columns, 0);
        }
        for (std::size_t t = 0; t < tiles.blocks(); ++t) {
          const std::size_t row = tiles.first(t), rows = tiles.first(t + 1) - row;
          const result_bytes y = last ? results.from(first + row, column) : result_bytes{};
          if (last && !dots.fetches_results()) prefetch_results(y, rows, columns);
          const bool to_y = last && are_sums && size > 0 && columns == panel_columns && rows % matrix_side == 0;
          if (size > 0) dots.multiply(row, rows, size, step > 0, y, to_y, starts);
          if (last && !to_y) finish(rest, rows, columns, scratch.sums[row], rounding + row, first + row, column);
        }
        if (last) break;
      }
    }
  }
}

template <class Arch, multiplied_as_stored Stored>
void multiply_dot_block(const product_problem<float, Stored>& p, std::size_t first_row, std::size_t last_row,
                        std::size_t first_panel, std::size_t last_panel, void* scratch, const dot_kernels& kernels) {
  auto& own = *static_cast<dot_scratch*>(scratch);
  const auto run = kernels.rows || kernels.matrix.multiply ? multiply_dots<Arch, dot_instructions<Arch, Stored>, Stored>
                                                           : multiply_dots<Arch, dots_of_floats<Arch, Stored>, Stored>;
  run(p, first_row, last_row, first_panel, last_panel, own, kernels);
}

}  // namespace typeformer::kernels
