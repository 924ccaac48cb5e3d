#pragma once
#include <algorithm>
#include <cstddef>

#include <typeformer/kernels/ceil_div.hpp>

#include "blocking.hpp"

namespace typeformer::kernels {

/// What a product's tasks depend on beside its shape.
struct task_limits {
  std::size_t most_rows = mc;    ///< of a block
  std::size_t least_panels = 1;  ///< of a task, if there are as many
  std::size_t row_unit = 1;      ///< what blocks of rows, but the last, are multiples of
  /// Whether all rows go over one group of panels before the next: then the group stays in a thread's L2, where else a
  /// block of rows does.
  bool panels_outside = false;
  /// A panel is read in the time of so many rows' multiplications. Floats from beyond L2 take 4; quantized weights, of
  /// which more stay in caches, and which are widened or whose rows of x are rounded, no longer than one.
  std::size_t rows_while_reading = 1;
};
/// Of products with a matrix of floats.
inline constexpr task_limits limits_of_floats{.rows_while_reading = 4};

/// The tasks of a product: blocks of rows times groups of panels. They follow from its shape and limits.
struct product_partition {
  std::size_t rows = 0, row_unit = 1, row_blocks = 0, panels = 0, panel_groups = 0;
  std::size_t task_work = 0;  // multiplications
  bool panels_outside = false;

  /// Multiplications of a task, at least: some 2 µs, of which handing it to another thread takes a tenth.
  static constexpr std::size_t least_work = 1 << 17;
  /// Where there are fewer tasks, they are made smaller.
  static constexpr std::size_t enough_tasks = 8;

  product_partition() = default;
  product_partition(std::size_t row_count, std::size_t columns, std::size_t inner, const task_limits& limits = {})
      : rows(row_count), row_unit(limits.row_unit), panels_outside(limits.panels_outside) {
    constexpr std::size_t least_rows = 24;
    panels = ceil_div(columns, panel_columns);
    row_blocks = ceil_div(rows, limits.most_rows);
    if (panels < enough_tasks)
      row_blocks = std::max(row_blocks, std::min(rows / least_rows, ceil_div(enough_tasks, panels)));
    row_blocks = std::min(row_blocks, ceil_div(rows, row_unit));
    const auto group = [&](std::size_t counted_rows) {
      const std::size_t panel_work = std::max<std::size_t>(1, counted_rows * panel_columns * inner);
      panel_groups = panels / std::clamp(least_work / panel_work, std::min(limits.least_panels, panels), panels);
      task_work = panel_work * ceil_div(panels, panel_groups);
    };
    group(rows / row_blocks);
    // Not where there are several tasks anyway: 1 x 512 x 512 takes 4 % longer in four tasks than in two.
    if (panel_groups == 1) group(std::max(rows / row_blocks, limits.rows_while_reading));
  }

  std::size_t tasks() const { return row_blocks * panel_groups; }

  /// Calls f(first_row, last_row, first_panel, last_panel) for a task.
  template <class F>
  void with_parts(std::size_t task, F f) const {
    const std::size_t block = panels_outside ? task % row_blocks : task / panel_groups;
    const std::size_t group = panels_outside ? task / row_blocks : task % panel_groups;
    f(first_row(block), first_row(block + 1), first_panel(group), first_panel(group + 1));
  }

 private:
  std::size_t first_panel(std::size_t group) const { return panels * group / panel_groups; }
  /// Blocks are as even as possible: 64 rows make two of 32, where whole tiles of MR rows would make 30 and 34.
  std::size_t first_row(std::size_t block) const {
    return std::min(rows, ceil_div(rows, row_unit) * block / row_blocks * row_unit);
  }
};

}  // namespace typeformer::kernels
