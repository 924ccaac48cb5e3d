#include <limits>

#include <typeformer/decode/greedy.hpp>
#include <typeformer/decode/transformer_decoding.hpp>
#include <typeformer/train/schedule.hpp>

#include "../catch.hpp"
#include "mirror.hpp"

namespace typeformer::testing {
namespace {

using mirror_trainer = transformer_trainer<mirror, Examples>;
weights<transformer<mirror>> start() { return random_weights<transformer<mirror>, float>(11); }

/// With dropout, whose numbers are counted and so do not depend on threads either.
struct dropping : with_choices<mirror, dropout_rate<std::ratio<1, 10>>> {};
struct dropping_as_told : with_choices<mirror, dropout_rate<runtime_dropout>> {};

template <class Config = dropping>
std::vector<float> trained_with(std::size_t count, double dropout = 0) {
  kernels::threads threads{count};
  transformer_trainer<Config, Examples> t{
      random_weights<transformer<Config>, float>(11), {.max_gradient_norm = 1, .dropout = dropout}, threads};
  for (unsigned step = 1; step <= 5; ++step) {
    t.accumulate(examples{64, step}.batch({.amount = 0.1}));
    t.step(1e-3);
  }
  return {t.trained().block().begin(), t.trained().block().end()};
}

}  // namespace

TEST_CASE("a model learns to say words backwards") {
  kernels::threads threads{1};
  mirror_trainer t{start(), {.max_gradient_norm = 1}, threads};
  const inverse_root_schedule rate{.peak = 5e-3, .warmup = 50};
  double first = 0, last = 0;
  for (unsigned step = 1; step <= 600; ++step) {
    t.accumulate(examples{64, step}.batch());
    last = t.step(rate(step)).loss;
    if (step == 1) first = last;
  }
  INFO("loss from " << first << " to " << last);
  CHECK(first > 2);
  CHECK(last < 0.2);

  const examples unseen{40, 1'000'000};
  greedy_decoder<transformer_decoding<mirror, Examples>> decode{t.packed(), threads};
  const auto said = decode(unseen.source, unseen.lengths);
  std::size_t right = 0;
  for (std::size_t b = 0; b < 40; ++b) {
    const auto row = said.row(b);
    const std::span expected{unseen.next.data() + b * 6, static_cast<std::size_t>(unseen.lengths[b]) - 1};
    right += std::equal(row.begin(), row.end(), expected.begin(), expected.end());
  }
  CHECK(right >= 36);
}

TEST_CASE("trained weights are bitwise the same for any number of threads") {
  const auto expected = trained_with(1);
  CHECK(trained_with(2) == expected);
  CHECK(trained_with(3) == expected);
}

TEST_CASE("a rate of dropout that is given does what one in the type does") {
  CHECK(trained_with<dropping_as_told>(1, 0.1) == trained_with<dropping>(1));
  CHECK(trained_with<dropping_as_told>(1, 0) == trained_with<mirror>(1));
  CHECK(trained_with<dropping_as_told>(1, 0.2) != trained_with<dropping>(1));
  CHECK_THROWS_AS(trained_with<dropping_as_told>(1, 1), error);
}

TEST_CASE("two halves accumulated are a whole") {
  kernels::threads threads{1};
  mirror_trainer whole{start(), {}, threads}, halves{start(), {}, threads};
  const examples all{64, 5};
  whole.accumulate(all.batch());
  const auto half = [&](std::size_t from) {
    examples part{32, 5};
    std::copy_n(all.source.data() + from * 6, 32 * 6, part.source.data());
    std::copy_n(all.target.data() + from * 6, 32 * 6, part.target.data());
    std::copy_n(all.next.data() + from * 6, 32 * 6, part.next.data());
    std::copy_n(all.lengths.begin() + static_cast<std::ptrdiff_t>(from), 32, part.lengths.begin());
    return part;
  };
  halves.accumulate(half(0).batch());
  halves.accumulate(half(32).batch());
  const auto a = whole.step(1e-3), b = halves.step(1e-3);
  CHECK(a.count == b.count);
  // The same numbers summed in another order.
  CHECK(std::fabs(a.loss - b.loss) <= 1e-6 * a.loss);
  CHECK(std::fabs(a.gradient_norm - b.gradient_norm) <= 1e-5 * a.gradient_norm);
}

TEST_CASE("a step that would ruin the weights is refused and changes nothing") {
  kernels::threads threads{1};
  auto broken = start();
  broken.block()[0] = std::numeric_limits<float>::quiet_NaN();
  mirror_trainer t{std::move(broken), {}, threads};
  const std::vector<float> before(t.trained().block().begin() + 1, t.trained().block().end());
  examples e{8, 1};
  for (auto& letter : e.source.elements()) letter = 0;  // the row with the NaN
  t.accumulate(e.batch());
  CHECK_THROWS_AS(t.step(1e-3), error);
  CHECK(std::equal(before.begin(), before.end(), t.trained().block().begin() + 1));
  CHECK(t.steps() == 0);
}

TEST_CASE("a batch that does not fit is refused") {
  kernels::threads threads{1};
  mirror_trainer t{start(), {}, threads};
  examples e{8, 1};
  CHECK_THROWS_AS(t.step(1e-3), error);
  e.next = labels<mirror::Phone, Examples, small::Target>(7, 6);
  CHECK_THROWS_AS(t.accumulate(e.batch()), error);
  e.next = labels<mirror::Phone, Examples, small::Target>(8, 6);
  std::ranges::fill(e.next.elements(), -1);
  CHECK_THROWS_AS(t.accumulate(e.batch()), error);
  e.next(0, 3) = 17;
  CHECK_THROWS_AS(t.accumulate(e.batch()), error);
  examples strange{8, 1};
  strange.source(7, 0) = 99;
  CHECK_THROWS_AS(t.accumulate(strange.batch()), error);
}

}  // namespace typeformer::testing
