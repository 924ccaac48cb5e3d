#include <typeformer/expressions/concatenate.hpp>
#include <typeformer/expressions/contract.hpp>
#include <typeformer/expressions/reduce.hpp>
#include <typeformer/readings/recording.hpp>

#include "reference.hpp"

namespace {
namespace tf = typeformer;
using namespace tf::testing;
using tf::let;

struct Batch : tf::axis<"B", tf::up_to<4>> {};
struct Query : tf::axis<"N", tf::up_to<8>> {};
struct Key : tf::axis<"M", tf::up_to<8>> {};
struct Width : tf::axis<"d", 6> {};
struct Other : tf::axis<"C", tf::up_to<4>> {};
struct Kernel : tf::axis<"k", 3> {};
struct Out : tf::axis<"o", 10> {};
struct Pair : tf::axis<"p", 2> {};
struct Three : tf::axis<"t", 3> {};

/// The numbers of the file, as values of a run.
template <class T>
struct inputs {
  tf::safetensors::file file = reference_file("named_axes");
  tf::tensor<T, Batch, Query, Width> x_numbers = read<T, Batch, Query, Width>(file, "x");
  tf::tensor<T, Batch, Query, Width> y_numbers = read<T, Batch, Query, Width>(file, "y");
  tf::tensor<T, Batch, Query> rows_numbers = read<T, Batch, Query>(file, "rows");
  tf::tensor<T, Width> columns_numbers = read<T, Width>(file, "columns");
  tf::tensor<T, Batch, Key, Width> keys_numbers = read<T, Batch, Key, Width>(file, "keys");
  runner<no_parameters, T> run{{}};
  decltype(run(x_numbers)) x = run(x_numbers), y = run(y_numbers);
  decltype(run(rows_numbers)) rows = run(rows_numbers);
  decltype(run(columns_numbers)) columns = run(columns_numbers);
  decltype(run(keys_numbers)) keys = run(keys_numbers);

  void check_value(const auto& expression, const std::string& name) { check(let(expression), file, name); }
};

}  // namespace

TEMPLATE_TEST_CASE("arithmetic on single elements is PyTorch's, with operands that are repeated", "", float, double) {
  inputs<TestType> in;
  const auto& [x, y, rows, columns] = std::tie(in.x, in.y, in.rows, in.columns);
  in.check_value(x + rows, "add.rows");
  in.check_value(rows + x, "add.rows");
  in.check_value(columns + x, "add.columns");
  in.check_value(rows - x, "subtract");
  in.check_value(x - columns, "subtract.columns");
  in.check_value(hadamard(x, y), "hadamard");
  in.check_value(hadamard(rows, x), "hadamard.rows");
  in.check_value(tf::divide(x, 1 + hadamard(y, y)), "divide");
  in.check_value(tf::divide(rows, 1 + tf::exp(x)), "divide.rows");
  in.check_value(tf::maximum(x, y), "maximum");
  in.check_value(tf::minimum(columns, x), "minimum.columns");
  in.check_value(tf::clamp(x, -0.5, 0.25), "clamp");
  in.check_value(1 - 0.5 * x / 3 + 2, "numbers");
  in.check_value(2 / (1 + tf::exp(x)), "of_number");
  in.check_value(tf::greater(x, y), "greater");
  in.check_value(tf::where(tf::greater(x, columns), x, 0.1 * y), "where");
  in.check_value(hadamard(tf::exp(hadamard(x, rows) + columns), y), "chain");
  in.check_value(hadamard(let(tf::exp(let(let(hadamard(x, rows)) + columns))), y), "chain");
  in.check_value(hadamard(x, let(tf::permute<Width, Query, Batch>(y))), "hadamard");
}

TEMPLATE_TEST_CASE("functions of single elements are PyTorch's", "", float, double) {
  inputs<TestType> in;
  const auto& x = in.x;
  in.check_value(tf::exp(x), "function.exp");
  in.check_value(tf::log(1 + tf::exp(x)), "function.log");
  in.check_value(tf::sqrt(tf::exp(x)), "function.sqrt");
  in.check_value(tf::rsqrt(tf::exp(x)), "function.rsqrt");
  in.check_value(tf::abs(x), "function.abs");
  in.check_value(tf::square(x), "function.square");
  in.check_value(tf::reciprocal(tf::exp(x)), "function.reciprocal");
  in.check_value(tf::sin(x), "function.sin");
  in.check_value(tf::cos(x), "function.cos");
  in.check_value(tf::erf(x), "function.erf");
  in.check_value(tf::softplus(x), "function.softplus");
  in.check_value(tf::elu(x), "function.elu");
}

