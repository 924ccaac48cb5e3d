#pragma once
#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <typeformer/decode/caches.hpp>
#include <typeformer/kernels/rows.hpp>
#include <typeformer/readings/running.hpp>
#include <typeformer/tensor/weights.hpp>

namespace typeformer {

namespace detail {
/// Refuses lengths that are not those of a source [Batch, Source].
template <class Shape>
void check_lengths(std::string_view decoder, Shape source, std::span<const std::int32_t> lengths) {
  if (lengths.size() != source.template extent<0>())
    throw error{std::string{decoder} + ": there are " + std::to_string(lengths.size()) + " lengths for the rows of " +
                text_of(source)};
  for (const std::int32_t n : lengths)
    if (n < 1 || static_cast<std::size_t>(n) > source.template extent<1>())
      throw error{std::string{decoder} + ": a row's length is " + std::to_string(n) + " in a source of " +
                  text_of(source)};
}
}  // namespace detail

/// Decodes by taking the token of the largest score, for a batch of rows at once; each row ends with Config::end_token
/// or when Target is full. Everything is allocated at construction.
///
/// cost     one row of the decoder for each token, thanks to caches of its own and of the encoder's keys and values
/// refuses  tokens outside the vocabulary; lengths outside 1 … the source's extent
template <class Config, is_axis Batch, class T = float>
class greedy_decoder {
 public:
  using Source = typename Config::Source;
  using Target = typename Config::Target;
  using source_shape = shape<Batch, Source>;

  /// `weights` and `workers` outlive the decoder.
  greedy_decoder(const packed_weights<transformer<Config>, T>& weights, kernels::threads& workers)
      : workers_{workers},
        reading_{weights.data(), running_block_size<transformer<Config>>, workspace_bytes, workers},
        memory_{cache_bytes / sizeof(T), contents::unset},
        best_(bound<Batch>),
        newest_(bound<Batch>),
        done_(bound<Batch>),
        tokens_(bound<Batch> * bound<Target>),
        lengths_(bound<Batch>) {}

  struct result {
    const std::int32_t* tokens;  ///< [rows, Target], without start and end
    std::span<const std::int32_t> lengths;

    std::span<const std::int32_t> row(std::size_t b) const {
      return {tokens + b * bound<Target>, static_cast<std::size_t>(lengths[b])};
    }
  };

  /// Views of the result hold until the next call.
  result operator()(token_view<typename Config::SourceVocabulary, source_shape> source,
                    std::span<const std::int32_t> source_lengths) {
    const std::size_t rows = source.shape.template extent<0>();
    detail::check_lengths("greedy_decoder", source.shape, source_lengths);
    reading_.memory().clear();
    const auto caches = lay_out(source.shape);
    const row_lengths lengths{source_lengths.data()};
    start<Config, Batch>(caches, reading_.input(source), lengths);

    std::fill_n(newest_.begin(), rows, Config::start_token);
    std::fill_n(done_.begin(), rows, false);
    std::fill_n(lengths_.begin(), rows, 0);
    std::size_t running_rows = rows;
    const shape<Batch, newest> step_shape{{hana::front(source.shape.dimensions), dimension<newest>{}}};
    for (std::size_t position = 0; position < bound<Target> && running_rows; ++position) {
      reading_.memory().clear();
      using token = token_view<typename Config::TargetVocabulary, shape<Batch, newest>>;
      const auto scores =
          next<Config, Batch>(caches, reading_.input(token{newest_.data(), step_shape}), position, lengths);
      kernels::argmax(rows, bound<typename Config::TargetVocabulary>, scores.data, best_.data(), workers_);
      for (std::size_t b = 0; b < rows; ++b) {
        newest_[b] = best_[b];
        if (done_[b]) continue;
        if (best_[b] == Config::end_token) {
          done_[b] = true;
          --running_rows;
        } else {
          tokens_[b * bound<Target> + static_cast<std::size_t>(lengths_[b]++)] = best_[b];
        }
      }
    }
    return {tokens_.data(), {lengths_.data(), rows}};
  }

  /// Bytes of the caches; and of the arena, the most that reading a source or a step takes.
  static constexpr std::size_t cache_bytes = [] {
    using cache = layer_cache<running<T>, Config, Batch>;
    return 2 * Config::decoder_layers *
           (aligned_bytes(typename cache::own_shape{}.size() * sizeof(T)) +
            aligned_bytes(typename cache::memory_shape{}.size() * sizeof(T)));
  }();
  static constexpr std::size_t workspace_bytes =
      std::max(start_facts<Config, Batch, T>.workspace_bytes, step_facts<Config, Batch, T>.workspace_bytes);
  std::size_t used_bytes() { return reading_.memory().highest(); }

 private:
  /// The caches one after the other in memory_.
  auto lay_out(source_shape source) {
    T* at = memory_.data();
    return lay_out_caches<running<T>, Config, Batch>(source, [&]<class Shape>(Shape shape) {
      const auto c = reading_.cache(view<T, Shape>{at, shape});
      at += aligned_bytes(shape.size() * sizeof(T)) / sizeof(T);
      return c;
    });
  }

  kernels::threads& workers_;
  running<T> reading_;
  buffer<T> memory_;
  std::vector<std::int32_t> best_, newest_;
  std::vector<bool> done_;
  std::vector<std::int32_t> tokens_, lengths_;
};

}  // namespace typeformer
