#pragma once
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "blocking.hpp"
#include "dot_tile.hpp"

/// The micro-kernel of dot_tile where eight registers each hold a matrix of 16 rows of 16 words or sums. Registers is a
/// type of the file that includes this, with
///
///   number                     a sum
///   has_starts                 whether sums begin with anything but 0:
///   start(x_sums, i)           what row i's sums begin with
///   load<I>(from, stride)      register I, its rows `stride` words apart
///   stream<I>(from, stride)    the same of what L1 need not keep
///   zero<I>()
///   store<I>(to, stride)
///   dot<Sum, X, W>()           register Sum += X · W; W's rows are words of 16 columns
///   ticks()                    of a clock
///
/// All is in an unnamed namespace, as in dot_micro_kernel.hpp.
namespace typeformer::kernels {
namespace {

/// What the sums of some rows begin with, as a register takes them.
template <class Registers>
struct row_starts {
  alignas(64) typename Registers::number of_row[2 * matrix_side][matrix_side];
};

/// What is in `sums` of 16 rows from `row` on, in the columns from `column` on.
template <class Registers>
[[gnu::always_inline]] inline typename Registers::number* sums_of(const dot_tile& p, std::size_t row,
                                                                  std::size_t column) {
  return static_cast<typename Registers::number*>(p.sums) + row * panel_columns + column;
}

/// Register I begins with these.
template <class Registers, int I>
[[gnu::always_inline]] inline void begin_sums(const dot_tile& p, std::size_t row, std::size_t column,
                                              const row_starts<Registers>& starts) {
  if (p.add) return Registers::template load<I>(sums_of<Registers>(p, row, column), panel_columns);
  if constexpr (Registers::has_starts) {
    Registers::template load<I>(starts.of_row[row], matrix_side);
  } else if (p.starts) {
    Registers::template load<I>(p.starts + column, 0);
  } else {
    Registers::template zero<I>();
  }
}

template <class Registers, int I>
[[gnu::always_inline]] inline void end_sums(const dot_tile& p, std::size_t row, std::size_t column) {
  if constexpr (!Registers::has_starts)
    if (p.to_y) return Registers::template store<I>(p.y.from(row, column).first, p.y.row / sizeof(float));
  Registers::template store<I>(sums_of<Registers>(p, row, column), panel_columns);
}

/// Fetches to L1 `Count` rows of a register.
template <std::size_t Count>
[[gnu::always_inline]] inline void prefetch_rows(const std::uint32_t* rows, std::size_t stride) {
#pragma GCC unroll 16
  for (std::size_t i = 0; i < Count; ++i) __builtin_prefetch(rows + i * stride, 0, 3);
}
/// Fetches to L1 an eighth of 16 rows of w, of whose columns registers take `Columns`: the two rows from 2·i on. An
/// eighth at a time goes between the instructions of a group: in company (see way_of_w) 16 × 512 × 512 takes a sixth
/// less time so than where each register's 16 rows are fetched at once.
template <std::size_t Columns>
[[gnu::always_inline]] inline void prefetch_eighth(const std::uint32_t* w, std::size_t i) {
#pragma GCC unroll 4
  for (std::size_t n = 0; n < Columns; n += matrix_side) prefetch_rows<2>(w + 2 * i * panel_columns + n, panel_columns);
}

/// How w comes to registers where rows of x stay in L1. Streamed, it does not displace them. But where another program
/// runs on the other half of the core, and takes L1, too, nothing hides L2's latency then, and it is better fetched to
/// L1 ahead of time, and x with it. With an Emerald Rapids 1024 × 2048 × 512 in bf16 takes 2.0 ms streamed and 2.4 ms
/// fetched, and in such company 5.0 and 3.4 ms. So each thread times both, and takes the faster one for a while: the
/// bits are the same.
class way_of_w {
  static constexpr unsigned period = 128, tries = 4;
  std::uint64_t least_[2] = {};
  unsigned call_ = 0;
  bool streams_ = true;

