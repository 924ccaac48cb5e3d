#include <cmath>

#include <typeformer/train/schedule.hpp>

#include "../catch.hpp"
#include "mirror.hpp"

namespace typeformer::testing {
namespace {

using mirror_trainer = transformer_trainer<mirror, Examples>;

/// The mean loss of each 50 steps, and the weights after the last.
struct trained {
  std::vector<double> losses;
  std::vector<float> weights;

  explicit trained(training_options options, std::size_t steps = 300, std::size_t thread_count = 1) {
    constexpr std::size_t each = 50;
    kernels::threads threads{thread_count};
    mirror_trainer t{random_weights<transformer<mirror>, float>(11), options, threads};
    const inverse_root_schedule rate{.peak = 5e-3, .warmup = 50};
    for (unsigned step = 1; step <= steps; ++step) {
      t.accumulate(examples{64, step}.batch());
      if (step % each == 1) losses.push_back(0);
      losses.back() += t.step(rate(step)).loss / each;
    }
    weights.assign(t.trained().block().begin(), t.trained().block().end());
  }
};

const training_options in_float{.max_gradient_norm = 1};
const training_options in_bf16{.max_gradient_norm = 1, .precision = training_precision::bf16};

}  // namespace

TEST_CASE("the loss of training in bf16 follows that of training in floats") {
  const trained floats{in_float}, bf16{in_bf16};
  for (std::size_t i = 0; i < floats.losses.size(); ++i) {
    INFO("steps from " << 50 * i << ": " << floats.losses[i] << " in floats, " << bf16.losses[i] << " in bf16");
    // Later the weights differ, as they do after any other rounding, and the losses by chance.
    CHECK(std::fabs(bf16.losses[i] - floats.losses[i]) <= (i == 0 ? 0.01 : 0.1));
  }
  CHECK(floats.losses.front() > 2);
  CHECK(floats.losses.back() < 0.1);
  CHECK(bf16.losses.back() < 0.1);
}

TEST_CASE("the loss and the gradient of a step in bf16 are those in floats, rounded") {
  kernels::threads threads{1};
  const auto step = [&](const training_options& options) {
    mirror_trainer t{random_weights<transformer<mirror>, float>(11), options, threads};
    t.accumulate(examples{64, 1}.batch());
    return t.step(1e-3);
  };
  const auto floats = step(in_float), bf16 = step(in_bf16);
  CHECK(std::fabs(bf16.loss - floats.loss) <= 2e-3 * floats.loss);
  CHECK(std::fabs(bf16.gradient_norm - floats.gradient_norm) <= 1e-2 * floats.gradient_norm);
}

TEST_CASE("products are computed in bf16 only where that is asked for") {
  const trained by_default{in_float, 3}, bf16{in_bf16, 3};
  auto asked_for = in_float;
  asked_for.precision = training_precision::float32;
  CHECK(trained{asked_for, 3}.weights == by_default.weights);
  CHECK(bf16.weights != by_default.weights);
}

TEST_CASE("weights trained in bf16 are bitwise the same for any number of threads") {
  CHECK(trained{in_bf16, 5, 1}.weights == trained{in_bf16, 5, 3}.weights);
}

TEST_CASE("a trainer of doubles refuses bf16") {
  kernels::threads threads{1};
  using double_trainer = transformer_trainer<mirror, Examples, double>;
  CHECK_THROWS_WITH((double_trainer{random_weights<transformer<mirror>, double>(11), in_bf16, threads}),
                    "training_options: precision is bf16, but the trainer's T is double, and must be float");
}

}  // namespace typeformer::testing
