#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include <typeformer/decode/beam_search.hpp>
#include <typeformer/decode/check_logits.hpp>
#include <typeformer/decode/checked_decoding.hpp>
#include <typeformer/decode/decoding_arguments.hpp>
#include <typeformer/decode/remove_ended.hpp>
#include <typeformer/decode/stepwise.hpp>

namespace typeformer {

/// How wide a beam search is, how much it finds, and when it ends.
struct beam_options {
  std::size_t width = 0;   ///< hypotheses of a row that are active at once; 0: as many as there is room for
  std::size_t n_best = 1;  ///< hypotheses of a row that are found, at most width; 0: as many. More take more steps
  search_end end = search_end::when_it_can_stop;  ///< when a row's search is over

  bool operator==(const beam_options&) const = default;
};

namespace detail {
template <class X>
inline constexpr bool are_beam_options = fits_if_given<X, const beam_options&>;
template <class X, class Penalty>
inline constexpr bool is_penalty_of = fits_if_given<X, Penalty>;
template <class Packed, class Penalty, class... X>
inline constexpr bool make_beam_decoder =
    begin_decoder<Packed, X...> && are_beam_options<given_t<2, X...>> && is_penalty_of<given_t<3, X...>, Penalty> &&
    are_most_tokens<given_t<4, X...>, given_t<5, X...>>;
/// The rules of a beam_decoder's constructor, of which the first that is broken is reported.
template <class Packed, class Penalty, class... X>
constexpr void must_make_beam_decoder() {
  if constexpr (!begin_decoder<Packed, X...>) {
    must_begin_decoder<Packed, X...>();
  } else if constexpr (!are_beam_options<given_t<2, X...>>) {
    static_assert(are_beam_options<given_t<2, X...>>,
                  "beam_decoder(weights, threads, options, penalty, most_tokens): the third argument must be "
                  "beam_options, as in {.width = 4}");
  } else if constexpr (!is_penalty_of<given_t<3, X...>, Penalty>) {
    static_assert(is_penalty_of<given_t<3, X...>, Penalty>,
                  "beam_decoder(weights, threads, options, penalty, most_tokens): penalty must be of the decoder's "
                  "Penalty, as in beam_decoder<D, float, wu_penalty>");
  } else {
    static_assert(are_most_tokens<given_t<4, X...>, given_t<5, X...>>,
                  "beam_decoder(weights, threads, options, penalty, most_tokens): most_tokens must be a whole number, "
                  "and the last argument");
  }
}
/// The rule of beam_decoder<D, Numbers, Penalty> beside those of all decoders.
template <class D, class Numbers, class Penalty>
constexpr auto must_be_penalty() {
  if constexpr (is_decoding_in<D, Numbers>)
    static_assert(is_penalty<Penalty>,
                  "beam_decoder<D, Numbers, Penalty>: Penalty must yield a double of log p and a "
                  "length, as wu_penalty does");
}
}  // namespace detail

/// Where D cannot be decoded, or Penalty is none: says why, and nothing else, whatever it is made and called with.
template <class D, class Numbers = float, class Penalty = no_penalty>
class beam_decoder : public detail::refused_decoder<D, Numbers> {
  using rules = decltype(detail::must_be_penalty<D, Numbers, Penalty>());

