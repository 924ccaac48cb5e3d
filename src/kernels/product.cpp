#include <algorithm>
#include <array>
#include <type_traits>

#include <typeformer/kernels/ceil_div.hpp>
#include <typeformer/kernels/grouped_product.hpp>
#include <typeformer/kernels/quantized.hpp>

#include "panel.hpp"
#include "product_partition.hpp"
#include "table.hpp"

namespace typeformer::kernels::inline v0_1 {
namespace {

template <class T>
product_block<T> block_for(const product_problem<T>&) {
  return chosen_table<T>().product.block;
}
product_block<float, bf16_pair> block_for(const product_problem<float, bf16_pair>&) {
  return chosen_table<float>().quantized.bf16;
}
product_block<float, int8_quad> block_for(const product_problem<float, int8_quad>&) {
  return chosen_table<float>().quantized.int8;
}

/// The block of a product of what is stored, with the kernel of the chosen instruction set.
template <class Stored>
struct chosen_dot_block {
  dot_product_block<Stored> block;
  dot_kernels kernels;

  void operator()(const product_problem<float, Stored>& problem, std::size_t first_row, std::size_t last_row,
                  std::size_t first_panel, std::size_t last_panel, void* scratch) const {
    block(problem, first_row, last_row, first_panel, last_panel, scratch, kernels);
  }
};
chosen_dot_block<bf16_step_pair> block_for(const product_problem<float, bf16_step_pair>&) {
  return {chosen_table<float>().quantized.bf16_dots, chosen_dots().bf16};
}
chosen_dot_block<int8_step_quad> block_for(const product_problem<float, int8_step_quad>&) {
  return {chosen_table<float>().quantized.int8_dots, chosen_dots().int8};
}

/// The tasks of a product of what is stored: a word takes the time of one multiplication. A task rounds its rows of x,
/// which takes as long as half a panel: so tasks have as many panels as leave some for other threads. What is computed
/// does not depend on it.
template <class Stored>
product_partition partition_of_dots(const product_problem<float, Stored>& problem, const threads& threads) {
  const bool on_matrices = block_for(problem).kernels.matrix.takes(problem.rows);
  task_limits limits{.most_rows = dot_rows, .row_unit = on_matrices ? matrix_tile_rows : 1};
  const auto with = [&](std::size_t least_panels) {
    limits.least_panels = least_panels;
    return product_partition(problem.rows, problem.columns, ceil_div(problem.inner, Stored::steps), limits);
  };
  const std::size_t panels = ceil_div(problem.columns, panel_columns);
  const std::size_t panel_words = std::max(word_rows<Stored>(problem.inner), word_block) * panel_columns;
  const std::size_t panels_in_l2 = matrix_panel_bytes / (panel_words * sizeof(Stored));
  if (on_matrices && panels <= panels_in_l2) {
    limits.most_rows = matrix_tile_rows;
  } else if (on_matrices && panels_in_l2 >= least_matrix_panels && problem.rows > dot_rows) {
    limits.most_rows = matrix_tile_rows;
    limits.panels_outside = true;
    return with(panels / ceil_div(panels, panels_in_l2));
  }
  if (threads.count() == 1) return with(panels);
  for (const std::size_t some : {16, 8})
    if (const auto large = with(some); large.tasks() >= product_partition::enough_tasks / 2) return large;
  return with(4);
}

template <class T, class Stored>
product_partition partition_of(const product_problem<T, Stored>& problem, const threads& threads) {
  if (problem.rows == 0 || problem.columns == 0) return {};
  if constexpr (multiplied_as_stored<Stored>) {
    return partition_of_dots(problem, threads);
  } else {
    return {problem.rows, problem.columns, problem.inner, quantized<Stored> ? task_limits{} : limits_of_floats};
  }
}

template <class Block, class T, class Stored>
void run_task(Block block, const product_problem<T, Stored>& problem, const product_partition& partition,
              std::size_t task, void* scratch) {
  partition.with_parts(
      task, [&](std::size_t first_row, std::size_t last_row, std::size_t first_panel, std::size_t last_panel) {
        block(problem, first_row, last_row, first_panel, last_panel, scratch);
      });
}

template <class T, class Stored>
void run_alone(const product_problem<T, Stored>& problem, threads& threads) {
  const auto block = block_for(problem);
  const auto partition = partition_of(problem, threads);
  threads.for_each(partition.tasks(),
                   [=](std::size_t task, void* scratch) { run_task(block, problem, partition, task, scratch); });
}

/// The same product with the matrix in bf16.
product_problem<float, bf16_step_pair> in_bf16(const product_problem<float>& p) {
  return {.rows = p.rows,
          .columns = p.columns,
          .inner = p.inner,
          .x = p.x,
          .x_stride = p.x_stride,
          .w = {p.w.bf16},
          .y = p.y,
          .y_stride = p.y_stride,
          .scale = p.scale,
          .bias = p.bias,
          .function = p.function,
          .residual = p.residual,
          .residual_stride = p.residual_stride};
}

/// Products of one parallel region, at most.
constexpr std::size_t most_grouped = 16;

/// The order of a grouped product's tasks, of which each product has `slots`. The tasks of one thread follow each
/// other, and among these the tasks of one product. So a thread has the same rows or columns of all products, and the
/// next operation finds them in its caches; and the panel that a product prefetches is the next one of its thread.
struct grouped_order {
  std::size_t slots, products, threads;

