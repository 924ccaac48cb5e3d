#include <algorithm>
#include <array>

#include <typeformer/kernels/quantized.hpp>
#include <typeformer/kernels/grouped_product.hpp>

#include "panel.hpp"
#include "product_cut.hpp"
#include "table.hpp"

namespace typeformer::kernels {
namespace {

template <class T>
product_block<T> block_for(const product_problem<T>&) {
  return chosen_table<T>().product.block;
}
product_block<float, bf16_pair> block_for(const product_problem<float, bf16_pair>&) {
  return chosen_table<float>().narrow.bf16;
}
product_block<float, int8_quad> block_for(const product_problem<float, int8_quad>&) {
  return chosen_table<float>().narrow.int8;
}

template <class T, class Stored>
product_cut cut_for(const product_problem<T, Stored>& problem) {
  if (problem.rows == 0 || problem.columns == 0) return {};
  return {problem.rows, problem.columns, problem.inner};
}

template <class T, class Stored>
void run_task(product_block<T, Stored> block, const product_problem<T, Stored>& problem, const product_cut& cut,
              std::size_t task, void* scratch) {
  cut.with_parts(task,
                 [&](std::size_t first_row, std::size_t last_row, std::size_t first_panel, std::size_t last_panel) {
                   block(problem, first_row, last_row, first_panel, last_panel, scratch);
                 });
}

template <class T, class Stored>
void run_alone(const product_problem<T, Stored>& problem, threads& threads) {
  const auto block = block_for(problem);
  const auto cut = cut_for(problem);
  threads.for_each(cut.tasks(), [=](std::size_t task, void* scratch) { run_task(block, problem, cut, task, scratch); });
}

/// At most as many as a region has place for.
constexpr std::size_t most_grouped = 16;

/// Where in a region the tasks of several products stand that are cut into `slots` each: those that one thread is to
/// have follow each other, and of them those of one product. So a thread has the same rows or columns of all, and finds
/// them in its caches in what comes next; and the panel that a product asks for ahead is its thread's next one.
struct shared_order {
  std::size_t slots, products, threads;

  struct place {
    std::size_t slot, product;
  };
  place of(std::size_t task) const {
    const std::size_t worker = ((task / products + 1) * threads - 1) / slots;
    const std::size_t first = first_slot(worker), size = first_slot(worker + 1) - first;
    const std::size_t behind = task - first * products;
    return {first + behind % size, behind / size};
  }

 private:
  std::size_t first_slot(std::size_t worker) const { return worker * slots / threads; }
};

template <class T, class Stored>
void run_grouped(std::span<const product_problem<T, Stored>> some, threads& threads) {
  std::array<product_cut, most_grouped> cuts;
  std::size_t slots = 0, most_work = 1;
  for (std::size_t i = 0; i < some.size(); ++i) {
    cuts[i] = cut_for(some[i]);
    slots = std::max(slots, cuts[i].tasks());
    most_work = std::max(most_work, cuts[i].task_work);
  }
  // Of products that are too small for a task of their own, several make one.
  const std::size_t at_once = std::clamp<std::size_t>(product_cut::least_work / most_work, 1, some.size());
  const shared_order order{slots, product_cut::ceil_div(some.size(), at_once), threads.count()};
  const auto block = block_for(some.front());
  // By value: what is reached by a reference arrives later.
  threads.for_each(order.slots * order.products, [=](std::size_t task, void* scratch) {
    const auto [slot, group] = order.of(task);
    for (std::size_t i = group * at_once; i < std::min(some.size(), (group + 1) * at_once); ++i)
      for (std::size_t own = slot * cuts[i].tasks() / slots; own < (slot + 1) * cuts[i].tasks() / slots; ++own)
        run_task(block, some[i], cuts[i], own, scratch);
  });
}

}  // namespace

template <class T>
void pack(const T* w, std::size_t row_stride, std::size_t column_stride, std::size_t inner, std::size_t columns,
          T* panels, threads& threads) {
  if (inner == 0 || columns == 0) return;
  constexpr std::size_t block = 512;
  const std::size_t blocks = product_cut::ceil_div(inner, block);
  threads.for_each(product_cut::ceil_div(columns, panel_columns) * blocks, [=](std::size_t task, void*) {
    const std::size_t column = task / blocks * panel_columns, first = task % blocks * block;
    pack_panel(w + column * column_stride, row_stride, column_stride, first, std::min(inner, first + block),
               std::min(panel_columns, columns - column), panels + column * inner);
  });
}

template <class T>
void product(const product_problem<T>& problem, threads& threads) {
  run_alone(problem, threads);
}
void product(const product_problem<float, bf16_pair>& problem, threads& threads) { run_alone(problem, threads); }
void product(const product_problem<float, int8_quad>& problem, threads& threads) { run_alone(problem, threads); }

template <class T, class Stored>
void products(std::span<const product_problem<T, Stored>> all, threads& threads) {
  while (!all.empty()) {
    const auto some = all.first(std::min(all.size(), most_grouped));
    run_grouped(some, threads);
    all = all.subspan(some.size());
  }
}

template void pack(const float*, std::size_t, std::size_t, std::size_t, std::size_t, float*, threads&);
template void pack(const double*, std::size_t, std::size_t, std::size_t, std::size_t, double*, threads&);
template void product(const product_problem<float>&, threads&);
template void product(const product_problem<double>&, threads&);
template void products(std::span<const product_problem<float>>, threads&);
template void products(std::span<const product_problem<double>>, threads&);
template void products(std::span<const product_problem<float, bf16_pair>>, threads&);
template void products(std::span<const product_problem<float, int8_quad>>, threads&);

}  // namespace typeformer::kernels