 public:
  template <class... X>
  beam_decoder(X&&...) {}
  beam_decoder(detail::any_argument, detail::any_argument, const beam_options&, detail::any_argument = {},
               detail::any_argument = {}) {}
};

/// Beam search (beam_search.hpp) for a batch of rows at once. D is a decoding_of, whose batch has room for `width` rows
/// of each that is given. Everything is allocated at construction.
///
/// A row's result depends on the other rows by rounding alone, since kernels sum in an order that shapes decide, and
/// not on the number of threads. With a width of 1 and no_penalty its tokens are greedy_decoder's, except where logits
/// are so close that rounding decides.
///
/// cost     `width` positions of each row for each token, until its search is over and it leaves the batch; copies of
///          rows of the KV caches: those that beam_search asks for, and `width` where a search is over
/// throws   a width above most_width, an n_best above the width; what greedy_decoder throws
template <class D, class Numbers, is_penalty Penalty>
  requires detail::is_decoding_in<D, Numbers>
class beam_decoder<D, Numbers, Penalty> {
  using checked = decltype(detail::checked_decoding<D, Numbers>());
  using checked_tokens = decltype(detail::checked_token_decoding<D, Numbers>());
  using T = element_t<Numbers>;
  using packed_type = packed_weights<model_of<typename D::module>, Numbers>;
  using tokens = decoded_tokens<D>;
  using session_type = decoding_session<D, Numbers>;
  static constexpr bool names_first = requires { typename D::first_batch; };

 public:
  /// As many rows as there is room for, of each that is given.
  static constexpr std::size_t most_width =
      bound<typename tokens::batch> /
      std::max<std::size_t>(1, names_first ? most_first_rows<D, typename tokens::batch> : 1);

  /// `weights` and `threads` outlive the decoder. The penalty is what hypotheses of different lengths are compared by;
  /// a hypothesis has at most `most_tokens`, and no more than there are positions for.
  beam_decoder(const packed_weights<model_of<typename D::module>, Numbers>& weights, kernels::threads& threads,
               const beam_options& options = {}, Penalty penalty = {}, std::size_t most_tokens = unlimited_tokens)
      : width_{width_of(options)},
        threads_{threads},
        session_{weights, threads},
        most_tokens_{most_tokens},
        newest_(bound<typename tokens::batch>) {
    going_.reserve(newest_.size());
    const beam_problem<Penalty> problem{.width = width_,
                                        .n_best = n_best_of(options, width_),
                                        .entries = tokens::entries,
                                        .most_tokens = std::min(most_tokens, bound<sequence>),
                                        .end_token = detail::end_token_of<D>().value_or(-1),
                                        .penalty = penalty,
                                        .end = options.end};
    const std::size_t sources = std::min(most_first_rows<D, typename tokens::batch>, newest_.size() / width_);
    searches_.reserve(sources);
    for (std::size_t b = 0; b < sources; ++b) searches_.emplace_back(problem);
  }
  template <class... Others>
  beam_decoder(packed_weights<model_of<typename D::module>, Numbers>&& gone_before_it_is_used, Others&&...) = delete;
  beam_decoder(const beam_decoder&) = delete;  ///< neither copied nor moved: it holds the memory of its session
  beam_decoder& operator=(const beam_decoder&) = delete;
  template <class... X>
    requires(!detail::make_beam_decoder<packed_type, Penalty, X...> && !detail::is_itself<beam_decoder, X...>)
  beam_decoder(X&&...) : beam_decoder{detail::no_value<const packed_type&>(), detail::no_value<kernels::threads&>()} {
    detail::must_make_beam_decoder<packed_type, Penalty, X...>();
  }
  template <class W, class H, class... X>
    requires(!detail::make_beam_decoder<packed_type, Penalty, W, H, beam_options, X...>)
  beam_decoder(W&&, H&&, const beam_options&, X&&...)
      : beam_decoder{detail::no_value<const packed_type&>(), detail::no_value<kernels::threads&>()} {
    detail::must_make_beam_decoder<packed_type, Penalty, W, H, beam_options, X...>();
  }

  /// What a call found, row by row.
  struct result {
    std::span<const beam_search<T, Penalty>> searches;  ///< one for each row, as they ended
    std::size_t steps;                                  ///< tokens of the longest search

    /// At most `n_best`, best first. Those that were cut off follow those that ended, and are there only if fewer than
    /// `n_best` ended.
    std::span<const hypothesis> row(std::size_t b) const { return searches[b].finished(); }
  };

