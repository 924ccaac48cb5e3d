#include <algorithm>

#include <typeformer/kernels/grouped_product.hpp>
#include <typeformer/kernels/quantized.hpp>

#include "executors.hpp"
#include "helpers.hpp"

namespace typeformer::kernels {
namespace {

using namespace testing;
using typeformer::testing::backwards;

/// A product with numbers of its own, of a matrix kept as `Stored`.
template <class T, class Stored>
struct sample {
  std::size_t rows, columns, inner;
  std::vector<T> x, y, bias, scales;
  std::vector<Stored> panels;
  std::vector<bf16_step_pair> bf16;

  sample(std::size_t row_count, std::size_t column_count, std::size_t inner_count, unsigned seed, bool has_bf16 = false)
      : rows{row_count},
        columns{column_count},
        inner{inner_count},
        x(random_values<T>(rows * inner, seed)),
        y(rows * columns, T(77)),
        bias(random_values<T>(columns, seed + 1)) {
    threads threads;
    const auto w = random_values<T>(inner * columns, seed + 2);
    if constexpr (quantized<Stored>) {
      panels.resize(quantized_words<Stored>(inner, columns));
      scales.resize(quantized_scales<Stored>(columns));
      pack(w.data(), columns, 1, inner, columns, panels.data(), scales.data(), threads);
    } else {
      panels.resize(w.size());
      pack(w.data(), columns, 1, inner, columns, panels.data(), threads);
    }
    if constexpr (std::is_same_v<T, float>)
      if (has_bf16) {
        bf16.resize(quantized_words<bf16_step_pair>(inner, columns) + 1);
        pack(w.data(), columns, 1, inner, columns, bf16.data(), nullptr, threads);
      }
  }

  product_problem<T, Stored> problem(std::vector<T>& to) const {
    return {.rows = rows,
            .columns = columns,
            .inner = inner,
            .x = x.data(),
            .x_stride = inner,
            .w = {panels.data(), scales.empty() ? nullptr : scales.data(), bf16.empty() ? nullptr : bf16.data()},
            .y = to.data(),
            .y_stride = columns,
            .bias = bias.data()};
  }
  std::vector<T> alone() const {
    std::vector<T> result(y.size(), T(77));
    threads threads;
    product(problem(result), threads);
    return result;
  }
};

/// Products of all sizes that make one task or several, or none.
template <class T, class Stored>
struct mixture {
  std::vector<sample<T, Stored>> samples;

  /// `has_bf16`: some of the matrices are there in bf16, too.
  explicit mixture(bool has_bf16 = false) {
    constexpr std::size_t sizes[][3] = {{1, 70, 600}, {29, 512, 65}, {0, 64, 64},    {200, 130, 33},
                                        {7, 0, 5},    {3, 64, 0},    {16, 1000, 128}};
    for (unsigned i = 0; i < 21; ++i) {
      const auto& [rows, columns, inner] = sizes[i % std::size(sizes)];
      samples.emplace_back(rows, columns, inner, 3 * i, has_bf16 && i % 5 < 3);
    }
  }

  std::vector<product_problem<T, Stored>> problems() {
    std::vector<product_problem<T, Stored>> all;
    for (auto& s : samples) all.push_back(s.problem(s.y));
    return all;
  }
  bool are_as_alone() const {
    return std::ranges::all_of(samples, [](const auto& s) { return same(s.y, s.alone()); });
  }
};

template <class T, class Stored>
void check_mixture(std::size_t count_of_threads, bool has_bf16 = false) {
  mixture<T, Stored> all{has_bf16};
  threads threads{count_of_threads};
  products<T, Stored>(all.problems(), threads);
  CHECK(all.are_as_alone());
}

TEST_CASE("grouped products give the same bits as one by one, with any number of threads", "[product]") {
  for_each_instruction_set([] {
    for (const std::size_t count : {1, 2, 5}) {
      INFO(count << " threads");
      check_mixture<float, float>(count);
      check_mixture<double, double>(count);
      check_mixture<float, bf16_pair>(count);
      check_mixture<float, int8_quad>(count);
    }
  });
  for_each_quantized_instruction_set([] {
    for (const std::size_t count : {1, 2, 5}) {
      INFO(count << " threads");
      check_mixture<float, float>(count, true);
      check_mixture<float, bf16_step_pair>(count);
      check_mixture<float, int8_step_quad>(count);
    }
  });
}

TEST_CASE("grouped products are one parallel region, as far as it can hold them", "[product]") {
  backwards executor;
  threads threads{executor};
  mixture<float, float> all;
  const auto problems = all.problems();
  products(std::span{problems}.first(16), threads);
  CHECK(executor.regions == 1);
  products(std::span{problems}.subspan(16), threads);
  CHECK(executor.regions == 2);
  CHECK(all.are_as_alone());
  products(std::span{problems}, threads);
  CHECK(executor.regions == 4);
  products(std::span{problems}.first(0), threads);
  CHECK(executor.regions == 4);
}

TEST_CASE("deferred products run when run() is called, and when the list is full", "[product]") {
  backwards executor;
  threads threads{executor};
  std::vector<sample<float, float>> samples;
  for (unsigned i = 0; i < 5; ++i) samples.emplace_back(20, 600, 100, 7 * i);
  grouped_product<float, float, 2> together;
  for (auto& s : samples) together.add(s.problem(s.y), threads);
  CHECK(executor.regions == 2);
  CHECK(std::ranges::all_of(samples.back().y, [](float y) { return y == 77; }));
  together.run();
  CHECK(executor.regions == 3);
  for (const auto& s : samples) CHECK(same(s.y, s.alone()));
  together.run();
  CHECK(executor.regions == 3);
}

}  // namespace
}  // namespace typeformer::kernels
