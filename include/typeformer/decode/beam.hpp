#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <boost/hana/back.hpp>

#include <typeformer/decode/beam_search.hpp>
#include <typeformer/decode/caches.hpp>
#include <typeformer/decode/check_lengths.hpp>
#include <typeformer/readings/running.hpp>
#include <typeformer/tensor/weights.hpp>

namespace typeformer {

/// The rows that a beam search reads at once: for each row of Batch, as many as Beam is wide.
template <is_axis Batch, is_axis Beam>
struct beams : axis<"B·k", up_to<bound<Batch> * bound<Beam>>> {};

/// Beam search (beam_search.hpp) for a batch of rows at once. Everything is allocated at construction.
///
/// A row's result depends on the other rows by rounding alone, since kernels sum in an order that shapes decide, and
/// not on the number of threads. With a width of 1 and no_penalty it is what greedy_decoder says, but for logits so
/// near to each other that rounding decides.
///
/// Beam     the axis of hypotheses; its bound is the largest width
/// cost     `width` rows of the decoder for each token, and the copies of caches that beam_search asks for
/// refuses  a width outside 1 … Beam's bound; what greedy_decoder refuses
template <class Config, is_axis Batch, is_axis Beam, class Numbers = float, is_penalty Penalty = no_penalty>
class beam_decoder {
  using T = element_t<Numbers>;

 public:
  using Source = typename Config::Source;
  using Target = typename Config::Target;
  using source_shape = shape<Batch, Source>;

  /// `weights` and `threads` outlive the decoder.
  beam_decoder(const packed_weights<transformer<Config>, Numbers>& weights, kernels::threads& threads,
               std::size_t width = bound<Beam>, Penalty penalty = {}, search_end end = search_end::when_it_can_stop)
      : width_{checked(width)},
        threads_{threads},
        reading_{weights.block(), workspace_bytes, threads},
        memory_{cache_bytes / sizeof(T), contents::unset},
        lengths_(bound<Rows>),
        newest_(bound<Rows>) {
    searches_.reserve(bound<Batch>);
    for (std::size_t b = 0; b < bound<Batch>; ++b)
      searches_.emplace_back(
          beam_problem<Penalty>{width, entries, bound<Target>, Config::start_token, Config::end_token, penalty, end});
  }
  template <class... Others>
  beam_decoder(packed_weights<transformer<Config>, Numbers>&& gone_before_it_is_used, Others&&...) = delete;

  struct result {
    std::span<const beam_search<T, Penalty>> searches;
    std::size_t steps;  ///< tokens that the decoder has read for the longest search

    /// At most `width`, best first. Those that were cut off where Target ends stand behind those that ended, and are
    /// there only if fewer than `width` ended.
    std::span<const hypothesis> row(std::size_t b) const { return searches[b].kept(); }
  };

  /// Views of the result hold until the next call.
  result operator()(token_view<typename Config::SourceVocabulary, source_shape> source,
                    std::span<const std::int32_t> source_lengths) {
    detail::check_lengths("beam_decoder", source.shape, source_lengths);
    const std::size_t words = source.shape.template extent<0>();
    const shape<Rows, Source> all{{dimension<Rows>{words * width_}, hana::back(source.shape.dimensions)}};
    const auto caches = lay_out<Rows>(all, 1);
    reading_.arena().clear();
    start<Config, Batch>(lay_out<Batch>(source.shape, width_), reading_.input(source),
                         row_lengths{source_lengths});
    spread_memory(caches, words);
    for (std::size_t row = 0; row < words * width_; ++row) lengths_[row] = source_lengths[row / width_];
    std::ranges::fill(newest_, Config::start_token);
    for (std::size_t b = 0; b < words; ++b) searches_[b].begin();

    const shape<Rows, newest> step_shape{{dimension<Rows>{words * width_}, dimension<newest>{}}};
    const auto is_going = [](const auto& search) { return !search.is_over(); };
    const std::span<beam_search<T, Penalty>> searches{searches_.data(), words};
    std::size_t position = 0;
    for (; std::ranges::any_of(searches, is_going); ++position) {
      reading_.arena().clear();
      using token = token_view<typename Config::TargetVocabulary, shape<Rows, newest>>;
      const auto logits = next<Config, Rows>(caches, reading_.input(token{newest_.data(), step_shape}), position,
                                             row_lengths{{lengths_.data(), words * width_}});
      threads_.for_each(words, [&](std::size_t b, void*) {
        if (searches[b].is_over()) return;
        const std::size_t first = b * width_;
        searches[b].step(logits.data + first * entries, [&](std::size_t from, std::size_t to) {
          copy_own(caches, position + 1, first + from, first + to);
        });
        for (const auto& h : searches[b].alive()) newest_[first + h.slot] = h.newest;
      });
    }
    return {searches, position};
  }

