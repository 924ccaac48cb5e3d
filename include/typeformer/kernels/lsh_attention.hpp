#pragma once
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <typeformer/kernels/attention.hpp>
#include <typeformer/kernels/ceil_div.hpp>
#include <typeformer/kernels/random.hpp>
#include <typeformer/kernels/threads.hpp>

/// LSH attention (Kitaev, Kaiser and Levskaya 2020): x are queries and, each divided by its norm, keys. In each of some
/// rounds, positions are hashed to some bits, bit c being argmax(x·r_c, −x·r_c): on which side of a random hyperplane x
/// lies (docs/decisions/lsh_attention.md). They are sorted by their hash, those of a bucket by position, and cut into
/// chunks. A query attends to the keys of its bucket that lie in its chunk or in the one before, in any round: to each
/// once, however many rounds find it. It attends to itself where the mask allows it and there is no other key. Of a row
/// with a length, positions beyond it are not hashed, and yield zeros.
namespace typeformer::kernels::inline v0_1 {

/// How many bits a sequence is hashed to: so many that a bucket has half a chunk to a chunk on average, as half a chunk
/// in the paper, and no more than ⌈log₂ positions⌉; none where a chunk holds all.
constexpr std::size_t lsh_bits(std::size_t positions, std::size_t chunk) {
  if (positions <= chunk) return 0;
  return static_cast<std::size_t>(
      std::min(std::bit_width(2 * ceil_div(positions, chunk)) - 1, std::bit_width(positions - 1)));
}
/// How many values the hash has, 2^lsh_bits.
constexpr std::size_t lsh_buckets(std::size_t positions, std::size_t chunk) {
  return std::size_t{1} << lsh_bits(positions, chunk);
}

/// An element of a round's hyperplanes R [width, bits], a column each: nearly normal, as a sum of twelve uniform
/// numbers is. It is an integer, whose products with floats a double holds exactly, and so floats are hashed alike on
/// every machine. R of more columns begins with that of fewer, so that rows of any length share it.
constexpr double lsh_direction(std::size_t round, std::size_t row, std::size_t column) {
  constexpr std::uint64_t numbers = 3, columns = std::uint64_t{1} << 32;
  std::int64_t sum = -6 * 65535;
  for (std::uint64_t i = 0; i < numbers; ++i) {
    const std::uint64_t bits = counter_random(round, (row * columns + column) * numbers + i);
    for (unsigned part = 0; part < 64; part += 16) sum += static_cast<std::int64_t>(bits >> part & 0xffff);
  }
  return static_cast<double>(sum);
}

/// x [batch, heads, positions, width], v and y [batch, heads, positions, value_width], each contiguous. Scores are
/// scale · x_i · x_j / |x_j|; the key of zeros is zeros.
template <class T>
struct lsh_attention_problem {
  std::size_t batch;         ///< sequences
  std::size_t heads;         ///< of each
  std::size_t positions;     ///< of each sequence
  std::size_t width;         ///< of one head of x
  std::size_t value_width;   ///< of one head of v
  std::size_t rounds;        ///< of hashing, at least 1
  std::size_t chunk;         ///< positions of a chunk, at least 1
  const T* x;                ///< [batch, heads, positions, width], queries and keys
  const T* v;                ///< [batch, heads, positions, value_width]
  T* y;                      ///< [batch, heads, positions, value_width]
  T scale = 1;               ///< usually 1/√width
  attention_mask mask = {};  ///< which keys of its bucket a query may see
};

/// What a head of a row needs beside the hyperplanes, in elements. Their order is that of lsh_attention.cpp.
constexpr std::size_t lsh_attention_head_workspace(std::size_t positions, std::size_t rounds, std::size_t chunk) {
  const std::size_t keys = 2 * (chunk < positions ? chunk : positions);
  return positions * (2 * rounds + 5) + lsh_buckets(positions, chunk) + 1 + 4 * keys;
}

/// Elements of workspace that lsh_attention() and its gradient need; grows with each argument but chunk.
constexpr std::size_t lsh_attention_workspace(std::size_t batch, std::size_t heads, std::size_t positions,
                                              std::size_t width, std::size_t rounds, std::size_t chunk) {
  const std::size_t directions = rounds * width * lsh_bits(positions, chunk);
  return 2 * directions + batch * heads * lsh_attention_head_workspace(positions, rounds, chunk);
}

/// Softmax over the keys that a query attends to, of their values, for each row of the batch and each head, one task
/// each. `workspace` is 64-byte aligned and holds lsh_attention_workspace(...) elements.
///
/// cost    batch·heads·rounds·positions·(2·width·bits + 2·keys·(width + value_width)) operations, where a query has
///         `keys` in its bucket, half a chunk on average and two at most
/// source  Kitaev, Kaiser and Levskaya 2020 (Reformer), section 2; the hash: Charikar 2002
template <class T>
void lsh_attention(const lsh_attention_problem<T>& problem, T* workspace, threads& threads);

/// The gradient of lsh_attention(problem): adds to dx and dv, which are laid out as x and v, dy as y. problem.y holds
/// the forward pass's result. As in FlashAttention, scores are computed again, and so are hashes, which are constant
/// but at the borders of buckets: the derivative is that of the softmax over the same keys, and of the keys' norms.
///
/// cost    batch·heads·rounds·positions·keys·(8·width + 4·value_width) operations beside those of the hashes
template <class T>
void add_lsh_attention_gradient(const lsh_attention_problem<T>& problem, const T* dy, T* dx, T* dv, T* workspace,
                                threads& threads);

}  // namespace typeformer::kernels::inline v0_1
