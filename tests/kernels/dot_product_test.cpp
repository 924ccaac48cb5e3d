#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>

#include <typeformer/kernels/movement.hpp>
#include <typeformer/kernels/quantized.hpp>
#include <typeformer/kernels/rows.hpp>

#include "../../src/kernels/table.hpp"
#include "helpers.hpp"

// Products that are computed with what is stored, against plain loops over numbers that are rounded here.

namespace typeformer::kernels {
namespace {

using namespace testing;

/// Numbers rounded to 127 steps of the largest of them; and the step. Two divisions that differ in the last place may
/// round a number to either side: these are the ones that kernels make.
struct in_steps {
  std::vector<std::int64_t> numbers;
  float step = 0;

  /// As x is rounded in a product.
  static in_steps row(const std::vector<float>& x) {
    in_steps found;
    const float largest = largest_of(x), inverse = largest > 0 ? 127 / largest : 0;
    found.step = largest / 127;
    for (const float one : x) found.numbers.push_back(std::lrint(one * inverse));
    return found;
  }
  /// As weights are, once, when they are packed.
  static in_steps column(const std::vector<float>& w) {
    in_steps found;
    found.step = largest_of(w) / 127;
    for (const float one : w)
      found.numbers.push_back(found.step > 0 ? std::lrint(static_cast<double>(one) / found.step) : 0);
    return found;
  }

 private:
  static float largest_of(const std::vector<float>& x) {
    float largest = 0;
    for (const float one : x) largest = std::max(largest, std::fabs(one));
    return largest;
  }
};

template <class Stored>
struct sample {
  std::size_t rows, columns, inner;
  std::vector<float> x, w, bias, residual;
  std::vector<Stored> panels;
  std::vector<float> scales;

  sample(std::size_t row_count, std::size_t column_count, std::size_t inner_count)
      : rows{row_count},
        columns{column_count},
        inner{inner_count},
        x(random_values<float>(rows * inner, 1)),
        w(random_values<float>(inner * columns, 2)),
        bias(random_values<float>(columns, 3)),
        residual(random_values<float>(rows * columns, 4)) {
    packed();
  }
  void packed() {
    panels.assign(quantized_words<Stored>(inner, columns), {});
    scales.assign(quantized_scales<Stored>(columns), 0);
    threads threads{2};
    pack(w.data(), columns, 1, inner, columns, panels.data(), scales.data(), threads);
  }

  packed_matrix<float, Stored> matrix() const { return {panels.data(), Stored::scaled ? scales.data() : nullptr}; }

  std::vector<float> times(std::size_t first_row, std::size_t count, std::size_t thread_count = 1,
                           activation function = activation::none, bool has_more = false) const {
    std::vector<float> y(count * columns, 77);
    threads threads{thread_count};
    product({.rows = count,
             .columns = columns,
             .inner = inner,
             .x = x.data() + first_row * inner,
             .x_stride = inner,
             .w = matrix(),
             .y = y.data(),
             .y_stride = columns,
             .scale = has_more ? 0.5F : 1.F,
             .bias = has_more ? bias.data() : nullptr,
             .function = function,
             .residual = has_more ? residual.data() : nullptr,
             .residual_stride = columns},
            threads);
    return y;
  }

