#include <algorithm>
#include <type_traits>

#include <typeformer/kernels/attention.hpp>
#include <typeformer/kernels/ceil_div.hpp>
#include <typeformer/kernels/product.hpp>
#include <typeformer/kernels/quantized.hpp>

#include "blocking.hpp"
#include "panel.hpp"
#include "ranges.hpp"
#include "table.hpp"

namespace typeformer::kernels::inline v0_1 {
namespace {

/// Multiplications a task has at least: heads of few keys make a task together.
constexpr std::size_t least_attention_work = 1 << 14;

/// How many of the first keys some query attends to, lengths of rows aside. A decoding step's keys are as many as the
/// KV cache has room for.
template <class T>
std::size_t keys_of_all_rows(const attention_problem<T>& problem) {
  const auto keys = static_cast<std::ptrdiff_t>(problem.keys);
  if (!problem.mask.causal) return problem.keys;
  return static_cast<std::size_t>(
      std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(problem.queries) + problem.mask.offset, 0, keys));
}

/// How many of the first keys some query in this row of the batch attends to.
template <class T>
std::size_t keys_of(const attention_problem<T>& problem, std::size_t row) {
  const std::size_t keys = keys_of_all_rows(problem);
  if (!problem.mask.lengths) return keys;
  return std::min(keys, static_cast<std::size_t>(std::max<std::ptrdiff_t>(problem.mask.lengths[row], 0)));
}

/// Packs, for each row of the batch and each head of keys, its keys as a matrix [width, keys] and behind it its values
/// as a matrix [keys, value_width]. A task packs some 64 keys of each.
template <class T>
void pack_heads(const attention_problem<T>& p, T* workspace, threads& threads) {
  const std::size_t parts = ceil_div(p.keys, panel_columns);
  const std::size_t elements = std::min(p.keys, panel_columns) * (p.width + p.value_width);
  for_each_grouped(p.batch * p.key_heads() * parts, elements, task_elements, threads, [&](std::size_t task, void*) {
    const std::size_t row = task / parts / p.key_heads(), head = task / parts % p.key_heads();
    const std::size_t keys = keys_of(p, row), first = task % parts * panel_columns;
    if (first >= keys) return;
    const std::size_t last = std::min(keys, first + panel_columns);
    T* const packed = workspace + task / parts * p.keys * (p.width + p.value_width);
    const std::size_t own = p.key_row(row);
    const T* const k = p.k + own * p.k_strides.batch + head * p.k_strides.head + first * p.k_strides.row;
    pack_panel(k, 1, p.k_strides.row, 0, p.width, last - first, packed + first * p.width);
    const T* const v = p.v + own * p.v_strides.batch + head * p.v_strides.head;
    for (std::size_t column = 0; column < p.value_width; column += panel_columns)
      pack_panel(v + column, p.v_strides.row, 1, first, last, std::min(panel_columns, p.value_width - column),
                 packed + keys * (p.width + column));
  });
}

/// How many words pack_bf16_heads writes for a head.
constexpr std::size_t bf16_head_words(std::size_t keys, std::size_t width, std::size_t value_width) {
  return quantized_words<bf16_step_pair>(width, keys) + quantized_words<bf16_step_pair>(keys, value_width);
}

/// Whether both products multiply bf16: where registers hold matrices. Words are filled up with zeros; where they are
/// three quarters of the floats or more, these are as fast.
template <class T>
bool multiplies_bf16(const attention_problem<T>& p) {
  if (!std::is_same_v<T, float> || !p.rounds || p.distances.scores || p.distances.yields_weights) return false;
  if (!chosen_dots().bf16.matrix.multiply || std::max(p.width, p.value_width) > bf16_attention_width) return false;
  return 4 * bf16_head_words(p.keys, p.width, p.value_width) < 3 * p.keys * (p.width + p.value_width);
}

/// As pack_heads, words of bf16. A task packs 64 keys.
void pack_bf16_heads(const attention_problem<float>& p, bf16_step_pair* workspace, threads& threads) {
  const auto pack = chosen_table<float>().quantized.pack_bf16_panel;
  const std::size_t parts = ceil_div(p.keys, panel_columns);
  const std::size_t elements = std::min(p.keys, panel_columns) * (p.width + p.value_width);
  const std::size_t words = bf16_head_words(p.keys, p.width, p.value_width);
  for_each_grouped(p.batch * p.key_heads() * parts, elements, task_elements, threads, [&](std::size_t task, void*) {
    const std::size_t row = task / parts / p.key_heads(), head = task / parts % p.key_heads();
    const std::size_t keys = keys_of(p, row), first = task % parts * panel_columns;
    if (first >= keys) return;
    const std::size_t count = std::min(panel_columns, keys - first), own = p.key_row(row);
    bf16_step_pair* const packed = workspace + task / parts * words;
    const float* const k = p.k + own * p.k_strides.batch + head * p.k_strides.head + first * p.k_strides.row;
    pack(k, 1, p.k_strides.row, p.width, count, packed + quantized_words<bf16_step_pair>(p.width, first));
    const float* const v = p.v + own * p.v_strides.batch + head * p.v_strides.head + first * p.v_strides.row;
    bf16_step_pair* values =
        packed + quantized_words<bf16_step_pair>(p.width, keys) + word_rows<bf16_step_pair>(first) * panel_columns;
    for (std::size_t column = 0; column < p.value_width; column += panel_columns) {
      pack(v + column, p.v_strides.row, 1, count, std::min(panel_columns, p.value_width - column), values);
      values += word_rows<bf16_step_pair>(keys) * panel_columns;
    }
  });
}

/// Packs, for each row of the batch and each head of keys, its keys as a matrix [width, keys] and behind it its values
/// as a matrix [value_width, keys]. A task packs 64 keys of each.
template <class T>
void pack_transposed(const attention_problem<T>& p, T* workspace, threads& threads) {
  const std::size_t parts = ceil_div(p.keys, panel_columns);
  const std::size_t elements = std::min(p.keys, panel_columns) * (p.width + p.value_width);
  for_each_grouped(p.batch * p.key_heads() * parts, elements, task_elements, threads, [&](std::size_t task, void*) {
    const std::size_t row = task / parts / p.key_heads(), head = task / parts % p.key_heads();
    const std::size_t keys = keys_of(p, row), first = task % parts * panel_columns;
    if (first >= keys) return;
    const std::size_t count = std::min(panel_columns, keys - first);
    T* const packed = workspace + task / parts * p.keys * (p.width + p.value_width);
    const auto pack = [&](const T* x, const head_strides& strides, std::size_t width, T* panels) {
      x += row * strides.batch + head * strides.head + first * strides.row;
      pack_panel(x, 1, strides.row, 0, width, count, panels + first * width);
    };
    pack(p.k, p.k_strides, p.width, packed);
    pack(p.v, p.v_strides, p.value_width, packed + keys * p.width);
  });
}

/// Whether each query is answered by itself, without blocks and packing: one that is alone, and each where there are
/// few keys.
template <class T>
bool is_answered_singly(const attention_problem<T>& p) {
  if (p.distances.scores || p.distances.yields_weights) return false;
  return p.queries == 1 || 2 * p.keys <= 2 * attention_few_keys + (p.mask.causal ? std::min(p.queries, p.keys) : 0);
}

/// Without packing: queries that are answered singly, or few. A head of many keys is a task of its own; of others the
/// first of some answers them together. Which it is follows from the row alone: so results depend neither on the number
/// of threads nor on the batch.
template <class T>
void attend_unpacked(const attention_problem<T>& p, threads& threads) {
  const auto& kernels = chosen_table<T>().attention;
  const bool singly = is_answered_singly(p);
  const std::size_t widths = p.width + p.value_width;
  for_each_grouped(p.batch * p.heads, p.queries * keys_of_all_rows(p) * widths, least_attention_work, threads,
                   [&](std::size_t task, void* scratch) {
                     const std::size_t row = task / p.heads, head = task % p.heads, keys = keys_of(p, row);
                     if (!singly || keys > attention_block_keys<T>)
                       return kernels.block(p, row, head, 0, p.queries, keys, nullptr, scratch);
                     const std::size_t heads = keys * widths < least_attention_work ? attention_heads_together : 1;
                     if (head % heads != 0) return;
                     const std::size_t last = std::min(head + heads, p.heads);
                     for (std::size_t query = 0; query < p.queries; ++query)
                       kernels.query(p, row, query, head, last, keys, scratch);
                   });
}

/// Calls block(row, head, first, last, keys, packed, scratch) for blocks of queries of each head, for whose keys and
/// values there are `size` elements in what was packed. A block has at most so many queries.
template <class T, class Packed, class Block>
void for_each_block(const attention_problem<T>& p, std::size_t most_queries, const Packed* packed, std::size_t size,
                    threads& threads, const Block& block) {
  const std::size_t work = p.queries * p.keys * (p.width + p.value_width);
  const std::size_t blocks = ceil_div(p.queries, most_queries);
  for_each_grouped(p.batch * p.heads * blocks, work / blocks, least_attention_work, threads,
                   [&](std::size_t task, void* scratch) {
                     const std::size_t row = task / blocks / p.heads, head = task / blocks % p.heads;
                     // Of each head the last queries first: under a causal mask they take longest.
                     const std::size_t part = blocks - 1 - task % blocks;
                     block(row, head, p.queries * part / blocks, p.queries * (part + 1) / blocks, keys_of(p, row),
                           packed + task / blocks / p.group * size, scratch);
                   });
}

void attend_in_bf16(const attention_problem<float>& problem, bf16_step_pair* packed, threads& threads) {
  pack_bf16_heads(problem, packed, threads);
  const auto& kernels = chosen_table<float>().attention;
  for_each_block(problem, bf16_attention_block_queries, packed,
                 bf16_head_words(problem.keys, problem.width, problem.value_width), threads,
                 [&](std::size_t row, std::size_t head, std::size_t first, std::size_t last, std::size_t keys,
                     const bf16_step_pair* words, void* scratch) {
                   const bool is_finite = kernels.bf16_block(problem, row, head, first, last, keys, words, scratch,
                                                             chosen_dots().bf16.matrix);
                   // What is hidden may be why. In floats it enters no sum.
                   if (!is_finite && problem.mask.causal)
                     kernels.block(problem, row, head, first, last, keys, nullptr, scratch);
                 });
}

}  // namespace

