#include <limits>

#include <typeformer/expressions/session.hpp>
#include <typeformer/layers/encoder.hpp>
#include <typeformer/readings/recording.hpp>

#include "../catch.hpp"
#include "../small_model.hpp"

namespace typeformer::testing {
namespace {

struct Batch : axis<"B", up_to<3>> {};
struct Position : axis<"N", up_to<9>> {};
using model_type = encoder<small, 2>;
using input = shape<Batch, Position, small::Model>;

/// An encoder that is recorded, with weights and input at random.
struct recorded {
  weights<model_type> stored = random_weights<model_type, float>(3);
  weights<model_type> gradient;
  packed_weights<model_type> packed{stored};
  kernels::threads threads;
  recording<float> reading{{packed.block(), stored.block().data(), gradient.block().data()},
                           recorded_bytes<model_type, float, input>,
                           threads};
  tensor<float, Batch, Position, small::Model> x{3, 7};

  explicit recorded(std::size_t thread_count) : threads{thread_count} {
    float next = 0;
    for (float& v : x.elements()) v = std::sin(next += 1);
  }

  auto run() {
    reading.clear();
    return let(model<model_type>(reading.input(x.view())));
  }
  std::vector<float> gradients() {
    const auto y = run();
    const std::vector<float> dy(y.shape.size(), 1);
    reading.backward(y, dy.data());
    return {gradient.block().begin(), gradient.block().end()};
  }
};

}  // namespace

TEST_CASE("recording computes what running computes") {
  recorded r{1};
  const auto y = r.run();
  session<model_type, float, input> run{r.packed, r.threads};
  const auto expected = run(r.x);
  for (std::size_t i = 0; i < expected.size(); ++i) REQUIRE(y.data[i] == expected.data[i]);
}

TEST_CASE("a backward pass holds the gradients that are needed at once") {
  recorded r{1};
  r.gradients();
  const std::size_t used = r.reading.used_gradient_bytes();
  CHECK(used > 0);
  CHECK(4 * used < recorded_bytes<model_type, float, input>);
}

TEST_CASE("a recording has the gradients of inputs, and of no other values") {
  recorded r{1};
  const auto y = r.run();
  const std::vector<float> dy(y.shape.size(), 1);
  r.reading.backward(y, dy.data());
  CHECK_THROWS_WITH(r.reading.gradient_of(y), "recording.gradient_of(x): x must be an input, reading.input(view)");
}

TEST_CASE("a recording tells in which operation a number arose that is not finite; masks are no reason") {
  struct Query : axis<"N", 2> {};
  struct Key : same_sequence<Query, "M", 3> {};
  using matrix = tensor<double, Query, Key>;
  kernels::threads threads{1};
  recording<double> reading{{{}, nullptr, nullptr}, std::size_t{1} << 20, threads};
  constexpr double large = 1.5e308, infinity = std::numeric_limits<double>::infinity();
  const auto blamed = [&](double number, const auto& formula) {
    reading.clear();
    matrix x;
    std::ranges::fill(x.elements(), number);
    let(formula(reading.input(x.view())));
    const auto* found = reading.first_non_finite();
    return found ? found->name : "none";
  };
  const causal<Query, Key> mask{-1};  // the first query sees nothing
  CHECK(blamed(1, [&](const auto& x) { return softmax((x + mask) * root<Key>); }) == "none");
  CHECK(blamed(1, [&](const auto& x) { return x + mask; }) == "none");
  CHECK(blamed(1, [&](const auto& x) { return normalize<Key, inside_root<>>((x + mask) * root<Key>); }) ==
        "layer norm");
  for (const double number : {large, -large}) {
    CHECK(blamed(number, [](const auto& x) { return let(x + x) * root<Key>; }) == "add");
    CHECK(blamed(number, [](const auto& x) { return relu(let(x * root<Key>) + x); }) == "scale");
    CHECK(blamed(number, [&](const auto& x) { return softmax(let(x * root<Key>) + mask); }) == "scale");
  }
  for (const double number : {infinity, std::nan("")})
    CHECK(blamed(number, [](const auto& x) { return let(x * root<Key>) + x; }) == "scale");
}

TEST_CASE("recording adds to gradients, and runs again as it ran") {
  recorded r{1};
  const auto once = r.gradients();
  const auto twice = r.gradients();
  float largest = 0;
  for (std::size_t i = 0; i < once.size(); ++i) {
    largest = std::max(largest, std::fabs(once[i]));
    REQUIRE(std::fabs(twice[i] - 2 * once[i]) <= 1e-4f * (1 + std::fabs(once[i])));  // added in another order
  }
  CHECK(largest > 0.1f);
}

TEST_CASE("recording never takes more than was traced") {
  recorded r{1};
  r.gradients();
  CHECK(r.reading.arena().highest() < recorded_bytes<model_type, float, input>);
}

TEST_CASE("gradients are bitwise the same for any number of threads") {
  const auto expected = recorded{1}.gradients();
  for (const std::size_t threads : {2, 3}) CHECK(recorded{threads}.gradients() == expected);
}

}  // namespace typeformer::testing
