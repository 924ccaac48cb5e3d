#pragma once
#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <typeformer/train/example.hpp>
#include <typeformer/train/trainer.hpp>

namespace typeformer {

/// Examples side by side, each padded to the longest: behind a source stands the end, before a target the start, and
/// what follows each of a target's tokens is the next one, at last the end.
template <class Config, is_axis Batch>
class padded_batch {
 public:
  using Source = typename Config::Source;
  using Target = typename Config::Target;
  using Letters = typename Config::SourceVocabulary;
  using Entries = typename Config::TargetVocabulary;

  static constexpr std::size_t longest_source = bound<Source> - 1, longest_target = bound<Target> - 1;

  /// `rows` are places in `all`.
  ///
  /// refuses  more rows than Batch has, and a source or a target of more tokens than fit with start and end
  padded_batch(std::span<const example> all, std::span<const std::uint32_t> rows)
      : source_(rows.size(), longest(all, rows, &example::source, longest_source, "source") + 1),
        target_(rows.size(), longest(all, rows, &example::target, longest_target, "target") + 1),
        next_(target_.size(), -1) {
    std::ranges::fill(source_.elements(), Config::padding_token);
    std::ranges::fill(target_.elements(), Config::padding_token);
    const std::size_t width = target_.shape().template extent<1>();
    for (std::size_t b = 0; b < rows.size(); ++b) {
      const auto& [source, target] = all[rows[b]];
      std::ranges::copy(source, &source_(b, 0));
      source_(b, source.size()) = Config::end_token;
      lengths_.push_back(static_cast<std::int32_t>(source.size() + 1));
      target_(b, 0) = Config::start_token;
      std::ranges::copy(target, &target_(b, 0) + 1);
      std::ranges::copy(target, next_.begin() + static_cast<std::ptrdiff_t>(b * width));
      next_[b * width + target.size()] = Config::end_token;
      target_tokens_ += target.size() + 1;
    }
  }

  /// Holds as long as this.
  training_batch<Config, Batch> view() const { return {source_, {lengths_.data()}, target_, next_}; }
  const tokens<Letters, Batch, Source>& source() const { return source_; }
  std::span<const std::int32_t> lengths() const { return lengths_; }
  /// Of all targets, the ends included.
  std::size_t target_tokens() const { return target_tokens_; }

 private:
  static std::size_t longest(std::span<const example> all, std::span<const std::uint32_t> rows,
                             std::vector<std::int32_t> example::* part, std::size_t most, std::string_view name) {
    std::size_t size = 0;
    for (const std::uint32_t i : rows) size = std::max(size, (all[i].*part).size());
    if (size > most)
      throw error{"padded_batch: a " + std::string{name} + " has " + std::to_string(size) + " tokens, but at most " +
                  std::to_string(most) + " fit"};
    return size;
  }

  tokens<Letters, Batch, Source> source_;
  tokens<Entries, Batch, Target> target_;
  std::vector<std::int32_t> lengths_, next_;
  std::size_t target_tokens_ = 0;
};

}  // namespace typeformer
