#include <typeformer/expressions/let.hpp>

#include "../reference/reference.hpp"
#include "../small_model.hpp"

namespace {
namespace tf = typeformer;
using namespace tf::testing;
using tf::let;

struct Batch : tf::axis<"B", tf::up_to<8>> {};
struct Row : tf::axis<"N", tf::up_to<300>> {};
struct Column : tf::axis<"M", tf::up_to<300>> {};
struct Head : tf::axis<"h", 6> {};
struct Width : tf::axis<"d̃", 11> {};

/// Extents around the widths of vectors and of panels.
constexpr std::size_t extents[] = {1, 2, 7, 16, 17, 64, 65, 255};

/// Whether a value has the very numbers of another or of a tensor.
template <class Name, class Shape, class T>
bool same(const tf::value<Name, Shape>& a, std::span<const T> b) {
  return std::equal(a.data, a.data + a.shape.size(), b.begin(), b.end());
}

/// Calls f(tensor) for several extents of [Batch, Row, Column].
template <class T, class F>
void for_each_tensor(double deviation, F f) {
  for (const std::size_t rows : extents)
    for (const std::size_t columns : extents) {
      tf::tensor<T, Batch, Row, Column> x(2, rows, columns);
      fill_at_random(x.elements(), 3, deviation);
      INFO(rows << " × " << columns);
      f(x);
    }
}

TEMPLATE_TEST_CASE("softmax's weights are positive and sum to 1 along their axis", "", float, double) {
  using T = TestType;
  const auto check_lines = [](const T* x, std::size_t lines, std::size_t line_step, std::size_t size,
                              std::size_t step) {
    double furthest = 0, smallest = 1;
    for (std::size_t i = 0; i < lines; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < size; ++j) {
        const double weight = static_cast<double>(x[i * line_step + j * step]);
        sum += weight;
        smallest = std::min(smallest, weight);
      }
      furthest = std::max(furthest, std::fabs(sum - 1));
    }
    CHECK(smallest >= 0);
    CHECK(furthest <= 1e-6);
  };
  for (const double deviation : {0.01, 1.0, 30.0})
    for_each_tensor<T>(deviation, [&](const auto& x) {
      runner<no_parameters, T> run{{}};
      const std::size_t rows = x.shape().template extent<1>(), columns = x.shape().last();
      check_lines(let(tf::softmax(run(x))).data, 2 * rows, columns, columns, 1);
      const T* const across = let(tf::softmax<Row>(run(x))).data;
      check_lines(across, columns, 1, rows, columns);
      check_lines(across + rows * columns, columns, 1, rows, columns);
    });
}

TEMPLATE_TEST_CASE("transposing twice is the identity", "", float, double) {
  for_each_tensor<TestType>(1, [](const auto& x) {
    runner<no_parameters, TestType> run{{}};
    const auto once = let(tf::transpose(run(x)));
    CHECK(same(let(tf::transpose(once)), x.elements()));
    if (x.shape().last() > 1 && x.shape().template extent<1>() > 1) CHECK(!same(once, x.elements()));
  });
}

TEMPLATE_TEST_CASE("heads that are split and joined are what they were, and the other way round",
                   "[row: multi-head attention][laws]", float, double) {
  using T = TestType;
  for (const std::size_t rows : extents) {
    INFO(rows);
    runner<no_parameters, T> run{{}};
    tf::tensor<T, Batch, Row, tf::product<Head, Width>> x(2, rows);
    fill_at_random(x.elements(), 4);
    const std::span<const T> elements = x.elements();
    const auto split = let(tf::split_heads<Head, Width>(run(x)));
    CHECK(same(let(tf::join_heads(split)), elements));
    const auto again = let(tf::split_heads<Head, Width>(let(tf::join_heads(split))));
    CHECK(same(again, std::span{split.data, split.shape.size()}));
    if (rows > 1) CHECK(!same(split, elements));
  }
}

}  // namespace
