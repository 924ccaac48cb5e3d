#pragma once
#include <algorithm>
#include <cstddef>

#include <typeformer/kernels/ceil_div.hpp>

#include "blocking.hpp"

namespace typeformer::kernels {

/// The tasks of a product: blocks of rows times groups of panels. They follow from its shape alone.
struct product_partition {
  std::size_t rows = 0, row_blocks = 0, panels = 0, panels_a_task = 0, panel_groups = 0;
  std::size_t task_work = 0;  // multiplications

  /// Multiplications of a task, at least: some 2 µs, of which handing it to another thread takes a tenth.
  static constexpr std::size_t least_work = 1 << 17;
  /// Where there are fewer tasks, they are made smaller.
  static constexpr std::size_t enough_tasks = 8;

  product_partition() = default;
  product_partition(std::size_t row_count, std::size_t columns, std::size_t inner, std::size_t most_rows = mc,
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

  /// Calls f(first_row, last_row, first_panel, last_panel) for a task. Tasks of one block of rows follow each other:
  /// its rows stay in L2.
  template <class F>
  void with_parts(std::size_t task, F f) const {
    const std::size_t block = task / panel_groups, panel = task % panel_groups * panels_a_task;
    f(first_row(block), first_row(block + 1), panel, std::min(panels, panel + panels_a_task));
  }

 private:
  /// Blocks are as even as possible: 64 rows make two of 32, where whole tiles of MR rows would make 30 and 34.
  std::size_t first_row(std::size_t block) const { return rows * block / row_blocks; }
};

}  // namespace typeformer::kernels
