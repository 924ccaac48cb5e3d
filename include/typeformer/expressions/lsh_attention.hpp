#pragma once
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/mask.hpp>
#include <typeformer/operations/lsh_attention.hpp>

namespace typeformer {

/// Whether hashing can have so many rounds, or positions in a chunk.
template <std::size_t Number>
inline constexpr bool is_at_least_one = Number > 0;

namespace detail {
template <std::size_t Rounds, std::size_t Chunk>
struct lsh_hashing {
  static constexpr std::size_t rounds = Rounds, chunk = Chunk;
};
// A function, since a class in whose body a rule is broken makes clang print more than the rule.
template <std::size_t Rounds, std::size_t Chunk>
constexpr auto checked_hashing() {
  static_assert(is_at_least_one<Rounds>, "LSH attention<Rounds, Chunk>: there must be 1 round of hashing at least");
  static_assert(is_at_least_one<Chunk>, "LSH attention<Rounds, Chunk>: a chunk must hold 1 position at least");
  return lsh_hashing<Rounds ? Rounds : 1, Chunk ? Chunk : 1>{};
}
}  // namespace detail

/// Whether locality_sensitive_attention(x, v) is defined.
template <class X, class V>
concept hash_attendable = sound_expression<X> && sound_expression<V> && has_rank_at_least<shape_t<X>, 2> &&
                          std::is_same_v<all_but_last<X>, all_but_last<V>>;

/// LSH attention, lazy: softmax(x kᵀ / √d̃, masked) v, where the keys k are the queries x, each divided by its norm, and
/// a query attends to keys of its own bucket alone.
///
/// In each of Rounds rounds positions are hashed to ⌊log₂(2·⌈N/Chunk⌉)⌋ bits, at most ⌈log₂N⌉, N the length of the row,
/// and to none where a chunk holds all: a bit is the paper's argmax([xR; −xR]) with an R of one column, and those alike
/// in all bits are in one bucket. Sorted by bucket and then by position, they are cut into chunks; a query attends to
/// what of its bucket lies in its chunk and in the one before. The first chunk has none before: to wrap around would
/// matter only where all positions share a bucket. Rounds are combined exactly: y = Σ exp(z_r − z) y_r with each key in
/// its first round alone, which sums to what the paper's division by N_ij does. So a query's weights are the softmax
/// over the union of its rounds' keys. To itself it attends only where there is no other key. Positions beyond a row's
/// length are no queries, either, and yield zeros. R is a constant: the same on each machine, in each run and for each
/// head (docs/decisions/lsh_attention.md).
///
/// Under a causal mask no later key is summed; yet where chunks are cut depends on later positions, too, so a decoder
/// cannot run it position by position.
///
/// The derivative is that of the softmax over the same keys, and of the keys' norms: hashes are piecewise constant.
///
/// shapes   x [L…, N, Width]   v [L…, N, ValueWidth]   →   [L…, N, ValueWidth]
/// error    16 + 2·√N + 4·√d̃·s roundings of the terms of a sum, s the largest sum of a score's terms
///          (tests/kernels/lsh_attention_test.cpp)
/// cost     Rounds·N·(min(2·Chunk, N)·(2·d̃ + 2·d̃_v + 6) + 2·d̃·log₂N) + 3·N·d̃ operations at most for each of
///          L; memory in proportion to Rounds·N, and no N·N scores
/// requires x and v of the same axes but for the last, a mask of N and N, Rounds and Chunk of 1 at least
/// source   Kitaev, Kaiser and Levskaya 2020 (Reformer), section 2; the hash: Charikar 2002
template <std::size_t Rounds, std::size_t Chunk, sound_expression X, sound_expression V, is_mask Mask = no_mask>
constexpr auto locality_sensitive_attention(const X& x, const V& v, const Mask& mask = {}) {
  using hashing = decltype(detail::checked_hashing<Rounds, Chunk>());
  static_assert(has_rank_at_least<shape_t<X>, 2>,
                "locality_sensitive_attention(x, v): x must have a sequence axis and a width");
  static_assert(same_axes<all_but_last<X>, all_but_last<V>>,
                "locality_sensitive_attention(x, v): all axes of x and v but the last must be the same");
  static_assert(
      mask_is_on<Mask, second_last_axis<X>, second_last_axis<X>>,
      "locality_sensitive_attention(x, v, mask): the mask's query axis and key axis must both be the sequence "
      "axis of x");
  static_assert(mask_has_batch<Mask, first_axis<X>>,
                "locality_sensitive_attention(x, v, mask): a padding mask's batch must be the first axis of x");
  if constexpr (has_rank_at_least<shape_t<X>, 2>) {
    return make_node(lsh_attention_operation<hashing::rounds, hashing::chunk, Mask>{1 / root<last_axis<X>>.value, mask},
                     x, v);
  } else {
    return v;
  }
}

}  // namespace typeformer
