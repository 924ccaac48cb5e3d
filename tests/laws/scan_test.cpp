// Long, because each kind of step is written once as a scan and once as a plain loop.
#include <algorithm>
#include <cmath>
#include <limits>

#include <typeformer/expressions/contract.hpp>
#include <typeformer/expressions/reduce.hpp>
#include <typeformer/expressions/scan.hpp>
#include <typeformer/expressions/session.hpp>
#include <typeformer/expressions/traced.hpp>
#include <typeformer/expressions/zeros.hpp>
#include <typeformer/readings/recording.hpp>
#include <typeformer/readings/watching.hpp>

#include "../reference/reference.hpp"
#include "../small_model.hpp"

/// A scan is the step called at each position, whatever the reading.
namespace {
namespace tf = typeformer;
using namespace tf::testing;
using tf::let;

struct Batch : tf::axis<"B", tf::up_to<3>> {};
struct Position : tf::axis<"N", tf::up_to<6>> {};
struct Long : tf::axis<"L", tf::up_to<512>> {};
struct In : tf::axis<"i", 5> {};
struct Hidden : tf::axis<"h", 7> {};
struct Before : tf::axis<"h'", 7> {};
struct Out : tf::axis<"o", 2> {};

/// h_t = tanh(x_t w + h u); outputs are h_t v, where there are outputs.
template <class Along, bool HasOutputs>
struct recurrent {
  using input_type = tf::weight<In, Hidden>;
  using state_type = tf::weight<Before, Hidden>;
  using output_type = tf::weight<Hidden, Out>;
  BOOST_HANA_DEFINE_STRUCT(recurrent, (input_type, input), (state_type, state), (output_type, output));

  template <tf::expression S, tf::expression X>
  constexpr auto operator()(const S& start, const X& x) const {
    return tf::scan<Along>(start, x, [&](const auto& h, const auto& x_t) {
      const auto next = tanh(x_t * input + tf::rename<Hidden, Before>(h) * state);
      if constexpr (HasOutputs) {
        const auto value = let(next);
        return tf::step_result{value, value * output};
      } else {
        return next;
      }
    });
  }
};

/// The same by loops; a weight is stored with its outputs before its inputs.
template <class M, class T>
std::vector<double> by_loops(const tf::weights<M, T>& w, const auto& start, const auto& x, bool has_outputs) {
  const auto [rows, positions, in] = x.shape().extents();
  const std::size_t hidden = tf::bound<Hidden>, out = has_outputs ? tf::bound<Out> : hidden;
  const auto input = w[tf::model<M>.input].elements(), state = w[tf::model<M>.state].elements(),
             output = w[tf::model<M>.output].elements();
  std::vector<double> y(rows * positions * out);
  for (std::size_t b = 0; b < rows; ++b) {
    std::vector<double> h(hidden), next(hidden);
    for (std::size_t j = 0; j < hidden; ++j) h[j] = start.elements()[b * hidden + j];
    for (std::size_t t = 0; t < positions; ++t) {
      for (std::size_t j = 0; j < hidden; ++j) {
        double sum = 0;
        for (std::size_t i = 0; i < in; ++i)
          sum += double{x.elements()[(b * positions + t) * in + i]} * double{input[j * in + i]};
        for (std::size_t i = 0; i < hidden; ++i) sum += h[i] * double{state[j * hidden + i]};
        next[j] = std::tanh(sum);
      }
      h = next;
      for (std::size_t j = 0; j < out; ++j) {
        double& to = y[(b * positions + t) * out + j];
        to = has_outputs ? 0 : h[j];
        for (std::size_t i = 0; has_outputs && i < hidden; ++i) to += h[i] * double{output[j * hidden + i]};
      }
    }
  }
  return y;
}

/// A formula without parameters as a module.
template <class F>
struct formula {
  BOOST_HANA_DEFINE_STRUCT(formula);
  template <class... X>
  constexpr auto operator()(const X&... x) const {
    return F{}(x...);
  }
};

template <class T, class... A>
tf::tensor<T, A...> random_tensor(unsigned seed, std::integral auto... extents) {
  tf::tensor<T, A...> x(static_cast<std::size_t>(extents)...);
  fill_at_random(x.elements(), seed);
  return x;
}

template <bool HasOutputs, class T>
void check_all_extents() {
  using module = recurrent<Position, HasOutputs>;
  const auto w = random_weights<module, T>(3);
  const tf::packed_weights<module, T> packed{w};
  tf::kernels::threads threads{2};
  tf::session<module, T, tf::shape<Batch, Hidden>, tf::shape<Batch, Position, In>> run{packed, threads};
  const auto call = [&](std::size_t rows, std::size_t positions) {
    INFO(rows << " rows, " << positions << " positions");
    const auto start = random_tensor<T, Batch, Hidden>(1, rows);
    const auto x = random_tensor<T, Batch, Position, In>(2, rows, positions);
    const auto y = run(start, x);
    CHECK(y.shape.extents() == std::array{rows, positions, HasOutputs ? tf::bound<Out> : tf::bound<Hidden>});
    const auto expected = by_loops<module, T>(w, start, x, HasOutputs);
    CHECK(relative_difference<T>(y.elements(), expected) <= tolerance<T>);
  };
  for (std::size_t rows = 0; rows <= tf::bound<Batch>; ++rows)
    for (std::size_t positions = 0; positions <= tf::bound<Position>; ++positions) {
      if (rows == tf::bound<Batch> && positions == tf::bound<Position>) CHECK(run.used_bytes() < run.workspace_bytes);
      call(rows, positions);
    }
  CHECK(run.used_bytes() == run.workspace_bytes);
}

}  // namespace

