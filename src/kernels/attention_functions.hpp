#pragma once
#include <cstddef>

#include <typeformer/kernels/attention.hpp>

namespace typeformer::kernels {

/// Queries and keys that are worked on at a time: their scores, some 200 KB, stay in a core's second cache. The more
/// keys, the longer the sums over them and the less often a row's largest score is looked for: over 2048 keys attention
/// runs at 0.81 of peak with 256 floats, 0.835 with 512 and 0.845 with 1024. The gradient keeps two such arrays.
inline constexpr std::size_t attention_block_queries = 48;
template <class T>
inline constexpr std::size_t attention_block_keys = 4096 / sizeof(T);
template <class T>
inline constexpr std::size_t attention_gradient_block_keys = 2048 / sizeof(T);

/// Multiplications a task has at least: heads of few keys are not worth sharing.
inline constexpr std::size_t least_attention_work = 1 << 14;

/// The derivatives of a loss by what an attention_problem reads and writes, with the same strides.
template <class T>
struct attention_derivatives {
  const T* dy;
  T *dq, *dk, *dv;
};

template <class T>
struct attention_functions {
  /// Queries [first, last), at most attention_block_queries, of one row of the batch and one head, over the first
  /// `keys` keys. `packed` holds those keys, transposed, and behind them their values, both in panels; where it is null
  /// there are few queries, and keys and values are read where they are.
  void (*block)(const attention_problem<T>& problem, std::size_t row, std::size_t head, std::size_t first,
                std::size_t last, std::size_t keys, const T* packed, void* scratch);
  /// Adds to dq, dk and dv of one row of the batch and one head, over the first `keys` > 0 keys. `packed` holds those
  /// keys and behind them their values, both transposed and in panels.
  void (*gradient)(const attention_problem<T>& problem, const attention_derivatives<T>& derivatives, std::size_t row,
                   std::size_t head, std::size_t keys, const T* packed, void* scratch);
};

}  // namespace typeformer::kernels
