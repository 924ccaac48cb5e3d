#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <typeformer/decode/check_lengths.hpp>
#include <typeformer/decode/check_logits.hpp>
#include <typeformer/decode/log_probability.hpp>
#include <typeformer/decode/stepwise.hpp>
#include <typeformer/decode/token_sampler.hpp>
#include <typeformer/kernels/random.hpp>

namespace typeformer {

/// Decodes by drawing tokens (token_sampler.hpp), for a batch of rows at once; each row ends with Config::end_token or
/// when Target is full. Everything is allocated at construction.
///
/// Random numbers are of a counter-based generator: seed, row number and position alone decide. So a row's tokens
/// depend neither on threads nor on the batch that it is in, except where logits are so close that rounding decides.
///
/// cost     that of greedy_decoder, and of a token_sampler for each token
/// throws   what greedy_decoder and token_sampler throw; row numbers that are not one for each row
template <class Config, is_axis Batch, class Numbers = float>
class sampling_decoder {
  using config = typename decltype(detail::decoding_config_of<Config>())::type;
  using T = element_t<Numbers>;
  using steps = stepwise_decoder<Config, Batch, Numbers>;

 public:
  /// `weights` and `threads` outlive the decoder.
  sampling_decoder(const packed_weights<transformer<Config>, Numbers>& weights, kernels::threads& threads,
                   const sampling& how = {}, std::uint64_t seed = 0)
      : threads_{threads},
        seed_{seed},
        steps_{weights, threads},
        samplers_(bound<Batch>, token_sampler<T>{entries, how}),
        log_probabilities_(bound<Batch>) {}
  template <class... Others>
  sampling_decoder(packed_weights<transformer<Config>, Numbers>&& gone_before_it_is_used, Others&&...) = delete;

  struct result : predicted_targets<typename Config::Target> {
    /// The model's own log p of each row, in nats, whatever `sampling` leaves out; with that of the end, except in rows
    /// that fill Target, which have no end.
    std::span<const double> log_probabilities;
  };

  /// `numbers` are the rows' numbers: b of row b, if there are none. Views of the result hold until the next call.
  result operator()(typename steps::source_view source, std::span<const std::int32_t> source_lengths,
                    std::span<const std::uint64_t> numbers = {}) {
    const std::size_t rows = source.shape.template extent<0>();
    detail::check_lengths("sampling_decoder", source.shape, source_lengths);
    if (!numbers.empty() && numbers.size() != rows)
      throw error{"sampling_decoder: there are " + std::to_string(numbers.size()) + " numbers for the rows of " +
                  text_of(source.shape)};
    std::fill_n(log_probabilities_.begin(), rows, 0.0);
    const auto choose = [&](const T* logits, std::size_t position, std::int32_t* next) {
      threads_.for_each(rows, [&](std::size_t b, void*) {
        if (!steps_.targets().is_active(b)) return;
        const T* const own = logits + b * entries;
        next[b] = samplers_[b](own, random(numbers.empty() ? b : numbers[b], position));
        log_probabilities_[b] += log_probabilities<T>{{own, entries}}[static_cast<std::size_t>(next[b])];
      });
      for (std::size_t b = 0; b < rows; ++b)
        if (std::isnan(log_probabilities_[b])) detail::throw_non_finite_logits("sampling_decoder", b, position);
    };
    const predicted_targets<typename Config::Target> predicted = steps_(source, source_lengths, choose);
    return {predicted, {log_probabilities_.data(), rows}};
  }

  /// Bytes of the KV caches; and of the arena, the most that prefill or a decode step takes.
  static constexpr std::size_t cache_bytes = steps::cache_bytes;
  static constexpr std::size_t workspace_bytes = steps::workspace_bytes;
  std::size_t used_bytes() { return steps_.used_bytes(); }

 private:
  static constexpr std::size_t entries = bound<typename Config::TargetVocabulary>;

  /// In [0, 1), in steps of 2⁻⁵³.
  double random(std::uint64_t number, std::uint64_t position) const {
    const std::uint64_t row = kernels::counter_random(seed_, number);
    return static_cast<double>(kernels::counter_random(row, position) >> 11) * 0x1p-53;
  }

  kernels::threads& threads_;
  std::uint64_t seed_;
  steps steps_;
  std::vector<token_sampler<T>> samplers_;
  std::vector<double> log_probabilities_;
};

}  // namespace typeformer
