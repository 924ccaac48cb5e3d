#pragma once
#include <algorithm>
#include <cstddef>

#include <typeformer/kernels/ceil_div.hpp>

#include "blocking.hpp"

namespace typeformer::kernels {

/// The tasks of a product: blocks of rows times groups of panels. They follow from its shape alone.
struct product_partition {
  std::size_t rows = 0, row_blocks = 0, panels = 0, panel_groups = 0;
  std::size_t task_work = 0;  // multiplications

  /// Multiplications of a task, at least: some 2 µs, of which handing it to another thread takes a tenth.
  static constexpr std::size_t least_work = 1 << 17;
  /// A panel is read from beyond L2 in the time of so many rows' multiplications.
  static constexpr std::size_t rows_while_reading = 4;
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
    const std::size_t panel_work =
        std::max<std::size_t>(1, std::max(rows / row_blocks, rows_while_reading) * panel_columns * inner);
    const std::size_t fewest = std::clamp(least_work / panel_work, std::min(least_panels, panels), panels);
    panel_groups = panels / fewest;
    task_work = panel_work * ceil_div(panels, panel_groups);
  }

  std::size_t tasks() const { return row_blocks * panel_groups; }

  /// Calls f(first_row, last_row, first_panel, last_panel) for a task. Tasks of one block of rows follow each other:
  /// its rows stay in L2.
  template <class F>
  void with_parts(std::size_t task, F f) const {
    const std::size_t block = task / panel_groups, group = task % panel_groups;
    f(first_row(block), first_row(block + 1), first_panel(group), first_panel(group + 1));
  }

 private:
  std::size_t first_panel(std::size_t group) const { return panels * group / panel_groups; }
  /// Blocks are as even as possible: 64 rows make two of 32, where whole tiles of MR rows would make 30 and 34.
  std::size_t first_row(std::size_t block) const { return rows * block / row_blocks; }
};

}  // namespace typeformer::kernels
