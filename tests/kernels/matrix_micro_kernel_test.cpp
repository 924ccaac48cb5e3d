#include "../../src/kernels/matrix_micro_kernel.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include <typeformer/kernels/movement.hpp>
#include <typeformer/kernels/quantized.hpp>

#include "../../src/kernels/table.hpp"
#include "helpers.hpp"

// The order in which registers of matrices are loaded, multiplied and stored, and the product around that, with
// registers that are arrays here: so it is tested on processors without them, too. Those that have them also run
// dot_product_test.cpp.
namespace typeformer::kernels {
namespace {

/// Number is what sums are: of int8 std::int32_t, of bf16 float.
template <class Number>
struct registers_here {
  using number = Number;
  static inline std::array<std::array<std::array<std::uint32_t, 16>, 16>, 8> all;

  static constexpr bool has_starts = std::is_same_v<Number, std::int32_t>;
  static Number start(const std::int32_t* x_sums, std::size_t i) { return -128 * x_sums[i]; }
  template <int I>
  static void load(const void* from, std::size_t stride) {
    for (std::size_t i = 0; i < 16; ++i)
      std::copy_n(static_cast<const std::uint32_t*>(from) + i * stride, 16, all[I][i].begin());
  }
  template <int I>
  static void stream(const void* from, std::size_t stride) {
    load<I>(from, stride);
  }
  static std::uint64_t ticks() { return 0; }
  template <int I>
  static void zero() {
    all[I] = {};
  }
  template <int I>
  static void store(void* to, std::size_t stride) {
    for (std::size_t i = 0; i < 16; ++i)
      std::copy_n(all[I][i].begin(), 16, static_cast<std::uint32_t*>(to) + i * stride);
  }
  template <int Sum, int X, int W>
  static void dot() {
    for (std::size_t i = 0; i < 16; ++i)
      for (std::size_t n = 0; n < 16; ++n)
        for (std::size_t k = 0; k < 16; ++k)
          all[Sum][i][n] = std::bit_cast<std::uint32_t>(std::bit_cast<Number>(all[Sum][i][n]) +
                                                        product_of(all[X][i][k], all[W][k][n]));
  }
  static Number product_of(std::uint32_t x, std::uint32_t w) {
    Number sum = 0;
    if constexpr (has_starts) {
      for (int byte = 0; byte < 32; byte += 8)
        sum += static_cast<std::int8_t>(x >> byte) * static_cast<std::uint8_t>(w >> byte);
    } else {
      const bf16_step_pair a{x}, b{w};
      sum = a.get<0>() * b.get<0>() + a.get<1>() * b.get<1>();
    }
    return sum;
  }
};
using int8_registers_here = registers_here<std::int32_t>;
using bf16_registers_here = registers_here<float>;

TEST_CASE("a micro-kernel of matrices adds the products of all its rows", "[dot_product]") {
  for (const std::size_t rows : {1, 7, 16, 17, 32, 33, 48, 64, 75, 96})
    for (const std::size_t groups : {16, 32, 80})
      for (const bool add : {false, true}) {
        if (!testing::is_next_checked()) continue;
        INFO("rows " << rows << " groups " << groups << (add ? ", added" : ""));
        const std::size_t stride = groups + 16, padded = (rows + 15) / 16 * 16;
        std::vector<std::uint32_t> x(padded * stride), w(groups * panel_columns);
        std::uint32_t number = 1;
        for (auto* const words : {&x, &w})
          for (auto& word : *words) word = number = number * 1664525 + 1013904223;
        std::vector<std::int32_t> sums(padded * panel_columns, 7), x_sums(rows);
        for (std::size_t i = 0; i < rows; ++i) x_sums[i] = static_cast<std::int32_t>(i) - 20;
        std::vector<std::int32_t> expected(rows * panel_columns);
        for (std::size_t i = 0; i < rows; ++i)
          for (std::size_t n = 0; n < panel_columns; ++n) {
            std::int32_t sum = (add ? 7 : 0) - 128 * x_sums[i];
            for (std::size_t g = 0; g < groups; ++g)
              for (int byte = 0; byte < 32; byte += 8)
                sum += static_cast<std::int8_t>(x[i * stride + g] >> byte) *
                       static_cast<std::uint8_t>(w[g * panel_columns + n] >> byte);
            expected[i * panel_columns + n] = sum;
          }
        multiply_matrices<int8_registers_here>({.groups = groups,
                                                .x = x.data(),
                                                .x_stride = stride,
                                                .x_sums = x_sums.data(),
                                                .w = w.data(),
                                                .sums = sums.data(),
                                                .add = add},
                                               rows);
        sums.resize(expected.size());
        CHECK(sums == expected);
      }
}

struct clock_here {
  static inline std::uint64_t now = 0;
  static std::uint64_t ticks() { return now; }
};

TEST_CASE("a thread takes the faster way of reading w, and tries both again", "[dot_product]") {
  way_of_w way;
  const auto streamed_of = [&](int calls, std::uint64_t ticks_streamed, std::uint64_t ticks_fetched) {
    int streamed = 0;
    for (int i = 0; i < calls; ++i)
      way.choose<clock_here>(16, [&](auto streams) {
        clock_here::now += streams.value ? ticks_streamed : ticks_fetched;
        streamed += streams.value;
      });
    return streamed;
  };
  CHECK(streamed_of(128, 900, 1000) == 124);
  CHECK(streamed_of(128, 1100, 1000) == 4);
  CHECK(streamed_of(128, 900, 1000) == 124);
  // One call of those that are timed takes long by chance.
  CHECK(streamed_of(1, 5000, 1000) == 1);
  CHECK(streamed_of(127, 900, 1000) == 123);
}

int begun = 0, ended = 0;
void begin() { ++begun; }
void end() { ++ended; }

/// Rows and a bias of a product, which the whole of a block computes with the kernels that it is given.
template <class Stored>
struct block_of_product {
  std::size_t rows, columns, inner;
  std::vector<float> x, w, bias;
  std::vector<Stored> panels;
  std::vector<float> scales;

