#pragma once
#include <cstddef>
#include <cstdint>

#include "blocking.hpp"
#include "dot_tile.hpp"

/// The micro-kernel of dot_tile, as micro_kernel.hpp has that of floats. Instructions is a type of the file that
/// includes this, with
///
///   number, sums, words   a sum; vectors of sums and of words
///   size                  numbers of a vector of sums, and words of one of words
///   vectors(rows)         how many vectors of each row's sums are in registers at once; it divides a panel
///   start(x_sums, i)      of row i's sums
///   load, store, plus     of sums; load_words, all_words(x)
///   dot(sum, x, w)        sum + x · w
///
/// All is in an unnamed namespace: what one file's flags allow must not be linked into another's.
namespace typeformer::kernels {
namespace {

template <class Instructions, std::size_t Rows>
[[gnu::always_inline]] inline void multiply_words(const dot_tile& p) {
  using sums = typename Instructions::sums;
  using words = typename Instructions::words;
  constexpr std::size_t size = Instructions::size, vectors = Instructions::vectors(Rows);
  static_assert(panel_columns % (vectors * size) == 0);
#pragma GCC unroll 1
  for (std::size_t first = 0; first < panel_columns; first += vectors * size) {
    auto* const to = static_cast<typename Instructions::number*>(p.sums) + first;
    sums total[Rows][vectors];
#pragma GCC unroll 6
    for (std::size_t i = 0; i < Rows; ++i) {
#pragma GCC unroll 8
      for (std::size_t j = 0; j < vectors; ++j) {
        total[i][j] = Instructions::start(p.x_sums, i);
        if (p.add) total[i][j] = Instructions::plus(total[i][j], Instructions::load(to + i * panel_columns + j * size));
      }
    }
    const std::uint32_t *x = p.x, *w = p.w + first;
#pragma GCC unroll 1
    for (std::size_t group = 0; group < p.groups; ++group, x += p.x_step, w += panel_columns) {
      words vectors_of_w[vectors];
#pragma GCC unroll 8
      for (std::size_t j = 0; j < vectors; ++j) vectors_of_w[j] = Instructions::load_words(w + j * size);
#pragma GCC unroll 6
      for (std::size_t i = 0; i < Rows; ++i) {
        const words row = Instructions::all_words(x[i * p.x_stride]);
#pragma GCC unroll 8
        for (std::size_t j = 0; j < vectors; ++j) total[i][j] = Instructions::dot(total[i][j], row, vectors_of_w[j]);
      }
    }
#pragma GCC unroll 6
    for (std::size_t i = 0; i < Rows; ++i) {
#pragma GCC unroll 8
      for (std::size_t j = 0; j < vectors; ++j) Instructions::store(total[i][j], to + i * panel_columns + j * size);
    }
  }
}

template <class Instructions>
void multiply_dot_tile(const dot_tile& tile, std::size_t rows) {
  switch (rows) {
    case 1:
      return multiply_words<Instructions, 1>(tile);
    case 2:
      return multiply_words<Instructions, 2>(tile);
    case 3:
      return multiply_words<Instructions, 3>(tile);
    case 4:
      return multiply_words<Instructions, 4>(tile);
    case 5:
      return multiply_words<Instructions, 5>(tile);
    case 6:
      return multiply_words<Instructions, 6>(tile);
  }
}

}  // namespace
}  // namespace typeformer::kernels