TEMPLATE_TEST_CASE("a scan is its step at each position, and takes the memory that its trace says", "", float, double) {
  check_all_extents<false, TestType>();
  check_all_extents<true, TestType>();
}

TEST_CASE("beside its result, a scan takes the same memory whatever the extent") {
  const auto beside_result = []<class Along, bool HasOutputs>() {
    using input = tf::shape<Batch, Along, In>;
    return tf::workspace_bytes<recurrent<Along, HasOutputs>, tf::shape<Batch, Hidden>, input> -
           tf::aligned_bytes(tf::bound<Batch> * tf::bound<Along> *
                             (HasOutputs ? tf::bound<Out> : tf::bound<Hidden>)*sizeof(float));
  };
  STATIC_REQUIRE(beside_result.operator()<Position, false>() == beside_result.operator()<Long, false>());
  STATIC_REQUIRE(beside_result.operator()<Position, true>() == beside_result.operator()<Long, true>());
}

TEST_CASE("a trace counts a step once for each position, and its time does not grow with them") {
  using module = recurrent<Long, true>;
  using start = tf::shape<Batch, Hidden>;
  using input = tf::shape<Batch, Long, In>;
  constexpr std::size_t rows = tf::bound<Batch>, in = tf::bound<In>, hidden = tf::bound<Hidden>, out = tf::bound<Out>;
  constexpr std::size_t of_a_step = 2 * rows * hidden * (in + hidden) + 2 * rows * hidden + 2 * rows * hidden * out;
  STATIC_REQUIRE(tf::operation_count<module, start, input> == tf::bound<Long> * of_a_step);

  std::vector<std::string> texts;
  std::size_t sum = 0;
  for (const tf::step& s : tf::steps_of<module, start, input>().steps) {
    texts.push_back(s.operation + " " + s.operations.text());
    sum += s.operations.value();
  }
  CHECK(sum == tf::operation_count<module, start, input>);
  CHECK(texts == std::vector<std::string>{"slice 0", "linear 2·L·B·i·h", "linear 2·L·B·h'·h + L·B·h",
                                          "activation L·B·h", "linear 2·L·B·h·o", "stack 0", "copy 0", "append 0"});
}

TEST_CASE("a recurrence of recurrences counts the inner steps as often as both axes say") {
  using module = formula<decltype([](const auto& start, const auto& x) {
    return tf::scan<Long>(start, x, [](const auto& s, const auto& x_t) {
      const auto inner = tf::scan<Position>(s, x_t, [](const auto& r, const auto& y) { return r + y; });
      return tf::step_result{tf::sum<Position>(inner), inner};
    });
  })>;
  STATIC_REQUIRE(tf::operation_count<module, tf::shape<In>, tf::shape<Long, Position, In>> ==
                 tf::bound<Long> * (tf::bound<Position> + tf::bound<Position>)*tf::bound<In>);
}

