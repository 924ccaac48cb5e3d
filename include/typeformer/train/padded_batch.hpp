#pragma once
#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include <typeformer/train/batch_order.hpp>
#include <typeformer/train/batch_source.hpp>
#include <typeformer/train/example.hpp>
#include <typeformer/train/fingerprint.hpp>
#include <typeformer/train/transformer_objective.hpp>

namespace typeformer {

/// Whether a Config says what ends a source. Where source and target share a vocabulary, end_token ends both.
template <class Config>
inline constexpr bool names_source_end =
    std::is_same_v<typename Config::SourceVocabulary, typename Config::TargetVocabulary> ||
    requires { Config::source_end_token; };

namespace detail {
template <class Config>
constexpr std::int32_t source_end() {
  static_assert(names_source_end<Config>,
                "padded_batch<Config, Batch>: source and target differ in vocabulary, so Config must name "
                "source_end_token");
  if constexpr (requires { Config::source_end_token; }) {
    static_assert(is_in_vocabulary<typename Config::SourceVocabulary, Config::source_end_token>,
                  "padded_batch<Config, Batch>: Config's source_end_token must be a token of SourceVocabulary");
    return Config::source_end_token;
  } else {
    return Config::end_token;
  }
}
}  // namespace detail

namespace detail {
/// Whether a batch is made of X...: of examples, and of indices of them.
template <class... X>
inline constexpr bool make_padded_batch =
    sizeof...(X) == 2 && std::is_convertible_v<given_t<0, X...>, std::span<const example>> &&
    std::is_convertible_v<given_t<1, X...>, std::span<const std::uint32_t>>;
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
  using Source = typename config::Source;                      ///< positions of a source and of its end
  using Target = typename config::Target;                      ///< positions of a target and of its start
  using SourceVocabulary = typename config::SourceVocabulary;  ///< tokens of sources
  using TargetVocabulary = typename config::TargetVocabulary;  ///< tokens of targets

  static constexpr std::size_t longest_source = bound<Source> - 1;  ///< tokens of a source, without its end
  static constexpr std::size_t longest_target = bound<Target> - 1;  ///< tokens of a target, without its start

  /// `rows` are indices of `all`.
  ///
  /// throws   more rows than Batch has; a source or a target of more tokens than fit with start and end
  padded_batch(std::span<const example> all, std::span<const std::uint32_t> rows)
      : source_(rows.size(), longest(all, rows, &example::source, longest_source, "source") + 1),
        target_(rows.size(), longest(all, rows, &example::target, longest_target, "target") + 1),
        next_(rows.size(), target_.shape().last()) {
    std::ranges::fill(next_.elements(), -1);
    std::ranges::fill(source_.elements(), config::padding_token);
    std::ranges::fill(target_.elements(), config::padding_token);
    for (std::size_t b = 0; b < rows.size(); ++b) {
      const auto& [source, target] = all[rows[b]];
      std::ranges::copy(source, &source_(b, 0));
      source_(b, source.size()) = detail::source_end<config>();
      lengths_.push_back(static_cast<std::int32_t>(source.size() + 1));
      target_(b, 0) = config::start_token;
      std::ranges::copy(target, &target_(b, 0) + 1);
      std::ranges::copy(target, &next_(b, 0));
      next_(b, target.size()) = config::end_token;
      target_tokens_ += target.size() + 1;
    }
  }

  template <class... X>
    requires(!detail::make_padded_batch<X...> && !detail::is_itself<padded_batch, X...>)
  explicit padded_batch(X&&...) : padded_batch{std::span<const example>{}, std::span<const std::uint32_t>{}} {
    static_assert(detail::make_padded_batch<X...>,
                  "padded_batch(examples, rows): rows must be a range of std::uint32_t, the indices of those examples "
                  "that are wanted");
  }

  /// What transformer_objective takes; holds as long as this.
  typename transformer_trainer<Config, Batch>::batch_type inputs(label_smoothing smoothing = {}) const {
    return {source_, target_, row_lengths{lengths_}, next_, smoothing};
  }
  /// Targets behind the start token, padded.
  const tokens<TargetVocabulary, Batch, Target>& target() const { return target_; }
  /// The token that follows each of the target's; −1 where none does.
  const labels<TargetVocabulary, Batch, Target>& next() const { return next_; }
  /// Sources with their ends, padded.
  const tokens<SourceVocabulary, Batch, Source>& source() const { return source_; }
  /// How many tokens of each source are there, the end included.
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
  labels<TargetVocabulary, Batch, Target> next_;
  std::vector<std::int32_t> lengths_;
  std::size_t target_tokens_ = 0;
};

/// A list of examples as a batch_source: in each epoch every example is in one batch, with others of similar length
/// (batch_order.hpp).
template <class Config, is_axis Batch>
class padded_batches {
  using config = typename decltype(detail::training_config_of<Config>())::type;

 public:
  using batch_type = typename transformer_trainer<Config, Batch>::batch_type;  ///< what transformer_objective takes

  /// `examples` outlive the batches.
  ///
  /// throws   no examples
  padded_batches(std::span<const example> examples, label_smoothing smoothing, std::uint64_t seed)
      : examples_{examples}, smoothing_{smoothing}, order_{examples, bound<Batch>, seed} {}

  /// The next batch, padded; holds until the next call.
  batch_type next() { return batch_.emplace(examples_, order_.next()).inputs(smoothing_); }

  /// The epoch, and the batch of the epoch that comes next.
  batch_position position() const { return {{"epoch", order_.at().epoch}, {"batch of the epoch", order_.at().batch}}; }
  /// Goes to such a position of the same examples.
  void go_to(const batch_position& position) {
    order_.go_to({position.at("epoch"), position.at("batch of the epoch")});
  }
  /// The examples' fingerprint and the rows of a batch, but not the seed, which a recipe has.
  std::map<std::string, std::string> identity() const {
    return {{"examples", fingerprint(examples_)}, {"rows of a batch", std::to_string(bound<Batch>)}};
  }
  /// Epochs, the part of one included.
  double epochs() const {
    return static_cast<double>(order_.at().epoch) +
           static_cast<double>(order_.at().batch) / static_cast<double>(order_.batches_per_epoch());
  }

 private:
  std::span<const example> examples_;
  label_smoothing smoothing_;
  batch_order order_;
  std::optional<padded_batch<Config, Batch>> batch_;
};

}  // namespace typeformer