  block_of_product(std::size_t row_count, std::size_t column_count, std::size_t inner_count)
      : rows{row_count},
        columns{column_count},
        inner{inner_count},
        x(testing::random_values<float>(rows * inner, 1)),
        w(testing::random_values<float>(inner * columns, 3)),
        bias(testing::random_values<float>(columns, 2)),
        panels(quantized_words<Stored>(inner, columns)),
        scales(quantized_scales<Stored>(columns)) {
    threads one{1};
    pack(w.data(), columns, 1, inner, columns, panels.data(), Stored::scaled ? scales.data() : nullptr, one);
  }

  product_problem<float, Stored> problem(float* y, std::size_t y_stride) const {
    return {.rows = rows,
            .columns = columns,
            .inner = inner,
            .x = x.data(),
            .x_stride = inner,
            .w = {panels.data(), Stored::scaled ? scales.data() : nullptr},
            .y = y,
            .y_stride = y_stride,
            .bias = bias.data()};
  }
  static void run(const product_problem<float, Stored>& p, const dot_kernels& kernels) {
    std::vector<std::max_align_t> scratch(threads::scratch_bytes / sizeof(std::max_align_t));
    const auto block = [&] {
      const auto& functions = chosen_table<float>().quantized;
      if constexpr (Stored::scaled) {
        return functions.int8_dots;
      } else {
        return functions.bf16_dots;
      }
    }();
    block(p, 0, p.rows, 0, ceil_div(p.columns, panel_columns), scratch.data(), kernels);
  }
  std::vector<float> with(const dot_kernels& kernels) const {
    std::vector<float> y(rows * columns);
    run(problem(y.data(), columns), kernels);
    return y;
  }
};

TEST_CASE("a product takes all its rows through a micro-kernel of matrices, in the same bits", "[dot_product]") {
  const auto never = [](const dot_tile&, std::size_t) { FAIL("these rows are matrices'"); };
  for (const std::size_t rows : {1, 7, 16, 33, 85, 96, 130})
    for (const std::size_t inner : {40, 512, 8300}) {
      if (!testing::is_next_checked()) continue;
      INFO("rows " << rows << " inner " << inner);
      const block_of_product<int8_step_quad> product(rows, 100, inner);
      begun = ended = 0;
      const auto y = product.with({.rows = never, .matrix = {begin, multiply_matrices<int8_registers_here>, end}});
      CHECK(begun == 1);
      CHECK(ended == 1);
      const auto expected = product.with({});
      CHECK(std::memcmp(y.data(), expected.data(), y.size() * sizeof(float)) == 0);
    }
}

TEST_CASE("in bf16 sums begin with the bias, and whole registers of them are written to y and nowhere else",
          "[dot_product]") {
  const auto never = [](const dot_tile&, std::size_t) { FAIL("these rows are matrices'"); };
  const dot_kernels kernels{.rows = never, .matrix = {begin, multiply_matrices<bf16_registers_here>, end}};
  constexpr float untouched = 42;
  for (const std::size_t rows : {1, 16, 20, 48})
    for (const std::size_t columns : {40, 64, 100})
      for (const std::size_t inner : {1, 40, rows == 16 ? 8300 : 512})
        for (const bool biased : {true, false}) {
          if (!testing::is_next_checked()) continue;
          INFO("rows " << rows << " columns " << columns << " inner " << inner << (biased ? ", biased" : ""));
          const block_of_product<bf16_step_pair> product(rows, columns, inner);
          const std::size_t stride = columns + 3;
          std::vector<float> y((rows + 16) * stride, untouched);
          auto problem = product.problem(y.data(), stride);
          if (!biased) problem.bias = nullptr;
          product.run(problem, kernels);

          // A residual of nothing keeps sums from being results.
          const std::vector<float> nothing(columns, -0.F);
          std::vector<float> finished(rows * columns);
          problem.y = finished.data();
          problem.y_stride = columns;
          problem.residual = nothing.data();
          problem.residual_stride = 0;
          product.run(problem, kernels);

          double worst = 0;
          bool alike = true, elsewhere = false;
          for (std::size_t i = 0; i < rows; ++i)
            for (std::size_t n = 0; n < columns; ++n) {
              double expected = biased ? product.bias[n] : 0, size = std::fabs(expected);
              for (std::size_t k = 0; k < inner; ++k) {
                const double term = double{product.x[i * inner + k]} * double{product.w[k * columns + n]};
                expected += term;
                size += std::fabs(term);
              }
              // Operands are within 2⁻⁸ of their size, and sums of floats are rounded.
              worst = std::max(worst, std::fabs(y[i * stride + n] - expected) / (size / 100));
              alike &= y[i * stride + n] == finished[i * columns + n];
            }
          for (std::size_t i = 0; i < y.size(); ++i)
            elsewhere |= (i / stride >= rows || i % stride >= columns) && y[i] != untouched;
          CHECK(worst <= 1);
          CHECK(alike);
          CHECK_FALSE(elsewhere);
        }
}

/// dw += dyᵀ·x, its operands rounded to bf16, for all outputs.
struct gradient_in_bf16 {
  std::size_t rows, outs, ins;
  std::vector<float> dy, x, dw;

