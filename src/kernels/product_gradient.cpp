#include <typeformer/kernels/gradients.hpp>

#include "product_cut.hpp"
#include "table.hpp"

namespace typeformer::kernels {
namespace {

template <class T>
void add_products(std::size_t outs, const weight_gradient_problem<T>& problem, threads& threads) {
  if (problem.rows == 0 || outs == 0 || problem.ins == 0) return;
  const auto kernel = chosen_table<T>().product.weight_gradient;
  // Copying pays for tasks of eight panels, if there remain enough of them.
  const product_cut copying(outs, problem.ins, problem.rows, copied_block_rows<T>, 8);
  const bool copies = copying.panels_a_task >= 8 && copying.tasks() >= product_cut::enough_tasks;
  const product_cut cut = copies ? copying : product_cut(outs, problem.ins, problem.rows);
  threads.for_each(cut.tasks(), [=](std::size_t task, void* scratch) {
    cut.with_parts(task,
                   [&](std::size_t first_out, std::size_t last_out, std::size_t first_panel, std::size_t last_panel) {
                     kernel(problem, first_out, last_out, first_panel, last_panel, copies ? scratch : nullptr);
                   });
  });
}

}  // namespace

template <class T>
void add_weight_gradient(std::size_t rows, std::size_t outs, std::size_t ins, const T* dy, const T* x, T* dw,
                         threads& threads) {
  add_products<T>(outs, {.rows = rows, .ins = ins, .dy = dy, .dy_stride = outs, .x = x, .dw = dw}, threads);
}

/// The bias is a weight whose input is always 1: dbᵀ += 1ᵀ·dy.
template <class T>
void add_column_sums(std::size_t rows, std::size_t columns, const T* dy, T* db, threads& threads) {
  constexpr T one = 1;
  add_products<T>(1, {.rows = rows, .ins = columns, .dy = &one, .dy_stride = 0, .x = dy, .dw = db}, threads);
}

template void add_weight_gradient(std::size_t, std::size_t, std::size_t, const float*, const float*, float*, threads&);
template void add_weight_gradient(std::size_t, std::size_t, std::size_t, const double*, const double*, double*,
                                  threads&);
template void add_column_sums(std::size_t, std::size_t, const float*, float*, threads&);
template void add_column_sums(std::size_t, std::size_t, const double*, double*, threads&);

}  // namespace typeformer::kernels
