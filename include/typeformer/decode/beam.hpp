#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <boost/hana/back.hpp>

#include <typeformer/decode/beam_search.hpp>
#include <typeformer/decode/check_lengths.hpp>
#include <typeformer/decode/check_logits.hpp>
#include <typeformer/decode/decode_step.hpp>
#include <typeformer/readings/running.hpp>
#include <typeformer/tensor/weights.hpp>

namespace typeformer {

/// The rows of a beam search's decode step: for each row of Batch, as many as Beam is wide.
template <is_axis Batch, is_axis Beam>
struct beams : axis<"B·k", up_to<bound<Batch> * bound<Beam>>> {};

/// Beam search (beam_search.hpp) for a batch of rows at once. Everything is allocated at construction.
///
/// A row's result depends on the other rows by rounding alone, since kernels sum in an order that shapes decide, and
/// not on the number of threads. With a width of 1 and no_penalty its tokens are greedy_decoder's, except where logits
/// are so close that rounding decides.
///
/// Beam     the axis of hypotheses; its bound is the largest width
/// cost     `width` rows of the decoder for each token, and the copies of cache rows that beam_search asks for
/// throws   a width outside 1 … Beam's bound; what greedy_decoder throws
template <class Config, is_axis Batch, is_axis Beam, class Numbers = float, is_penalty Penalty = no_penalty>
class beam_decoder {
  using config = typename decltype(detail::decoding_config_of<Config>())::type;
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
        lengths_(bound<Rows>),
        newest_(bound<Rows>) {
    searches_.reserve(bound<Batch>);
    for (std::size_t b = 0; b < bound<Batch>; ++b)
      searches_.emplace_back(
          beam_problem<Penalty>{width, entries, bound<Target>, config::start_token, config::end_token, penalty, end});
  }
  template <class... Others>
  beam_decoder(packed_weights<transformer<Config>, Numbers>&& gone_before_it_is_used, Others&&...) = delete;

  struct result {
    std::span<const beam_search<T, Penalty>> searches;
    std::size_t steps;  ///< decode steps of the longest search

    /// At most `width`, best first. Those that were cut off at Target's end follow those that ended, and are there only
    /// if fewer than `width` ended.
    std::span<const hypothesis> row(std::size_t b) const { return searches[b].finished(); }
  };

  /// Views of the result hold until the next call.
  result operator()(token_view<typename Config::SourceVocabulary, source_shape> source,
                    std::span<const std::int32_t> source_lengths) {
    detail::check_lengths("beam_decoder", source.shape, source_lengths);
    const std::size_t sources = source.shape.template extent<0>(), rows = sources * width_;
    const dimension<Rows> row_dimension{rows};
    const shape<Rows, Source> all{{row_dimension, hana::back(source.shape.dimensions)}};
    const auto& caches = caches_.lay_out(reading_, all);
    reading_.arena().clear();
    prefill<Config, Batch>(caches_.first_rows(source.shape), reading_.input(source), row_lengths{source_lengths});
    caches_.repeat_cross_rows(sources, width_, threads_);
    for (std::size_t row = 0; row < rows; ++row) lengths_[row] = source_lengths[row / width_];
    std::ranges::fill(newest_, config::start_token);
    const std::span<beam_search<T, Penalty>> searches{searches_.data(), sources};
    for (auto& search : searches) search.begin();

    const shape<Rows, newest> step_shape{{row_dimension, dimension<newest>{}}};
    const auto is_going = [](const auto& search) { return !search.is_over(); };
    std::size_t position = 0;
    for (; std::ranges::any_of(searches, is_going); ++position) {
      reading_.arena().clear();
      using token = token_view<typename Config::TargetVocabulary, shape<Rows, newest>>;
      const auto logits = decode_step<Config, Rows>(caches, reading_.input(token{newest_.data(), step_shape}), position,
                                                    row_lengths{{lengths_.data(), rows}});
      threads_.for_each(sources, [&](std::size_t b, void*) {
        if (searches[b].is_over()) return;
        const std::size_t first = b * width_;
        searches[b].step(logits.data + first * entries, [&](std::size_t from, std::size_t to) {
          caches_.copy_self_row(position + 1, first + from, first + to);
        });
        for (const auto& h : searches[b].active()) newest_[first + h.slot] = h.newest;
      });
      for (std::size_t b = 0; b < sources; ++b)
        if (searches[b].saw_non_finite()) detail::throw_non_finite_logits("beam_decoder", b, position);
    }
    return {searches, position};
  }

  using Rows = beams<Batch, Beam>;

  /// Bytes of the KV caches; and of the arena, the most that prefill or a decode step takes.
  static constexpr std::size_t cache_bytes = decoder_caches<Config, Rows, Numbers>::bytes;
  static constexpr std::size_t workspace_bytes =
      std::max(prefill_facts<Config, Batch, T>.workspace_bytes, decode_step_facts<Config, Rows, T>.workspace_bytes);
  std::size_t used_bytes() { return reading_.arena().highest(); }

 private:
  static constexpr std::size_t entries = bound<typename Config::TargetVocabulary>;

  static std::size_t checked(std::size_t width) {
    if (width < 1 || width > bound<Beam>)
      throw error{"beam_decoder: the width is " + std::to_string(width) + ", but it must lie between 1 and " +
                  std::to_string(bound<Beam>)};
    return width;
  }

  std::size_t width_;
  kernels::threads& threads_;
  running<Numbers> reading_;
  decoder_caches<Config, Rows, Numbers> caches_;
  std::vector<std::int32_t> lengths_, newest_;
  std::vector<beam_search<T, Penalty>> searches_;
};

}  // namespace typeformer
