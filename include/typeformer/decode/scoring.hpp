#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <typeformer/decode/greedy.hpp>
#include <typeformer/decode/log_probability.hpp>
#include <typeformer/expressions/session.hpp>

namespace typeformer {

/// How likely a model holds given targets, log p(y|x), by teacher forcing: the whole target is read at once, shifted by
/// the start token. Everything is allocated at construction.
///
/// shapes   source [Batch, Source]   target [Batch, Target], without start and end   →   one number for each row
/// units    nats, the end token's share included
/// cost     one forward pass over the longest target
/// refuses  different numbers of rows; source lengths outside 1 … the source's extent; target lengths outside 0 … the
///          target's extent, and of Target's bound, since the start stands before it; tokens outside the vocabularies
template <class Config, is_axis Batch, class T = float>
class scorer {
 public:
  using source_view = token_view<typename Config::SourceVocabulary, shape<Batch, typename Config::Source>>;
  using target_view = token_view<typename Config::TargetVocabulary, shape<Batch, typename Config::Target>>;

  /// `weights` and `workers` outlive the scorer.
  scorer(const packed_weights<transformer<Config>, T>& weights, kernels::threads& workers)
      : workers_{workers},
        run_{weights, workers},
        read_(bound<Batch> * bound<typename Config::Target>),
        log_probabilities_(bound<Batch>),
        tokens_(bound<Batch>) {}

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

  /// What stands behind a row's length is not looked at in a target; in a source it must be of the vocabulary. Views of
  /// the result hold until the next call.
  result operator()(source_view source, std::span<const std::int32_t> source_lengths, target_view target,
                    std::span<const std::int32_t> target_lengths) {
    const std::size_t rows = source.shape.template extent<0>();
    detail::check_lengths("scorer", source.shape, source_lengths);
    check_targets(rows, target.shape, target_lengths);

    const target_view read = shifted(target, target_lengths);
    const auto scores = run_(source, read, row_lengths{source_lengths.data()});
    const std::size_t places = read.shape.last(), given = target.shape.last();
    workers_.for_each(rows, [&](std::size_t b, void*) {
      const auto length = static_cast<std::size_t>(target_lengths[b]);
      double sum = 0;
      for (std::size_t i = 0; i <= length; ++i) {
        const std::int32_t token = i < length ? target.data[b * given + i] : Config::end_token;
        const log_probabilities<T> log_p{{scores.data + (b * places + i) * entries, entries}};
        sum += log_p[static_cast<std::size_t>(token)];
      }
      log_probabilities_[b] = sum;
      tokens_[b] = target_lengths[b] + 1;
    });
    return {{log_probabilities_.data(), rows}, {tokens_.data(), rows}};
  }

 private:
  using Target = typename Config::Target;
  using Vocabulary = typename Config::TargetVocabulary;
  static constexpr std::size_t entries = bound<Vocabulary>;

  static void check_targets(std::size_t rows, shape<Batch, Target> target, std::span<const std::int32_t> lengths) {
    if (target.template extent<0>() != rows || lengths.size() != rows)
      throw error{"scorer: there are " + std::to_string(rows) + " sources, but " + std::to_string(lengths.size()) +
                  " lengths for targets of " + text_of(target)};
    for (const std::int32_t n : lengths)
      if (n < 0 || static_cast<std::size_t>(n) > target.last() || static_cast<std::size_t>(n) >= bound<Target>)
        throw error{"scorer: a target's length is " + std::to_string(n) + " in targets of " + text_of(target) +
                    ", and with the start at most " + std::to_string(bound<Target>) + " tokens are read"};
  }

  /// What the decoder reads, and checks: the start, then the targets. Behind a row's end it reads the start again,
  /// which no place before it sees.
  target_view shifted(target_view target, std::span<const std::int32_t> lengths) {
    std::int32_t longest = 0;
    for (const std::int32_t n : lengths) longest = std::max(longest, n);
    const dimension<Target> places{static_cast<std::size_t>(longest) + 1};
    const shape<Batch, Target> read{{hana::front(target.shape.dimensions), places}};
    std::fill_n(read_.begin(), read.size(), Config::start_token);
    for (std::size_t b = 0; b < lengths.size(); ++b) {
      const std::int32_t* const row = target.data + b * target.shape.last();
      const auto length = static_cast<std::size_t>(lengths[b]);
      std::copy_n(row, length, read_.data() + b * places.extent() + 1);
    }
    return {read_.data(), read};
  }

  kernels::threads& workers_;
  session<transformer<Config>, T, tokens<typename Config::SourceVocabulary, Batch, typename Config::Source>,
          tokens<Vocabulary, Batch, Target>, row_lengths>
      run_;
  std::vector<std::int32_t> read_;
  std::vector<double> log_probabilities_;
  std::vector<std::int32_t> tokens_;
};

}  // namespace typeformer
