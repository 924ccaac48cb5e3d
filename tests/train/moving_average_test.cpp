#include "../catch.hpp"
#include "mirror.hpp"

namespace typeformer::testing {
namespace {

using model_type = transformer<mirror>;

template <class T>
void check_average() {
  const double decay = 0.75;
  kernels::threads threads{2};
  transformer_trainer<mirror, Examples, T> t{random_weights<model_type, T>(11), {.average_decay = decay}, threads};
  const auto trained = [&] { return std::vector<double>(t.trained().block().begin(), t.trained().block().end()); };
  std::vector<double> expected = trained();
  double moved = 0, furthest = 0;
  for (unsigned step = 1; step <= 8; ++step) {
    t.accumulate(examples{16, step}.batch());
    t.step(1e-2);
    const auto now = trained();
    for (std::size_t i = 0; i < now.size(); ++i) {
      expected[i] = decay * expected[i] + (1 - decay) * now[i];
      furthest = std::max(furthest, std::fabs(static_cast<double>(t.averaged().block()[i]) - expected[i]));
      moved = std::max(moved, std::fabs(now[i] - expected[i]));
    }
  }
  CHECK(moved > 1e-2);
  // Eight roundings of numbers up to 4 or so.
  CHECK(furthest <= 16 * static_cast<double>(std::numeric_limits<T>::epsilon()));
}

}  // namespace

TEST_CASE("averaged weights are what a plain loop in double makes of the weights after each step") {
  check_average<float>();
  check_average<double>();
}

TEST_CASE("without a decay the averaged weights are the weights themselves") {
  kernels::threads threads{1};
  const transformer_trainer<mirror, Examples> t{random_weights<model_type, float>(11), {}, threads};
  CHECK(&t.averaged() == &t.trained());
}

TEST_CASE("a decay that weighs nothing or more than all is refused") {
  kernels::threads threads{1};
  for (const double decay : {-0.1, 1.0, std::nan("")}) {
    INFO(decay);
    CHECK_THROWS_AS((transformer_trainer<mirror, Examples>{
                        random_weights<model_type, float>(11), {.average_decay = decay}, threads}),
                    error);
  }
}

}  // namespace typeformer::testing