  struct position {
    std::size_t slot, product;
  };
  position of(std::size_t task) const {
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
  std::array<product_partition, most_grouped> partitions;
  std::size_t slots = 0, most_work = 1;
  for (std::size_t i = 0; i < some.size(); ++i) {
    partitions[i] = partition_of(some[i], threads);
    slots = std::max(slots, partitions[i].tasks());
    most_work = std::max(most_work, partitions[i].task_work);
  }
  // Several products that are too small for a task of their own make one task.
  const std::size_t at_once = std::clamp<std::size_t>(product_partition::least_work / most_work, 1, some.size());
  const grouped_order order{slots, ceil_div(some.size(), at_once), threads.count()};
  const auto block = block_for(some.front());
  // By value: what a reference points to arrives later.
  threads.for_each(order.slots * order.products, [=](std::size_t task, void* scratch) {
    const auto [slot, group] = order.of(task);
    for (std::size_t i = group * at_once; i < std::min(some.size(), (group + 1) * at_once); ++i)
      for (std::size_t own = slot * partitions[i].tasks() / slots; own < (slot + 1) * partitions[i].tasks() / slots;
           ++own)
        run_task(block, some[i], partitions[i], own, scratch);
  });
}

/// Runs the first of these as one grouped product, and returns how many they are.
template <class T, class Stored>
std::size_t run_first(std::span<const product_problem<T, Stored>> all, threads& threads) {
  const std::size_t size = std::min(all.size(), most_grouped);
  run_grouped(all.first(size), threads);
  return size;
}
/// The first that are computed in one precision.
std::size_t run_first(std::span<const product_problem<float>> all, threads& threads) {
  const bool has_bf16 = all.front().w.bf16 != nullptr;
  std::array<product_problem<float, bf16_step_pair>, most_grouped> converted;
  std::size_t size = 0;
  for (; size < std::min(all.size(), most_grouped) && (all[size].w.bf16 != nullptr) == has_bf16; ++size)
    if (has_bf16) converted[size] = in_bf16(all[size]);
  if (has_bf16) {
    run_grouped(std::span<const product_problem<float, bf16_step_pair>>{converted.data(), size}, threads);
  } else {
    run_grouped(all.first(size), threads);
  }
  return size;
}

/// Outputs and panels from which on a gradient of weights packs dy.
constexpr std::size_t least_packed_outputs = 16 * mr, least_packed_panels = 4;

/// The tasks of a gradient that packs. Each packs its part of dy, which takes half as long as a panel: so they have as
/// many panels as leave two tasks for a thread. What is computed does not depend on it.
product_partition packing_partition(std::size_t outs, std::size_t ins, std::size_t rows, const threads& threads) {
  const std::size_t wanted = 2 * threads.count(), panels = ceil_div(ins, panel_columns);
  std::size_t panels_a_task = 2 * least_packed_panels;
  const auto groups = [&] { return std::max<std::size_t>(1, panels / panels_a_task); };
  while (panels_a_task > least_packed_panels && groups() * (outs / least_packed_outputs) < wanted) panels_a_task /= 2;
  const std::size_t most_outputs = std::clamp(outs * groups() / wanted, least_packed_outputs, gradient_tiles * mr);
  return {outs, ins, rows, {.most_rows = most_outputs, .least_panels = panels_a_task}};
}

template <class T>
void add_products(std::size_t outs, const weight_gradient_problem<T>& problem, threads& threads) {
  if (problem.rows == 0 || outs == 0 || problem.ins == 0) return;
  const auto kernel = chosen_table<T>().product.weight_gradient;
  const bool packs = outs >= least_packed_outputs && problem.ins > (least_packed_panels - 1) * panel_columns;
  const product_partition partition = packs ? packing_partition(outs, problem.ins, problem.rows, threads)
                                            : product_partition(outs, problem.ins, problem.rows);
  threads.for_each(partition.tasks(), [=](std::size_t task, void* scratch) {
    partition.with_parts(
        task, [&](std::size_t first_out, std::size_t last_out, std::size_t first_panel, std::size_t last_panel) {
          kernel(problem, first_out, last_out, first_panel, last_panel, packs ? scratch : nullptr);
        });
  });
}

/// The same with operands rounded to bf16: of fewer rows, which would fill their words with zeros, it takes longer.
constexpr std::size_t least_bf16_gradient_rows = word_block * bf16_step_pair::steps;
void add_products_in_bf16(std::size_t outs, const weight_gradient_problem<float>& problem, const dot_kernels& dots,
                          threads& threads) {
  if (problem.rows == 0 || outs == 0 || problem.ins == 0) return;
  const auto kernel = chosen_table<float>().quantized.bf16_weight_gradient;
  // A task rounds its columns of dy and x, which takes a fifth of its time: so it has several panels, if enough tasks
  // remain.
  const std::size_t blocks = ceil_div(outs, bf16_gradient_outputs), panels = ceil_div(problem.ins, panel_columns);
  const std::size_t panels_a_task =
      std::clamp<std::size_t>(2 * blocks * panels / product_partition::enough_tasks, 1, 4);
  const std::size_t groups = ceil_div(panels, panels_a_task);
  threads.for_each(blocks * groups, [=](std::size_t task, void* scratch) {
    const std::size_t block = task / groups, panel = task % groups * panels_a_task;
    kernel(problem, outs * block / blocks, outs * (block + 1) / blocks, panel, std::min(panels, panel + panels_a_task),
           scratch, dots);
  });
}

}  // namespace

template <class T>
void pack(const T* w, std::size_t row_stride, std::size_t column_stride, std::size_t inner, std::size_t columns,
          T* panels, threads& threads) {
  if (inner == 0 || columns == 0) return;
  constexpr std::size_t block = kc;
  const std::size_t blocks = ceil_div(inner, block);
  threads.for_each(ceil_div(columns, panel_columns) * blocks, [=](std::size_t task, void*) {
    const std::size_t column = task / blocks * panel_columns, first = task % blocks * block;
    pack_panel(w + column * column_stride, row_stride, column_stride, first, std::min(inner, first + block),
               std::min(panel_columns, columns - column), panels + column * inner);
  });
}

template <class T>
void product(const product_problem<T>& problem, threads& threads) {
  if constexpr (std::is_same_v<T, float>)
    if (problem.w.bf16) return run_alone(in_bf16(problem), threads);
  run_alone(problem, threads);
}
void product(const product_problem<float, bf16_pair>& problem, threads& threads) { run_alone(problem, threads); }
void product(const product_problem<float, int8_quad>& problem, threads& threads) { run_alone(problem, threads); }
void product(const product_problem<float, bf16_step_pair>& problem, threads& threads) { run_alone(problem, threads); }
void product(const product_problem<float, int8_step_quad>& problem, threads& threads) { run_alone(problem, threads); }

template <class T, class Stored>
void products(std::span<const product_problem<T, Stored>> all, threads& threads) {
  while (!all.empty()) all = all.subspan(run_first(all, threads));
}

template <class T>
void add_weight_gradient(std::size_t rows, std::size_t outs, std::size_t ins, const T* dy, const T* x, T* dw,
                         threads& threads) {
  add_products<T>(outs, {.rows = rows, .ins = ins, .dy = dy, .dy_stride = outs, .x = x, .dw = dw}, threads);
}

void add_weight_gradient_in_bf16(std::size_t rows, std::size_t outs, std::size_t ins, const float* dy, const float* x,
                                 float* dw, threads& threads) {
  const weight_gradient_problem<float> problem{.rows = rows, .ins = ins, .dy = dy, .dy_stride = outs, .x = x, .dw = dw};
  const dot_kernels& dots = chosen_dots().bf16;
  if ((!dots.rows && !dots.matrix.multiply) || rows < least_bf16_gradient_rows)
    return add_products(outs, problem, threads);
  add_products_in_bf16(outs, problem, dots, threads);
}

/// The bias is a weight whose input is always 1: dbᵀ += 1ᵀ·dy.
template <class T>
void add_column_sums(std::size_t rows, std::size_t columns, const T* dy, T* db, threads& threads) {
  constexpr T one = 1;
  add_products<T>(1, {.rows = rows, .ins = columns, .dy = &one, .dy_stride = 0, .x = dy, .dw = db}, threads);
}

template void pack(const float*, std::size_t, std::size_t, std::size_t, std::size_t, float*, threads&);
template void pack(const double*, std::size_t, std::size_t, std::size_t, std::size_t, double*, threads&);
template void product(const product_problem<float>&, threads&);
template void product(const product_problem<double>&, threads&);
template void products(std::span<const product_problem<float>>, threads&);
template void products(std::span<const product_problem<double>>, threads&);
template void products(std::span<const product_problem<float, bf16_pair>>, threads&);
template void products(std::span<const product_problem<float, int8_quad>>, threads&);
template void products(std::span<const product_problem<float, bf16_step_pair>>, threads&);
template void products(std::span<const product_problem<float, int8_step_quad>>, threads&);
template void add_weight_gradient(std::size_t, std::size_t, std::size_t, const float*, const float*, float*, threads&);
template void add_weight_gradient(std::size_t, std::size_t, std::size_t, const double*, const double*, double*,
                                  threads&);
template void add_column_sums(std::size_t, std::size_t, const float*, float*, threads&);
template void add_column_sums(std::size_t, std::size_t, const double*, double*, threads&);

}  // namespace typeformer::kernels::inline v0_1