namespace {
/// Causal linear attention (Katharopoulos et al. 2020) of queries and keys as they are: S_t = S_{t−1} + k_t v_tᵀ,
/// y_t = S_tᵀ q_t, where x has q, k and v side by side.
struct Width : tf::axis<"k", 3> {};
struct Value : tf::axis<"v", 4> {};
struct Key : tf::axis<"M", tf::up_to<6>> {};
using Parts = tf::direct_sum<Width, Width, Value>;

struct linear_attention {
  BOOST_HANA_DEFINE_STRUCT(linear_attention);
  template <tf::expression S, tf::expression X>
  constexpr auto operator()(const S& start, const X& x) const {
    return tf::scan<Position>(start, x, [](const auto& s, const auto& x_t) {
      const auto q = tf::slice<Parts, Width>(x_t, 0), k = tf::slice<Parts, Width>(x_t, 3);
      const auto next = let(s + tf::contract<>(k, tf::slice<Parts, Value>(x_t, 6)));
      return tf::step_result{next, tf::contract<Width>(q, next)};
    });
  }
};
}  // namespace

TEMPLATE_TEST_CASE("causal linear attention is a scan", "", float, double) {
  using T = TestType;
  const std::size_t rows = 2, positions = 5, parts = tf::bound<Parts>;
  runner<linear_attention, T> run{{}};
  const tf::tensor<T, Batch, Width, Value> start(rows);
  const auto x = random_tensor<T, Batch, Position, Parts>(1, rows, positions);
  const auto y = tf::model<linear_attention>(run(start), run(x));
  std::vector<double> expected;
  for (std::size_t b = 0; b < rows; ++b)
    for (std::size_t i = 0; i < positions; ++i)
      for (std::size_t v = 0; v < tf::bound<Value>; ++v) {
        double& sum = expected.emplace_back();
        for (std::size_t j = 0; j <= i; ++j)
          for (std::size_t k = 0; k < tf::bound<Width>; ++k)
            sum += double{x.elements()[(b * positions + i) * parts + k]} *
                   double{x.elements()[(b * positions + j) * parts + 3 + k]} *
                   double{x.elements()[(b * positions + j) * parts + 6 + v]};
      }
  CHECK(y.shape.extents() == std::array{rows, positions, tf::bound<Value>});
  CHECK(relative_difference<T>({y.data, y.shape.size()}, expected) <= tolerance<T>);
}

TEST_CASE("scan: along the outermost axis, the bits are those of a batch of one") {
  runner<no_parameters, float> run{{}};
  const auto start = random_tensor<float, Hidden>(1);
  const auto x = random_tensor<float, Position, Hidden>(2, 5);
  tf::tensor<float, Batch, Hidden> start_of_one(1);
  tf::tensor<float, Batch, Position, Hidden> one(1, 5);
  std::ranges::copy(start.elements(), start_of_one.data());
  std::ranges::copy(x.elements(), one.data());
  const auto sum = [](const auto& s, const auto& x_t) { return tanh(0.5 * s + x_t); };
  const auto y = tf::scan<Position>(run(start), run(x), sum);
  const auto y_of_one = tf::scan<Position>(run(start_of_one), run(one), sum);
  CHECK(std::equal(y.data, y.data + y.shape.size(), y_of_one.data));
}

TEST_CASE("zeros have the extents of their operand, and are zeros") {
  tf::kernels::threads threads{1};
  tf::running<float> reading{{}, 1 << 12, threads};
  const auto x = random_tensor<float, Batch, Position, Hidden>(2, 2, 5);
  let(exp(reading.input(x.view())));  // so that the arena holds other numbers
  reading.arena().clear();
  const auto y = let(tf::zeros<Out, Position, Batch>(reading.input(x.view())));
  CHECK(y.shape.extents() == std::array<std::size_t, 3>{2, 5, 2});
  CHECK(std::all_of(y.data, y.data + y.shape.size(), [](float v) { return v == 0; }));
  const tf::tokens<Out, Batch, Position> tokens(3, 4);
  CHECK(let(tf::zeros<Batch>(reading.input(tf::token_view<Out, tf::shape<Batch, Position>>(tokens)))).shape.extents() ==
        std::array<std::size_t, 1>{3});
}