  /// `given` are the model's inputs; where D has a start_token, without the tokens. Views of the result hold until the
  /// next call.
  template <class... Given>
  result operator()(const Given&... given) {
    constexpr bool fit = detail::decoding_arguments<D, T>::template fit<Given...>();
    if constexpr (fit) {
      return std::apply([&](const auto&... inputs) { return search(inputs...); }, prompts_("beam_decoder", given...));
    } else {
      return {};
    }
  }

  /// Bytes of the KV caches and of what else is kept from call to call.
  static constexpr std::size_t state_bytes = session_type::state_bytes;
  /// Bytes of the arena, the most that a call takes.
  static constexpr std::size_t workspace_bytes = session_type::workspace_bytes;
  /// Bytes of the arena that calls have used so far.
  std::size_t used_bytes() { return session_.used_bytes(); }

 private:
  using sequence = typename D::sequence;

  static std::size_t width_of(const beam_options& options) {
    if (options.width > most_width)
      throw error{"beam_decoder: the width is " + std::to_string(options.width) + ", but there is room for " +
                  std::to_string(most_width)};
    return options.width > 0 ? options.width : most_width;
  }
  static std::size_t n_best_of(const beam_options& options, std::size_t width) {
    if (options.n_best > width)
      throw error{"beam_decoder: the " + std::to_string(options.n_best) + " best are asked for, but a width of " +
                  std::to_string(width) + " finds at most as many"};
    return options.n_best > 0 ? options.n_best : width;
  }

  template <class... X>
  result search(const X&... inputs) {
    const auto logits = session_.prefill_repeated(width_, inputs...);
    const std::size_t sources = session_.rows(), prompt = session_.position();
    const std::span<beam_search<T, Penalty>> searches{searches_.data(), sources};
    for (auto& search : searches) search.begin(std::min(most_tokens_, prompt > 0 ? bound<sequence> + 1 - prompt : 0));
    session_.repeat_rows(width_);
    going_.resize(sources);
    std::iota(going_.begin(), going_.end(), std::size_t{0});
    // All rows of a source are alike now: its first hypothesis has the first of them.
    std::size_t steps = 0;
    if (is_any_going()) step(last_(logits.data, sources, prompt), 1, steps++, [](std::size_t, std::size_t) {});
    while (is_any_going()) {
      detail::remove_ended(session_, going_, width_, newest_.data(),
                           [&](std::size_t b) { return searches_[b].is_over(); });
      const auto next = session_.decode_step({newest_.data(), tokens::shape_of(going_.size() * width_, 1)});
      step(next.data, width_, steps++, [&](std::size_t from, std::size_t to) { session_.copy_row(from, to); });
    }
    return {searches, steps};
  }

  bool is_any_going() const {
    return std::ranges::any_of(going_, [&](std::size_t b) { return !searches_[b].is_over(); });
  }

  /// Adds a token to each search that goes on, given the logits of `rows` rows of each.
  template <class Copy>
  void step(const T* logits, std::size_t rows, std::size_t number, const Copy& copy) {
    threads_.for_each(going_.size(), [&](std::size_t i, void*) {
      auto& search = searches_[going_[i]];
      if (search.is_over()) return;  // as of a batch whose extent is constant
      const std::size_t first = i * width_;
      search.step(logits + i * rows * tokens::entries,
                  [&](std::size_t from, std::size_t to) { copy(first + from, first + to); });
      for (const auto& h : search.active()) newest_[first + h.slot] = h.newest;
    });
    for (const std::size_t b : going_)
      if (searches_[b].saw_non_finite()) detail::throw_non_finite_logits("beam_decoder", b, number);
  }

  std::size_t width_;
  kernels::threads& threads_;
  session_type session_;
  std::size_t most_tokens_;
  prompts<D, T> prompts_;
  std::vector<std::size_t> going_;  // searches that have rows, in the order of the session's rows
  std::vector<std::int32_t> newest_;
  last_logits<D, T> last_;
  std::vector<beam_search<T, Penalty>> searches_;
};

// Without template arguments.
template <class... X>
beam_decoder(const X&...) -> beam_decoder<typename detail::left_out_beside<X...>::type>;

}  // namespace typeformer
