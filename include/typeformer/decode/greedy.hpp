#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include <typeformer/decode/check_lengths.hpp>
#include <typeformer/decode/check_logits.hpp>
#include <typeformer/decode/stepwise.hpp>
#include <typeformer/kernels/rows.hpp>

namespace typeformer {

/// Decodes by taking the token of the largest logit, for a batch of rows at once; each row ends with Config::end_token
/// or when Target is full. Everything is allocated at construction.
///
/// cost     one row of the decoder for each token, thanks to the KV caches
/// throws   tokens outside the vocabulary; lengths that are not one for each row, or lie outside 1 … the source's
///          extent; logits of which one is NaN or the largest is not finite
template <class Config, is_axis Batch, class Numbers = float>
class greedy_decoder {
  using config = typename decltype(detail::decoding_config_of<Config>())::type;
  using T = element_t<Numbers>;
  using steps = stepwise_decoder<Config, Batch, Numbers>;

 public:
  using result = predicted_targets<typename Config::Target>;

  /// `weights` and `threads` outlive the decoder.
  greedy_decoder(const packed_weights<transformer<Config>, Numbers>& weights, kernels::threads& threads)
      : threads_{threads}, steps_{weights, threads} {}
  template <class... Others>
  greedy_decoder(packed_weights<transformer<Config>, Numbers>&& gone_before_it_is_used, Others&&...) = delete;

  /// Views of the result hold until the next call.
  result operator()(typename steps::source_view source, std::span<const std::int32_t> source_lengths) {
    detail::check_lengths("greedy_decoder", source.shape, source_lengths);
    return steps_(source, source_lengths, [&](const T* logits, std::size_t position, std::int32_t* next) {
      constexpr std::size_t entries = bound<typename Config::TargetVocabulary>;
      kernels::argmax(source_lengths.size(), entries, logits, next, threads_);
      for (std::size_t row = 0; row < source_lengths.size(); ++row)
        if (!detail::is_largest_finite(logits + row * entries, entries, static_cast<std::size_t>(next[row])))
          detail::throw_non_finite_logits("greedy_decoder", row, position);
    });
  }

  /// Bytes of the KV caches; and of the arena, the most that prefill or a decode step takes.
  static constexpr std::size_t cache_bytes = steps::cache_bytes;
  static constexpr std::size_t workspace_bytes = steps::workspace_bytes;
  std::size_t used_bytes() { return steps_.used_bytes(); }

 private:
  kernels::threads& threads_;
  steps steps_;
};

}  // namespace typeformer
