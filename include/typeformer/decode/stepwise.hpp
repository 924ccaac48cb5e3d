#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <typeformer/decode/checked_decoding.hpp>
#include <typeformer/decode/decoded_tokens.hpp>
#include <typeformer/decode/decoding_session.hpp>
#include <typeformer/decode/decoding_state.hpp>
#include <typeformer/decode/remove_ended.hpp>

namespace typeformer {

namespace detail {
template <class D>
constexpr std::optional<std::int32_t> end_token_of() {
  if constexpr (has_end_token<D>) {
    return as_token(D::end_token);
  } else {
    return {};
  }
}
struct ignore_tokens {
  constexpr void operator()(std::size_t, std::int32_t) const {}
};
}  // namespace detail

/// A row gets as many tokens as there are positions for.
inline constexpr std::size_t unlimited_tokens = static_cast<std::size_t>(-1);

/// Predicts tokens one by one for a batch of rows, apart from how a token is chosen; each row ends with D::end_token,
/// if there is one, or when it has as many tokens as it may have. A row that has ended leaves a batch whose extent is
/// known at run time: the last row of the session takes its place. D is a decoding_of. Everything is allocated at
/// construction.
///
/// cost     that of decoding_session, one position for each token, and a copy of a row's KV caches for each that ends
/// throws   what decoding_session throws
template <class D, class Numbers>
class stepwise_decoder {
  using T = element_t<Numbers>;
  using tokens = decoded_tokens<D>;
  using session_type = decoding_session<D, Numbers>;

 public:
  using sequence = typename D::sequence;      ///< whose positions are predicted
  using result = predicted_tokens<sequence>;  ///< the tokens of each row

  /// `weights` and `threads` outlive the decoder. A row gets at most `most_tokens`, and no more than there are
  /// positions for.
  stepwise_decoder(std::string_view name, const packed_weights<model_of<typename D::module>, Numbers>& weights,
                   kernels::threads& threads, std::size_t most_tokens)
      : name_{name},
        session_{weights, threads},
        state_{detail::end_token_of<D>()},
        most_tokens_{most_tokens},
        newest_(bound<typename tokens::batch>) {
    rows_.reserve(newest_.size());
  }

  /// `choose(logits, rows, step, next)` writes the token of each row of the session to `next`, given their logits
  /// [rows.size(), Vocabulary]; `rows` are their numbers, in the order of the logits, and state() knows which have
  /// ended. on_token(row, token) is told of each. `given` are the model's inputs, in their order; where D::start_token
  /// begins each row, without the tokens. Views of the result hold until the next call.
  template <class Choose, class OnToken, class... Given>
  result operator()(const Choose& choose, const OnToken& on_token, const Given&... given) {
    return std::apply([&](const auto&... inputs) { return run(choose, on_token, inputs...); },
                      prompts_(name_, given...));
  }

  /// The state in which `choose` is called.
  const decoding_state<typename tokens::batch, sequence>& state() const { return state_; }

  /// Bytes of the KV caches and of what else is kept from call to call.
  static constexpr std::size_t state_bytes = session_type::state_bytes;
  /// Bytes of the arena, the most that a call takes.
  static constexpr std::size_t workspace_bytes = session_type::workspace_bytes;
  /// Bytes of the arena that calls have used so far.
  std::size_t used_bytes() { return session_.used_bytes(); }

 private:
  template <class Choose, class OnToken, class... X>
  result run(const Choose& choose, const OnToken& on_token, const X&... inputs) {
    const auto logits = session_.prefill(inputs...);
    const std::size_t prompt = session_.position();
    rows_.resize(session_.rows());
    std::iota(rows_.begin(), rows_.end(), std::size_t{0});
    state_.begin(rows_.size(), std::min(most_tokens_, prompt > 0 ? bound<sequence> + 1 - prompt : 0));
    const T* last = last_(logits.data, rows_.size(), prompt);
    for (std::size_t step = 0; state_.active() > 0; ++step) {
      if (step > 0) last = session_.decode_step({newest_.data(), tokens::shape_of(rows_.size(), 1)}).data;
      choose(last, std::span<const std::size_t>{rows_}, step, newest_.data());
      for (std::size_t i = 0; i < rows_.size(); ++i)
        if (state_.is_active(rows_[i])) state_.append(rows_[i], newest_[i], on_token);
      if (state_.active() > 0)
        detail::remove_ended(session_, rows_, 1, newest_.data(), [&](std::size_t b) { return !state_.is_active(b); });
    }
    return state_.predicted();
  }

  std::string_view name_;
  session_type session_;
  decoding_state<typename tokens::batch, sequence> state_;
  std::size_t most_tokens_;
  prompts<D, T> prompts_;
  std::vector<std::size_t> rows_;  // those that are decoded, in the order of the session's
  std::vector<std::int32_t> newest_;
  last_logits<D, T> last_;
};

}  // namespace typeformer
