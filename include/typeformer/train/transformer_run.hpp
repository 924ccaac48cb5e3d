#pragma once
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include <typeformer/train/padded_batch.hpp>
#include <typeformer/train/training_run.hpp>

namespace typeformer {

namespace detail {
template <class X>
inline constexpr bool are_examples = std::is_convertible_v<X, std::span<const example>>;

/// What transformer_run<Config, Batch> asks beside what a transformer_trainer asks.
template <class Config, class Batch>
constexpr auto must_name_tokens() {
  if constexpr (is_config_of_transformer<Config> && is_axis<Batch>) {
    // The innermost first, as there (layers/config.hpp).
    layer_config_of<Config>();
    encoder_layers_of<Config>();
    decoder_layers_of<Config>();
    transformer_config_of<Config>();
    decoding_config_of<Config>();
    training_config_of<Config>();
    if constexpr (training_config<Config>)
      static_assert(names_source_end<Config>, "padded_batch<Config, Batch>: source and target differ in vocabulary, so "
                                              "Config must name source_end_token");
  }
}
}  // namespace detail

/// Where Config is no configuration of a transformer that can be trained: says why, and nothing else.
template <class Config, class Batch, class T = float>
class transformer_run : public detail::refused_training {
  using rules = decltype(detail::must_train_transformer<Config, Batch>());
  using more_rules = decltype(detail::must_name_tokens<Config, Batch>());

 public:
  using detail::refused_training::refused_training;
  template <class Examples, class... X>
  /// Takes what a run takes, so that the rule is the only error.
  transformer_run(Examples&&, const recipe&, X&&...) {}
};

/// Trains an encoder-decoder on a list of examples: a training_run whose batches are padded_batches.
template <is_config_of_transformer Config, is_axis Batch, class T>
  requires(training_config<Config> && names_source_end<Config>)
class transformer_run<Config, Batch, T>
    : public training_run<transformer_trainer<Config, Batch, T>, padded_batches<Config, Batch>> {
  using base = training_run<transformer_trainer<Config, Batch, T>, padded_batches<Config, Batch>>;

 public:
  /// `examples` and `threads` outlive the run.
  transformer_run(std::span<const example> examples, const recipe& how, kernels::threads& threads)
      : base{batches(examples, how), how, threads} {}
  /// Begins with given weights.
  transformer_run(std::span<const example> examples, const recipe& how, weights<transformer<Config>, T> start,
                  kernels::threads& threads)
      : base{batches(examples, how), how, std::move(start), threads} {}
  template <class Examples, class... X>
    requires(!detail::make_run<std::span<const example>, weights<transformer<Config>, T>, Examples, X...> &&
             !detail::is_itself<transformer_run, Examples, X...>)
  transformer_run(Examples&&, X&&...) : base{detail::refused_arguments{}} {
    static_assert(detail::are_examples<Examples>,
                  "transformer_run(examples, recipe, threads): examples must be a range of example, which outlives the "
                  "run");
    if constexpr (detail::are_examples<Examples>)
      detail::must_make_run<std::span<const example>, weights<transformer<Config>, T>, Examples, X...>();
  }

  /// Epochs that are done, the part of the current one included.
  double epochs() const { return this->source().epochs(); }

 private:
  static padded_batches<Config, Batch> batches(std::span<const example> examples, const recipe& how) {
    return {examples, {how.smoothing, how.smoothed}, kernels::counter_random(how.seed, 1)};
  }
};

}  // namespace typeformer