 public:
  /// Calls f(std::bool_constant<whether w is streamed>), whose time grows with `size`.
  template <class Registers, class F>
  [[gnu::always_inline]] void choose(std::size_t size, F f) {
    const unsigned call = call_;
    call_ = (call + 1) % period;
    if (call >= 2 * tries) return streams_ ? f(std::true_type{}) : f(std::false_type{});
    const bool streams = call < tries;
    const std::uint64_t start = Registers::ticks();
    streams ? f(std::true_type{}) : f(std::false_type{});
    const std::uint64_t ticks = (Registers::ticks() - start) * 256 / size;
    if (call % tries == 0 || ticks < least_[streams]) least_[streams] = ticks;
    streams_ = least_[true] <= least_[false];
  }
};
template <class Registers>
constinit thread_local way_of_w this_threads_way_of_w;

/// Fetches to L1, in equal shares while the groups are multiplied, the rows' columns that results will be written to.
/// All of them at once, each from beyond L2, would keep w's from coming: 512³ takes 225 µs so in int8, else 210.
template <std::size_t Columns>
class result_prefetch {
  const std::byte* y_;
  std::size_t stride_, bytes_, row_ = 0, rows_, groups_;

 public:
  result_prefetch(const dot_tile& p, std::size_t rows, std::size_t column)
      : y_{p.y.from(0, column).first},
        stride_{p.y.row},
        bytes_{Columns * p.y.column},
        rows_{y_ ? rows : 0},
        groups_{p.groups} {}

