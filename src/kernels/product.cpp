#include <algorithm>

#include <typeformer/kernels/product.hpp>

#include "panel.hpp"
#include "table.hpp"

namespace typeformer::kernels {
namespace {

constexpr std::size_t rounded_up(std::size_t a, std::size_t b) { return (a + b - 1) / b; }

/// How a product is cut into tasks: by its shape alone.
struct task_cut {
  std::size_t rows, tiles, row_blocks, panels, panels_a_task, panel_groups;

  task_cut(std::size_t row_count, std::size_t columns, std::size_t inner)
      : rows(row_count), tiles(rounded_up(row_count, tile_rows)) {
    // A task has some 2^17 multiplications, 2 µs, or more: sharing it costs a tenth of that.
    constexpr std::size_t least_work = 1 << 17, least_rows = 24, enough_tasks = 8;
    panels = rounded_up(columns, panel_columns);
    row_blocks = rounded_up(rows, product_block_rows);
    if (panels < enough_tasks)
      row_blocks = std::max(row_blocks, std::min(rows / least_rows, rounded_up(enough_tasks, panels)));
    const std::size_t panel_work = std::max<std::size_t>(1, rows / row_blocks * panel_columns * inner);
    panels_a_task = std::clamp<std::size_t>(least_work / panel_work, 1, panels);
    panel_groups = rounded_up(panels, panels_a_task);
  }

  /// Blocks of whole tiles.
  std::size_t first_row(std::size_t block) const { return rows * (tiles * block / row_blocks) / tiles; }
};

}  // namespace

template <class T>
void pack(const T* w, std::size_t row_stride, std::size_t column_stride, std::size_t inner, std::size_t columns,
          T* panels, threads& workers) {
  if (inner == 0 || columns == 0) return;
  constexpr std::size_t block = 512;
  const std::size_t blocks = rounded_up(inner, block);
  workers.for_each(rounded_up(columns, panel_columns) * blocks, [=](std::size_t task, void*) {
    const std::size_t column = task / blocks * panel_columns, first = task % blocks * block;
    pack_panel(w + column * column_stride, row_stride, column_stride, first, std::min(inner, first + block),
               std::min(panel_columns, columns - column), panels + column * inner);
  });
}

template <class T>
void product(const product_problem<T>& problem, threads& workers) {
  if (problem.rows == 0 || problem.columns == 0) return;
  const auto block = chosen_table<T>().product.block;
  const task_cut cut(problem.rows, problem.columns, problem.inner);
  // All panels of a block of rows in turn: the rows stay in the second cache.
  workers.for_each(cut.row_blocks * cut.panel_groups, [&](std::size_t task, void* scratch) {
    const std::size_t rows = task / cut.panel_groups, panel = task % cut.panel_groups * cut.panels_a_task;
    block(problem, cut.first_row(rows), cut.first_row(rows + 1), panel, std::min(cut.panels, panel + cut.panels_a_task),
          scratch);
  });
}

template void pack(const float*, std::size_t, std::size_t, std::size_t, std::size_t, float*, threads&);
template void pack(const double*, std::size_t, std::size_t, std::size_t, std::size_t, double*, threads&);
template void product(const product_problem<float>&, threads&);
template void product(const product_problem<double>&, threads&);

}  // namespace typeformer::kernels
