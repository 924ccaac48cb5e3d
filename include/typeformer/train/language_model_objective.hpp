#pragma once
#include <string>

#include <typeformer/expressions/loss.hpp>
#include <typeformer/layers/language_model.hpp>
#include <typeformer/train/choices.hpp>
#include <typeformer/train/trainer.hpp>

namespace typeformer {

/// Maximum likelihood of a language model: the loss of each token that follows one, in nats.
template <class Config>
struct language_model_objective : language_model<Config> {
  using model_type = language_model<Config>;

  template <class X, class Next>
  constexpr auto operator()(const X& x, const Next& next) const {
    return per(sum(cross_entropy(model_type::operator()(x), next)), count(next));
  }

  /// What parameters do not show.
  static std::string choices() { return choices_of<Config>(); }
};

/// Trains a language model on tokens and the token that follows each: token_windows yields both.
template <class Config, is_axis Batch, class T = float>
using language_model_trainer =
    trainer<language_model_objective<Config>, T,
            tokens<typename language_model<Config>::Vocabulary, Batch, typename language_model<Config>::Position>,
            labels<typename language_model<Config>::Vocabulary, Batch, typename language_model<Config>::Position>>;

}  // namespace typeformer
