#pragma once
#include <cstddef>
#include <cstdint>

#include <typeformer/kernels/threads.hpp>

namespace typeformer::kernels::inline v0_1 {

/// The window of a mask that has none: as many keys as there are.
inline constexpr std::ptrdiff_t unbounded_window = std::ptrdiff_t{1} << 62;

/// Which keys a query attends to: key j of query i in row b of the batch, if (not causal or i + offset − window < j ≤
/// i + offset) and (no lengths or j < lengths[b]).
struct attention_mask {
  bool causal = false;                       ///< whether keys behind i + offset are hidden
  std::ptrdiff_t offset = 0;                 ///< the key of the position of query 0
  const std::int32_t* lengths = nullptr;     ///< one for each row of the batch; null: all keys are there
  std::ptrdiff_t window = unbounded_window;  ///< of a causal mask: the keys that a query may see, its own counted
};

/// Strides, in elements, of an array [batch, head, row, width]; width is contiguous.
struct head_strides {
  std::size_t batch;  ///< from one row of the batch to the next
  std::size_t head;   ///< from one head to the next
  std::size_t row;    ///< from one position to the next
};

/// What scores have by the distance of a query and a key, and which weights keys of each distance have. Key j is at
/// j − i − offset from query i, and distances are clipped to −largest … largest: so there are 2·largest + 1. This is
/// how relative positions enter attention (Shaw et al. 2018, Raffel et al. 2020, Press et al. 2022).
///
/// cost    one more pass over each block of scores: with 512 queries and keys of width 64, forward and backward passes
///         execute 0.9 % more instructions (AVX2, float)
template <class T>
struct distance_scores {
  /// [2·largest + 1] of each query, added to its scaled scores; null: attention without them.
  const T* scores = nullptr;
  head_strides strides = {};  ///< of scores; 0 where all have the same; row is that of queries
  std::size_t largest = 0;    ///< the distance that larger ones count as
  std::ptrdiff_t offset = 0;  ///< the position of query 0 among the keys
  /// Whether each row of y has, behind its values, the sums of its weights over keys of each distance.
  bool yields_weights = false;

  /// How many distances are told apart.
  constexpr std::size_t count() const { return 2 * largest + 1; }
  /// How many elements they add to each row of y.
  constexpr std::size_t columns() const { return yields_weights ? count() : 0; }
};

/// y = softmax(scale · q·kᵀ, masked) · v for each row of the batch and each head. q [queries, width],
/// k [keys, width], v [keys, value_width], y [queries, value_width]. A query that may attend to nothing yields zeros.
/// Heads may share keys and values (grouped-query attention, Ainslie et al. 2023): k and v have heads / group heads,
/// and head i reads the (i / group)th.
template <class T>
struct attention_problem {
  std::size_t batch;                  ///< sequences
  std::size_t heads;                  ///< of queries; key_heads() of keys and values
  std::size_t queries;                ///< positions of q and y
  std::size_t keys;                   ///< positions of k and v
  std::size_t width;                  ///< of one head of q and k
  std::size_t value_width;            ///< of one head of v
  const T* q;                         ///< [batch, heads, queries, width], by q_strides
  const T* k;                         ///< [batch, key_heads(), keys, width], by k_strides
  const T* v;                         ///< [batch, key_heads(), keys, value_width], by v_strides
  T* y;                               ///< [batch, heads, queries, columns()], by y_strides
  head_strides q_strides;             ///< of q and of its derivative
  head_strides k_strides;             ///< of k and of its derivative
  head_strides v_strides;             ///< of v and of its derivative
  head_strides y_strides;             ///< of y and of its derivative
  T scale = 1;                        ///< what q·kᵀ is multiplied by, usually 1/√width
  attention_mask mask = {};           ///< by default each query attends to all keys
  std::size_t group = 1;              ///< heads of queries for each head of keys
  distance_scores<T> distances = {};  ///< by default none
  /// The row of k and v that each row of the batch attends to; null: the row of the same number.
  const std::uint32_t* key_rows = nullptr;
  /// Whether both products may round what they multiply to bf16; scores, softmax and sums are floats.
  bool rounds = false;

  /// The row of k and v for a row of the batch.
  constexpr std::size_t key_row(std::size_t row) const { return key_rows ? key_rows[row] : row; }
  /// Heads of k and v.
  constexpr std::size_t key_heads() const { return heads / group; }
  /// Elements of a row of y.
  constexpr std::size_t columns() const { return value_width + distances.columns(); }
};

/// Queries up to this many are answered key by key, without packing.
inline constexpr std::size_t attention_few_queries = 4;

/// Columns that a head's keys, and its values, have at most where their products are in bf16.
inline constexpr std::size_t bf16_attention_width = 256;

/// Elements of workspace that attention() needs; grows with each argument.
constexpr std::size_t attention_workspace(std::size_t batch, std::size_t key_heads, std::size_t queries,
                                          std::size_t keys, std::size_t width, std::size_t value_width) {
  return queries <= attention_few_queries ? 0 : batch * key_heads * keys * (width + value_width);
}

/// FlashAttention on a processor: scores are made block by block in a core's L2 cache, an online softmax sums them, and
/// no queries × keys matrix is stored. `workspace` is 64-byte aligned and holds attention_workspace(...) elements.
///
/// Where problem.rounds, T is float and the processor has registers of matrices (AMX), heads are multiplied in bf16
/// that have at most bf16_attention_width columns and fill words well: of width 64, from 43 keys on, but for 65 to 74.
///
/// cost    2·batch·heads·queries·keys·(width + value_width) operations, about half of that when causal; for a window of
///         W keys, W + 112 at most in the place of keys
/// source  Dao, Fu, Ermon, Rudra and Ré 2022 (FlashAttention); Milakov and Gimelshein 2018 (online softmax)
template <class T>
void attention(const attention_problem<T>& problem, T* workspace, threads& threads);

/// The gradient of attention(problem): dq, dk and dv, with the strides of q, k and v; dy has those of y. problem.y
/// holds the forward pass's result, and there are no key_rows. As in FlashAttention, scores are computed again block by
/// block, and no queries × keys matrix is stored. What is masked gets zero gradients.
///
/// cost    2·batch·heads·queries·keys·(3·width + 2·value_width) operations, about half of that when causal
template <class T>
void add_attention_gradient(const attention_problem<T>& problem, const T* dy, T* dq, T* dk, T* dv, T* workspace,
                            threads& threads);

/// The derivative by problem.distances.scores is added here, each head's of its own: strides of batch and head are not
/// 0; that of rows is, where it is the sum over queries.
template <class T>
struct distance_derivatives {
  T* scores = nullptr;        ///< null: they are not wanted
  head_strides strides = {};  ///< of these derivatives, not of the scores
};
/// The gradient of attention(problem) where there are distance_scores.
template <class T>
void add_attention_gradient(const attention_problem<T>& problem, const T* dy, T* dq, T* dk, T* dv,
                            const distance_derivatives<T>& ddistances, T* workspace, threads& threads);
/// Elements of workspace that it needs; grows with each argument.
constexpr std::size_t attention_gradient_workspace(std::size_t batch, std::size_t key_heads, std::size_t keys,
                                                   std::size_t width, std::size_t value_width) {
  return batch * key_heads * keys * (width + value_width);
}

}  // namespace typeformer::kernels::inline v0_1
