#pragma once
#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <typeformer/train/example.hpp>
#include <typeformer/train/trainer.hpp>

namespace typeformer {

/// Whether a Config says what ends a source. Where source and target share a vocabulary, end_token ends both.
template <class Config>
inline constexpr bool names_source_end =
    std::is_same_v<typename Config::SourceVocabulary, typename Config::TargetVocabulary> ||
    requires { Config::source_end_token; };
template <std::int32_t Token, class Vocabulary, auto>
inline constexpr bool is_token_of = Token >= 0 && static_cast<std::size_t>(Token) < bound<Vocabulary>;

namespace detail {
template <class Config>
constexpr std::int32_t source_end() {
  static_assert(names_source_end<Config>,
                "padded_batch<Config, Batch>: source and target differ in vocabulary, so Config must name "
                "source_end_token");
  if constexpr (requires { Config::source_end_token; }) {
    using Vocabulary = typename Config::SourceVocabulary;
    static_assert(is_token_of<Config::source_end_token, Vocabulary, extent<Vocabulary>>,
                  "padded_batch<Config, Batch>: Config's source_end_token must be a token of SourceVocabulary");
    return Config::source_end_token;
  } else {
    return Config::end_token;
  }
}
}  // namespace detail

/// Examples side by side, each padded to the longest. A source is followed by its end. A target follows the start, and
/// the next token of its last one is the end.
///
/// requires  a Config with padding_token, start_token and end_token; where source and target differ in vocabulary,
///           source_end_token
template <class Config, is_axis Batch>
class padded_batch {
  using config = typename decltype(detail::training_config_of<Config>())::type;

 public:
  using Source = typename Config::Source;
  using Target = typename Config::Target;
  using SourceVocabulary = typename Config::SourceVocabulary;
  using TargetVocabulary = typename Config::TargetVocabulary;

  static constexpr std::size_t longest_source = bound<Source> - 1, longest_target = bound<Target> - 1;

  /// `rows` are indices of `all`.
  ///
  /// throws   more rows than Batch has; a source or a target of more tokens than fit with start and end
  padded_batch(std::span<const example> all, std::span<const std::uint32_t> rows)
      : source_(rows.size(), longest(all, rows, &example::source, longest_source, "source") + 1),
        target_(rows.size(), longest(all, rows, &example::target, longest_target, "target") + 1),
        next_(target_.size(), -1) {
    std::ranges::fill(source_.elements(), config::padding_token);
    std::ranges::fill(target_.elements(), config::padding_token);
    const std::size_t width = target_.shape().template extent<1>();
    for (std::size_t b = 0; b < rows.size(); ++b) {
      const auto& [source, target] = all[rows[b]];
      std::ranges::copy(source, &source_(b, 0));
      source_(b, source.size()) = detail::source_end<config>();
      lengths_.push_back(static_cast<std::int32_t>(source.size() + 1));
      target_(b, 0) = config::start_token;
      std::ranges::copy(target, &target_(b, 0) + 1);
      std::ranges::copy(target, next_.begin() + static_cast<std::ptrdiff_t>(b * width));
      next_[b * width + target.size()] = config::end_token;
      target_tokens_ += target.size() + 1;
    }
  }

  /// Holds as long as this.
  training_batch<Config, Batch> view() const { return {source_, {lengths_}, target_, next_}; }
  const tokens<SourceVocabulary, Batch, Source>& source() const { return source_; }
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

  tokens<SourceVocabulary, Batch, Source> source_;
  tokens<TargetVocabulary, Batch, Target> target_;
  std::vector<std::int32_t> lengths_, next_;
  std::size_t target_tokens_ = 0;
};

}  // namespace typeformer
