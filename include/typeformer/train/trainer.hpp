#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <typeformer/expressions/traced.hpp>
#include <typeformer/kernels/loss.hpp>
#include <typeformer/kernels/optimizer.hpp>
#include <typeformer/layers/transformer.hpp>
#include <typeformer/readings/recording.hpp>
#include <typeformer/tensor/weights.hpp>
#include <typeformer/train/first_non_finite.hpp>

namespace typeformer {

/// How a step changes the weights.
struct training_options {
  kernels::adam_step adam{.rate = 0};  // rate and step are set by each step
  double smoothing = 0;
  kernels::smoothing_over smoothed = kernels::smoothing_over::all;
  double max_gradient_norm = 0;  // gradients are scaled down to this norm; 0: not
  double average_decay = 0;      // of averaged(), each step; 0: none is kept
  double dropout = 0;            // the rate, where Config chooses dropout_rate<runtime_dropout>
  std::uint64_t seed = 1;        // of dropout
};

/// A batch of examples. Behind a row's end there is no next token; `next` is negative there.
template <class Config, is_axis Batch>
struct training_batch {
  token_view<typename Config::SourceVocabulary, shape<Batch, typename Config::Source>> source;
  row_lengths source_lengths;
  token_view<typename Config::TargetVocabulary, shape<Batch, typename Config::Target>> target;
  std::span<const std::int32_t> next;  // [Batch, Target]: the token that follows each of target's
};

/// Figures of one step.
struct training_progress {
  double loss;           // in nats a token, with smoothing, before the step
  double gradient_norm;  // before it was scaled down
  std::size_t tokens;    // that counted
};

/// How far training has come; the seed of a batch's dropout follows from `batches`.
struct training_counts {
  std::uint64_t steps = 0, batches = 0;
};

/// Trains an encoder-decoder by maximum likelihood. Gradients and Adam's moments are blocks with the layout of the
/// weights, so the optimizer is one loop. The trace plans all memory, and the constructor allocates it; after the first
/// step, a step allocates nothing.
///
/// accumulate() sums the gradients of several batches, and step() divides by the number of tokens of all. Results are
/// bitwise the same for any number of threads.
/// source  Vaswani et al. 2017, section 5
template <class Config, is_axis Batch, class T = float>
class trainer {
  using config = typename decltype(detail::transformer_config_of<Config>())::type;

 public:
  using model_type = transformer<Config>;
  using Source = typename Config::Source;
  using Target = typename Config::Target;
  using Entries = typename Config::TargetVocabulary;

  /// `threads` outlives the trainer.
  trainer(weights<model_type, T> start, const training_options& options, kernels::threads& threads)
      : options_{options},
        threads_{threads},
        weights_{std::move(start)},
        packed_{weights_},
        moment_{weights_.block().size()},
        second_moment_{weights_.block().size()},
        reading_{{packed_.block(), weights_.block().data(), gradient_.block().data()}, activation_bytes, threads},
        logits_gradient_{bound<Batch> * bound<Target> * bound<Entries>, contents::unset},
        losses_(bound<Batch> * bound<Target>) {
    if (!(options.average_decay >= 0 && options.average_decay < 1))
      throw error{"training_options: average_decay is " + std::to_string(options.average_decay) +
                  ", but must be at least 0 and below 1"};
    if (options.average_decay > 0) std::ranges::copy(weights_.block(), average_.emplace().block().begin());
  }

  /// Bytes of the results that the forward pass keeps for the backward pass; as many again hold gradients.
  static constexpr std::size_t activation_bytes =
      recorded_bytes<model_type, T, tokens<typename Config::SourceVocabulary, Batch, Source>,
                     tokens<Entries, Batch, Target>>;

  /// Adds the gradients of a batch. Returns its loss in nats a token.
  double accumulate(const training_batch<Config, Batch>& batch) {
    const std::size_t rows = batch.target.shape.size();
    if (batch.next.size() != rows)
      throw error{"training_batch: there are " + std::to_string(batch.next.size()) + " next tokens for a target of " +
                  text_of(batch.target.shape)};
    const auto counted = static_cast<std::size_t>(std::ranges::count_if(batch.next, [](auto n) { return n >= 0; }));
    if (counted == 0) throw error{"training_batch: no token has a next one"};
    for (const std::int32_t n : batch.next)
      if (n >= 0 && static_cast<std::size_t>(n) >= bound<Entries>)
        throw error{"training_batch: the next token " + std::to_string(n) + " is not in a vocabulary of " +
                    std::to_string(bound<Entries>)};
    if (tokens_ == 0) {
      std::ranges::fill(gradient_.block(), T{0});
      non_finite_origin_.clear();
    }
    reading_.clear(kernels::counter_random(options_.seed, batches_++), options_.dropout);
    const auto logits =
        let(model<model_type>(reading_.input(batch.source), reading_.input(batch.target), batch.source_lengths));
    const double loss = kernels::cross_entropy<T>({.rows = rows,
                                                   .entries = bound<Entries>,
                                                   .logits = logits.data,
                                                   .index = batch.next.data(),
                                                   .smoothing = options_.smoothing,
                                                   .over = options_.smoothed,
                                                   .dlogits = logits_gradient_.data()},
                                                  losses_.data(), threads_);
    if (!std::isfinite(loss) && non_finite_origin_.empty()) non_finite_origin_ = first_non_finite(weights_, reading_);
    reading_.backward(logits, logits_gradient_.data());
    tokens_ += counted;
    loss_ += loss;
    return loss / static_cast<double>(counted);
  }

