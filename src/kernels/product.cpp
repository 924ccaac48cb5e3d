#include <algorithm>

#include <typeformer/kernels/narrow.hpp>
#include <typeformer/kernels/product.hpp>

#include "panel.hpp"
#include "product_cut.hpp"
#include "table.hpp"

namespace typeformer::kernels {
namespace {

template <class T, class Stored>
void product_by(product_block<T, Stored> block, const product_problem<T, Stored>& problem, threads& workers) {
  if (problem.rows == 0 || problem.columns == 0) return;
  const product_cut cut(problem.rows, problem.columns, problem.inner);
  workers.for_each(cut.tasks(), [=](std::size_t task, void* scratch) {
    cut.with_parts(task,
                   [&](std::size_t first_row, std::size_t last_row, std::size_t first_panel, std::size_t last_panel) {
                     block(problem, first_row, last_row, first_panel, last_panel, scratch);
                   });
  });
}

}  // namespace

template <class T>
void pack(const T* w, std::size_t row_stride, std::size_t column_stride, std::size_t inner, std::size_t columns,
          T* panels, threads& workers) {
  if (inner == 0 || columns == 0) return;
  constexpr std::size_t block = 512;
  const std::size_t blocks = product_cut::rounded_up(inner, block);
  workers.for_each(product_cut::rounded_up(columns, panel_columns) * blocks, [=](std::size_t task, void*) {
    const std::size_t column = task / blocks * panel_columns, first = task % blocks * block;
    pack_panel(w + column * column_stride, row_stride, column_stride, first, std::min(inner, first + block),
               std::min(panel_columns, columns - column), panels + column * inner);
  });
}

template <class T>
void product(const product_problem<T>& problem, threads& workers) {
  product_by(chosen_table<T>().product.block, problem, workers);
}
template <>
void product(const product_problem<float, bf16_pair>& problem, threads& workers) {
  product_by(chosen_table<float>().narrow.bf16, problem, workers);
}
template <>
void product(const product_problem<float, int8_quad>& problem, threads& workers) {
  product_by(chosen_table<float>().narrow.int8, problem, workers);
}

template void pack(const float*, std::size_t, std::size_t, std::size_t, std::size_t, float*, threads&);
template void pack(const double*, std::size_t, std::size_t, std::size_t, std::size_t, double*, threads&);
template void product(const product_problem<float>&, threads&);
template void product(const product_problem<double>&, threads&);

}  // namespace typeformer::kernels
