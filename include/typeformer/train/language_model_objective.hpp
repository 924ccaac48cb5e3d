#pragma once
#include <string>

#include <typeformer/expressions/loss.hpp>
#include <typeformer/layers/config_kinds.hpp>
#include <typeformer/layers/language_model.hpp>
#include <typeformer/train/choices.hpp>
#include <typeformer/train/trainer.hpp>

namespace typeformer {

/// Maximum likelihood of a language model: the loss of each token that follows one, in nats.
template <class Config>
struct language_model_objective : language_model<Config> {
  using model_type = language_model<Config>;  ///< whose weights are trained and saved

  /// `x` tokens [L…, Position] and `next` labels [L…, Position]   →   the sum of the losses over how many labels there
  /// are.
  template <class X, class Next>
  constexpr auto operator()(const X& x, const Next& next) const {
    return per(sum(cross_entropy(model_type::operator()(x), next)), count(next));
  }

  /// What parameters do not show.
  static std::string choices() { return choices_of<Config>(); }
};

namespace detail {
/// The rules of language_model_trainer<Config, Batch>, of which the first that is broken is reported.
template <class Config, class Batch>
constexpr auto must_train_language_model() {
  if constexpr (!is_config<Config>) {
    static_assert(is_config<Config>,
                  "language_model_trainer<Config, Batch>: Config must be a configuration, which "
                  "derives from conventions<...>");
  } else if constexpr (!is_language_models<Config>) {
    static_assert(is_language_models<Config>,
                  "language_model_trainer<Config, Batch>: Config must be a language model's, "
                  "with Position and Vocabulary; a transformer has a transformer_trainer");
  } else {
    (void)must_be_axes<Batch>();
  }
}

/// Of what is no configuration of a language model.
template <class Config, class Batch, class T>
struct trainer_of_language_model {
  using rules = decltype(must_train_language_model<Config, Batch>());
  using type = trainer<refused_training, T>;
};
template <is_config_of_language_model Config, is_axis Batch, class T>
struct trainer_of_language_model<Config, Batch, T> {
  using model = language_model<Config>;
  using type =
      trainer<language_model_objective<Config>, T, tokens<typename model::Vocabulary, Batch, typename model::Position>,
              labels<typename model::Vocabulary, Batch, typename model::Position>>;
};
}  // namespace detail

/// Trains a language model on tokens and the token that follows each: token_windows yields both.
template <class Config, class Batch, class T = float>
using language_model_trainer = typename detail::trainer_of_language_model<Config, Batch, T>::type;

}  // namespace typeformer