  std::vector<float> row(std::size_t r) const {
    return {x.begin() + static_cast<std::ptrdiff_t>(r * inner),
            x.begin() + static_cast<std::ptrdiff_t>((r + 1) * inner)};
  }
  std::vector<float> column(std::size_t c) const {
    std::vector<float> all;
    for (std::size_t k = 0; k < inner; ++k) all.push_back(w[k * columns + c]);
    return all;
  }
};

/// The largest error as a part of what is allowed: in int8 the sums are exact, and four roundings follow; in bf16 as in
/// product_test.cpp.
double worst_of(const sample<int8_step_quad>& s, const std::vector<float>& y) {
  double worst = 0;
  std::vector<in_steps> rows, columns;
  for (std::size_t r = 0; r < s.rows; ++r) rows.push_back(in_steps::row(s.row(r)));
  for (std::size_t c = 0; c < s.columns; ++c) columns.push_back(in_steps::column(s.column(c)));
  for (std::size_t r = 0; r < s.rows; ++r)
    for (std::size_t c = 0; c < s.columns; ++c) {
      const std::int64_t sum = std::inner_product(rows[r].numbers.begin(), rows[r].numbers.end(),
                                                  columns[c].numbers.begin(), std::int64_t{0});
      const double expected = static_cast<double>(sum) * rows[r].step * columns[c].step;
      const double relative = 4 * epsilon<float>;
      worst = std::max(worst, error_ratio(y[r * s.columns + c], expected, relative * std::fabs(expected) + 1e-40));
    }
  return worst;
}
double worst_of(const sample<bf16_step_pair>& s, const std::vector<float>& y) {
  double worst = 0;
  for (std::size_t r = 0; r < s.rows; ++r)
    for (std::size_t c = 0; c < s.columns; ++c) {
      double sum = 0, size = 0;
      for (std::size_t k = 0; k < s.inner; ++k) {
        const double term = static_cast<double>(to_bf16(s.x[r * s.inner + k])) * to_bf16(s.w[k * s.columns + c]);
        sum += term;
        size += std::fabs(term);
      }
      const double allowed = epsilon<float> * ((std::sqrt(static_cast<double>(s.inner)) + 2) * size + 1e-6);
      worst = std::max(worst, error_ratio(y[r * s.columns + c], sum, allowed));
    }
  return worst;
}

constexpr std::size_t inners[] = {1, 2, 3, 4, 5, 15, 16, 17, 64, 512, 700, 1100};

template <class Stored>
void check_products() {
  for (const std::size_t inner : inners)
    for (const std::size_t columns : {1, 64, 70, 200})
      for (const std::size_t rows : {1, 2, 5, 7, 100}) {
        if (!is_next_checked()) continue;
        INFO("rows " << rows << " inner " << inner << " columns " << columns);
        const sample<Stored> s(rows, columns, inner);
        CHECK(worst_of(s, s.times(0, rows)) <= 1);
      }
}

TEST_CASE("products in int8 are sums of whole numbers", "[dot_product]") {
  for_each_quantized_instruction_set(check_products<int8_step_quad>);
}

TEST_CASE("products in bf16 are those of numbers rounded to bf16", "[dot_product]") {
  for_each_quantized_instruction_set(check_products<bf16_step_pair>);
}

template <class Stored>
void check_long() {
  const sample<Stored> s(3, 5, 20'001);
  CHECK(worst_of(s, s.times(0, 3)) <= 1);
}

TEST_CASE("a matrix is packed in bf16 to the same words, however it is stored", "[dot_product]") {
  for_each_quantized_instruction_set([] {
    for (const std::size_t inner : inners)
      for (const std::size_t columns : {1, 3, 64, 70, 200}) {
        INFO("inner " << inner << " columns " << columns);
        const auto w = random_values<float>(inner * columns, 2);
        std::vector<float> transposed(w.size()), spread(2 * w.size());
        for (std::size_t k = 0; k < inner; ++k)
          for (std::size_t n = 0; n < columns; ++n)
            transposed[n * inner + k] = spread[2 * (k * columns + n)] = w[k * columns + n];
        const auto words_of = [&](const std::vector<float>& from, std::size_t row_stride, std::size_t column_stride) {
          std::vector<bf16_step_pair> panels(quantized_words<bf16_step_pair>(inner, columns), {0xffff'ffffu});
          threads threads{2};
          pack(from.data(), row_stride, column_stride, inner, columns, panels.data(), nullptr, threads);
          std::vector<std::uint32_t> words;
          for (const auto panel : panels) words.push_back(panel.word);
          return words;
        };
        const auto expected = words_of(spread, 2 * columns, 2);
        CHECK(words_of(w, columns, 1) == expected);
        CHECK(words_of(transposed, 1, inner) == expected);
      }
  });
}

TEST_CASE("a matrix of floats that is there in bf16, too, is multiplied in bf16", "[dot_product]") {
  const sample<bf16_step_pair> s(40, 200, 70);
  std::vector<float> panels(s.w.size()), y(s.rows * s.columns);
  threads threads{2};
  pack(s.w.data(), s.columns, 1, s.inner, s.columns, panels.data(), threads);
  product<float>({.rows = s.rows,
                  .columns = s.columns,
                  .inner = s.inner,
                  .x = s.x.data(),
                  .x_stride = s.inner,
                  .w = {.panels = panels.data(), .bf16 = s.panels.data()},
                  .y = y.data(),
                  .y_stride = s.columns,
                  .scale = 0.5F,
                  .bias = s.bias.data(),
                  .function = activation::relu,
                  .residual = s.residual.data(),
                  .residual_stride = s.columns},
                 threads);
  CHECK(same(y, s.times(0, s.rows, 2, activation::relu, true)));
}

/// The largest error of dw as a part of what is allowed, of operands rounded by `round`.
template <class Round>
double worst_of_gradient(std::size_t rows, std::size_t outs, std::size_t ins, const std::vector<float>& dy,
                         const std::vector<float>& x, const std::vector<float>& dw, Round round) {
  double worst = 0;
  for (std::size_t o = 0; o < outs; ++o)
    for (std::size_t i = 0; i < ins; ++i) {
      double sum = 1, size = 1;
      for (std::size_t r = 0; r < rows; ++r) {
        const double term = static_cast<double>(round(dy[r * outs + o])) * round(x[r * ins + i]);
        sum += term;
        size += std::fabs(term);
      }
      const double allowed = epsilon<float> * ((std::sqrt(static_cast<double>(rows)) + 2) * size + 1e-6);
      worst = std::max(worst, error_ratio(dw[o * ins + i], sum, allowed));
    }
  return worst;
}

TEST_CASE("gradients of weights in bf16 are sums of products of rounded numbers, where there are instructions for them",
          "[dot_product]") {
  for_each_quantized_instruction_set([] {
    const bool has_instructions = chosen_dots().bf16.rows;
    for (const std::size_t rows : {0, 1, 33, 256, 300})
      for (const std::size_t outs : {1, 65, 300})
        for (const std::size_t ins : {1, 64, 330}) {
          if (!is_next_checked()) continue;
          INFO("rows " << rows << " outs " << outs << " ins " << ins);
          const auto dy = random_values<float>(rows * outs, 1), x = random_values<float>(rows * ins, 2);
          std::vector<float> dw(outs * ins, 1), alone = dw;
          threads two{2}, one{1};
          add_weight_gradient_in_bf16(rows, outs, ins, dy.data(), x.data(), dw.data(), two);
          add_weight_gradient_in_bf16(rows, outs, ins, dy.data(), x.data(), alone.data(), one);
          CHECK(same(dw, alone));
          const auto round = [=](float number) { return has_instructions && rows >= 32 ? to_bf16(number) : number; };
          CHECK(worst_of_gradient(rows, outs, ins, dy, x, dw, round) <= 1);
        }
  });
}

TEST_CASE("products of rows longer than a block of steps are right", "[dot_product]") {
  for_each_quantized_instruction_set([] {
    check_long<int8_step_quad>();
    check_long<bf16_step_pair>();
  });
}

// The largest numbers that there are: here int8 has no bit to spare.
TEST_CASE("products in int8 of the largest numbers do not overflow", "[dot_product]") {
  for_each_quantized_instruction_set([] {
    for (const float sign : {1.F, -1.F})
      for (const std::size_t inner : {512, 2048, 100'000}) {
        sample<int8_step_quad> s(2, 3, inner);
        std::fill(s.x.begin(), s.x.end(), 1.F);
        std::fill(s.w.begin(), s.w.end(), sign);
        s.packed();
        for (const float y : s.times(0, 2)) CHECK(y == Approx(sign * static_cast<float>(inner)).epsilon(1e-6));
      }
  });
}

TEST_CASE("every instruction set gives the same bits in int8", "[dot_product]") {
  for (const std::size_t inner : inners)
    for (const activation function : {activation::none, activation::relu})
      for (const bool has_more : {false, true}) {
        INFO("inner " << inner << (function == activation::relu ? " relu" : "") << (has_more ? " bias, residual" : ""));
        const sample<int8_step_quad> s(7, 150, inner);
        std::vector<float> first;
        for_each_quantized_instruction_set([&] {
          const auto y = s.times(0, 7, 1, function, has_more);
          if (first.empty()) first = y;
          CHECK(same(first, y));
        });
      }
}

template <class Stored>
void check_epilogue() {
  const sample<Stored> s(9, 150, 300);
  const auto plain = s.times(0, 9), y = s.times(0, 9, 1, activation::relu, true);
  double worst = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    const double expected = std::max(0., 0.5 * plain[i] + s.bias[i % s.columns]) + s.residual[i];
    const double size = 0.5 * std::fabs(plain[i]) + std::fabs(s.bias[i % s.columns]) + std::fabs(s.residual[i]);
    worst = std::max(worst, error_ratio(y[i], expected, 3 * epsilon<float> * size));
  }
  CHECK(worst <= 1);
}

TEST_CASE("scale, bias, activation and residual are added to what was multiplied as stored", "[dot_product]") {
  for_each_quantized_instruction_set([] {
    check_epilogue<int8_step_quad>();
    check_epilogue<bf16_step_pair>();
  });
}

template <class Stored>
void check_same() {
  const sample<Stored> s(205, 700, 300);
  const auto all = s.times(0, s.rows);
  for (const std::size_t count : {2, 3}) CHECK(same(all, s.times(0, s.rows, count)));
  for (const std::size_t r : {0, 1, 96, 204})
    CHECK(same(s.times(r, 1), std::vector<float>(all.begin() + static_cast<std::ptrdiff_t>(r * s.columns),
                                                 all.begin() + static_cast<std::ptrdiff_t>((r + 1) * s.columns))));
}

TEST_CASE("a row multiplied as stored has the same bits alone and among others, for any number of threads",
          "[dot_product]") {
  for_each_quantized_instruction_set([] {
    check_same<int8_step_quad>();
    check_same<bf16_step_pair>();
  });
}

/// What stands for x in rounded rows, and beyond the columns zeros.
std::vector<float> unrounded(const std::vector<bf16_step_pair>& words, std::size_t rows, std::size_t columns) {
  std::vector<float> all;
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t c = 0; c < word_rows<bf16_step_pair>(columns) * bf16_step_pair::steps; ++c) {
      const place_in_words at = place_of_step<bf16_step_pair>(c);
      const bf16_step_pair word = words[r * rounded_row_words(columns) + at.row];
      const float one = at.number ? word.get<1>() : word.get<0>();
      if (c < columns) {
        all.push_back(one);
      } else if (one != 0) {
        FAIL_CHECK("a number beyond the columns: " << one);
      }
    }
  return all;
}

void check_rounded(std::size_t rows, std::size_t columns, std::size_t inner, activation function, bool has_more) {
  INFO("rows " << rows << " inner " << inner << " columns " << columns);
  const sample<bf16_step_pair> first(rows, columns, inner), second(rows, 70, columns);
  const std::vector<float> y = first.times(0, rows, 2, function, has_more);
  std::vector<bf16_step_pair> words(rounded_words(rows, columns), bf16_step_pair{0x7fc1'7fc1});  // NaN
  threads threads{3};
  product({.rows = rows,
           .columns = columns,
           .inner = inner,
           .x = first.x.data(),
           .x_stride = inner,
           .w = first.matrix(),
           .y = nullptr,
           .y_stride = 0,
           .scale = has_more ? 0.5F : 1.F,
           .bias = has_more ? first.bias.data() : nullptr,
           .function = function,
           .residual = has_more ? first.residual.data() : nullptr,
           .residual_stride = columns,
           .y_rounded = words.data()},
          threads);
  std::vector<float> expected;
  for (const float one : y) expected.push_back(to_bf16(one));
  CHECK(same(unrounded(words, rows, columns), expected));

  std::vector<float> of_floats(rows * 70), of_words(rows * 70);
  product_problem<float, bf16_step_pair> problem{.rows = rows,
                                                 .columns = 70,
                                                 .inner = columns,
                                                 .x = y.data(),
                                                 .x_stride = columns,
                                                 .w = second.matrix(),
                                                 .y = of_floats.data(),
                                                 .y_stride = 70};
  product(problem, threads);
  problem.x = nullptr;
  problem.x_rounded = words.data();
  problem.y = of_words.data();
  product(problem, threads);
  CHECK(same(of_words, of_floats));
}
void check_rounded(activation function, bool has_more) {
  for (const std::size_t inner : {1, 33, 700})
    for (const std::size_t columns : {1, 16, 33, 64, 100, 530})
      for (const std::size_t rows : {1, 5, 33, 200})
        if (is_next_checked()) check_rounded(rows, columns, inner, function, has_more);
  check_rounded(37, 8300, 3, function, has_more);
}

TEST_CASE("what a product in bf16 leaves to another is the same, to the last bit, rounded where it is written",
          "[dot_product]") {
  for_each_quantized_instruction_set([] {
    check_rounded(activation::none, false);
    check_rounded(activation::relu, true);
    check_rounded(activation::gelu_erf, true);
  });
}

TEST_CASE("a norm's rounded rows are its result, rounded to bf16", "[dot_product]") {
  for_each_instruction_set([] {
    for (const std::size_t columns : {1, 15, 33, 64, 512, 1100})
      for (const std::size_t rows : {1, 7, 300}) {
        if (!is_next_checked()) continue;
        INFO("rows " << rows << " columns " << columns);
        const auto x = random_values<float>(rows * columns, 1), residual = random_values<float>(rows * columns, 2);
        std::vector<float> y(x.size()), expected(x.size());
        std::vector<bf16_step_pair> words(rounded_words(rows, columns), bf16_step_pair{0x7fc1'7fc1});  // NaN
        threads threads{3};
        layer_norm_problem<float> problem{.rows = rows,
                                          .columns = columns,
                                          .x = x.data(),
                                          .residual = residual.data(),
                                          .epsilon = 1e-5F,
                                          .y = expected.data()};
        layer_norm(problem, threads);
        problem.y = y.data();
        problem.y_rounded = words.data();
        layer_norm(problem, threads);
        CHECK(same(y, expected));
        for (float& one : expected) one = to_bf16(one);
        CHECK(same(unrounded(words, rows, columns), expected));
      }
  });
}

template <class Stored>
void check_gather(double relative) {
  constexpr std::size_t inner = 41, entries = 150;
  const sample<Stored> s(1, entries, inner);
  std::vector<std::int32_t> index(entries);
  std::iota(index.rbegin(), index.rend(), 0);
  std::vector<float> y(entries * inner);
  threads threads{2};
  gather(entries, inner, entries, 2.F, s.matrix(), index.data(), y.data(), threads);
  double worst = 0;
  for (std::size_t r = 0; r < entries; ++r) {
    const auto column = s.column(static_cast<std::size_t>(index[r]));
    float largest = 0;
    for (const float one : column) largest = std::max(largest, std::fabs(one));
    for (std::size_t k = 0; k < inner; ++k)
      worst = std::max(worst, error_ratio(y[r * inner + k], 2 * column[k],
                                          2 * relative * (Stored::scaled ? largest : std::fabs(column[k]))));
  }
  CHECK(worst <= 1);
}

TEST_CASE("entries of a table of words of several steps are gathered", "[dot_product]") {
  check_gather<bf16_step_pair>(1. / 256);
  check_gather<int8_step_quad>(0.500001 / 127);
}

TEST_CASE("in bf16 a number, in int8 a row or column that is not finite is so in the product", "[dot_product]") {
  for_each_quantized_instruction_set([] {
    for (const float strange : {infinity<float>, -infinity<float>, not_a_number<float>}) {
      sample<bf16_step_pair> pairs(3, 2, 10);
      sample<int8_step_quad> quads(3, 2, 10);
      std::fill(pairs.w.begin(), pairs.w.end(), 1.F);
      std::fill(pairs.x.begin(), pairs.x.end(), 1.F);
      pairs.x[13] = strange;
      pairs.packed();
      const auto of_pairs = pairs.times(0, 3);
      CHECK(same(std::vector{of_pairs[0], of_pairs[2], of_pairs[4]}, {10, strange, 10}));

      quads.x[13] = strange;
      auto y = quads.times(0, 3);
      CHECK(std::ranges::count_if(y, [](float one) { return std::isnan(one); }) == 2);
      CHECK((std::isnan(y[2]) && std::isnan(y[3])));
      quads.x[13] = 1;
      quads.w[5] = strange;  // of column 1
      quads.packed();
      y = quads.times(0, 3);
      CHECK(std::ranges::count_if(y, [](float one) { return std::isnan(one); }) == 3);
      CHECK((std::isnan(y[1]) && std::isnan(y[3]) && std::isnan(y[5])));
    }
  });
}

TEST_CASE("rows and columns of zeros are zero in int8, and small ones keep their digits", "[dot_product]") {
  for_each_quantized_instruction_set([] {
    sample<int8_step_quad> s(3, 3, 4);
    for (std::size_t k = 0; k < 4; ++k) {
      s.x[k] = 0;
      s.x[4 + k] = 1e-20F;
      s.w[3 * k] = 0;
      s.w[3 * k + 1] = 1e-15F;
    }
    s.packed();
    const auto y = s.times(0, 3);
    for (std::size_t i = 0; i < 3; ++i) CHECK((y[i] == 0 && y[3 * i] == 0));
    CHECK(y[4] == Approx(4e-35F).epsilon(1e-5));
  });
}

TEST_CASE("of nothing products in int8 and bf16 are the bias", "[dot_product]") {
  for_each_quantized_instruction_set([] {
    const sample<int8_step_quad> quads(2, 70, 0);
    const sample<bf16_step_pair> pairs(2, 70, 0);
    const auto expected = [](const auto& s) {
      std::vector<float> all;
      for (std::size_t i = 0; i < s.residual.size(); ++i) all.push_back(s.bias[i % s.columns] + s.residual[i]);
      return all;
    };
    CHECK(same(quads.times(0, 2, 1, activation::none, true), expected(quads)));
    CHECK(same(pairs.times(0, 2, 1, activation::none, true), expected(pairs)));
  });
}

}  // namespace
}  // namespace typeformer::kernels
