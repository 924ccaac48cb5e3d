#pragma once
#include <cstdint>
#include <span>
#include <utility>

#include <typeformer/train/padded_batch.hpp>
#include <typeformer/train/training_run.hpp>

namespace typeformer {

/// Trains an encoder-decoder on a list of examples: a training_run whose batches are padded_batches.
template <class Config, is_axis Batch, class T = float>
class transformer_run : public training_run<transformer_trainer<Config, Batch, T>, padded_batches<Config, Batch>> {
  using base = training_run<transformer_trainer<Config, Batch, T>, padded_batches<Config, Batch>>;

 public:
  /// `examples` and `threads` outlive the run.
  transformer_run(std::span<const example> examples, const recipe& how, kernels::threads& threads)
      : base{batches(examples, how), how, threads} {}
  /// Begins with given weights.
  transformer_run(std::span<const example> examples, const recipe& how, weights<transformer<Config>, T> start,
                  kernels::threads& threads)
      : base{batches(examples, how), how, std::move(start), threads} {}

  double epochs() const { return this->source().epochs(); }

 private:
  static padded_batches<Config, Batch> batches(std::span<const example> examples, const recipe& how) {
    return {examples, {how.smoothing, how.smoothed}, kernels::counter_random(how.seed, 1)};
  }
};

}  // namespace typeformer