  [[gnu::always_inline]] void behind(std::size_t group) {
    for (; row_ * groups_ < rows_ * (group + matrix_side); ++row_, y_ += stride_)
#pragma GCC unroll 4
      for (std::size_t n = 0; n < bytes_; n += line_bytes) __builtin_prefetch(y_ + n, 1, 3);
  }
};

template <class Registers, bool Streams, int I>
[[gnu::always_inline]] inline void load_w(const std::uint32_t* w) {
  if constexpr (Streams) {
    Registers::template stream<I>(w, panel_columns);
  } else {
    Registers::template load<I>(w, panel_columns);
  }
}

/// 32 columns from `column` on, of 32 rows: four registers are loaded for four products.
template <class Registers, bool Streams>
void multiply_two_by_two(const dot_tile& p, std::size_t rows, std::size_t column, const row_starts<Registers>& starts) {
  result_prefetch<2 * matrix_side> results(p, rows, column);
  begin_sums<Registers, 0>(p, 0, column, starts);
  begin_sums<Registers, 1>(p, 0, column + matrix_side, starts);
  begin_sums<Registers, 2>(p, matrix_side, column, starts);
  begin_sums<Registers, 3>(p, matrix_side, column + matrix_side, starts);
  const std::uint32_t *x = p.x, *w = p.w + column;
  const std::size_t x_stride = p.x_stride;
  for (std::size_t group = 0; group < p.groups; group += matrix_side, x += matrix_side) {
    const std::uint32_t* const next = w + matrix_side * panel_columns;
    const std::uint32_t* next_x = x + matrix_side;
    const auto fetch_eighth = [&](std::size_t i) __attribute__((always_inline)) {
      if constexpr (!Streams) {
        prefetch_rows<4>(next_x, x_stride);
        next_x += 4 * x_stride;
        prefetch_eighth<2 * matrix_side>(next, i);
      }
    };
    fetch_eighth(0);
    Registers::template load<4>(x, x_stride);
    fetch_eighth(1);
    load_w<Registers, Streams, 6>(w);
    fetch_eighth(2);
    load_w<Registers, Streams, 7>(w + matrix_side);
    fetch_eighth(3);
    Registers::template load<5>(x + matrix_side * x_stride, x_stride);
    fetch_eighth(4);
    Registers::template dot<0, 4, 6>();
    fetch_eighth(5);
    Registers::template dot<1, 4, 7>();
    fetch_eighth(6);
    Registers::template dot<2, 5, 6>();
    fetch_eighth(7);
    Registers::template dot<3, 5, 7>();
    results.behind(group);
    w = next;
  }
  end_sums<Registers, 0>(p, 0, column);
  end_sums<Registers, 1>(p, 0, column + matrix_side);
  end_sums<Registers, 2>(p, matrix_side, column);
  end_sums<Registers, 3>(p, matrix_side, column + matrix_side);
}

/// All columns of 16 rows: four sums hide a product's latency, which two would not.
template <class Registers>
void multiply_one_by_four(const dot_tile& p, std::size_t rows, const row_starts<Registers>& starts) {
  result_prefetch<4 * matrix_side> results(p, rows, 0);
  begin_sums<Registers, 0>(p, 0, 0, starts);
  begin_sums<Registers, 1>(p, 0, matrix_side, starts);
  begin_sums<Registers, 2>(p, 0, 2 * matrix_side, starts);
  begin_sums<Registers, 3>(p, 0, 3 * matrix_side, starts);
  const std::uint32_t *x = p.x, *w = p.w;
  for (std::size_t group = 0; group < p.groups; group += matrix_side, x += matrix_side) {
    const std::uint32_t* const next = w + matrix_side * panel_columns;
    Registers::template load<4>(x, p.x_stride);
    Registers::template load<5>(w, panel_columns);
    Registers::template load<6>(w + matrix_side, panel_columns);
    prefetch_eighth<panel_columns>(next, 0);
    Registers::template dot<0, 4, 5>();
    prefetch_eighth<panel_columns>(next, 1);
    Registers::template load<7>(w + 2 * matrix_side, panel_columns);
    prefetch_eighth<panel_columns>(next, 2);
    Registers::template dot<1, 4, 6>();
    prefetch_eighth<panel_columns>(next, 3);
    prefetch_eighth<panel_columns>(next, 4);
    Registers::template load<5>(w + 3 * matrix_side, panel_columns);
    prefetch_eighth<panel_columns>(next, 5);
    Registers::template dot<2, 4, 7>();
    prefetch_eighth<panel_columns>(next, 6);
    Registers::template dot<3, 4, 5>();
    prefetch_eighth<panel_columns>(next, 7);
    results.behind(group);
    w = next;
  }
  end_sums<Registers, 0>(p, 0, 0);
  end_sums<Registers, 1>(p, 0, matrix_side);
  end_sums<Registers, 2>(p, 0, 2 * matrix_side);
  end_sums<Registers, 3>(p, 0, 3 * matrix_side);
}

template <class Registers>
void multiply_matrices(const dot_tile& p, std::size_t rows) {
  using number = typename Registers::number;
  static_assert(panel_columns == 4 * matrix_side);
  way_of_w& way = this_threads_way_of_w<Registers>;
  dot_tile part = p;
  for (std::size_t row = 0; row < rows; row += 2 * matrix_side) {
    const std::size_t count = rows - row < 2 * matrix_side ? rows - row : 2 * matrix_side;
    auto* const sums = sums_of<Registers>(p, row, 0);
    part.x = p.x + row * p.x_stride;
    part.sums = sums;
    part.y = p.y.from(row, 0);
    row_starts<Registers> starts;
    if constexpr (Registers::has_starts)
      for (std::size_t i = 0; i < count; ++i) {
        const number start = Registers::start(p.x_sums, row + i);
        if (p.add) {
          for (std::size_t n = 0; n < panel_columns; ++n) sums[i * panel_columns + n] += start;
        } else {
          for (std::size_t n = 0; n < matrix_side; ++n) starts.of_row[i][n] = start;
        }
      }
    if (count > matrix_side) {
      for (const std::size_t column : {std::size_t{0}, 2 * matrix_side})
        way.choose<Registers>(p.groups, [&](auto streams) {
          multiply_two_by_two<Registers, streams.value>(part, count, column, starts);
        });
    } else {
      multiply_one_by_four<Registers>(part, count, starts);
    }
  }
}

}  // namespace
}  // namespace typeformer::kernels