  /// Updates the weights with the accumulated gradient.
  ///
  /// throws  at a loss or gradient that is not finite, and names the layer where non-finite values first appear; then
  /// it
  ///         changes nothing
  training_progress step(double rate) {
    if (tokens_ == 0) throw error{"trainer.step: nothing was accumulated"};
    const auto count = static_cast<double>(tokens_);
    const double norm =
        std::sqrt(kernels::sum_of_squares<T>(gradient_.block().size(), gradient_.block().data(), threads_)) / count;
    const training_progress seen{loss_ / count, norm, tokens_};
    tokens_ = 0;
    loss_ = 0;
    if (!std::isfinite(seen.loss) || !std::isfinite(norm))
      throw error{"training: the loss is " + std::to_string(seen.loss) + " and the gradient's norm " +
                  std::to_string(norm) + " at step " + std::to_string(steps_ + 1) + "; " + reason()};
    auto how = options_.adam;
    how.rate = rate;
    how.step = ++steps_;
    how.gradient_scale = 1 / count;
    if (options_.max_gradient_norm > 0 && norm > options_.max_gradient_norm)
      how.gradient_scale *= options_.max_gradient_norm / norm;
    kernels::adam<T>(how, weights_.block().size(), gradient_.block().data(), moment_.data(), second_moment_.data(),
                     weights_.block().data(), threads_);
    packed_.update(weights_, threads_);
    if (average_)
      kernels::update_average(weights_.block().size(), static_cast<T>(options_.average_decay), weights_.block().data(),
                              average_->block().data(), threads_);
    return seen;
  }

  const weights<model_type, T>& trained() const { return weights_; }
  /// The exponential moving average of the weights, beginning with the initial ones: average ← d·average + (1 −
  /// d)·weights after each step, d the option average_decay. Where that is 0, the weights themselves.
  const weights<model_type, T>& averaged() const { return average_ ? *average_ : weights_; }
  /// The weights as kernels read them, for decoding between steps.
  const packed_weights<model_type, T>& packed() const { return packed_; }
  std::size_t steps() const { return steps_; }

  /// The blocks that steps change, by name, each with the layout of the weights. Beside the options, a step depends
  /// only on them and on counts(), except between accumulate() and step().
  std::map<std::string, std::span<T>> blocks() {
    std::map<std::string, std::span<T>> all{
        {"weights", weights_.block()}, {"moment", moment_.span()}, {"second_moment", second_moment_.span()}};
    if (average_) all.emplace("average", average_->block());
    return all;
  }
  training_counts counts() const { return {steps_, batches_}; }
  /// Resumes after the blocks() of another trainer, which had these counts, were copied into ours.
  void go_on_from(const training_counts& counts) {
    steps_ = counts.steps;
    batches_ = counts.batches;
    tokens_ = 0;
    loss_ = 0;
    packed_.update(weights_, threads_);
  }

 private:
  /// Why a loss or gradient is not finite, as far as the numbers show.
  std::string reason() const {
    std::string where = non_finite_origin_;
    if (where.empty()) where = first_non_finite(weights_, reading_);
    if (where.empty()) where = first_non_finite_gradient(gradient_, reading_);
    return where.empty() ? "all weights, results and gradients are finite" : where;
  }

  training_options options_;
  kernels::threads& threads_;
  weights<model_type, T> weights_, gradient_;
  std::optional<weights<model_type, T>> average_;
  packed_weights<model_type, T> packed_;
  buffer<T> moment_, second_moment_;
  recording<T> reading_;
  buffer<T> logits_gradient_;
  std::vector<double> losses_;
  double loss_ = 0;
  std::string non_finite_origin_;  // where non-finite values first appeared in this step, if a loss was not finite
  std::size_t tokens_ = 0;
  std::uint64_t steps_ = 0, batches_ = 0;
};

}  // namespace typeformer
