#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <typeformer/decode/check_lengths.hpp>
#include <typeformer/decode/check_logits.hpp>
#include <typeformer/decode/log_probability.hpp>
#include <typeformer/decode/teacher_forcing.hpp>
#include <typeformer/expressions/session.hpp>
#include <typeformer/layers/transformer.hpp>

namespace typeformer {

/// The score of given targets, log p(y|x), by teacher forcing: the decoder's input is the whole target, shifted by the
/// start token. Everything is allocated at construction.
///
/// shapes   source [Batch, Source]   target [Batch, Target], without start and end   →   one number for each row
/// units    nats, with the end token's
/// cost     one forward pass over the longest target
/// throws   different numbers of rows; source lengths outside 1 … the source's extent; target lengths outside 0 … the
///          target's extent, or not below Target's bound, since the start comes first; tokens outside the vocabularies;
///          logits whose largest is not finite, which have no log p
template <class Config, is_axis Batch, class Numbers = float>
class scorer {
  using config = typename decltype(detail::decoding_config_of<Config>())::type;
  using T = element_t<Numbers>;

 public:
  using source_view = token_view<typename Config::SourceVocabulary, shape<Batch, typename Config::Source>>;
  using target_view = token_view<typename Config::TargetVocabulary, shape<Batch, typename Config::Target>>;

  /// `weights` and `threads` outlive the scorer.
  scorer(const packed_weights<transformer<Config>, Numbers>& weights, kernels::threads& threads)
      : threads_{threads}, run_{weights, threads}, log_probabilities_(bound<Batch>), tokens_(bound<Batch>) {}
  template <class... Others>
  scorer(packed_weights<transformer<Config>, Numbers>&& gone_before_it_is_used, Others&&...) = delete;

  struct result {
    std::span<const double> log_probabilities;
    std::span<const std::int32_t> tokens;  ///< how many each row has, with the end

    /// exp(−Σ log p / Σ tokens); NaN where there are no rows.
    double perplexity() const {
      double log_probability = 0, count = 0;
      for (const double x : log_probabilities) log_probability += x;
      for (const std::int32_t n : tokens) count += n;
      return std::exp(-log_probability / count);
    }
  };

  /// What follows a row's length is not looked at in a target; in a source it must be of the vocabulary. Views of the
  /// result hold until the next call.
  result operator()(source_view source, std::span<const std::int32_t> source_lengths, target_view target,
                    std::span<const std::int32_t> target_lengths) {
    const std::size_t rows = source.shape.template extent<0>();
    detail::check_lengths("scorer", source.shape, source_lengths);
    const target_view read = targets_("scorer", rows, target, target_lengths);
    const auto logits = run_(source, read, row_lengths{source_lengths});
    const std::size_t positions = read.shape.last(), given = target.shape.last();
    threads_.for_each(rows, [&](std::size_t b, void*) {
      const auto length = static_cast<std::size_t>(target_lengths[b]);
      double sum = 0;
      for (std::size_t i = 0; i <= length; ++i) {
        const std::int32_t token = i < length ? target.data[b * given + i] : config::end_token;
        const log_probabilities<T> log_p{{logits.data + (b * positions + i) * entries, entries}};
        sum += log_p[static_cast<std::size_t>(token)];
      }
      log_probabilities_[b] = sum;
      tokens_[b] = target_lengths[b] + 1;
    });
    for (std::size_t b = 0; b < rows; ++b)
      if (std::isnan(log_probabilities_[b])) throw_first_non_finite(b, logits.data + b * positions * entries);
    return {{log_probabilities_.data(), rows}, {tokens_.data(), rows}};
  }

 private:
  /// Of a row of whose logits some are known to have no log p.
  [[noreturn]] static void throw_first_non_finite(std::size_t row, const T* logits) {
    std::size_t position = 0;
    while (log_probabilities<T>{{logits + position * entries, entries}}.are_defined()) ++position;
    detail::throw_non_finite_logits("scorer", row, position);
  }

  using Target = typename Config::Target;
  using Vocabulary = typename Config::TargetVocabulary;
  static constexpr std::size_t entries = bound<Vocabulary>;

  kernels::threads& threads_;
  session<transformer<Config>, Numbers, tokens<typename Config::SourceVocabulary, Batch, typename Config::Source>,
          tokens<Vocabulary, Batch, Target>, row_lengths>
      run_;
  teacher_forcing_inputs<Config, Batch> targets_;
  std::vector<double> log_probabilities_;
  std::vector<std::int32_t> tokens_;
};

}  // namespace typeformer
