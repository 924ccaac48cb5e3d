#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <typeformer/expressions/traced.hpp>
#include <typeformer/kernels/loss.hpp>
#include <typeformer/kernels/optimizer.hpp>
#include <typeformer/layers/transformer.hpp>
#include <typeformer/readings/recording.hpp>
#include <typeformer/tensor/weights.hpp>

namespace typeformer {

/// How a step learns.
struct training_options {
  kernels::adam_step adam{.rate = 0};  // rate and step are set by each step
  double smoothing = 0;
  kernels::smoothing_over smoothed = kernels::smoothing_over::all;
  double largest_norm = 0;  // gradients are scaled down to this norm; 0: not
  std::uint64_t seed = 1;   // of dropout
};

/// A batch of examples. Where there is no next token, behind a row's end, `next` is negative.
template <class Config, is_axis Batch>
struct training_batch {
  token_view<typename Config::SourceVocabulary, shape<Batch, typename Config::Source>> source;
  row_lengths source_lengths;
  token_view<typename Config::TargetVocabulary, shape<Batch, typename Config::Target>> target;
  std::span<const std::int32_t> next;  // [Batch, Target]: the token that follows each of target's
};

/// What a step saw.
struct training_progress {
  double loss;           // nats a token, smoothed, before the step
  double gradient_norm;  // before it was scaled down
  std::size_t tokens;    // that counted
};

/// Learns an encoder-decoder by maximum likelihood. Gradients and Adam's moments are blocks laid out as the weights, so
/// the optimizer is one loop. All memory is planned by the trace and taken at construction; a step allocates nothing
/// after the first.
///
/// Gradients of several batches are summed with accumulate(), and step() divides by the tokens of all. Results are
/// bitwise the same for any number of threads.
/// source  Vaswani et al. 2017, section 5
template <class Config, is_axis Batch, class T = float>
class trainer {
 public:
  using model_type = transformer<Config>;
  using Source = typename Config::Source;
  using Target = typename Config::Target;
  using Entries = typename Config::TargetVocabulary;

  /// `workers` outlives the trainer.
  trainer(weights<model_type, T> start, const training_options& options, kernels::threads& workers)
      : options_{options},
        workers_{workers},
        weights_{std::move(start)},
        packed_{weights_},
        moment_{weights_.block().size()},
        second_moment_{weights_.block().size()},
        reading_{{packed_.data(), weights_.block().data(), gradient_.block().data(), running_block_size<model_type>},
                 activation_bytes,
                 workers},
        scores_gradient_{bound<Batch> * bound<Target> * bound<Entries>, contents::unset},
        losses_(bound<Batch> * bound<Target>) {}

  /// Bytes of what the forward pass leaves for the backward pass; as many again hold gradients.
  static constexpr std::size_t activation_bytes =
      recorded_bytes<model_type, T, tokens<typename Config::SourceVocabulary, Batch, Source>,
                     tokens<Entries, Batch, Target>>;

  /// Adds the gradients of a batch. Returns its loss a token.
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
    if (tokens_ == 0) std::ranges::fill(gradient_.block(), T{0});
    reading_.clear(kernels::counted_random(options_.seed, batches_++));
    const auto scores =
        let(model<model_type>(reading_.input(batch.source), reading_.input(batch.target), batch.source_lengths));
    const double loss = kernels::cross_entropy<T>({.rows = rows,
                                                   .entries = bound<Entries>,
                                                   .scores = scores.data,
                                                   .index = batch.next.data(),
                                                   .smoothing = options_.smoothing,
                                                   .over = options_.smoothed,
                                                   .dscores = scores_gradient_.data()},
                                                  losses_.data(), workers_);
    reading_.backward(scores, scores_gradient_.data());
    tokens_ += counted;
    loss_ += loss;
    return loss / static_cast<double>(counted);
  }

  /// Changes the weights by what accumulate() has gathered. A loss or gradient that is not finite changes nothing and
  /// is refused.
  training_progress step(double rate) {
    if (tokens_ == 0) throw error{"trainer.step: nothing was accumulated"};
    const auto count = static_cast<double>(tokens_);
    const double norm =
        std::sqrt(kernels::sum_of_squares<T>(gradient_.block().size(), gradient_.block().data(), workers_)) / count;
    const training_progress seen{loss_ / count, norm, tokens_};
    tokens_ = 0;
    loss_ = 0;
    if (!std::isfinite(seen.loss) || !std::isfinite(norm))
      throw error{"training: the loss is " + std::to_string(seen.loss) + " and the gradient's norm " +
                  std::to_string(norm) + " at step " + std::to_string(steps_ + 1)};
    auto how = options_.adam;
    how.rate = rate;
    how.step = ++steps_;
    how.gradient_scale = 1 / count;
    if (options_.largest_norm > 0 && norm > options_.largest_norm) how.gradient_scale *= options_.largest_norm / norm;
    kernels::adam<T>(how, weights_.block().size(), gradient_.block().data(), moment_.data(), second_moment_.data(),
                     weights_.block().data(), workers_);
    packed_.update(weights_, workers_);
    return seen;
  }

  const weights<model_type, T>& learned() const { return weights_; }
  /// The same as kernels read them, for decoding between steps.
  const packed_weights<model_type, T>& packed() const { return packed_; }
  std::size_t steps() const { return steps_; }

 private:
  training_options options_;
  kernels::threads& workers_;
  weights<model_type, T> weights_, gradient_;
  packed_weights<model_type, T> packed_;
  buffer<T> moment_, second_moment_;
  recording<T> reading_;
  buffer<T> scores_gradient_;
  std::vector<double> losses_;
  double loss_ = 0;
  std::size_t tokens_ = 0, steps_ = 0, batches_ = 0;
};

}  // namespace typeformer
