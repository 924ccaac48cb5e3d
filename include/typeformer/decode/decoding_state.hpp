#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include <typeformer/axis/axis.hpp>

namespace typeformer {

/// Whether tokens of a row can be named by `tokens[b]`: never.
template <class Index>
inline constexpr bool is_row_of_tokens = false;

/// What a decoder has predicted.
template <class Sequence>
struct predicted_tokens {
  const std::int32_t* tokens;             ///< [rows, Sequence], without start and end
  std::span<const std::int32_t> lengths;  ///< how many tokens each row has

  /// The tokens of row b, without start and end.
  std::span<const std::int32_t> row(std::size_t b) const {
    return {tokens + b * bound<Sequence>, static_cast<std::size_t>(lengths[b])};
  }
  template <class Index>
  std::span<const std::int32_t> operator[](const Index&) const {
    static_assert(is_row_of_tokens<Index>, "tokens[b]: the tokens of row b are row(b)");
    return {};
  }
};

/// The sequences of a batch while they are decoded: each active row gets a token in each step, until its end or until
/// it has as many as it may have. Everything is allocated at construction.
template <is_axis Batch, is_axis Sequence>
class decoding_state {
 public:
  /// Room for the bounds of Batch and Sequence. Without an end token rows end by their number of tokens alone.
  explicit decoding_state(std::optional<std::int32_t> end_token)
      : end_token_{end_token},
        is_active_(bound<Batch>),
        tokens_(bound<Batch> * bound<Sequence>),
        lengths_(bound<Batch>) {}

  /// `most` is how many tokens a row gets; at most the bound of Sequence.
  void begin(std::size_t rows, std::size_t most) {
    rows_ = rows;
    most_ = most;
    active_ = most > 0 ? rows : 0;
    std::fill_n(is_active_.begin(), rows, most > 0);
    std::fill_n(lengths_.begin(), rows, 0);
  }

  /// How many rows have not ended.
  std::size_t active() const { return active_; }
  /// Whether row b gets a token in the next step.
  bool is_active(std::size_t b) const { return is_active_[b]; }

  /// The next token of row b, which is active. Unless it is an end, calls on_token(b, token); if that returns false,
  /// the row ends.
  template <class OnToken>
  void append(std::size_t b, std::int32_t token, const OnToken& on_token) {
    bool goes_on = false;
    if (token != end_token_) {
      tokens_[b * bound<Sequence> + static_cast<std::size_t>(lengths_[b]++)] = token;
      goes_on = static_cast<std::size_t>(lengths_[b]) < most_;
      if constexpr (std::is_convertible_v<decltype(on_token(b, token)), bool>) {
        goes_on = on_token(b, token) && goes_on;
      } else {
        on_token(b, token);
      }
    }
    if (goes_on) return;
    is_active_[b] = false;
    --active_;
  }

  /// Holds until the next begin().
  predicted_tokens<Sequence> predicted() const { return {tokens_.data(), {lengths_.data(), rows_}}; }

 private:
  std::optional<std::int32_t> end_token_;
  std::size_t rows_ = 0, active_ = 0, most_ = 0;
  std::vector<bool> is_active_;
  std::vector<std::int32_t> tokens_, lengths_;
};

}  // namespace typeformer
