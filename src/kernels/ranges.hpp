#pragma once
#include <algorithm>
#include <cstddef>

#include <typeformer/kernels/ceil_div.hpp>
#include <typeformer/kernels/threads.hpp>

/// How work that is the same for each element, or each row, is partitioned into tasks.
namespace typeformer::kernels {

/// Elements a task has at least: some microseconds of work, against the 0.2 µs that it takes to hand tasks out.
inline constexpr std::size_t task_elements = 16384;

/// Rows of `columns` elements that make a task.
inline std::size_t task_rows(std::size_t columns) {
  return std::max<std::size_t>(1, task_elements / std::max<std::size_t>(1, columns));
}

/// Calls f(first, last) for ranges of `grain` that together make [0, count).
template <class F>
void for_each_range(std::size_t count, std::size_t grain, threads& threads, const F& f) {
  threads.for_each(ceil_div(count, grain),
                   [&](std::size_t task, void*) { f(task * grain, std::min(count, (task + 1) * grain)); });
}

/// Calls f(task, scratch) for each of `tasks`, of which one has `work`. Neighbours are grouped, and run one after the
/// other on one worker, so that a group has `least_work`.
template <class F>
void for_each_grouped(std::size_t tasks, std::size_t work, std::size_t least_work, threads& threads, const F& f) {
  const std::size_t grain = std::max<std::size_t>(1, least_work / std::max<std::size_t>(1, work));
  threads.for_each(ceil_div(tasks, grain), [&](std::size_t group, void* scratch) {
    const std::size_t end = std::min(tasks, (group + 1) * grain);
    for (std::size_t task = group * grain; task < end; ++task) f(task, scratch);
  });
}

}  // namespace typeformer::kernels
