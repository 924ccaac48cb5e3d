// The whole model from spelling to phones: words a second as "items_per_second".
#include <array>
#include <string_view>
#include <vector>

#include <benchmark/benchmark.h>

#include <typeformer/models/pronouncer.hpp>

static void pronounce(benchmark::State& state) {
  constexpr std::array<std::string_view, 8> some{"TRANSFORMER", "ATTENTION", "IS",         "ALL",
                                                 "YOU",         "NEED",      "PRONOUNCED", "VOCABULARY"};
  std::vector<std::string_view> words;
  for (std::size_t i = 0; i < static_cast<std::size_t>(state.range(0)); ++i) words.push_back(some[i % some.size()]);
  typeformer::pronouncer pronounce{static_cast<std::size_t>(state.range(1))};
  for (auto _ : state) benchmark::DoNotOptimize(pronounce(words));
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(pronounce)->ArgNames({"words", "threads"})->ArgsProduct({{1, 64, 1024}, {1, 2}})->UseRealTime();
