#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <typeformer/decode/check_logits.hpp>
#include <typeformer/decode/checked_decoding.hpp>
#include <typeformer/decode/decoding_arguments.hpp>
#include <typeformer/decode/log_probability.hpp>
#include <typeformer/decode/stepwise.hpp>
#include <typeformer/decode/token_sampler.hpp>
#include <typeformer/kernels/random.hpp>

namespace typeformer {

namespace detail {
template <class X>
inline constexpr bool is_sampling = fits_if_given<X, const sampling&>;
template <class Seed, class MostTokens, class Behind>
inline constexpr bool are_seed_and_most_tokens =
    is_count_if_given<Seed> && is_count_if_given<MostTokens> && std::is_same_v<Behind, no_argument>;
template <class Packed, class... X>
inline constexpr bool make_sampling_decoder =
    begin_decoder<Packed, X...> && is_sampling<given_t<2, X...>> &&
    are_seed_and_most_tokens<given_t<3, X...>, given_t<4, X...>, given_t<5, X...>>;
/// The rules of a sampling_decoder's constructor.
template <class Packed, class... X>
constexpr void must_make_sampling_decoder() {
  if constexpr (!begin_decoder<Packed, X...>) {
    must_begin_decoder<Packed, X...>();
  } else if constexpr (!is_sampling<given_t<2, X...>>) {
    static_assert(is_sampling<given_t<2, X...>>,
                  "sampling_decoder(weights, threads, sampling, seed, most_tokens): the "
                  "third argument must be a sampling, as in {.temperature = 0.8}");
  } else {
    static_assert(are_seed_and_most_tokens<given_t<3, X...>, given_t<4, X...>, given_t<5, X...>>,
                  "sampling_decoder(weights, threads, sampling, seed, most_tokens): seed and most_tokens must be whole "
                  "numbers, and the last arguments");
  }
}

template <class X>
inline constexpr bool are_row_numbers = std::is_convertible_v<const X&, std::span<const std::uint64_t>>;
}  // namespace detail

/// Where D cannot be decoded: says why, and nothing else, whatever it is made and called with.
template <class D, class Numbers = float>
class sampling_decoder : public detail::refused_decoder<D, Numbers> {
 public:
  template <class... X>
  sampling_decoder(X&&...) {}
  sampling_decoder(detail::any_argument, detail::any_argument, const sampling&, detail::any_argument = {},
                   detail::any_argument = {}) {}
};

/// Decodes by drawing tokens (token_sampler.hpp), for a batch of rows at once; each row ends with D::end_token, or when
/// there are no more positions. D is a decoding_of. Everything is allocated at construction.
///
/// Random numbers are of a counter-based generator: seed, row number and the token's place alone decide. So a row's
/// tokens depend neither on threads nor on the batch that it is in, except where logits are so close that rounding
/// decides.
///
/// cost     that of greedy_decoder, and of a token_sampler for each token
/// throws   what greedy_decoder and token_sampler throw; row numbers that are not one for each row
template <class D, class Numbers>
  requires detail::is_decoding_in<D, Numbers>
class sampling_decoder<D, Numbers> {
  using checked = decltype(detail::checked_decoding<D, Numbers>());
  using checked_tokens = decltype(detail::checked_token_decoding<D, Numbers>());
  using T = element_t<Numbers>;
  using packed_type = packed_weights<model_of<typename D::module>, Numbers>;
  using steps = stepwise_decoder<D, Numbers>;

 public:
  /// `weights` and `threads` outlive the decoder.
  sampling_decoder(const packed_weights<model_of<typename D::module>, Numbers>& weights, kernels::threads& threads,
                   const sampling& how = {}, std::uint64_t seed = 0, std::size_t most_tokens = unlimited_tokens)
      : threads_{threads},
        seed_{seed},
        steps_{"sampling_decoder", weights, threads, most_tokens},
        samplers_(rows, token_sampler<T>{entries, how}),
        log_probabilities_(rows) {}
  template <class... Others>
  sampling_decoder(packed_weights<model_of<typename D::module>, Numbers>&& gone_before_it_is_used,
                   Others&&...) = delete;
  sampling_decoder(const sampling_decoder&) = delete;  ///< neither copied nor moved: it holds the memory of its session
  sampling_decoder& operator=(const sampling_decoder&) = delete;
  template <class... X>
    requires(!detail::make_sampling_decoder<packed_type, X...> && !detail::is_itself<sampling_decoder, X...>)
  sampling_decoder(X&&...)
      : sampling_decoder{detail::no_value<const packed_type&>(), detail::no_value<kernels::threads&>()} {
    detail::must_make_sampling_decoder<packed_type, X...>();
  }
  template <class W, class H, class... X>
    requires(!detail::make_sampling_decoder<packed_type, W, H, sampling, X...>)
  sampling_decoder(W&&, H&&, const sampling&, X&&...)
      : sampling_decoder{detail::no_value<const packed_type&>(), detail::no_value<kernels::threads&>()} {
    detail::must_make_sampling_decoder<packed_type, W, H, sampling, X...>();
  }

