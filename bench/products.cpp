// Matrix products of a Transformer's sizes: GF/s as "flops".
#include <benchmark/benchmark.h>

#include <typeformer/kernels/product.hpp>
#include <typeformer/tensor/buffer.hpp>

namespace tf = typeformer;

static void product(benchmark::State& state) {
  const auto rows = static_cast<std::size_t>(state.range(0)), columns = static_cast<std::size_t>(state.range(1)),
             inner = static_cast<std::size_t>(state.range(2));
  tf::kernels::threads workers{static_cast<std::size_t>(state.range(3))};
  tf::buffer<float> x{rows * inner}, w{inner * columns}, panels{inner * columns}, y{rows * columns};
  for (std::size_t i = 0; i < x.size(); ++i) x.data()[i] = static_cast<float>(i % 17) / 16;
  for (std::size_t i = 0; i < w.size(); ++i) w.data()[i] = static_cast<float>(i % 13) / 12;
  tf::kernels::pack(w.data(), columns, 1, inner, columns, panels.data(), workers);
  for (auto _ : state) {
    tf::kernels::product<float>({.rows = rows,
                                 .columns = columns,
                                 .inner = inner,
                                 .x = x.data(),
                                 .x_stride = inner,
                                 .w = {panels.data()},
                                 .y = y.data(),
                                 .y_stride = columns},
                                workers);
    benchmark::DoNotOptimize(y.data());
    benchmark::ClobberMemory();
  }
  state.counters["flops"] = benchmark::Counter(static_cast<double>(2 * rows * columns * inner),
                                               benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(product)
    ->ArgNames({"rows", "columns", "inner", "threads"})
    ->ArgsProduct({{512}, {512}, {512}, {1, 2}})
    ->ArgsProduct({{1024}, {2048}, {512}, {1, 2}})
    ->ArgsProduct({{16}, {512}, {512}, {1, 2}})
    ->ArgsProduct({{64}, {64}, {64}, {1, 2}})
    ->ArgsProduct({{1}, {512}, {512}, {1, 2}})
    ->ArgsProduct({{1}, {37000}, {512}, {1, 2}})
    ->UseRealTime();
