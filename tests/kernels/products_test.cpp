#include <algorithm>

#include <typeformer/kernels/products.hpp>

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

  sample(std::size_t row_count, std::size_t column_count, std::size_t inner_count, unsigned seed)
      : rows{row_count},
        columns{column_count},
        inner{inner_count},
        x(random_values<T>(rows * inner, seed)),
        y(rows * columns, T(77)),
        bias(random_values<T>(columns, seed + 1)) {
    threads workers;
    const auto w = random_values<T>(inner * columns, seed + 2);
    if constexpr (narrow<Stored>) {
      panels.resize(narrow_words<Stored>(inner, columns));
      scales.resize(narrow_scales<Stored>(columns));
      pack(w.data(), columns, 1, inner, columns, panels.data(), scales.data(), workers);
    } else {
      panels.resize(w.size());
      pack(w.data(), columns, 1, inner, columns, panels.data(), workers);
    }
  }

  product_problem<T, Stored> problem(std::vector<T>& to) const {
    return {.rows = rows,
            .columns = columns,
            .inner = inner,
            .x = x.data(),
            .x_stride = inner,
            .w = {panels.data(), scales.empty() ? nullptr : scales.data()},
            .y = to.data(),
            .y_stride = columns,
            .bias = bias.data()};
  }
  std::vector<T> alone() const {
    std::vector<T> result(y.size(), T(77));
    threads workers;
    product(problem(result), workers);
    return result;
  }
};

/// Products of every kind of number, of all sizes that make one task or several, or none.
struct mixture {
  std::vector<sample<float, float>> floats;
  std::vector<sample<double, double>> doubles;
  std::vector<sample<float, bf16_pair>> pairs;
  std::vector<sample<float, int8_quad>> quads;

  mixture() {
    unsigned seed = 0;
    for (const auto& [rows, columns, inner] : {std::array<std::size_t, 3>{1, 70, 600},
                                               {29, 512, 65},
                                               {0, 64, 64},
                                               {200, 130, 33},
                                               {7, 0, 5},
                                               {3, 64, 0},
                                               {16, 1000, 128}}) {
      floats.emplace_back(rows, columns, inner, seed += 3);
      doubles.emplace_back(rows, columns, inner, seed += 3);
      pairs.emplace_back(rows, columns, inner, seed += 3);
      quads.emplace_back(rows, columns, inner, seed += 3);
    }
  }

  std::vector<any_product> problems() {
    std::vector<any_product> all;
    for (std::size_t i = 0; i < floats.size(); ++i) {
      all.push_back(floats[i].problem(floats[i].y));
      all.push_back(doubles[i].problem(doubles[i].y));
      all.push_back(pairs[i].problem(pairs[i].y));
      all.push_back(quads[i].problem(quads[i].y));
    }
    return all;
  }

  void check() const {
    const auto are_as_alone = [](const auto& samples) {
      return std::ranges::all_of(samples, [](const auto& s) { return same(s.y, s.alone()); });
    };
    CHECK(are_as_alone(floats));
    CHECK(are_as_alone(doubles));
    CHECK(are_as_alone(pairs));
    CHECK(are_as_alone(quads));
  }
};

TEST_CASE("products together are bitwise what each is alone, with any number of threads", "[product]") {
  for_each_instruction_set([] {
    for (const std::size_t count : {1, 2, 5}) {
      INFO(count << " threads");
      mixture all;
      threads workers{count};
      products(all.problems(), workers);
      all.check();
    }
  });
}

TEST_CASE("products together are one region, as far as a region has place", "[product]") {
  backwards executor;
  threads workers{executor};
  mixture all;
  const auto problems = all.problems();
  products(std::span{problems}.first(16), workers);
  CHECK(executor.regions == 1);
  products(std::span{problems}.subspan(16), workers);
  CHECK(executor.regions == 2);
  all.check();
  products(problems, workers);
  CHECK(executor.regions == 4);
  products({}, workers);
  CHECK(executor.regions == 4);
}

TEST_CASE("a list runs its products when it is told to, and when it is full", "[product]") {
  backwards executor;
  threads workers{executor};
  std::vector<sample<float, float>> samples;
  for (unsigned i = 0; i < 5; ++i) samples.emplace_back(20, 600, 100, 7 * i);
  std::array<any_product, 2> places;
  product_list together{places};
  for (auto& s : samples) together.add(s.problem(s.y), workers);
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
