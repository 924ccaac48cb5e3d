#pragma once
#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <boost/hana/front.hpp>

#include <typeformer/decode/check_lengths.hpp>
#include <typeformer/decode/decoding_state.hpp>
#include <typeformer/expressions/traced.hpp>
#include <typeformer/kernels/rows.hpp>
#include <typeformer/layers/transformer.hpp>
#include <typeformer/readings/running.hpp>
#include <typeformer/tensor/weights.hpp>

namespace typeformer::testing {

/// Decodes as greedy_decoder does, but without KV caches: for each token the decoder reads the whole target again. It
/// is what greedy_decoder is checked by. Everything is allocated at construction.
///
/// cost     n rows of the decoder for the n-th token
/// throws   lengths that are not one for each row, or lie outside 1 … the source's extent
template <class Config, is_axis Batch, class Numbers = float>
class uncached_greedy_decoder {
  using T = element_t<Numbers>;

 public:
  using Source = typename Config::Source;
  using Target = typename Config::Target;
  static_assert(known_at_run_time<Target, extent<Target>>,
                "uncached_greedy_decoder: the extent of Target must be up_to<...>");
  using source_shape = shape<Batch, Source>;
  using target_shape = shape<Batch, Target>;
  using cross_shape = shape<Batch, Source, typename Config::Model>;
  using result = predicted_tokens<Target>;

  /// `weights` and `threads` outlive the decoder.
  uncached_greedy_decoder(const packed_weights<transformer<Config>, Numbers>& weights, kernels::threads& threads)
      : threads_{threads},
        encoding_{weights.block(), encoding_bytes, threads},
        decoding_{weights.block(), decoding_bytes, threads},
        targets_{Config::end_token},
        best_(bound<Batch>),
        read_(bound<Batch> * bound<Target>),
        prefixes_(bound<Batch> * bound<Target>) {}
  template <class... Others>
  uncached_greedy_decoder(packed_weights<transformer<Config>, Numbers>&& gone_before_it_is_used, Others&&...) = delete;

  /// Views of the result hold until the next call.
  result operator()(token_view<typename Config::SourceVocabulary, source_shape> source,
                    std::span<const std::int32_t> source_lengths) {
    const std::size_t rows = source.shape.template extent<0>();
    detail::check_lengths("uncached_greedy_decoder", source.shape, source_lengths);
    const row_lengths lengths{source_lengths};
    encoding_.arena().clear();
    const auto encoded = model<transformer<Config>>.encode(encoding_.input(source), lengths);

    std::fill_n(best_.begin(), rows, Config::start_token);
    targets_.begin(rows, bound<Target>);
    for (std::size_t length = 1; length <= bound<Target> && targets_.active(); ++length) {
      for (std::size_t b = 0; b < rows; ++b) {
        std::int32_t* const row = read_.data() + b * bound<Target>;
        row[length - 1] = best_[b];
        std::copy_n(row, length, prefixes_.data() + b * length);
      }
      decoding_.arena().clear();
      using target = token_view<typename Config::TargetVocabulary, target_shape>;
      const target_shape prefix{{hana::front(source.shape.dimensions), dimension<Target>{length}}};
      const auto logits = model<transformer<Config>>.decode(
          decoding_.input(target{prefixes_.data(), prefix}),
          decoding_.input(view<const T, cross_shape>{encoded.data, encoded.shape}), lengths);
      constexpr std::size_t entries = bound<typename Config::TargetVocabulary>;
      for (std::size_t b = 0; b < rows; ++b) {
        const T* const last = logits.data + ((b + 1) * length - 1) * entries;
        kernels::argmax(1, entries, last, &best_[b], threads_);
      }
      for (std::size_t b = 0; b < rows; ++b)
        if (targets_.is_active(b)) targets_.append(b, best_[b], [](std::size_t, std::int32_t) {});
    }
    return targets_.predicted();
  }

  /// Bytes of the two arenas: for the encoder's output, which stays, and for the decoder.
  static constexpr std::size_t encoding_bytes =
      facts_of_program<T>([](auto& reading) {
        model<transformer<Config>>.encode(reading.template tokens<typename Config::SourceVocabulary, source_shape>());
      }).workspace_bytes;
  static constexpr std::size_t decoding_bytes =
      facts_of_program<T>([](auto& reading) {
        model<transformer<Config>>.decode(reading.template tokens<typename Config::TargetVocabulary, target_shape>(),
                                          reading.template input<cross_shape>());
      }).workspace_bytes;

 private:
  kernels::threads& threads_;
  running<Numbers> encoding_, decoding_;
  decoding_state<Batch, Target> targets_;
  std::vector<std::int32_t> best_, read_, prefixes_;
};

}  // namespace typeformer::testing
