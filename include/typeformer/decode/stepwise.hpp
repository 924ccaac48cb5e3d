#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <boost/hana/front.hpp>

#include <typeformer/decode/caches.hpp>
#include <typeformer/decode/decoding_state.hpp>
#include <typeformer/readings/running.hpp>
#include <typeformer/tensor/weights.hpp>

namespace typeformer {

/// Decodes a batch of rows token by token, apart from how a token is chosen; each row ends with Config::end_token or
/// when Target is full. Everything is allocated at construction.
///
/// cost     one row of the decoder for each token, thanks to caches of its own and of the encoder's keys and values
/// refuses  tokens outside the vocabulary
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
      : reading_{weights.block(), workspace_bytes, threads},
        memory_{cache_bytes / sizeof(T), contents::unset},
        newest_(bound<Batch>) {}

  /// `choose(logits, position, next)` writes the token of each row to `next`, given logits [rows, TargetVocabulary] of
  /// what may stand at `position`. Views of the result hold until the next call.
  template <class Choose>
  predicted_targets<Target> operator()(source_view source, std::span<const std::int32_t> source_lengths,
                                  const Choose& choose) {
    reading_.arena().clear();
    const auto caches = lay_out(source.shape);
    const row_lengths lengths{source_lengths};
    start<Config, Batch>(caches, reading_.input(source), lengths);

    std::fill(newest_.begin(), newest_.end(), Config::start_token);
    targets_.begin(source_lengths.size());
    const shape<Batch, newest> step_shape{{hana::front(source.shape.dimensions), dimension<newest>{}}};
    for (std::size_t position = 0; position < bound<Target> && targets_.growing(); ++position) {
      reading_.arena().clear();
      using token = token_view<typename Config::TargetVocabulary, shape<Batch, newest>>;
      const auto logits =
          next<Config, Batch>(caches, reading_.input(token{newest_.data(), step_shape}), position, lengths);
      choose(logits.data, position, newest_.data());
      targets_.append(newest_.data());
    }
    return targets_.predicted();
  }

  /// The rows as they are when a token is chosen.
  const decoding_state<Config, Batch>& targets() const { return targets_; }

  /// Bytes of the caches; and of the arena, the most that reading a source or a step takes.
  static constexpr std::size_t cache_bytes = [] {
    using cache = layer_cache<running<Numbers>, Config, Batch>;
    return 2 * Config::decoder_layers *
           (aligned_bytes(typename cache::self_shape{}.size() * sizeof(T)) +
            aligned_bytes(typename cache::cross_shape{}.size() * sizeof(T)));
  }();
  static constexpr std::size_t workspace_bytes =
      std::max(prefill_facts<Config, Batch, T>.workspace_bytes, decode_step_facts<Config, Batch, T>.workspace_bytes);
  std::size_t used_bytes() { return reading_.arena().highest(); }

 private:
  /// The caches one after the other in memory_.
  auto lay_out(source_shape source) {
    T* at = memory_.data();
    return lay_out_caches<running<Numbers>, Config, Batch>(source, [&]<class Shape>(Shape shape) {
      const auto c = reading_.cache(view<T, Shape>{at, shape});
      at += aligned_bytes(shape.size() * sizeof(T)) / sizeof(T);
      return c;
    });
  }

  running<Numbers> reading_;
  buffer<T> memory_;
  std::vector<std::int32_t> newest_;
  decoding_state<Config, Batch> targets_;
};

}  // namespace typeformer
