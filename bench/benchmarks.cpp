// Rows of bench/compare without peers, with Google Benchmark's options: build/bench/benchmarks --help. Where the number
// of operations is known they are counted as "flops", a causal attention's as if it did all the work.
#include <benchmark/benchmark.h>

#include "ours/kinds.hpp"

namespace {

using bench::sizes;

double operations(const std::string& kind, const sizes& s) {
  const auto size = [&](std::size_t i) { return static_cast<double>(s[i]); };
  if (kind.ends_with("attention")) return 4. * 8 * 64 * size(0) * size(0);
  return s.size() == 3 ? 2 * size(0) * size(1) * size(2) : 0;
}

void add(const std::string& kind, const std::vector<sizes>& rows) {
  for (const sizes& row : rows) {
    std::string name = kind;
    for (const std::size_t size : row) name += " " + std::to_string(size);
    const auto measure = [=](benchmark::State& state) {
      const auto ready = bench::ours::kinds.at(kind)(row, static_cast<std::size_t>(state.range(0)));
      for (auto _ : state) ready.run(1);
      if (const double count = operations(kind, row); count > 0)
        state.counters["flops"] = benchmark::Counter(count, benchmark::Counter::kIsIterationInvariantRate);
      if (kind == "pronounce") state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(row[0]));
    };
    benchmark::RegisterBenchmark(name.c_str(), measure)->ArgName("threads")->Arg(1)->Arg(2)->UseRealTime();
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<sizes> products{{512, 512, 512}, {1024, 2048, 512}, {16, 512, 512}, {64, 64, 64}, {1, 512, 512}};
  add("product", products);
  add("cold_product", {{1, 37000, 512}});
  add("input_gradient", {{1024, 2048, 512}});
  add("weight_gradient", {{1024, 2048, 512}});
  add("static_product", {{16, 16, 16}, {64, 64, 64}, {8, 32, 32}, {16, 512, 128}});
  add("attention", {{32}, {512}, {2048}});
  add("causal_attention", {{32}, {512}, {2048}});
  add("layer_norm", {{512, 512}});
  add("softmax", {{512, 512}});
  add("pronounce", {{1}, {64}, {1024}});
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