template <class T>
void attention(const attention_problem<T>& problem, T* workspace, threads& threads) {
  if (problem.queries == 0 || problem.columns() == 0) return;
  if (problem.queries <= attention_few_queries || is_answered_singly(problem)) return attend_unpacked(problem, threads);
  if constexpr (std::is_same_v<T, float>)
    if (multiplies_bf16(problem)) return attend_in_bf16(problem, reinterpret_cast<bf16_step_pair*>(workspace), threads);
  pack_heads(problem, workspace, threads);
  const auto block = chosen_table<T>().attention.block;
  for_each_block(
      problem, attention_block_queries, workspace, problem.keys * (problem.width + problem.value_width), threads,
      [&](std::size_t row, std::size_t head, std::size_t first, std::size_t last, std::size_t keys, const T* packed,
          void* scratch) { block(problem, row, head, first, last, keys, packed, scratch); });
}

template <class T>
void add_attention_gradient(const attention_problem<T>& problem, const T* dy, T* dq, T* dk, T* dv, T* workspace,
                            threads& threads) {
  add_attention_gradient(problem, dy, dq, dk, dv, {}, workspace, threads);
}

template <class T>
void add_attention_gradient(const attention_problem<T>& problem, const T* dy, T* dq, T* dk, T* dv,
                            const distance_derivatives<T>& ddistances, T* workspace, threads& threads) {
  if (problem.queries == 0 || problem.keys == 0 || problem.columns() == 0) return;
  pack_transposed(problem, workspace, threads);
  const auto gradient = chosen_table<T>().attention.gradient;
  const std::size_t work = problem.group * problem.queries * problem.keys * (problem.width + problem.value_width);
  // Heads that share keys are one task: their derivatives are sums over all of the group.
  for_each_grouped(problem.batch * problem.key_heads(), work, least_attention_work, threads,
                   [&](std::size_t task, void* scratch) {
                     const std::size_t row = task / problem.key_heads(), keys = keys_of(problem, row);
                     if (keys == 0) return;
                     const std::size_t first = task % problem.key_heads() * problem.group;
                     for (std::size_t head = first; head < first + problem.group; ++head)
                       gradient(problem, {dy, dq, dk, dv, ddistances}, row, head, keys,
                                workspace + task * problem.keys * (problem.width + problem.value_width), scratch);
                   });
}

template void attention(const attention_problem<float>&, float*, threads&);
template void attention(const attention_problem<double>&, double*, threads&);
template void add_attention_gradient(const attention_problem<float>&, const float*, float*, float*, float*, float*,
                                     threads&);
template void add_attention_gradient(const attention_problem<double>&, const double*, double*, double*, double*,
                                     double*, threads&);
template void add_attention_gradient(const attention_problem<float>&, const float*, float*, float*, float*,
                                     const distance_derivatives<float>&, float*, threads&);
template void add_attention_gradient(const attention_problem<double>&, const double*, double*, double*, double*,
                                     const distance_derivatives<double>&, double*, threads&);

}  // namespace typeformer::kernels::inline v0_1
