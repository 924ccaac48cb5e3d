#include "../../src/kernels/product_partition.hpp"

#include <cstddef>
#include <vector>

#include "../catch.hpp"

namespace typeformer::kernels {
namespace {

TEST_CASE("the tasks of a product have each row of each panel once, in blocks of whole units", "[product]") {
  for (const std::size_t rows : {1, 7, 31, 32, 33, 72, 85, 96, 97, 120, 512, 1000})
    for (const std::size_t columns : {1, 64, 300, 2048})
      for (const std::size_t unit : {1, 16, 32})
        for (const task_limits limits : {task_limits{.most_rows = 96, .least_panels = 1, .row_unit = unit},
                                         task_limits{.most_rows = 96, .least_panels = 16, .row_unit = unit},
                                         task_limits{.most_rows = 96, .row_unit = unit, .panels_outside = true}}) {
          INFO("rows " << rows << " columns " << columns << " unit " << unit << " panels " << limits.least_panels
                       << (limits.panels_outside ? ", outside" : ""));
          const product_partition partition(rows, columns, 512, limits);
          std::vector<int> seen(rows * partition.panels);
          for (std::size_t task = 0; task < partition.tasks(); ++task)
            partition.with_parts(task, [&](std::size_t first_row, std::size_t last_row, std::size_t first_panel,
                                           std::size_t last_panel) {
              CHECK(first_row < last_row);
              CHECK(last_row - first_row <= 96);
              CHECK(first_row % unit == 0);
              CHECK(first_panel < last_panel);
              for (std::size_t row = first_row; row < last_row; ++row)
                for (std::size_t panel = first_panel; panel < last_panel; ++panel)
                  ++seen[row * partition.panels + panel];
            });
          CHECK(seen == std::vector<int>(seen.size(), 1));
        }
}

TEST_CASE("a group of panels is multiplied with all rows before the next, where panels are outside", "[product]") {
  const product_partition partition(300, 2048, 512, {.most_rows = 96, .least_panels = 16, .panels_outside = true});
  std::vector<std::size_t> first_panels;
  for (std::size_t task = 0; task < partition.tasks(); ++task)
    partition.with_parts(task, [&](std::size_t, std::size_t, std::size_t first_panel, std::size_t) {
      first_panels.push_back(first_panel);
    });
  CHECK(first_panels == std::vector<std::size_t>{0, 0, 0, 0, 16, 16, 16, 16});
}

}  // namespace
}  // namespace typeformer::kernels
