#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include <typeformer/decode/check_logits.hpp>
#include <typeformer/decode/checked_decoding.hpp>
#include <typeformer/decode/decoding_arguments.hpp>
#include <typeformer/decode/log_probability.hpp>
#include <typeformer/decode/teacher_forcing.hpp>
#include <typeformer/expressions/session.hpp>
#include <typeformer/operations/mask.hpp>

namespace typeformer {

/// Where D cannot be decoded: says why, and nothing else, whatever it is made and called with.
template <class D, class Numbers = float, class Inputs = typename detail::inputs_of_decoding<D>::type>
class scorer : public detail::refused_decoder<D, Numbers> {
  using detail::refused_decoder<D, Numbers>::refused_decoder;
};

/// The score of given tokens, log p, by teacher forcing: the model reads all of them at once. Scored is each token that
/// has one before it, so the first one too where D, a decoding_of, has a start_token, and the end where it has an
/// end_token. Everything is allocated at construction.
///
/// units    nats
/// cost     one forward pass over the longest row
/// throws   lengths that are not one for each row, lie outside 0 … the tokens' extent, or leave no position for the
///          start; tokens outside the vocabularies; logits whose largest is not finite, which have no log p; what
///          D::check and the module throw
template <class D, class Numbers, class... Input>
  requires are_numbers<Numbers>
class scorer<D, Numbers, input_list<Input...>> {
  using checked = decltype(detail::checked_decoding<D, Numbers>());
  using checked_tokens = decltype(detail::checked_token_decoding<D, Numbers>());
  using T = element_t<Numbers>;
  using packed_type = packed_weights<model_of<typename D::module>, Numbers>;
  using tokens = decoded_tokens<D>;

 public:
  using view = typename tokens::view;  ///< the tokens that are scored, as the model reads them

  /// `weights` and `threads` outlive the scorer.
  scorer(const packed_weights<model_of<typename D::module>, Numbers>& weights, kernels::threads& threads)
      : threads_{threads}, run_{weights, threads}, log_probabilities_(rows), tokens_(rows) {}
  template <class... Others>
  scorer(packed_weights<model_of<typename D::module>, Numbers>&& gone_before_it_is_used, Others&&...) = delete;
  scorer(const scorer&) = delete;  ///< neither copied nor moved: it holds the memory of its session
  scorer& operator=(const scorer&) = delete;
  template <class... X>
    requires(!detail::make_decoder<packed_type, X...> && !detail::is_itself<scorer, X...>)
  scorer(X&&...) : scorer{detail::no_value<const packed_type&>(), detail::no_value<kernels::threads&>()} {
    detail::must_make_decoder<packed_type, X...>();
  }

  /// Scores, row by row.
  struct result {
    std::span<const double> log_probabilities;  ///< of each row the sum over its tokens, in nats
    std::span<const std::int32_t> tokens;       ///< how many of each row are scored, with the end

    /// exp(−Σ log p / Σ tokens); NaN where there are none.
    double perplexity() const {
      double log_probability = 0, count = 0;
      for (const double x : log_probabilities) log_probability += x;
      for (const std::int32_t n : tokens) count += n;
      return std::exp(-log_probability / count);
    }
  };

  /// `lengths` are how many tokens of each row are there, without start and end; `inputs` are the model's. What follows
  /// a row's length is not looked at where there is a start token; elsewhere it must be of the vocabulary. Views of the
  /// result hold until the next call.
  template <class... X>
  result operator()(std::span<const std::int32_t> lengths, const X&... inputs) {
    constexpr bool is_number = is_number_of_inputs<sizeof...(X), Input...>;
    static_assert(is_number, "scorer(lengths, x...): there must be one argument for each input of the model");
    if constexpr (is_number) {
      constexpr bool fit = detail::decoding_arguments<D, T>::template fit<X...>();
      if constexpr (fit) return score(lengths, prompts_("scorer", inputs...));
    }
    return {};
  }
  template <class... X>
    requires(!detail::are_lengths<const detail::given_t<0, X...>&>)
  result operator()(const X&...) {
    static_assert(detail::are_lengths<const detail::given_t<0, X...>&>,
                  "scorer(lengths, x...): lengths must come first, how many tokens of each row are there");
    return {};
  }

 private:
  result score(std::span<const std::int32_t> lengths, typename detail::decoding_arguments<D, T>::type arguments) {
    const view given = std::get<tokens::index>(arguments);
    const view read = forced_("scorer", given, lengths);
    std::get<tokens::index>(arguments) = read;
    const auto logits = std::apply(run_, arguments);

    const std::size_t positions = read.shape.last();
    threads_.for_each(lengths.size(), [&](std::size_t b, void*) {
      const auto length = static_cast<std::size_t>(lengths[b]);
      const T* const own = logits.data + b * positions * tokens::entries;
      const std::size_t first = has_start || length == 0 ? 0 : 1;  // scored
      const auto log_p = [&](std::size_t position, std::int32_t token) {
        return log_probabilities<T>{
            {own + position * tokens::entries, tokens::entries}}[static_cast<std::size_t>(token)];
      };
      double sum = 0;
      for (std::size_t i = first; i < length; ++i) sum += log_p(i - !has_start, given.data[b * given.shape.last() + i]);
      const bool is_ended = has_end && (has_start || length > 0);
      if constexpr (has_end)
        if (is_ended) sum += log_p(length - !has_start, D::end_token);
      log_probabilities_[b] = sum;
      tokens_[b] = static_cast<std::int32_t>(length - first + is_ended);
    });
    for (std::size_t b = 0; b < lengths.size(); ++b)
      if (std::isnan(log_probabilities_[b])) throw_first_non_finite(b, logits.data + b * positions * tokens::entries);
    return {{log_probabilities_.data(), lengths.size()}, {tokens_.data(), lengths.size()}};
  }

  static constexpr bool has_start = has_start_token<D>;
  static constexpr bool has_end = has_end_token<D>;
  static constexpr std::size_t rows = bound<typename tokens::batch>;

  /// Of a row of whose logits some are known to have no log p.
  [[noreturn]] static void throw_first_non_finite(std::size_t row, const T* logits) {
    std::size_t position = 0;
    while (log_probabilities<T>{{logits + position * tokens::entries, tokens::entries}}.are_defined()) ++position;
    detail::throw_non_finite_logits("scorer", row, position);
  }

  kernels::threads& threads_;
  session<typename D::module, Numbers, Input...> run_;
  prompts<D, T> prompts_;
  teacher_forcing_inputs<D> forced_;
  std::vector<double> log_probabilities_;
  std::vector<std::int32_t> tokens_;
};

// Without template arguments.
template <class... X>
scorer(const X&...) -> scorer<typename detail::left_out_beside<X...>::type>;

}  // namespace typeformer
