#pragma once
#include <cstddef>
#include <cstdint>

#include <typeformer/kernels/quantized.hpp>

#include "blocking.hpp"
#include "dot_tile.hpp"

/// The micro-kernel of dot_tile, as micro_kernel.hpp has that of floats. Instructions is a type of the file that
/// includes this, with
///
///   number, sums, words   a sum; vectors of sums and of words
///   size                  numbers of a vector of sums, and words of one of words
///   most_rows             rows whose sums are in registers at once
///   vectors(rows)         how many vectors of each of these are; it divides a panel
///   start(x_sums, i)      of row i's sums
///   load, store, plus     of sums; load_words
///   all_words(x)          what dot takes of the word of x that x points to
///   gap                   words of x between one word_block of them and the next
///   dot(sum, x, w)        sum + x · w
///
/// All is in an unnamed namespace: what one file's flags allow must not be linked into another's.
namespace typeformer::kernels {
namespace {

/// Rows from `row` on, and the columns from `first` on whose sums are in registers at once.
template <class Instructions, std::size_t Rows>
void multiply_words(const dot_tile& p, std::size_t row, std::size_t first) {
  using sums = typename Instructions::sums;
  using words = typename Instructions::words;
  constexpr std::size_t size = Instructions::size, vectors = Instructions::vectors(Rows);
  auto* const to = static_cast<typename Instructions::number*>(p.sums) + row * panel_columns + first;
  sums total[Rows][vectors];
#pragma GCC unroll 6
  for (std::size_t i = 0; i < Rows; ++i) {
#pragma GCC unroll 8
    for (std::size_t j = 0; j < vectors; ++j) {
      total[i][j] = Instructions::start(p.x_sums, row + i);
      if (p.add) total[i][j] = Instructions::plus(total[i][j], Instructions::load(to + i * panel_columns + j * size));
    }
  }
  const std::uint32_t *x = p.x + row * p.x_stride, *w = p.w + first;
  const auto add_groups = [&](std::size_t groups) __attribute__((always_inline)) {
#pragma GCC unroll 1
    for (std::size_t group = 0; group < groups; ++group, x += p.x_step, w += panel_columns) {
      words vectors_of_w[vectors];
#pragma GCC unroll 8
      for (std::size_t j = 0; j < vectors; ++j) vectors_of_w[j] = Instructions::load_words(w + j * size);
#pragma GCC unroll 6
      for (std::size_t i = 0; i < Rows; ++i) {
        const auto factors = Instructions::all_words(x + i * p.x_stride);
#pragma GCC unroll 8
        for (std::size_t j = 0; j < vectors; ++j)
          total[i][j] = Instructions::dot(total[i][j], factors, vectors_of_w[j]);
      }
    }
  };
  if constexpr (Instructions::gap > 0) {
#pragma GCC unroll 1
    for (std::size_t group = 0; group < p.groups; group += word_block, x += Instructions::gap) add_groups(word_block);
  } else {
    add_groups(p.groups);
  }
#pragma GCC unroll 6
  for (std::size_t i = 0; i < Rows; ++i) {
#pragma GCC unroll 8
    for (std::size_t j = 0; j < vectors; ++j) Instructions::store(total[i][j], to + i * panel_columns + j * size);
  }
}

/// All columns. Where registers have the sums of half the rows only, the other half reads the same columns' words next,
/// from L1.
template <class Instructions, std::size_t Rows>
[[gnu::always_inline]] inline void multiply_rows_of_words(const dot_tile& p) {
  constexpr std::size_t upper = Rows > Instructions::most_rows ? Rows - Rows / 2 : Rows, lower = Rows - upper;
  constexpr std::size_t columns = Instructions::vectors(upper) * Instructions::size;
  static_assert(upper <= Instructions::most_rows && panel_columns % columns == 0);
#pragma GCC unroll 1
  for (std::size_t first = 0; first < panel_columns; first += columns) {
    multiply_words<Instructions, upper>(p, 0, first);
    if constexpr (lower > 0) {
      static_assert(Instructions::vectors(lower) == Instructions::vectors(upper));
      multiply_words<Instructions, lower>(p, upper, first);
    }
  }
}

template <class Instructions>
void multiply_dot_tile(const dot_tile& tile, std::size_t rows) {
  switch (rows) {
    case 1:
      return multiply_rows_of_words<Instructions, 1>(tile);
    case 2:
      return multiply_rows_of_words<Instructions, 2>(tile);
    case 3:
      return multiply_rows_of_words<Instructions, 3>(tile);
    case 4:
      return multiply_rows_of_words<Instructions, 4>(tile);
    case 5:
      return multiply_rows_of_words<Instructions, 5>(tile);
    case 6:
      return multiply_rows_of_words<Instructions, 6>(tile);
  }
}

}  // namespace
}  // namespace typeformer::kernels
