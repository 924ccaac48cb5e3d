#pragma once
#include <cstddef>
#include <string>

#include <typeformer/layers/config_kinds.hpp>
#include <typeformer/layers/transformer.hpp>
#include <typeformer/train/choices.hpp>
#include <typeformer/train/trainer.hpp>

namespace typeformer {

/// Maximum likelihood of an encoder-decoder: the loss of each target token that has a next one, in nats, smoothed.
/// source  Vaswani et al. 2017, section 5
template <class Config>
struct transformer_objective : transformer<Config> {
  using model_type = transformer<Config>;  ///< whose weights are trained and saved

  /// `source` [L…, Source], `target` [L…, Target] behind the start token, and `next` labels [L…, Target]   →   the sum
  /// of the smoothed losses over how many labels there are.
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

namespace detail {
/// The rules of what trains a transformer, of which the first that is broken is reported, and once.
template <class Config, class Batch>
constexpr auto must_train_transformer() {
  if constexpr (!is_config<Config>) {
    static_assert(is_config<Config>,
                  "transformer_run, transformer_trainer<Config, Batch>: Config must be a "
                  "configuration, which derives from conventions<...>");
  } else if constexpr (!is_transformers<Config>) {
    static_assert(is_transformers<Config>,
                  "transformer_run, transformer_trainer<Config, Batch>: Config must be a "
                  "transformer's, with Source and Target; a language model has a "
                  "language_model_trainer");
  } else {
    (void)must_be_axes<Batch>();
  }
}

/// Of what is no configuration of a transformer.
template <class Config, class Batch, class T>
struct trainer_of_transformer {
  using rules = decltype(must_train_transformer<Config, Batch>());
  using type = trainer<refused_training, T>;
};
template <is_config_of_transformer Config, is_axis Batch, class T>
struct trainer_of_transformer<Config, Batch, T> {
  using config = typename decltype(transformer_config_of<Config>())::type;
  using type = trainer<transformer_objective<Config>, T,
                       tokens<typename config::SourceVocabulary, Batch, typename config::Source>,
                       tokens<typename config::TargetVocabulary, Batch, typename config::Target>, row_lengths,
                       labels<typename config::TargetVocabulary, Batch, typename config::Target>, label_smoothing>;
};
}  // namespace detail

/// Trains an encoder-decoder.
template <class Config, class Batch, class T = float>
using transformer_trainer = typename detail::trainer_of_transformer<Config, Batch, T>::type;

}  // namespace typeformer
