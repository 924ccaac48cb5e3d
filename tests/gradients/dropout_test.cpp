#include <typeformer/expressions/dropout.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/readings/recording.hpp>
#include <typeformer/readings/running.hpp>

#include "../catch.hpp"

namespace typeformer::testing {
namespace {

struct Row : axis<"N", 200> {};
struct Column : axis<"D", 100> {};
using matrix = shape<Row, Column>;
using tenth = std::ratio<1, 10>;

}  // namespace

TEST_CASE("dropout drops the share it should, scales the rest, and its gradient drops the same") {
  kernels::threads threads{2};
  recording<double> reading{{{}, nullptr, nullptr}, std::size_t{1} << 20, threads};
  tensor<double, Row, Column> x;
  for (double& v : x.elements()) v = 3;
  const auto run = [&](std::uint64_t seed) {
    reading.clear(seed);
    const auto in = reading.input(x.view());
    const auto y = let(drop<tenth>(in));
    const std::vector<double> dy(y.shape.size(), 2);
    reading.backward(y, dy.data());
    const auto dx = reading.gradient_of(in);
    std::size_t dropped = 0;
    std::vector<bool> kept;
    for (std::size_t i = 0; i < y.shape.size(); ++i) {
      const bool is_dropped = y.data[i] == 0;
      REQUIRE(y.data[i] == (is_dropped ? 0 : 1 / 0.9 * 3));
      REQUIRE(dx.data[i] == (is_dropped ? 0 : 1 / 0.9 * 2));
      dropped += is_dropped;
      kept.push_back(!is_dropped);
    }
    // 20,000 draws of probability 0.1: 2,000 of deviation 42; six deviations are seen once in 500 million.
    CHECK(dropped > 2000 - 255);
    CHECK(dropped < 2000 + 255);
    return kept;
  };
  const auto first = run(1);
  CHECK(run(1) == first);
  CHECK(run(2) != first);
}

TEST_CASE("a model that runs drops nothing") {
  kernels::threads threads{1};
  running<float> reading{{}, 1 << 20, threads};
  tensor<float, Row, Column> x;
  const auto in = reading.input(x.view());
  CHECK(let(drop<std::ratio<1, 2>>(in)).data == in.data);
}

}  // namespace typeformer::testing
