#include <limits>

#include "../catch.hpp"
#include "mirror.hpp"

namespace typeformer::testing {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();

using model_type = transformer<mirror>;
using mirror_trainer = transformer_trainer<mirror, Examples>;
weights<model_type> start() { return random_weights<model_type, float>(11); }

template <class Trainer>
std::string refusal_of(Trainer& t) {
  try {
    t.step(1e-3);
  } catch (const error& e) {
    return e.what();
  }
  return "";
}

/// What a trainer says of a step from these weights.
template <class Config = mirror>
std::string refusal(weights<transformer<Config>> w) {
  kernels::threads threads{1};
  transformer_trainer<Config, Examples> t{std::move(w), {}, threads};
  t.accumulate(examples{16, 1}.batch());
  return refusal_of(t);
}

void check_end(const std::string& sentence, const std::string& end) {
  INFO(sentence);
  CHECK(sentence.ends_with(end));
}

template <class Shape>
void fill(const view<float, Shape>& x, float number) {
  std::ranges::fill(x.elements(), number);
}

}  // namespace

TEST_CASE("weights that are not finite are named") {
  for (const float bad : {nan, infinity, -infinity}) {
    auto w = start();
    w[model<model_type>.decoder.layers[0].feed_forward.inner.weight](3, 5) = bad;
    check_end(refusal(std::move(w)),
              " at step 1; the weights themselves: decoder.0.feed_forward.inner.weight is not finite");
  }
}

TEST_CASE("a result that overflows names the layer it arose in, not one it went through") {
  const auto& m = model<model_type>;
  {
    auto w = start();
    fill(w[m.decoder.layers[0].feed_forward.inner.bias], 3e38f);
    for (float& v : w[m.decoder.layers[0].feed_forward.inner.weight].elements()) v *= 1e38f;
    check_end(refusal(std::move(w)), "; first in decoder.0.feed_forward.inner (linear), in the forward pass");
  }
  {
    auto w = start();
    fill(w[m.encoder.layers[0].self_attention.query.bias], 1e20f);
    fill(w[m.encoder.layers[0].self_attention.key.bias], 1e20f);
    check_end(refusal(std::move(w)), "; first in encoder.0.self_attention (attention), in the forward pass");
  }
  {
    auto w = start();
    fill(w[m.source_embedding.weight], 1e38f);  // times √24
    check_end(refusal(std::move(w)), "; first in source_embedding (gather), in the forward pass");
  }
  {
    auto w = start();
    fill(w[m.encoder.layers[0].feed_forward_norm.weight], 3e38f);
    check_end(refusal(std::move(w)), "; first in encoder.0.feed_forward_norm (layer norm), in the forward pass");
  }
}

/// Norms before sublayers, and a table of its own for the output.
struct mirror_before : with_choices<mirror, norm_before> {
  using embeddings = three_tables;
};

TEST_CASE("where only the gradient overflows, the first parameter on the way back is named") {
  using before = transformer<mirror_before>;
  const auto& m = model<before>;
  auto w = random_weights<before, float>(11);
  const auto& layer = m.decoder.layers[0].feed_forward;
  const auto scale = [&](const auto& p, float factor) {
    for (float& v : w[p].elements()) v *= factor;
  };
  // What the second product makes large again was small before; on the way back it is large at once.
  scale(layer.inner.weight, 1e-36f);
  scale(layer.inner.bias, 1e-36f);
  scale(layer.outer.weight, 1e37f);
  scale(m.output.weight, 100);
  check_end(refusal<mirror_before>(std::move(w)), "; first in the gradient of decoder.0.feed_forward.inner.weight");
}

TEST_CASE("after a refusal a trainer goes on as if nothing had been") {
  kernels::threads threads{1};
  auto broken = start();
  for (float& v : broken[model<model_type>.source_embedding.weight].elements().last<bound<small::Model>>()) v = 1e38f;
  mirror_trainer t{std::move(broken), {.average_decay = 0.5}, threads};
  examples bad{8, 1};  // with the letter that no other example has
  bad.source(5, 1) = bound<small::Letter> - 1;
  const examples good{8, 2};
  t.accumulate(bad.batch());
  t.accumulate(good.batch());  // what was recorded last is finite
  check_end(refusal_of(t), "; first in source_embedding (gather), in the forward pass");
  t.accumulate(good.batch());
  const auto seen = t.step(1e-3);
  CHECK(std::isfinite(seen.loss));
  CHECK(seen.count ==
        static_cast<std::size_t>(std::ranges::count_if(good.next.elements(), [](auto n) { return n >= 0; })));
  CHECK(t.steps() == 1);
  t.accumulate(good.batch());
  CHECK(t.step(1e-3).loss < seen.loss);
}

}  // namespace typeformer::testing