TEMPLATE_TEST_CASE("sums, means and maxima over named axes are PyTorch's", "", float, double) {
  inputs<TestType> in;
  const auto& x = in.x;
  in.check_value(tf::sum<Query>(x), "sum.middle");
  in.check_value(tf::sum<Width, Batch>(x), "sum.two");
  in.check_value(tf::mean<Width>(x), "mean.last");
  in.check_value(tf::mean(x), "mean.all");
  in.check_value(tf::mean<Batch, Query, Width>(x), "mean.all");
  in.check_value(tf::max<Query>(x), "max.middle");
  in.check_value(tf::max<Batch, Query>(x), "max.two");
  in.check_value(tf::variance<Width>(x), "variance");
  const std::vector<std::int32_t> lengths = read_numbers(in.file, "lengths");
  in.check_value(tf::sum<Query>(x, tf::padding<Batch, Query>{lengths}), "sum.there");
  in.check_value(tf::mean<Query>(x, tf::padding<Batch, Query>{lengths}), "mean.there");
  in.check_value(tf::sum<Query>(x, tf::padding<Batch, Query>{}), "sum.middle");

  const auto last = let(tf::argmax<Width>(x));
  const std::vector<std::int32_t> in_rows = read_numbers(in.file, "argmax");
  CHECK(std::equal(in_rows.begin(), in_rows.end(), last.data));
  const auto first = let(tf::argmax<Batch>(x));
  const std::vector<std::int32_t> in_batch = read_numbers(in.file, "argmax.first");
  CHECK(std::equal(in_batch.begin(), in_batch.end(), first.data));
}

TEMPLATE_TEST_CASE("contractions are PyTorch's einsum, whatever the order of axes", "", float, double) {
  inputs<TestType> in;
  const auto& [x, y, rows, columns, keys] = std::tie(in.x, in.y, in.rows, in.columns, in.keys);
  in.check_value(tf::contract<Width>(x, keys), "contract.scores");
  in.check_value(x * transpose(keys), "contract.scores");
  in.check_value(tf::contract<Width>(x, tf::permute<Width, Batch, Key>(keys)), "contract.scores");
  in.check_value(tf::contract<Width>(tf::permute<Batch, Width, Query>(x), tf::permute<Batch, Width, Key>(keys)),
                 "contract.scores");
  in.check_value(tf::contract<Query, Width>(x, y), "contract.two");
  in.check_value(tf::contract<Width, Query>(x, tf::permute<Width, Query, Batch>(y)), "contract.two");
  in.check_value(tf::contract<Batch, Width>(x, keys), "contract.batches");
  in.check_value(tf::contract<>(rows, columns), "contract.outer");
  in.check_value(tf::contract<Query>(x, rows), "contract.kept");
  in.check_value(tf::contract<Width>(x, tf::rename<Batch, Other>(keys)), "contract.many");
}

TEMPLATE_TEST_CASE("axes are moved, cut and put together as PyTorch does it", "", float, double) {
  inputs<TestType> in;
  const auto& [x, y, keys] = std::tie(in.x, in.y, in.keys);
  in.check_value(tf::permute<Width, Batch, Query>(x), "permute.last_first");
  in.check_value(tf::permute<Width, Query, Batch>(x), "permute.reversed");
  in.check_value(tf::permute<Batch, Query, Width>(x), "x");
  in.check_value(tf::slice<Query, Pair>(x, 2), "slice");
  in.check_value(tf::slice<Query, Key>(x, 2, 2), "slice");
  in.check_value(tf::concat<tf::direct_sum<Query, Key, Query>>(x, keys, y), "concat");
  in.check_value(tf::stack<Pair>(x, y), "stack");
  in.check_value(tf::windows<Query, Kernel>(x), "windows");
  in.check_value(tf::windows<Query, Kernel>(x, -2), "windows.causal");
  in.check_value(tf::split<Query, Width>(tf::merge<Query, Width>(x)), "x");
}

TEST_CASE("a part may be of an axis that stands in the operand already") {
  runner<no_parameters, float> run{{}};
  tf::tensor<float, Three, Pair> numbers;
  for (std::size_t i = 0; i < 6; ++i) numbers.elements()[i] = static_cast<float>(i);
  const auto part = let(tf::slice<Three, Pair>(run(numbers), 1));
  CHECK(std::vector<float>(part.data, part.data + 4) == std::vector<float>{2, 3, 4, 5});
}

/// A convolution is windows and a linear map.
struct convolution {
  using map_type = tf::weight<tf::product<Kernel, Width>, Out>;
  BOOST_HANA_DEFINE_STRUCT(convolution, (map_type, weight));
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::merge<Kernel, Width>(tf::windows<Query, Kernel>(x)) * weight;
  }
};

TEMPLATE_TEST_CASE("windows and a linear map are PyTorch's convolution", "", float, double) {
  using T = TestType;
  const auto file = reference_file("named_axes");
  const auto w = read_weights<convolution, T>(file, "convolution");
  runner<convolution, T> run{w};
  const auto input = read<T, Batch, Query, Width>(file, "x");
  check(let(tf::model<convolution>(run(input))), file, "convolution");
}

TEST_CASE("gradients of equal elements are PyTorch's") {
  const auto file = reference_file("named_axes");
  const auto x_numbers = read<double, Pair, Three>(file, "equal.x"),
             y_numbers = read<double, Pair, Three>(file, "equal.y");
  tf::kernels::threads threads{1};
  tf::recording<double> reading{{}, 1 << 12, threads};
  const auto x = reading.input(x_numbers.view()), y = reading.input(y_numbers.view());
  const double one = 1;
  const auto check_gradient = [&](const auto& expression, const auto& of, const std::string& name) {
    reading.backward(let(tf::sum(expression)), &one);
    check(reading.gradient_of(of), file, name);
  };
  check_gradient(tf::maximum(x, y), x, "equal.maximum_x");
  check_gradient(tf::maximum(x, y), y, "equal.maximum_y");
  check_gradient(tf::minimum(x, y), x, "equal.minimum_x");
  check_gradient(tf::minimum(x, y), y, "equal.minimum_y");
  check_gradient(tf::max<Three>(x), x, "equal.max");
}
