#include <typeformer/kernels/loss.hpp>
#include <typeformer/layers/transformer.hpp>

#include "../small_model.hpp"
#include "check.hpp"

namespace typeformer::testing {
namespace {

/// A model with one vocabulary, so that it may have one table; without ReLU, which has corners, where differences are
/// not derivatives.
struct one_vocabulary : with_choices<small, gelu_activation> {
  struct Batch : axis<"B", 3> {};
  struct Source : axis<"N", 5> {};
  struct Target : axis<"L", 4> {};
  using TargetVocabulary = small::Letter;
};
template <class Normalization, class Embeddings>
struct chosen : with_choices<one_vocabulary, Normalization> {
  using embeddings = Embeddings;
};

/// The smoothed loss of a batch, as training has it, and its gradient.
template <class Config>
class loss_of_batch {
 public:
  using model_type = transformer<Config>;
  using source_tokens = tokens<typename Config::SourceVocabulary, typename Config::Batch, typename Config::Source>;
  using target_tokens = tokens<typename Config::TargetVocabulary, typename Config::Batch, typename Config::Target>;

  explicit loss_of_batch(weights<model_type, double> w) : weights_{std::move(w)} {
    std::mt19937 generator{5};
    const auto draw = [&] { return static_cast<std::int32_t>(generator() % bound<small::Letter>); };
    std::ranges::generate(source_.elements(), draw);
    std::ranges::generate(target_.elements(), draw);
    std::ranges::generate(next_, draw);
    next_[2] = next_[3] = -1;  // a row ends early
  }

  /// Of weights that are moved along a direction.
  double operator()(std::span<const double> direction, double distance) {
    const std::vector<double> before(weights_.block().begin(), weights_.block().end());
    for (std::size_t i = 0; i < direction.size(); ++i) weights_.block()[i] += distance * direction[i];
    const double loss = run(false);
    std::ranges::copy(before, weights_.block().begin());
    return loss;
  }
  std::span<const double> gradient() {
    run(true);
    return gradient_.block();
  }

 private:
  double run(bool backward) {
    packed_.update(weights_, threads_);
    reading_.clear();
    const auto scores = let(
        model<model_type>(recorded_input(reading_, source_), recorded_input(reading_, target_), row_lengths{lengths_}));
    std::vector<double> losses(next_.size()), dlogits(scores.shape.size());
    const double loss = kernels::cross_entropy<double>({.rows = next_.size(),
                                                        .entries = scores.shape.last(),
                                                        .logits = scores.data,
                                                        .index = next_.data(),
                                                        .smoothing = 0.1,
                                                        .dlogits = dlogits.data()},
                                                       losses.data(), threads_);
    if (backward) {
      std::ranges::fill(gradient_.block(), 0.0);
      reading_.backward(scores, dlogits.data());
    }
    return loss;
  }

  kernels::threads threads_{1};
  weights<model_type, double> weights_, gradient_;
  packed_weights<model_type, double> packed_{weights_};
  recording<double> reading_{{packed_.block(), weights_.block().data(), gradient_.block().data()},
                             recorded_bytes<model_type, double, source_tokens, target_tokens>,
                             threads_};
  source_tokens source_;
  target_tokens target_;
  std::vector<std::int32_t> next_ = std::vector<std::int32_t>(target_.size());
  static constexpr std::int32_t lengths_[] = {5, 3, 1};
};

template <class Config>
void check_directions() {
  loss_of_batch<Config> loss{random_weights<transformer<Config>, double>(3)};
  const auto gradient = loss.gradient();
  for (unsigned seed = 1; seed <= 4; ++seed) {
    std::vector<double> direction(gradient.size());
    fill_at_random(std::span{direction}, seed);
    double found = 0;
    for (std::size_t i = 0; i < direction.size(); ++i) found += direction[i] * gradient[i];
    constexpr double step = 1e-6;
    const double expected = (loss(direction, step) - loss(direction, -step)) / (2 * step);
    INFO("expected " << expected << ", found " << found);
    // The differences' own error, of rounding and of the third derivative, was 1e-8 at most.
    CHECK(std::fabs(found - expected) <= 1e-7 * (1 + std::fabs(expected)));
  }
}

}  // namespace

TEMPLATE_TEST_CASE("the derivative of the loss along directions of all weights together", "",
                   (chosen<norm_after, one_table>), (chosen<norm_after, tied_output>),
                   (chosen<norm_after, three_tables>), (chosen<norm_before, one_table>),
                   (chosen<norm_before, tied_output>), (chosen<norm_before, three_tables>)) {
  check_directions<TestType>();
}

}  // namespace typeformer::testing
