#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include <typeformer/decode/check_logits.hpp>
#include <typeformer/decode/checked_decoding.hpp>
#include <typeformer/decode/decoding_arguments.hpp>
#include <typeformer/decode/stepwise.hpp>
#include <typeformer/kernels/rows.hpp>

namespace typeformer {

namespace detail {
template <class Packed, class... X>
inline constexpr bool make_greedy_decoder =
    begin_decoder<Packed, X...> && are_most_tokens<given_t<2, X...>, given_t<3, X...>>;
}  // namespace detail

/// Where D cannot be decoded: says why, and nothing else, whatever it is made and called with.
template <class D, class Numbers = float>
class greedy_decoder : public detail::refused_decoder<D, Numbers> {
  using detail::refused_decoder<D, Numbers>::refused_decoder;
};

/// Decodes by taking the token of the largest logit, for a batch of rows at once; each row ends with D::end_token, or
/// when there are no more positions. D is a decoding_of. Everything is allocated at construction.
///
///   tf::greedy_decoder<my_decoding> decode{weights, threads};
///   const auto predicted = decode(prompt);   // the model's inputs; predicted.row(0) are the tokens behind the prompt
///
/// cost     one position of each row for each token: what later positions need of earlier ones is kept
/// requires a module that can be decoded (decoding_session), and yields logits of its tokens' vocabulary
/// throws   what decoding_session throws; logits of which one is NaN or the largest is not finite
template <class D, class Numbers>
  requires detail::is_decoding_in<D, Numbers>
class greedy_decoder<D, Numbers> {
  using checked = decltype(detail::checked_decoding<D, Numbers>());
  using checked_tokens = decltype(detail::checked_token_decoding<D, Numbers>());
  using T = element_t<Numbers>;
  using packed_type = packed_weights<model_of<typename D::module>, Numbers>;
  using steps = stepwise_decoder<D, Numbers>;

 public:
  using result = typename steps::result;  ///< the tokens of each row

  /// `weights` and `threads` outlive the decoder.
  greedy_decoder(const packed_weights<model_of<typename D::module>, Numbers>& weights, kernels::threads& threads,
                 std::size_t most_tokens = unlimited_tokens)
      : threads_{threads}, steps_{"greedy_decoder", weights, threads, most_tokens} {}
  template <class... Others>
  greedy_decoder(packed_weights<model_of<typename D::module>, Numbers>&& gone_before_it_is_used, Others&&...) = delete;
  greedy_decoder(const greedy_decoder&) = delete;  ///< neither copied nor moved: it holds the memory of its session
  greedy_decoder& operator=(const greedy_decoder&) = delete;
  template <class... X>
    requires(!detail::make_greedy_decoder<packed_type, X...> && !detail::is_itself<greedy_decoder, X...>)
  greedy_decoder(X&&...)
      : greedy_decoder{detail::no_value<const packed_type&>(), detail::no_value<kernels::threads&>()} {
    detail::must_begin_decoder<packed_type, X...>();
    if constexpr (detail::begin_decoder<packed_type, X...>)
      static_assert(detail::are_most_tokens<detail::given_t<2, X...>, detail::given_t<3, X...>>,
                    "greedy_decoder(weights, threads, most_tokens): most_tokens must be a whole number, and the last "
                    "argument");
  }

  /// `given` are the model's inputs; where D has a start_token, without the tokens. Views of the result hold until the
  /// next call.
  template <class... Given>
  result operator()(const Given&... given) {
    constexpr bool fit = detail::decoding_arguments<D, T>::template fit<Given...>();
    if constexpr (fit) {
      return stream(detail::ignore_tokens{}, given...);
    } else {
      return {};
    }
  }
  /// Decodes, and on_token(row, token) is called for each token as soon as it is there; if it returns false, the row
  /// ends.
  template <class OnToken, class... Given>
  result stream(const OnToken& on_token, const Given&... given) {
    constexpr bool fit = detail::fit_stream<detail::decoding_arguments<D, T>, OnToken, Given...>();
    const auto choose = [&](const T* logits, std::span<const std::size_t> rows, std::size_t step, std::int32_t* next) {
      constexpr std::size_t entries = decoded_tokens<D>::entries;
      kernels::argmax(rows.size(), entries, logits, next, threads_);
      for (std::size_t i = 0; i < rows.size(); ++i)
        if (!detail::is_largest_finite(logits + i * entries, entries, static_cast<std::size_t>(next[i])))
          detail::throw_non_finite_logits("greedy_decoder", rows[i], step);
    };
    if constexpr (fit) {
      return steps_(choose, on_token, given...);
    } else {
      return {};
    }
  }

  /// Bytes of the KV caches and of what else is kept from call to call.
  static constexpr std::size_t state_bytes = steps::state_bytes;
  /// Bytes of the arena, the most that a call takes.
  static constexpr std::size_t workspace_bytes = steps::workspace_bytes;
  /// Bytes of the arena that calls have used so far.
  std::size_t used_bytes() { return steps_.used_bytes(); }

 private:
  kernels::threads& threads_;
  steps steps_;
};

// Without template arguments.
template <class... X>
greedy_decoder(const X&...) -> greedy_decoder<typename detail::left_out_beside<X...>::type>;

}  // namespace typeformer
