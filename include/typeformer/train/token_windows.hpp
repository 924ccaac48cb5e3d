#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <typeformer/kernels/random.hpp>
#include <typeformer/train/batch_order.hpp>
#include <typeformer/train/batch_source.hpp>
#include <typeformer/train/fingerprint.hpp>
#include <typeformer/train/objective.hpp>

namespace typeformer {

namespace detail {
template <class X, class Token>
inline constexpr bool are_tokens_of_type = std::is_convertible_v<X, std::span<const Token>>;
/// Whether an axis can be of rows or of positions of windows: the condition of a rule.
template <class A>
inline constexpr bool is_of_windows = !has_static_extent<A>;
template <class Batch, class Position, class Vocabulary>
constexpr auto must_be_axes_of_windows() {
  if constexpr (!(is_axis<Batch> && is_axis<Position> && is_axis<Vocabulary>)) {
    (void)must_be_axes<Batch, Position, Vocabulary>();
  } else {
    static_assert(is_of_windows<std::conditional_t<is_of_windows<Batch>, Position, Batch>>,
                  "token_windows<Batch, Position, Vocabulary>: the extents of Batch and Position must be known at run "
                  "time, up_to<...>");
  }
}
}  // namespace detail

/// Where one of the three is no axis, or not of the kind that is wanted: says why, and nothing else.
template <class Batch, class Position, class Vocabulary, class Token = std::uint16_t>
class token_windows : public detail::refused_training {
  using rules = decltype(detail::must_be_axes_of_windows<Batch, Position, Vocabulary>());

 public:
  using detail::refused_training::refused_training;
};

/// Windows of one long list of tokens as a batch_source: each row is as many tokens as Position has, and for each the
/// token that follows it. In each epoch the list is cut into windows, the first of which begins at random, and they
/// come in an order that follows from the seed and the epoch. The last batch of an epoch has what is left.
///
/// requires a Batch and a Position whose extents are known at run time
/// throws   fewer tokens than two windows have; a token outside the vocabulary, when its window comes
template <is_axis Batch, is_axis Position, is_axis Vocabulary, class Token>
  requires(detail::is_of_windows<Batch> && detail::is_of_windows<Position>)
class token_windows<Batch, Position, Vocabulary, Token> {
 public:
  /// Tokens [Batch, Position], and the token that follows each.
  using batch_type = inputs_of<float, tokens<Vocabulary, Batch, Position>, labels<Vocabulary, Batch, Position>>;

  /// The tokens outlive the source; a token_file's are read as their windows come.
  explicit token_windows(std::span<const Token> all, std::uint64_t seed = 1)
      : all_{all},
        seed_{seed},
        order_{windows(all.size()), bound<Batch>, seed},
        x_(bound<Batch>, length),
        next_(bound<Batch>, length) {}
  template <class X>
    requires(!detail::are_tokens_of_type<X, Token> && !detail::is_itself<token_windows, X>)
  explicit token_windows(X&&, std::uint64_t = 1) : token_windows{detail::no_value<std::span<const Token>>()} {
    static_assert(detail::are_tokens_of_type<X, Token>,
                  "token_windows<Batch, Position, Vocabulary, Token>(tokens): tokens must be a range of Token, "
                  "std::uint16_t unless another one is named");
  }

  /// Views hold until the next call.
  batch_type next() {
    const auto windows = order_.next();  // which may begin another epoch
    const std::size_t first = kernels::counter_random(seed_, order_.at().epoch) % length;
    for (std::size_t b = 0; b < windows.size(); ++b) {
      const Token* const from = all_.data() + first + windows[b] * length;
      for (std::size_t i = 0; i < length; ++i) {
        x_.data()[b * length + i] = static_cast<std::int32_t>(from[i]);
        next_.data()[b * length + i] = static_cast<std::int32_t>(from[i + 1]);
      }
    }
    const shape<Batch, Position> read{{dimension<Batch>{windows.size()}, dimension<Position>{length}}};
    return {token_view<Vocabulary, shape<Batch, Position>>{x_.data(), read},
            label_view<Vocabulary, shape<Batch, Position>>{next_.data(), read}};
  }

  /// The epoch, and the batch of the epoch that comes next.
  batch_position position() const { return {{"epoch", order_.at().epoch}, {"batch of the epoch", order_.at().batch}}; }
  /// Goes to such a position of the same tokens.
  ///
  /// throws   a batch that no epoch has
  void go_to(const batch_position& position) {
    order_.go_to({position.at("epoch"), position.at("batch of the epoch")});
  }
  /// The tokens' number and fingerprint, the extents, and the seed.
  std::map<std::string, std::string> identity() const {
    const std::string_view bytes{reinterpret_cast<const char*>(all_.data()), all_.size_bytes()};
    return {{"tokens", std::to_string(all_.size()) + " tokens, " + fingerprint(bytes)},
            {"positions of a window", std::to_string(length)},
            {"rows of a batch", std::to_string(bound<Batch>)},
            {"seed of the order", std::to_string(seed_)}};
  }

 private:
  static constexpr std::size_t length = bound<Position>;

  static std::size_t windows(std::size_t tokens) {
    if (tokens < 2 * length + 1)
      throw error{"token_windows: there are " + std::to_string(tokens) + " tokens, but two windows of " +
                  std::to_string(length) + " and the token behind them are needed"};
    return (tokens - 1) / length - 1;  // one less, since the first begins anywhere in a window
  }

  std::span<const Token> all_;
  std::uint64_t seed_;
  batch_order order_;
  tokens<Vocabulary, Batch, Position> x_;
  labels<Vocabulary, Batch, Position> next_;
};

}  // namespace typeformer
