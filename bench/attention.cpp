// Attention with 8 heads of width 64: GF/s as "flops", a causal one counted as if it did all the work.
#include <benchmark/benchmark.h>

#include <typeformer/kernels/attention.hpp>
#include <typeformer/tensor/buffer.hpp>

namespace tf = typeformer;

static void attention(benchmark::State& state) {
  constexpr std::size_t heads = 8, width = 64;
  const auto places = static_cast<std::size_t>(state.range(0));
  const bool causal = state.range(1);
  tf::kernels::threads workers{static_cast<std::size_t>(state.range(2))};
  const std::size_t size = places * heads * width;
  tf::buffer<float> q{size}, k{size}, v{size}, y{size};
  for (std::size_t i = 0; i < size; ++i) {
    q.data()[i] = static_cast<float>(i % 31) / 16 - 1;
    k.data()[i] = static_cast<float>(i % 29) / 16 - 1;
    v.data()[i] = static_cast<float>(i % 23) / 16 - 1;
  }
  tf::buffer<float> workspace{tf::kernels::attention_workspace(1, heads, places, places, width, width)};
  const tf::kernels::head_strides strides{size, width, heads * width};
  for (auto _ : state) {
    tf::kernels::attention<float>({.batch = 1,
                                   .heads = heads,
                                   .queries = places,
                                   .keys = places,
                                   .width = width,
                                   .value_width = width,
                                   .q = q.data(),
                                   .k = k.data(),
                                   .v = v.data(),
                                   .y = y.data(),
                                   .q_strides = strides,
                                   .k_strides = strides,
                                   .v_strides = strides,
                                   .y_strides = strides,
                                   .scale = 0.125f,
                                   .mask = {.causal = causal}},
                                  workspace.data(), workers);
    benchmark::DoNotOptimize(y.data());
    benchmark::ClobberMemory();
  }
  state.counters["flops"] = benchmark::Counter(static_cast<double>(4 * heads * places * places * width),
                                               benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(attention)
    ->ArgNames({"places", "causal", "threads"})
    ->ArgsProduct({{32, 512, 2048}, {0, 1}, {1, 2}})
    ->UseRealTime();
