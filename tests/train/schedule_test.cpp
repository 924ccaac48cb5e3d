#include <typeformer/train/schedule.hpp>

#include "../catch.hpp"

namespace {
namespace tf = typeformer;

bool is_near(double found, double expected) {
  return std::fabs(found - expected) <= 1e-12 * std::fabs(expected) + 1e-18;
}

TEST_CASE("the paper's schedule rises for 4000 steps and falls as one over the root") {
  const tf::noam_schedule rate{.model_width = 512};
  CHECK(is_near(rate(1), std::pow(512, -0.5) * std::pow(4000, -1.5)));
  CHECK(is_near(rate(4000), std::pow(512, -0.5) * std::pow(4000, -0.5)));
  CHECK(is_near(rate(16000), rate(4000) / 2));
  CHECK(rate(3999) < rate(4000));
  CHECK(rate(4001) < rate(4000));
}

TEST_CASE("inverse root with its peak named is the paper's schedule scaled") {
  const tf::noam_schedule paper{.model_width = 512};
  const tf::inverse_root_schedule rate{.peak = paper(4000), .warmup = 4000};
  for (const std::size_t step : {1, 10, 3999, 4000, 4001, 100'000}) CHECK(is_near(rate(step), paper(step)));
}

TEST_CASE("linear and cosine decay end where they should and stay there") {
  const tf::linear_schedule line{.peak = 1, .warmup = 10, .steps = 110, .last = 0.2};
  const tf::cosine_schedule wave{.peak = 1, .warmup = 10, .steps = 110, .last = 0.2};
  CHECK(is_near(line(5), 0.5));
  CHECK(is_near(wave(5), 0.5));
  for (const auto& rate : {line(10), wave(10)}) CHECK(is_near(rate, 1));
  for (const auto& rate : {line(60), wave(60)}) CHECK(is_near(rate, 0.6));
  for (const auto& rate : {line(110), wave(110), line(1000), wave(1000)}) CHECK(is_near(rate, 0.2));
  CHECK(wave(35) > line(35));
  CHECK(wave(85) < line(85));
  CHECK(tf::constant_schedule{0.3}(7) == 0.3);
}

}  // namespace
