#pragma once
#include <cstddef>
#include <string>

#include <typeformer/layers/transformer.hpp>
#include <typeformer/train/choices.hpp>
#include <typeformer/train/trainer.hpp>

namespace typeformer {

/// Maximum likelihood of an encoder-decoder: the loss of each target token that has a next one, in nats, smoothed.
/// source  Vaswani et al. 2017, section 5
template <class Config>
struct transformer_objective : transformer<Config> {
  using model_type = transformer<Config>;

  template <class X, class Y, class Next>
  constexpr auto operator()(const X& source, const Y& target, row_lengths source_lengths, const Next& next,
                            label_smoothing smoothing) const {
    const auto logits = let(model_type::operator()(source, target, source_lengths));
    return per(sum(cross_entropy(logits, next, smoothing)), count(next));
  }

  /// What parameters do not show: "4 heads, 3f9d0c6e5b2a1788, tokens 1 to 2".
  static std::string choices() {
    using config = typename decltype(detail::training_config_of<Config>())::type;
    return choices_of<Config>() + ", tokens " + std::to_string(config::start_token) + " to " +
           std::to_string(config::end_token);
  }
};

/// Trains an encoder-decoder.
template <class Config, is_axis Batch, class T = float>
using transformer_trainer =
    trainer<transformer_objective<Config>, T,
            tokens<typename decltype(detail::transformer_config_of<Config>())::type::SourceVocabulary, Batch,
                   typename Config::Source>,
            tokens<typename Config::TargetVocabulary, Batch, typename Config::Target>, row_lengths,
            labels<typename Config::TargetVocabulary, Batch, typename Config::Target>, label_smoothing>;

}  // namespace typeformer
