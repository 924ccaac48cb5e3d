#pragma once
#include <algorithm>
#include <cstddef>

#include "product_functions.hpp"

namespace typeformer::kernels {

/// How a product is cut into tasks: by its shape alone.
struct product_cut {
  std::size_t rows = 0, row_blocks = 0, panels = 0, panels_a_task = 0, panel_groups = 0;
  std::size_t task_work = 0;  // multiplications

  /// A task has some 2^17 multiplications, 2 µs, or more: sharing it costs a tenth of that.
  static constexpr std::size_t least_work = 1 << 17;
  /// For less of them, tasks are made smaller.
  static constexpr std::size_t enough_tasks = 8;

  product_cut() = default;
  product_cut(std::size_t row_count, std::size_t columns, std::size_t inner, std::size_t most_rows = product_block_rows,
              std::size_t least_panels = 1)
      : rows(row_count) {
    constexpr std::size_t least_rows = 24;
    panels = ceil_div(columns, panel_columns);
    row_blocks = ceil_div(rows, most_rows);
    if (panels < enough_tasks)
      row_blocks = std::max(row_blocks, std::min(rows / least_rows, ceil_div(enough_tasks, panels)));
    const std::size_t panel_work = std::max<std::size_t>(1, rows / row_blocks * panel_columns * inner);
    panels_a_task = std::clamp(least_work / panel_work, std::min(least_panels, panels), panels);
    panel_groups = ceil_div(panels, panels_a_task);
    task_work = panel_work * panels_a_task;
  }

  std::size_t tasks() const { return row_blocks * panel_groups; }

  /// Calls f(first_row, last_row, first_panel, last_panel) for a task. All panels of a block of rows come in turn: the
  /// rows stay in the second cache.
  template <class F>
  void with_parts(std::size_t task, F f) const {
    const std::size_t block = task / panel_groups, panel = task % panel_groups * panels_a_task;
    f(first_row(block), first_row(block + 1), panel, std::min(panels, panel + panels_a_task));
  }

  static constexpr std::size_t ceil_div(std::size_t a, std::size_t b) { return (a + b - 1) / b; }

 private:
  /// As even as can be: 64 rows make two blocks of 32; whole tiles of six would make 29 and 35.
  std::size_t first_row(std::size_t block) const { return rows * block / row_blocks; }
};

}  // namespace typeformer::kernels
