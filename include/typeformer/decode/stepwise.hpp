#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <boost/hana/front.hpp>

#include <typeformer/decode/decode_step.hpp>
#include <typeformer/decode/decoding_state.hpp>
#include <typeformer/readings/running.hpp>
#include <typeformer/tensor/weights.hpp>

namespace typeformer {

/// Decodes a batch of rows token by token, apart from how a token is chosen; each row ends with Config::end_token or
/// when Target is full. Everything is allocated at construction.
///
/// cost     one row of the decoder for each token, thanks to the KV caches
/// throws   tokens outside the vocabulary
template <class Config, is_axis Batch, class Numbers>
class stepwise_decoder {
  using T = element_t<Numbers>;

 public:
  using Source = typename Config::Source;
  using Target = typename Config::Target;
  using source_shape = shape<Batch, Source>;
  using source_view = token_view<typename Config::SourceVocabulary, source_shape>;

  /// `weights` and `threads` outlive the decoder.
  stepwise_decoder(const packed_weights<transformer<Config>, Numbers>& weights, kernels::threads& threads)
      : reading_{weights.block(), workspace_bytes, threads}, newest_(bound<Batch>) {}

  /// `choose(logits, position, next)` writes the token of each row at `position` to `next`, given its logits
  /// [rows, TargetVocabulary]. Views of the result hold until the next call.
  template <class Choose>
  predicted_targets<Target> operator()(source_view source, std::span<const std::int32_t> source_lengths,
                                       const Choose& choose) {
    reading_.arena().clear();
    const auto& caches = caches_.lay_out(reading_, source.shape);
    const row_lengths lengths{source_lengths};
    prefill<Config, Batch>(caches, reading_.input(source), lengths);

    std::fill(newest_.begin(), newest_.end(), checked_decoding_config<Config>::start_token);
    targets_.begin(source_lengths.size());
    const shape<Batch, newest> step_shape{{hana::front(source.shape.dimensions), dimension<newest>{}}};
    for (std::size_t position = 0; position < bound<Target> && targets_.active(); ++position) {
      reading_.arena().clear();
      using token = token_view<typename Config::TargetVocabulary, shape<Batch, newest>>;
      const auto logits =
          decode_step<Config, Batch>(caches, reading_.input(token{newest_.data(), step_shape}), position, lengths);
      choose(logits.data, position, newest_.data());
      targets_.append(newest_.data());
    }
    return targets_.predicted();
  }

  /// The state in which `choose` is called.
  const decoding_state<Config, Batch>& targets() const { return targets_; }

  /// Bytes of the KV caches; and of the arena, the most that prefill or a decode step takes.
  static constexpr std::size_t cache_bytes = decoder_caches<Config, Batch, Numbers>::bytes;
  static constexpr std::size_t workspace_bytes =
      std::max(prefill_facts<Config, Batch, T>.workspace_bytes, decode_step_facts<Config, Batch, T>.workspace_bytes);
  std::size_t used_bytes() { return reading_.arena().highest(); }

 private:
  running<Numbers> reading_;
  decoder_caches<Config, Batch, Numbers> caches_;
  std::vector<std::int32_t> newest_;
  decoding_state<Config, Batch> targets_;
};

}  // namespace typeformer