 private:
  using Rows = beams<Batch, Beam>;
  using caches_type = layer_caches<running<Numbers>, Config, Rows>;
  using cache = layer_cache<running<Numbers>, Config, Rows>;
  static constexpr std::size_t joined = bound<typename cache::joined>;
  static constexpr std::size_t entries = bound<typename Config::TargetVocabulary>;

 public:
  /// Bytes of the caches; and of the arena, the most that reading a source or a step takes.
  static constexpr std::size_t cache_bytes = 2 * Config::decoder_layers *
                                             (aligned_bytes(typename cache::self_shape{}.size() * sizeof(T)) +
                                              aligned_bytes(typename cache::cross_shape{}.size() * sizeof(T)));
  static constexpr std::size_t workspace_bytes =
      std::max(prefill_facts<Config, Batch, T>.workspace_bytes, decode_step_facts<Config, Rows, T>.workspace_bytes);
  std::size_t used_bytes() { return reading_.arena().highest(); }

 private:
  static std::size_t checked(std::size_t width) {
    if (width < 1 || width > bound<Beam>)
      throw error{"beam_decoder: the width is " + std::to_string(width) + ", but it must lie between 1 and " +
                  std::to_string(bound<Beam>)};
    return width;
  }

  /// The caches one after the other in memory_, each with room for `times` as many rows as it has.
  template <class Axis>
  auto lay_out(shape<Axis, Source> source, std::size_t times) {
    T* at = memory_.data();
    return lay_out_caches<running<Numbers>, Config, Axis>(source, [&]<class Shape>(Shape shape) {
      const auto c = reading_.cache(view<T, Shape>{at, shape});
      at += aligned_bytes(times * shape.size() * sizeof(T)) / sizeof(T);
      return c;
    });
  }

  /// The encoder's keys and values stand at the first rows, one for each word: from the last word on, they are copied
  /// to all rows of their word, which are no rows of words before it.
  void spread_memory(const caches_type& caches, std::size_t words) {
    threads_.for_each(2 * Config::decoder_layers, [&](std::size_t task, void*) {
      const cache& layer = caches[task / 2];
      const auto& memory = task % 2 ? layer.cross_values : layer.cross_keys;
      const std::size_t row = memory.shape.template extent<1>() * joined;
      for (std::size_t b = words; b-- > 0;)
        for (std::size_t k = 0; k < width_; ++k)
          if (b * width_ + k != b) std::copy_n(memory.data + b * row, row, memory.data + (b * width_ + k) * row);
    });
  }

  static void copy_own(const caches_type& caches, std::size_t positions, std::size_t from, std::size_t to) {
    for (const cache& layer : caches)
      for (T* const own : {layer.self_keys.data, layer.self_values.data})
        std::copy_n(own + from * bound<Target> * joined, positions * joined, own + to * bound<Target> * joined);
  }

  std::size_t width_;
  kernels::threads& threads_;
  running<Numbers> reading_;
  buffer<T> memory_;
  std::vector<std::int32_t> lengths_, newest_;
  std::vector<beam_search<T, Penalty>> searches_;
};

}  // namespace typeformer
