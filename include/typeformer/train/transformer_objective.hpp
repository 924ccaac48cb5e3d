#pragma once
#include <cstddef>
#include <string>

#include <typeformer/layers/transformer.hpp>
#include <typeformer/train/fingerprint.hpp>
#include <typeformer/train/trainer.hpp>
#include <typeformer/train/type_name.hpp>

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

  /// What parameters do not show: "4 heads, tokens 1 to 2, 3f9d0c6e5b2a1788", the last of the conventions' types.
  static std::string choices() {
    using made = typename Config::choices;
    using config = typename decltype(detail::training_config_of<Config>())::type;
    std::string conventions;
    for (const std::string& name : {type_name<typename made::normalization>(), type_name<typename made::activation>(),
                                    type_name<typename made::dropout::type>(),
                                    type_name<typename made::embedding_scale>(), type_name<typename made::positions>(),
                                    type_name<typename Config::embeddings>(), type_name<norm_of<Config>>()})
      conventions += name + ' ';
    return std::to_string(bound<typename Config::Head>) + " heads, tokens " + std::to_string(config::start_token) +
           " to " + std::to_string(config::end_token) + ", " + fingerprint(conventions);
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