TEST_CASE("scan: no positions yield nothing, with the extents of the state and of x") {
  runner<no_parameters, float> run{{}};
  const auto start = random_tensor<float, Batch, Hidden>(1, 2);
  const tf::tensor<float, Batch, Position, Key> x(2, 0, 4);
  const auto states = tf::scan<Position>(run(start), run(x), [](const auto& s, const auto&) { return 2 * s; });
  CHECK(states.shape.extents() == std::array<std::size_t, 3>{2, 0, 7});
  const auto outputs = tf::scan<Position>(run(start), run(x),
                                          [](const auto& s, const auto& x_t) { return tf::step_result{2 * s, x_t}; });
  CHECK(outputs.shape.extents() == std::array<std::size_t, 3>{2, 0, 4});

  tf::kernels::threads threads{1};
  tf::recording<float> reading{{}, 1 << 12, threads};
  const auto from = reading.input(start.view());
  const float no_gradient = 0;
  reading.backward(tf::scan<Position>(from, reading.input(x.view()), [](const auto& s, const auto&) { return 2 * s; }),
                   &no_gradient);
  CHECK(reading.gradient_of(from).data[0] == 0);
}

TEST_CASE("scan: a state of another extent than that of x, or than before, is refused") {
  runner<no_parameters, float> run{{}};
  const tf::tensor<float, Batch, Hidden> start(2), more_rows(3);
  const tf::tensor<float, Batch, Position, Hidden> x(2, 4), more(3, 4);
  const auto sum = [](const auto& s, const auto& x_t) { return s + x_t; };
  CHECK_THROWS_WITH(tf::scan<Position>(run(start), run(more), sum),
                    "scan: axis B has extent 3 in [B 3, N 4, h 7], but 2 in [B 2, h 7]");
  const auto other = run(more_rows);
  CHECK_THROWS_WITH(tf::scan<Position>(run(start), run(x), [&](const auto&, const auto&) { return 2 * other; }),
                    "scan: axis B has extent 2 in [B 2, h 7], but 3 in [B 3, h 7]");
}

TEST_CASE("scan: a recording refuses a step that computes more at a position than before") {
  tf::kernels::threads threads{1};
  tf::recording<float> reading{{}, 1 << 12, threads};
  const auto start = random_tensor<float, Hidden>(1);
  const auto x = random_tensor<float, Position, Hidden>(2, 6);
  std::size_t calls = 0;
  const auto uneven = [&](const auto& s, const auto& x_t) {
    if (++calls == 4) let(2 * s);
    return s + x_t;
  };
  CHECK_THROWS_WITH(tf::scan<Position>(reading.input(start.view()), reading.input(x.view()), uneven),
                    "scan: the step must compute the same at every position");
}

TEST_CASE("scan: what watches gives the same bits") {
  using module = recurrent<Position, true>;
  const tf::packed_weights<module, float> weights{random_weights<module, float>(3)};
  tf::kernels::threads threads{2};
  const auto start = random_tensor<float, Batch, Hidden>(1, 3);
  const auto x = random_tensor<float, Batch, Position, In>(2, 3, 6);
  tf::session<module, float, tf::shape<Batch, Hidden>, tf::shape<Batch, Position, In>> run{weights, threads};
  tf::watching reading{weights.block(), run.workspace_bytes, threads, [](const auto&) {}};
  const auto expected = run(start, x);
  const auto y = tf::model<module>(reading.input(start.view()), reading.input(x.view()));
  CHECK(std::equal(expected.elements().begin(), expected.elements().end(), y.data));
}

TEST_CASE("scan: the operation where non-finite values first appear is the step's") {
  tf::kernels::threads threads{1};
  tf::recording<float> reading{{}, 1 << 12, threads};
  const auto start = random_tensor<float, Hidden>(1);
  auto x = random_tensor<float, Position, Hidden>(2, 6);
  for (float& v : x.elements()) v = 1;
  const auto record = [&] {
    reading.clear();
    tf::scan<Position>(reading.input(start.view()), reading.input(x.view()),
                       [](const auto& s, const auto& x_t) { return tf::step_result{s + x_t, log(x_t)}; });
  };
  record();
  CHECK(reading.first_non_finite() == nullptr);
  for (const float bad : {0.F, -1.F}) {  // of which −∞ and NaN are the logarithms
    x.elements()[4 * tf::bound<Hidden>] = bad;
    record();
    REQUIRE(reading.first_non_finite());
    CHECK(reading.first_non_finite()->name == "elementwise");
  }
  // An input's −∞ is propagated from a position, whatever the others.
  x.elements()[4 * tf::bound<Hidden>] = -std::numeric_limits<float>::infinity();
  reading.clear();
  tf::scan<Position>(reading.input(start.view()), reading.input(x.view()),
                     [](const auto& s, const auto& x_t) { return tf::step_result{0.5 * s, x_t + 1}; });
  CHECK(reading.first_non_finite() == nullptr);
}
