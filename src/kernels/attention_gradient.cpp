#include <algorithm>

#include <typeformer/kernels/gradients.hpp>

#include "keys_of.hpp"
#include "panel.hpp"
#include "ranges.hpp"
#include "table.hpp"

namespace typeformer::kernels {
namespace {

/// Stores, for each row of the batch and each head of keys, these as a matrix [width, keys] and behind it its values as
/// a matrix [value_width, keys], both in panels. A task packs 64 keys of each.
template <class T>
void pack_transposed(const attention_problem<T>& p, T* workspace, threads& threads) {
  const std::size_t parts = (p.keys + panel_columns - 1) / panel_columns;
  const std::size_t elements = std::min(p.keys, panel_columns) * (p.width + p.value_width);
  for_each_grouped(p.batch * p.key_heads() * parts, elements, task_elements, threads, [=](std::size_t task, void*) {
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

}  // namespace

template <class T>
void add_attention_gradient(const attention_problem<T>& problem, const T* dy, T* dq, T* dk, T* dv, T* workspace,
                            threads& threads) {
  if (problem.queries == 0 || problem.keys == 0 || problem.value_width == 0) return;
  pack_transposed(problem, workspace, threads);
  const auto gradient = chosen_table<T>().attention.gradient;
  const std::size_t work = problem.group * problem.queries * problem.keys * (problem.width + problem.value_width);
  // Heads that share keys are one task: their derivatives are sums over all of the group.
  for_each_grouped(problem.batch * problem.key_heads(), work, least_attention_work, threads,
                   [=](std::size_t task, void* scratch) {
                     const std::size_t row = task / problem.key_heads(), keys = keys_of(problem, row);
                     if (keys == 0) return;
                     const std::size_t first = task % problem.key_heads() * problem.group;
                     for (std::size_t head = first; head < first + problem.group; ++head)
                       gradient(problem, {dy, dq, dk, dv}, row, head, keys,
                                workspace + task * problem.keys * (problem.width + problem.value_width), scratch);
                   });
}

template void add_attention_gradient(const attention_problem<float>&, const float*, float*, float*, float*, float*,
                                     threads&);
template void add_attention_gradient(const attention_problem<double>&, const double*, double*, double*, double*,
                                     double*, threads&);

}  // namespace typeformer::kernels
