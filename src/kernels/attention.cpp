#include <algorithm>

#include <typeformer/kernels/attention.hpp>
#include <typeformer/kernels/product.hpp>

#include "keys_of.hpp"
#include "panel.hpp"
#include "ranges.hpp"
#include "table.hpp"

namespace typeformer::kernels {
namespace {

constexpr std::size_t ceil_div(std::size_t a, std::size_t b) { return (a + b - 1) / b; }

/// Stores, for each row of the batch and each head of keys, these as a matrix [width, keys] and behind it its values as
/// a matrix [keys, value_width], both in panels. A task packs some 64 keys of each.
template <class T>
void pack_heads(const attention_problem<T>& p, T* workspace, threads& threads) {
  const std::size_t parts = ceil_div(p.keys, panel_columns);
  const std::size_t elements = std::min(p.keys, panel_columns) * (p.width + p.value_width);
  for_each_grouped(p.batch * p.key_heads() * parts, elements, task_elements, threads, [=](std::size_t task, void*) {
    const std::size_t row = task / parts / p.key_heads(), head = task / parts % p.key_heads();
    const std::size_t keys = keys_of(p, row), first = task % parts * panel_columns;
    if (first >= keys) return;
    const std::size_t last = std::min(keys, first + panel_columns);
    T* const packed = workspace + task / parts * p.keys * (p.width + p.value_width);
    const T* const k = p.k + row * p.k_strides.batch + head * p.k_strides.head + first * p.k_strides.row;
    pack_panel(k, 1, p.k_strides.row, 0, p.width, last - first, packed + first * p.width);
    const T* const v = p.v + row * p.v_strides.batch + head * p.v_strides.head;
    for (std::size_t column = 0; column < p.value_width; column += panel_columns)
      pack_panel(v + column, p.v_strides.row, 1, first, last, std::min(panel_columns, p.value_width - column),
                 packed + keys * (p.width + column));
  });
}

}  // namespace

template <class T>
void attention(const attention_problem<T>& problem, T* workspace, threads& threads) {
  if (problem.queries == 0 || problem.value_width == 0) return;
  const auto block = chosen_table<T>().attention.block;
  const std::size_t heads = problem.batch * problem.heads;
  const std::size_t work = problem.queries * problem.keys * (problem.width + problem.value_width);
  if (problem.queries <= attention_few_queries) {
    for_each_grouped(heads, work, least_attention_work, threads, [=](std::size_t task, void* scratch) {
      const std::size_t row = task / problem.heads;
      block(problem, row, task % problem.heads, 0, problem.queries, keys_of(problem, row), nullptr, scratch);
    });
    return;
  }
  pack_heads(problem, workspace, threads);
  const std::size_t blocks = ceil_div(problem.queries, attention_block_queries);
  for_each_grouped(heads * blocks, work / blocks, least_attention_work, threads, [=](std::size_t task, void* scratch) {
    const std::size_t row = task / blocks / problem.heads, head = task / blocks % problem.heads;
    // Of each head the last queries first: under a causal mask they take longest.
    const std::size_t part = blocks - 1 - task % blocks;
    const T* const packed =
        workspace + (task / blocks / problem.group) * problem.keys * (problem.width + problem.value_width);
    block(problem, row, head, problem.queries * part / blocks, problem.queries * (part + 1) / blocks,
          keys_of(problem, row), packed, scratch);
  });
}

template void attention(const attention_problem<float>&, float*, threads&);
template void attention(const attention_problem<double>&, double*, threads&);

}  // namespace typeformer::kernels