  gradient_in_bf16(std::size_t row_count, std::size_t out_count, std::size_t in_count)
      : rows{row_count},
        outs{out_count},
        ins{in_count},
        dy(testing::random_values<float>(rows * outs, 4)),
        x(testing::random_values<float>(rows * ins, 5)),
        dw(testing::random_values<float>(outs * ins, 6)) {}

  std::vector<float> with(const dot_kernels& kernels) const {
    std::vector<float> sums = dw;
    std::vector<std::max_align_t> scratch(threads::scratch_bytes / sizeof(std::max_align_t));
    chosen_table<float>().quantized.bf16_weight_gradient(
        {.rows = rows, .ins = ins, .dy = dy.data(), .dy_stride = outs, .x = x.data(), .dw = sums.data()}, 0, outs, 0,
        ceil_div(ins, panel_columns), scratch.data(), kernels);
    return sums;
  }
  /// The largest error, in units of its bound: operands are within 2⁻⁸ of their size, and sums of floats are rounded.
  double worst_of(const std::vector<float>& sums) const {
    double worst = 0;
    for (std::size_t out = 0; out < outs; ++out)
      for (std::size_t in = 0; in < ins; ++in) {
        double expected = dw[out * ins + in], size = std::fabs(expected);
        for (std::size_t row = 0; row < rows; ++row) {
          const double product = double{dy[row * outs + out]} * double{x[row * ins + in]};
          expected += product;
          size += std::fabs(product);
        }
        worst = std::max(worst, std::fabs(sums[out * ins + in] - expected) / (size / 100));
      }
    return worst;
  }
};

TEST_CASE("a gradient of weights in bf16 goes through a micro-kernel of matrices", "[dot_product][weight_gradient]") {
  const auto never = [](const dot_tile&, std::size_t) { FAIL("these outputs are matrices'"); };
  for (const std::size_t rows : {32, 40, 300})
    for (const std::size_t outs : {1, 40, 63, 200})
      for (const std::size_t ins : {64, 100}) {
        if (!testing::is_next_checked()) continue;
        INFO("rows " << rows << " outs " << outs << " ins " << ins);
        const gradient_in_bf16 gradient(rows, outs, ins);
        begun = ended = 0;
        const auto sums =
            gradient.with({.rows = never, .matrix = {begin, multiply_matrices<bf16_registers_here>, end}});
        CHECK(gradient.worst_of(sums) <= 1);
        CHECK(begun == 1);
        CHECK(ended == 1);
      }
}

}  // namespace
}  // namespace typeformer::kernels