  /// The tokens of each row, and how likely they were.
  struct result : steps::result {
    /// The model's own log p of each row, in nats, whatever `sampling` leaves out; with that of the end, except in rows
    /// that have no end.
    std::span<const double> log_probabilities;
  };

  /// `given` are the model's inputs; where D has a start_token, without the tokens. Views of the result hold until the
  /// next call.
  template <class... Given>
  result operator()(const Given&... given) {
    constexpr bool fit = detail::decoding_arguments<D, T>::template fit<Given...>();
    if constexpr (fit) {
      return numbered({}, given...);
    } else {
      return {};
    }
  }
  /// Decodes rows that have these numbers; a row's tokens follow from its number and the seed. Without any, row b has
  /// the number b.
  template <class... Given>
  result numbered(std::span<const std::uint64_t> numbers, const Given&... given) {
    return stream(detail::ignore_tokens{}, numbers, given...);
  }
  template <class... X>
    requires(!detail::are_row_numbers<detail::given_t<0, X...>>)
  result numbered(const X&...) {
    static_assert(
        detail::are_row_numbers<detail::given_t<0, X...>>,
        "sampling_decoder.numbered(numbers, inputs...): numbers must come first, a range of std::uint64_t with "
        "one for each row");
    return {};
  }
  /// numbered(), and on_token(row, token) is called for each token as soon as it is there; if it returns false, the row
  /// ends.
  template <class OnToken, class... Given>
  result stream(const OnToken& on_token, std::span<const std::uint64_t> numbers, const Given&... given) {
    constexpr bool fit = detail::fit_stream<detail::decoding_arguments<D, T>, OnToken, Given...>();
    const auto choose = [&](const T* logits, std::span<const std::size_t> going, std::size_t step, std::int32_t* next) {
      if (step == 0) begin(numbers.size(), going.size());
      threads_.for_each(going.size(), [&](std::size_t i, void*) {
        const std::size_t b = going[i];
        if (!steps_.state().is_active(b)) return;
        const T* const own = logits + i * entries;
        next[i] = samplers_[b](own, random(numbers.empty() ? b : numbers[b], step));
        log_probabilities_[b] += log_probabilities<T>{{own, entries}}[static_cast<std::size_t>(next[i])];
      });
      for (const std::size_t b : going)
        if (std::isnan(log_probabilities_[b])) detail::throw_non_finite_logits("sampling_decoder", b, step);
    };
    if constexpr (fit) {
      const auto predicted = steps_(choose, on_token, given...);
      return {predicted, {log_probabilities_.data(), predicted.lengths.size()}};
    } else {
      return {};
    }
  }

  template <class OnToken, class X, class... Given>
    requires(!detail::are_row_numbers<X>)
  result stream(const OnToken&, const X&, const Given&...) {
    static_assert(detail::are_row_numbers<X>,
                  "sampling_decoder.stream(on_token, numbers, x...): numbers must be those of the rows, or {}");
    return {};
  }

  /// Bytes of the KV caches and of what else is kept from call to call.
  static constexpr std::size_t state_bytes = steps::state_bytes;
  /// Bytes of the arena, the most that a call takes.
  static constexpr std::size_t workspace_bytes = steps::workspace_bytes;
  /// Bytes of the arena that calls have used so far.
  std::size_t used_bytes() { return steps_.used_bytes(); }

 private:
  static constexpr std::size_t entries = decoded_tokens<D>::entries, rows = bound<decoded_batch<D>>;

  void begin(std::size_t numbers, std::size_t count) {
    if (numbers != 0 && numbers != count)
      throw error{"sampling_decoder: there are " + std::to_string(numbers) + " numbers for " + std::to_string(count) +
                  " rows"};
    std::fill_n(log_probabilities_.begin(), count, 0.0);
  }
  /// In [0, 1), in steps of 2⁻⁵³.
  double random(std::uint64_t number, std::uint64_t place) const {
    const std::uint64_t row = kernels::counter_random(seed_, number);
    return static_cast<double>(kernels::counter_random(row, place) >> 11) * 0x1p-53;
  }

  kernels::threads& threads_;
  std::uint64_t seed_;
  steps steps_;
  std::vector<token_sampler<T>> samplers_;
  std::vector<double> log_probabilities_;
};

// Without template arguments.
template <class... X>
sampling_decoder(const X&...) -> sampling_decoder<typename detail::left_out_beside<X...>::type>;

}  // namespace typeformer
